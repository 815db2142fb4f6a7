/**
 * Both ends of the KV format of zones: manifest and shard, as JSON.
 *
 * JSON because V8 parses it faster than any codec of ours, because an engineer can read `wrangler kv key get`, and
 * because keys can be added. Names are octet strings relative to the apex where they are owners; record data is
 * base64. Same input, same text: nodes come in canonical order, sets by type.
 *
 *   manifest  {format, apex, soa, pools?: [POOL], hosts?: [[outside host, [type]]], nodes: [NODE]}
 *             or  {…, shards: [[first owner, hash]]}
 *   shard     {format, ancestors: [NODE without sets], nodes: [NODE]}
 *   NODE      {n: owner, f?: flags, sets?: [{types, ttl?, check?, tree: TREE}]}
 *   TREE      tree-blob.ts; POOL: pool-blob.ts
 *
 * A blob is read only when its bytes have its hash, so that a decoder guards against other formats, not against forgery.
 */
import type { Name } from "../dns/name.ts";
import { beginSlab } from "./blob-parts.ts";
import type { OutsideHost, RecordSet, Soa, ZoneNode } from "./model.ts";
import { poolOf, type StoredPool, storedPool } from "./pool-blob.ts";
import type { Pool } from "./pool-model.ts";
import { type PoolNamed, type StoredTree, storedTree, treeOf } from "./tree-blob.ts";

export const BLOB_FORMAT = 1;

const CUT = 1;
const OCCLUDED = 2;
const DNAME = 4;
const WILDCARD = 8;

export interface ZoneManifest {
  readonly apex: Name;
  readonly soa: Soa;
  /** All pools of the zone, sorted by name. */
  readonly pools: readonly Pool[];
  /** All outside hosts that the zone's aliases point at, so that they can be looked up ahead of time; sorted. */
  readonly hosts: readonly OutsideHost[];
  readonly body:
    | { readonly kind: "nodes"; readonly nodes: readonly ZoneNode[] }
    | { readonly kind: "shards"; readonly shards: readonly ShardEntry[] };
}

/** A shard begins with the owner `first` and ends before the next shard's. */
export interface ShardEntry {
  readonly first: Name;
  readonly hash: string;
}

export interface Shard {
  /** All proper ancestors of the first owner, from the apex down, with flags and without sets. */
  readonly ancestors: readonly ZoneNode[];
  readonly nodes: readonly ZoneNode[];
}

interface StoredManifest {
  readonly format: number;
  readonly apex: string;
  readonly soa: Soa;
  readonly pools?: readonly StoredPool[];
  readonly hosts?: readonly (readonly [host: string, types: readonly number[]])[];
  readonly nodes?: readonly StoredNode[];
  readonly shards?: readonly (readonly [first: string, hash: string])[];
}

interface StoredShard {
  readonly format: number;
  readonly ancestors: readonly StoredNode[];
  readonly nodes: readonly StoredNode[];
}

interface StoredNode {
  readonly n: string;
  readonly f?: number;
  readonly sets?: readonly StoredSet[];
}

interface StoredSet {
  readonly types: readonly number[];
  readonly ttl?: number;
  readonly check?: string;
  readonly tree: StoredTree;
}

/** Writes a manifest. */
export function encodeManifest({ apex, soa, pools, hosts, body }: ZoneManifest): string {
  const { mname, rname, refresh, retry, expire, minimum, ttl } = soa;
  const head = {
    format: BLOB_FORMAT,
    apex,
    soa: { mname, rname, refresh, retry, expire, minimum, ttl },
    ...(pools.length > 0 && { pools: pools.map(storedPool) }),
    ...(hosts.length > 0 && { hosts: hosts.map(({ host, types }) => [host, types] as const) }),
  };
  const stored: StoredManifest =
    body.kind === "nodes"
      ? { ...head, nodes: body.nodes.map((node) => storedNode(apex, node)) }
      : { ...head, shards: body.shards.map(({ first, hash }) => [relative(apex, first), hash] as const) };
  return JSON.stringify(stored);
}

/** Reads a manifest; null where the text is not one of this format. */
export function decodeManifest(text: string): ZoneManifest | null {
  return attempt(() => {
    const stored = JSON.parse(text) as StoredManifest;
    const { format, soa, nodes, shards } = stored;
    const apex = stored.apex as Name;
    if (format !== BLOB_FORMAT) return null;
    const pools = (stored.pools ?? []).map(poolOf);
    const hosts = (stored.hosts ?? []).map(([host, types]) => ({ host: host as Name, types }));
    if (nodes) {
      const poolNamed = poolsByName(pools);
      const body = { kind: "nodes" as const, nodes: nodes.map((node) => nodeOf(apex, node, poolNamed)) };
      return { apex, soa, pools, hosts, body };
    }
    if (!shards) return null;
    const entries = shards.map(([first, hash]) => ({ first: absolute(apex, first), hash }));
    return { apex, soa, pools, hosts, body: { kind: "shards", shards: entries } };
  });
}

/** Writes a shard of the zone at `apex`. */
export function encodeShard(apex: Name, { ancestors, nodes }: Shard): string {
  const stored: StoredShard = {
    format: BLOB_FORMAT,
    ancestors: ancestors.map((node) => storedNode(apex, { ...node, sets: null })),
    nodes: nodes.map((node) => storedNode(apex, node)),
  };
  return JSON.stringify(stored);
}

/** Reads a shard of the zone at `apex` whose manifest has these pools; null where the text is not one of this format. */
export function decodeShard(apex: Name, pools: readonly Pool[], text: string): Shard | null {
  return attempt(() => {
    const { format, ancestors, nodes } = JSON.parse(text) as StoredShard;
    if (format !== BLOB_FORMAT) return null;
    const poolNamed = poolsByName(pools);
    return {
      ancestors: ancestors.map((node) => ({ ...nodeOf(apex, node, poolNamed), sets: null })),
      nodes: nodes.map((node) => nodeOf(apex, node, poolNamed)),
    };
  });
}

function poolsByName(pools: readonly Pool[]): PoolNamed {
  const byName = new Map(pools.map((pool) => [pool.name, pool]));
  return (name) => {
    const pool = byName.get(name);
    if (pool === undefined) throw new Error(`There is no pool ${name}.`);
    return pool;
  };
}

function attempt<T>(decode: () => T | null): T | null {
  beginSlab();
  try {
    return decode();
  } catch {
    return null;
  }
}

const relative = (apex: Name, owner: Name): string => owner.slice(0, owner.length - apex.length);
const absolute = (apex: Name, text: string): Name => (text + apex) as Name;

function storedNode(apex: Name, { owner, cut, occluded, dname, wildcard, sets }: ZoneNode): StoredNode {
  const flags = (cut ? CUT : 0) | (occluded ? OCCLUDED : 0) | (dname ? DNAME : 0) | (wildcard ? WILDCARD : 0);
  const stored = [...new Set(sets?.values())].map(storedSet).toSorted((a, b) => (a.types[0] ?? 0) - (b.types[0] ?? 0));
  return {
    n: relative(apex, owner),
    ...(flags > 0 && { f: flags }),
    ...(stored.length > 0 && { sets: stored }),
  };
}

function nodeOf(apex: Name, { n, f = 0, sets = [] }: StoredNode, poolNamed: PoolNamed): ZoneNode {
  const byType = new Map<number, RecordSet>();
  for (const stored of sets) {
    const set = recordSetOf(stored, poolNamed);
    for (const type of set.types) byType.set(type, set);
  }
  return {
    owner: absolute(apex, n),
    sets: byType,
    cut: (f & CUT) > 0,
    occluded: (f & OCCLUDED) > 0,
    dname: (f & DNAME) > 0,
    wildcard: (f & WILDCARD) > 0,
  };
}

function storedSet({ types, ttlSeconds, check, tree }: RecordSet): StoredSet {
  return {
    types: types.toSorted((a, b) => a - b),
    ...(ttlSeconds !== null && { ttl: ttlSeconds }),
    ...(check !== null && { check }),
    tree: storedTree(tree),
  };
}

function recordSetOf({ types, ttl, check, tree }: StoredSet, poolNamed: PoolNamed): RecordSet {
  return { types, ttlSeconds: ttl ?? null, check: check ?? null, tree: treeOf(tree, { types, poolNamed }) };
}
