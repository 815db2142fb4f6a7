/**
 * Whether the record sets that targets of pools follow are healthy, for those who report on pools and answer no query:
 * for a client that nothing is known of, as odds without a client are.
 */
import type { HealthView } from "../steering/candidate.ts";
import type { HostView } from "../steering/hosts.ts";
import { isHealthy } from "../steering/select.ts";
import type { Alias, ZoneSet } from "../zone/model.ts";
import { Reach } from "./reach.ts";
import { newNotes, situationOf } from "./situation.ts";

export type FollowedOutcome =
  | { readonly kind: "followed"; readonly unhealthy: ReadonlySet<Alias> }
  | { readonly kind: "need"; readonly keys: readonly string[] };

const NOBODY_KNOWN = { subnet: null, place: null };

/** Tells which of the aliases lead to what is unhealthy. */
export function followTargets(
  aliases: readonly Alias[],
  zones: ZoneSet,
  health: HealthView,
  hosts: HostView,
  nowMs: number,
): FollowedOutcome {
  const reach = new Reach(zones, { ra: false });
  const situation = situationOf(reach, health, NOBODY_KNOWN, hosts, () => 0, nowMs, newNotes());
  const unhealthy = new Set(aliases.filter((tree) => !isHealthy({ check: null, tree }, situation)));
  return reach.needs === null ? { kind: "followed", unhealthy } : { kind: "need", keys: [...reach.needs] };
}
