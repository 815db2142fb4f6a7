/**
 * Zones as queries read them: one section for a small zone, found by binary search for a large one.
 *
 * A section answers for every name of its range without its neighbours: any existing ancestor of such a name either
 * lies in the range, or is an ancestor of the range's first name, which the shard's head repeats.
 */
import { canonicalKey, type Name } from "../dns/name.ts";
import type { Shard, ShardEntry, ZoneManifest } from "./blob.ts";
import { shardKey } from "./catalog.ts";
import type { Need, Section, Zone, ZoneNode } from "./model.ts";

/** Makes a section of nodes, with the ancestors of the first one where it is a shard. */
export function sectionOf({ ancestors, nodes }: Shard): Section {
  const byOwner = new Map<string, ZoneNode>();
  for (const node of ancestors) byOwner.set(node.owner, node);
  for (const node of nodes) byOwner.set(node.owner, node);
  return byOwner;
}

/** Makes a zone of its manifest; `shardInMemory` gives a shard's section by hash, or undefined where it is not in memory. */
export function zoneOf(
  { apex, soa, body }: Omit<ZoneManifest, "hosts">,
  { hash, serial }: { readonly hash: string; readonly serial: number },
  shardInMemory: (hash: string) => Section | undefined,
): Zone {
  if (body.kind === "nodes") {
    const whole = sectionOf({ ancestors: [], nodes: body.nodes });
    return { apex, hash, serial, soa, section: () => whole };
  }
  const { shards } = body;
  const keys = shards.map(({ first }) => canonicalKey(first));
  const section = (name: Name): Section | Need => {
    const shard = shardHolding(shards, keys, canonicalKey(name));
    return shardInMemory(shard.hash) ?? { kind: "need", key: shardKey(shard.hash) };
  };
  return { apex, hash, serial, soa, section };
}

/** The last shard that does not begin behind the name. The first begins with the apex, so that there always is one. */
function shardHolding(shards: readonly ShardEntry[], keys: readonly string[], key: string): ShardEntry {
  let low = 0;
  let high = keys.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((keys[middle] ?? "") <= key) low = middle;
    else high = middle - 1;
  }
  const shard = shards[low];
  if (!shard) throw new Error("A sharded zone has at least one shard.");
  return shard;
}
