/**
 * What one decision is made from, as every part of steering sees it. Whoever looks at the client through it leaves a
 * note, from which the answer's ECS scope and its caching follow; whoever does not, leaves none.
 */
import type { Alias, RecordSet } from "../zone/model.ts";
import type { Draw, HealthView, Place, Subnet } from "./candidate.ts";
import type { HostView } from "./hosts.ts";

/** Deviation: Route 53 allows 3 levels of alias; `fairlead check` refuses more than 8, and so nothing deeper is followed. */
export const ALIAS_LEVELS_MAX = 8;

export interface Situation {
  readonly nowMs: number;
  readonly health: HealthView;
  /** Outside hosts as they are known, for those who tell of them; choices see them as targets of aliases. */
  readonly hosts: HostView;
  readonly draw: Draw;
  /** Gives the record sets that an alias points at, one for each of its types at the most; none where there are none, or where they are not in memory, which the caller notes. */
  readonly aliasTargets: (alias: Alias) => readonly RecordSet[];
  /** Where the client is, with the scope that the place has; null: unknown, or not in memory, which the caller notes. */
  readonly place: () => Place | null;
  /**
   * The client's subnet; null: unknown. `scopeOf` tells how long a prefix of its address the decision holds for
   * (RFC 7871 7.2.1); an unknown client has none.
   */
  readonly subnet: (scopeOf: (subnet: Subnet) => number) => Subnet | null;
}

/** The record sets behind an alias; none behind one that lies too deep. */
export function targetsOf(alias: Alias, situation: Situation, level: number): readonly RecordSet[] {
  return level < ALIAS_LEVELS_MAX ? situation.aliasTargets(alias) : [];
}

/** The record set that an alias takes records of type `type` from; null: it has none for this type. */
export function targetFor(alias: Alias, type: number, situation: Situation, level: number): RecordSet | null {
  return targetsOf(alias, situation, level).find(({ types }) => types.includes(type)) ?? null;
}
