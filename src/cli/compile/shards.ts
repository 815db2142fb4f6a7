/**
 * A zone's nodes -> its blobs: one manifest, and shards where the zone is large.
 *
 * Borders are defined by content, as in rsync and git's bundles: a node whose owner's hash ends in `BORDER_BITS` zero
 * bits begins a shard, whatever stands before it, so that a changed record changes its own shard and the manifest only.
 * A part that is still over the limit is cut again at the nodes that have one zero bit less, and so on: cuts in one
 * part never move those of another.
 */
import { createHash } from "node:crypto";
import { type Name, parentOf, ROOT } from "../../dns/name.ts";
import { encodeManifest, encodeShard, type ShardEntry } from "../../zone/blob.ts";
import { shardKey, zoneKey } from "../../zone/catalog.ts";
import type { Soa, ZoneNode } from "../../zone/model.ts";
import type { Pool } from "../../zone/pool-model.ts";
import { hashOf } from "./hash.ts";
import { outsideHostsOf } from "./rules-hosts.ts";

/** Up to here a zone is one blob: one read for a cold query. */
const WHOLE_OCTETS_MAX = 32 * 1024;
/** What is read and parsed for one cold name is no larger than this, unless it is one node. */
const SHARD_OCTETS_MAX = 64 * 1024;
/** One node in 2^8 begins a shard: with about 128 octets a node, 32 KB on average. */
const BORDER_BITS = 8;

interface SizedNode {
  readonly node: ZoneNode;
  readonly octets: number;
  readonly zeroBits: number;
}

/** A zone as compiled. */
export interface ZoneContent {
  readonly apex: Name;
  readonly soa: Soa;
  /** Sorted by name. */
  readonly pools: readonly Pool[];
  /** In canonical order, the apex first. */
  readonly nodes: readonly ZoneNode[];
}

/** Writes a zone's blobs into `blobs`, by KV key, and gives the manifest's hash. */
export function encodeZone({ apex, soa, pools, nodes }: ZoneContent, blobs: Map<string, string>): string {
  const put = (keyOf: (hash: string) => string, text: string): string => {
    const hash = hashOf(text);
    blobs.set(keyOf(hash), text);
    return hash;
  };
  const hosts = outsideHostsOf(nodes);
  const sized = nodes.map((node) => ({ node, octets: octetsOf(apex, node), zeroBits: zeroBitsOf(node.owner) }));
  if (sumOf(sized) <= WHOLE_OCTETS_MAX) {
    return put(zoneKey, encodeManifest({ apex, soa, pools, hosts, body: { kind: "nodes", nodes } }));
  }
  const byOwner = new Map(nodes.map((node) => [node.owner, node]));
  const shards = cutAt(sized, BORDER_BITS).map((part): ShardEntry => {
    const first = part[0]?.node.owner ?? apex;
    const ancestors = ancestorsOf(first, apex).flatMap((owner) => byOwner.get(owner) ?? []);
    const text = encodeShard(apex, { ancestors, nodes: part.map(({ node }) => node) });
    return { first, hash: put(shardKey, text) };
  });
  return put(zoneKey, encodeManifest({ apex, soa, pools, hosts, body: { kind: "shards", shards } }));
}

/** Cuts a range in two or more before each node with that many zero bits, and what is too large with one bit less. */
function cutAt(nodes: readonly SizedNode[], bits: number): readonly (readonly SizedNode[])[] {
  const borders = nodes.flatMap(({ zeroBits }, at) => (at === 0 || zeroBits >= bits ? [at] : []));
  return borders
    .map((from, index) => nodes.slice(from, borders[index + 1]))
    .flatMap((part) =>
      part.length > 1 && bits > 0 && sumOf(part) > SHARD_OCTETS_MAX ? cutAt(part, bits - 1) : [part],
    );
}

const sumOf = (nodes: readonly SizedNode[]): number => nodes.reduce((sum, { octets }) => sum + octets, 0);

const EMPTY_SHARD_OCTETS = encodeShard(ROOT, { ancestors: [], nodes: [] }).length;

/** What a node takes inside a blob, with the comma. */
function octetsOf(apex: Name, node: ZoneNode): number {
  return Buffer.byteLength(encodeShard(apex, { ancestors: [], nodes: [node] })) - EMPTY_SHARD_OCTETS + 1;
}

function zeroBitsOf(owner: Name): number {
  const word = createHash("sha256").update(owner, "latin1").digest().readUInt32BE(28);
  return word === 0 ? 32 : 31 - Math.clz32(word & -word);
}

/** Proper ancestors from the apex down. */
function ancestorsOf(owner: Name, apex: Name): readonly Name[] {
  const ancestors: Name[] = [];
  for (let name = owner; name !== apex; ) {
    name = parentOf(name);
    ancestors.unshift(name);
  }
  return ancestors;
}
