/**
 * Both ends of the KV format of zones: manifest and shard, as JSON.
 *
 * JSON because V8 parses it faster than any codec of ours, because an engineer can read `wrangler kv key get`, and
 * because keys can be added. Names are octet strings relative to the apex where they are owners; record data is
 * base64. Same input, same text: nodes come in canonical order, sets by type.
 *
 *   manifest  {format, apex, soa, nodes: [NODE]}  or  {format, apex, soa, shards: [[first owner, hash]]}
 *   shard     {format, ancestors: [NODE without sets], nodes: [NODE]}
 *   NODE      {n: owner, f?: flags, sets?: [{types, ttl?, check?, tree: TREE}]}
 *   TREE      {values: {type: [base64]}} | {alias, evaluate?: false} | {policy, of: [{id, weight?, check?, tree}], answers?}
 *
 * A blob is read only when its bytes have its hash, so that a decoder guards against other formats, not against forgery.
 */
import type { Name } from "../dns/name.ts";
import type { Candidate, PolicyName, RecordSet, Soa, Tree, ZoneNode } from "./model.ts";

export const BLOB_FORMAT = 1;

/** Multivalue's and the policies' default of `answers`; left out of the text. */
const ANSWERS_DEFAULT = 8;

const CUT = 1;
const OCCLUDED = 2;
const DNAME = 4;
const WILDCARD = 8;

export interface ZoneManifest {
  readonly apex: Name;
  readonly soa: Soa;
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

type StoredTree =
  | { readonly values: Readonly<Record<string, readonly string[]>> }
  | { readonly alias: string; readonly evaluate?: false }
  | { readonly policy: PolicyName; readonly of: readonly StoredCandidate[]; readonly answers?: number };

interface StoredCandidate {
  readonly id: string;
  readonly weight?: number;
  readonly check?: string;
  readonly tree: StoredTree;
}

/** Writes a manifest. */
export function encodeManifest({ apex, soa, body }: ZoneManifest): string {
  const { mname, rname, refresh, retry, expire, minimum, ttl } = soa;
  const head = { format: BLOB_FORMAT, apex, soa: { mname, rname, refresh, retry, expire, minimum, ttl } };
  const stored: StoredManifest =
    body.kind === "nodes"
      ? { ...head, nodes: body.nodes.map((node) => storedNode(apex, node)) }
      : { ...head, shards: body.shards.map(({ first, hash }) => [relative(apex, first), hash] as const) };
  return JSON.stringify(stored);
}

/** Reads a manifest; null where the text is not one of this format. */
export function decodeManifest(text: string): ZoneManifest | null {
  return attempt(() => {
    const { format, apex: apexText, soa, nodes, shards } = JSON.parse(text) as StoredManifest;
    const apex = apexText as Name;
    if (format !== BLOB_FORMAT) return null;
    if (nodes) return { apex, soa, body: { kind: "nodes", nodes: nodes.map((node) => nodeOf(apex, node)) } };
    if (!shards) return null;
    const entries = shards.map(([first, hash]) => ({ first: absolute(apex, first), hash }));
    return { apex, soa, body: { kind: "shards", shards: entries } };
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

/** Reads a shard of the zone at `apex`; null where the text is not one of this format. */
export function decodeShard(apex: Name, text: string): Shard | null {
  return attempt(() => {
    const { format, ancestors, nodes } = JSON.parse(text) as StoredShard;
    if (format !== BLOB_FORMAT) return null;
    return {
      ancestors: ancestors.map((node) => ({ ...nodeOf(apex, node), sets: null })),
      nodes: nodes.map((node) => nodeOf(apex, node)),
    };
  });
}

function attempt<T>(decode: () => T | null): T | null {
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

function nodeOf(apex: Name, { n, f = 0, sets = [] }: StoredNode): ZoneNode {
  const byType = new Map<number, RecordSet>();
  for (const stored of sets) {
    const set = recordSetOf(stored);
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

function recordSetOf({ types, ttl, check, tree }: StoredSet): RecordSet {
  return { types, ttlSeconds: ttl ?? null, check: check ?? null, tree: treeOf(tree, types) };
}

function storedTree(tree: Tree): StoredTree {
  switch (tree.kind) {
    case "values": {
      const byType = [...tree.rdata].toSorted(([a], [b]) => a - b);
      return { values: Object.fromEntries(byType.map(([type, rdata]) => [type, rdata.map(base64OfBytes)])) };
    }
    case "alias":
      return { alias: tree.target, ...(!tree.evaluateTargetHealth && { evaluate: false as const }) };
    case "policy":
      return {
        policy: tree.policy,
        of: tree.candidates.map(storedCandidate),
        ...(tree.answers !== ANSWERS_DEFAULT && { answers: tree.answers }),
      };
    default:
      return tree satisfies never;
  }
}

function treeOf(stored: StoredTree, types: readonly number[]): Tree {
  if ("values" in stored) {
    const entries = Object.entries(stored.values);
    return { kind: "values", rdata: new Map(entries.map(([type, data]) => [Number(type), data.map(bytesOfBase64)])) };
  }
  if ("alias" in stored) {
    return { kind: "alias", target: stored.alias as Name, types, evaluateTargetHealth: stored.evaluate ?? true };
  }
  const { policy, of, answers = ANSWERS_DEFAULT } = stored;
  return { kind: "policy", policy, candidates: of.map((one) => candidateOf(one, types)), answers };
}

function storedCandidate({ id, weight, check, tree }: Candidate): StoredCandidate {
  return { id, ...(weight > 0 && { weight }), ...(check !== null && { check }), tree: storedTree(tree) };
}

function candidateOf({ id, weight, check, tree }: StoredCandidate, types: readonly number[]): Candidate {
  return { id, weight: weight ?? 0, check: check ?? null, tree: treeOf(tree, types) };
}

function base64OfBytes(bytes: Uint8Array): string {
  let octets = "";
  for (const octet of bytes) octets += String.fromCharCode(octet);
  return btoa(octets);
}

function bytesOfBase64(text: string): Uint8Array {
  const octets = atob(text);
  const bytes = new Uint8Array(octets.length);
  for (let at = 0; at < octets.length; at += 1) bytes[at] = octets.charCodeAt(at);
  return bytes;
}
