/**
 * The compiled record-set model: what `fairlead build` makes of zone files and every query is answered from.
 *
 * Record data is wire bytes, names are folded octet strings, checks are named. Everything is settled at publish time;
 * nothing here needs validation at query time, since zone/blob.ts refuses a blob that is not of this shape.
 *
 *   Zone ── section(name) ──> Section ── get(name) ──> ZoneNode ── sets ──> RecordSet ── tree ──> Tree
 *           (the whole small zone, or one shard of a large one)                    values | alias | policy
 */
import type { Name } from "../dns/name.ts";
import type { Pool } from "./pool-model.ts";

/** A zone's SOA without its serial, which is the generation in which the zone last changed. Numbers are seconds. */
export interface Soa {
  readonly mname: Name;
  readonly rname: Name;
  readonly refresh: number;
  readonly retry: number;
  readonly expire: number;
  readonly minimum: number;
  readonly ttl: number;
}

/** What one owner name and one type (both families for `addresses`) hold: a tree of choices. */
export interface RecordSet {
  /** RR types answered from this tree: one, or A and AAAA together. */
  readonly types: readonly number[];
  /** Null beside a bare alias: the target's TTL is used. */
  readonly ttlSeconds: number | null;
  /** The full name of the check beside plain values at the root; their own answer stays whole, aliases see their health. */
  readonly check: string | null;
  readonly tree: Tree;
}

export type Tree = Values | Alias | PolicyTree | PoolTree;

/** Leaf: record data by RR type, each list without duplicates. */
export interface Values {
  readonly kind: "values";
  readonly rdata: ReadonlyMap<number, readonly Uint8Array[]>;
}

/** Another record set's own answer, or the addresses of a host outside. */
export interface Alias {
  readonly kind: "alias";
  /** Folded and absolute. */
  readonly target: Name;
  /** The target is a host that is looked up through the upstreams, whatever is hosted. */
  readonly outside: boolean;
  /** The types of the record set that it stands in: A and AAAA together in `addresses` and in pools. */
  readonly types: readonly number[];
  readonly evaluateTargetHealth: boolean;
}

export interface PolicyTree {
  readonly kind: "policy";
  readonly policy: PolicyName;
  readonly candidates: readonly Candidate[];
  /** Multivalue only: how many candidates are answered at the most, 1–8. */
  readonly answers: number;
  /** What is answered when nothing that the client could get is healthy. */
  readonly onAllUnhealthy: OnAllUnhealthy;
  /** Weighted only; null: every draw is random. */
  readonly affinity: Affinity | null;
  /** Failover only. */
  readonly failback: Failback;
  /** Weighted only: a candidate's weight grows to its full size in this time after it became healthy; 0: at once. */
  readonly slowStartSeconds: number;
}

export type PolicyName =
  | "weighted"
  | "failover"
  | "multivalue"
  | "latency"
  | "geolocation"
  | "geoproximity"
  | "ipBased";

/** `open`: as if all were healthy; `closed`: NODATA, kept for 30 s at the most; `values`: these records. */
export type OnAllUnhealthy =
  | { readonly kind: "open" }
  | { readonly kind: "closed" }
  | { readonly kind: "values"; readonly rdata: ReadonlyMap<number, readonly Uint8Array[]> };

/** The same client gets the same candidate: a weighted rendezvous hash of seed, client subnet and, where asked, the type. */
export interface Affinity {
  /** The owner name of the deciding record set (`*` as written), folded presentation text; a pool's full name for a pool. */
  readonly seed: string;
  readonly byType: boolean;
}

export type Failback =
  | { readonly kind: "auto" }
  /** A candidate that failed stays behind the others until it is released; `place` and its id name the latch: `www.example.com./A/primary`. */
  | { readonly kind: "manual"; readonly place: string }
  /** A candidate stays behind the others until it has been healthy for so long. */
  | { readonly kind: "after"; readonly seconds: number };

/** One branch of a policy, told apart by its id (Route 53's set identifier). */
export interface Candidate {
  readonly id: string;
  /** 0–255; 0 where the policy has no weights. */
  readonly weight: number;
  /** The full name of the candidate's check; null: none. */
  readonly check: string | null;
  readonly tree: Tree;
  /** Where the candidate belongs, for the policies that place clients; null for the others. */
  readonly match: Match | null;
  readonly state: OperatorState;
}

/** What an operator has said of a candidate, a target or a zone of a pool. */
export interface OperatorState {
  /** Taken out: never answered, never counted. */
  readonly off: boolean;
  readonly override: Override | null;
  readonly draining: Draining | null;
}

/** Replaces every other verdict; past `untilMs` it is no override. */
export interface Override {
  readonly verdict: "up" | "down";
  /** Milliseconds since the epoch; null: for ever. */
  readonly untilMs: number | null;
  readonly reason: string;
}

/** From `sinceMs` on no new answers while others are there; after `seconds` as `off`. */
export interface Draining {
  readonly sinceMs: number;
  readonly seconds: number;
}

export type Match =
  /** Geolocation and ipBased: whoever nothing else matches. */
  | { readonly kind: "default" }
  /** Continent code: AF AN AS EU NA OC SA. */
  | { readonly kind: "continent"; readonly code: string }
  /** ISO 3166-1 alpha-2. */
  | { readonly kind: "country"; readonly code: string }
  /** ISO 3166-2 without the country: `US`, `CA`. */
  | { readonly kind: "subdivision"; readonly country: string; readonly code: string }
  /** Latency and geoproximity: a position on earth in degrees; bias −99…99, 0 for latency. `region` as written. */
  | {
      readonly kind: "site";
      readonly region: string;
      readonly latitude: number;
      readonly longitude: number;
      readonly bias: number;
    }
  | { readonly kind: "blocks"; readonly blocks: readonly Block[] };

/** An address block: 4 or 16 octets, zero beyond the prefix. */
export interface Block {
  readonly address: Uint8Array;
  readonly prefixLength: number;
}

/** What a pool answers, or one of its zones whatever its health. */
export interface PoolTree {
  readonly kind: "pool";
  readonly pool: Pool;
  /** The one zone that is answered; null: what the pool decides. */
  readonly zone: string | null;
  readonly evaluateTargetHealth: boolean;
}

/** An owner name, empty non-terminals included. */
export interface ZoneNode {
  /** Folded and absolute. */
  readonly owner: Name;
  /** Null in a shard's head, where an ancestor stands with its flags only: the node itself is in another section. */
  readonly sets: ReadonlyMap<number, RecordSet> | null;
  /** Owns NS below the apex (RFC 1034 4.2). */
  readonly cut: boolean;
  /** Lies strictly below a cut: glue. */
  readonly occluded: boolean;
  /** Owns a DNAME. */
  readonly dname: boolean;
  /** The name `*` directly below exists. */
  readonly wildcard: boolean;
}

/** A contiguous part of a zone in canonical order. */
export interface Section {
  /** The node of a folded name of this section, or an ancestor of the section's names; undefined: the name does not exist. */
  get(owner: Name): ZoneNode | undefined;
}

/** A blob of KV that is not in memory: its key. */
export interface Need {
  readonly kind: "need";
  readonly key: string;
}

/** A host outside that aliases of a zone point at, and the address types that they want of it. */
export interface OutsideHost {
  readonly host: Name;
  readonly types: readonly number[];
}

/** One version of a hosted zone. */
export interface Zone {
  readonly apex: Name;
  /** The hash of the manifest, 32 hexadecimal digits. */
  readonly hash: string;
  /** The generation in which the hash last changed, 1 … 2^32-1; the SOA's serial. */
  readonly serial: number;
  readonly soa: Soa;
  /** Gives the section that holds a folded name at or below the apex. */
  section(name: Name): Section | Need;
}

/** The hosted zones as one query sees them. */
export interface ZoneSet {
  /** The zone with the longest apex that a folded name is at or below. */
  find(name: Name): HostedZone | null;
}

/** `stale`: not the version that the catalog names, or a catalog beyond its hard age; `unavailable`: no version could be read. */
export type HostedZone =
  | { readonly kind: "zone"; readonly zone: Zone; readonly stale: boolean }
  | { readonly kind: "need"; readonly key: string }
  | { readonly kind: "unavailable"; readonly apex: Name };
