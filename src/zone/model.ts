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

export type Tree = Values | Alias | PolicyTree;

/** Leaf: record data by RR type, each list without duplicates. */
export interface Values {
  readonly kind: "values";
  readonly rdata: ReadonlyMap<number, readonly Uint8Array[]>;
}

/** Another record set's own answer. */
export interface Alias {
  readonly kind: "alias";
  readonly target: Name;
  /** The types of the record set that it stands in: A and AAAA together in `addresses`. */
  readonly types: readonly number[];
  readonly evaluateTargetHealth: boolean;
}

export interface PolicyTree {
  readonly kind: "policy";
  readonly policy: PolicyName;
  readonly candidates: readonly Candidate[];
  /** Multivalue only: how many candidates are answered at the most, 1–8. */
  readonly answers: number;
}

export type PolicyName = "weighted" | "failover" | "multivalue";

/** One branch of a policy, told apart by its id (Route 53's set identifier). */
export interface Candidate {
  readonly id: string;
  /** 0–255; 0 where the policy has no weights. */
  readonly weight: number;
  /** The full name of the candidate's check; null: none. */
  readonly check: string | null;
  readonly tree: Tree;
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
