/**
 * What one answer can reach: zones and nodes in memory, by name. Notes what is missing, so that the caller can load it
 * and ask again, and whether anything that was reached is stale.
 */
import { type Name, parentOf, ROOT } from "../dns/name.ts";
import { TYPE } from "../dns/types.ts";
import { type Lookup, lookup, nodeAt } from "../zone/lookup.ts";
import type { Alias, RecordSet, Zone, ZoneNode, ZoneSet } from "../zone/model.ts";
import { type Service, type SpecialAnswer, specialAnswer } from "./special.ts";

/** The zone a name is answered from. `missing`: its key is among the needs. */
export type ReachedZone =
  | { readonly kind: "zone"; readonly zone: Zone }
  | { readonly kind: "not-hosted" }
  | { readonly kind: "unavailable" }
  | { readonly kind: "missing" };

export class Reach {
  /** Keys of blobs that were asked for and are not in memory; null: everything was. */
  needs: Set<string> | null = null;
  /** A zone was reached in another version than the catalog's, or under a catalog beyond its hard age. */
  stale = false;
  /** A zone was reached that no version of can be read: what is missing from it is not known to be absent. */
  unavailable = false;
  readonly #zones: ZoneSet;
  readonly #service: Service;

  constructor(zones: ZoneSet, service: Service) {
    this.#zones = zones;
    this.#service = service;
  }

  /** Notes a blob that is not in memory. */
  need(key: string): void {
    this.needs ??= new Set();
    this.needs.add(key);
  }

  /** Finds the zone that answers for a folded name; DS at a hosted apex belongs to the parent where that is hosted too (RFC 4035 3.1.4.1). */
  zoneFor(name: Name, qtype: number): ReachedZone {
    const own = this.#find(name);
    if (qtype !== TYPE.DS || own.kind !== "zone" || own.zone.apex !== name || name === ROOT) return own;
    const parent = this.#find(parentOf(name));
    return parent.kind === "not-hosted" ? own : parent;
  }

  /** Answers a name, given folded too, that no zone holds and that is not asked elsewhere; null: it is an ordinary name. */
  special(owner: Name, name: Name, qtype: number): SpecialAnswer | null {
    return specialAnswer(owner, name, qtype, this.#service);
  }

  /** Looks a name up in its zone; null: a blob is missing. */
  lookup(zone: Zone, name: Name, qtype: number): Exclude<Lookup, { kind: "need" }> | null {
    const found = lookup(zone, name, qtype === TYPE.DS);
    if (found.kind !== "need") return found;
    this.need(found.key);
    return null;
  }

  /** Gives the node of an existing owner, glue too; null: there is none, or its blob is missing. */
  node(zone: Zone, owner: Name): (ZoneNode & { readonly sets: ReadonlyMap<number, RecordSet> }) | null {
    const node = nodeAt(zone, owner);
    if (node === null || !("kind" in node)) return node;
    this.need(node.key);
    return null;
  }

  /** Gives the record sets that an alias points at, one where the target is an `addresses` set too; none: there are none, or a blob is missing. */
  aliasTargets({ target, types }: Alias): readonly RecordSet[] {
    const [type = 0] = types;
    const reached = this.zoneFor(target, type);
    const found = reached.kind === "zone" ? this.lookup(reached.zone, target, type) : null;
    if (found?.kind !== "exact" && found?.kind !== "wildcard") return [];
    const { sets } = found.node;
    const targets = types.map((one) => sets.get(one)).filter((set) => set !== undefined);
    return targets.length > 1 ? [...new Set(targets)] : targets;
  }

  #find(name: Name): ReachedZone {
    const hosted = this.#zones.find(name);
    switch (hosted?.kind) {
      case undefined:
        return { kind: "not-hosted" };
      case "zone":
        this.stale ||= hosted.stale;
        return hosted;
      case "unavailable":
        this.unavailable = true;
        return { kind: "unavailable" };
      case "need":
        this.need(hosted.key);
        return { kind: "missing" };
    }
  }
}
