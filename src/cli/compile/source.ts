/**
 * A zone file as read: structure checked, every value with its place, nothing judged across record sets yet.
 * `read.ts` makes it, `zone-rules.ts` judges it, `compile.ts` turns it into the model.
 */
import type { Name } from "../../dns/name.ts";
import type { Quorum } from "../../health/check.ts";
import type { Block, Draining, PolicyName } from "../../zone/model.ts";
import type { SourcePool, SourcePoolUse } from "./source-pool.ts";

/** Lines and columns count from 1; `file` is DIR joined with the file's name. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Located<T> {
  readonly value: T;
  readonly place: Place;
}

export interface SourceZone {
  readonly file: string;
  /** Folded. */
  readonly apex: Located<Name>;
  /** Lower-case A-label text without the final dot; the root is ".". The catalog's key and the first part of check names. */
  readonly apexText: string;
  readonly ttlSeconds: number;
  readonly soa: SourceSoa;
  /** Named blocks for ipBased; null: its blocks could not be read. */
  readonly networks: ReadonlyMap<string, readonly Located<Block>[] | null>;
  readonly checks: readonly SourceCheck[];
  /** Names under which something stands that could not be read: that is told there, not at each use. */
  readonly unreadableChecks: ReadonlySet<string>;
  readonly pools: readonly SourcePool[];
  readonly owners: readonly SourceOwner[];
}

/** Fields as written; null: the default applies. Names are text, relative to the apex. */
export interface SourceSoa {
  readonly mname: Located<string> | null;
  readonly rname: Located<string> | null;
  readonly refresh: number | null;
  readonly retry: number | null;
  readonly expire: number | null;
  readonly minimum: number | null;
  readonly ttl: number | null;
}

export interface SourceOwner {
  /** As written: `@`, `www`, `*.dev`, `www.example.com.`; not yet made absolute. */
  readonly name: Located<string>;
  readonly sets: readonly SourceSet[];
}

export interface SourceSet {
  /** As written: `A`, `TYPE65400`, `addresses`. */
  readonly key: string;
  /** RR types; A and AAAA for `addresses`. */
  readonly types: readonly number[];
  /** Of the key. */
  readonly place: Place;
  readonly ttlSeconds: Located<number> | null;
  /** The root has no id and no weight. */
  readonly root: SourceBranch;
}

export interface SourceBranch {
  readonly id: Located<string> | null;
  readonly place: Place;
  readonly weight: number | null;
  readonly check: SourceCheckUse | null;
  /** A check is written, whether or not it could be read. */
  readonly hasCheck: boolean;
  readonly match: SourceMatch | null;
  readonly state: SourceState;
  readonly member: SourceMember;
}

/** Where a candidate of a policy that places clients belongs. */
export type SourceMatch =
  | { readonly kind: "default"; readonly place: Place }
  | { readonly kind: "continent"; readonly code: string; readonly place: Place }
  | { readonly kind: "country"; readonly code: string; readonly place: Place }
  | { readonly kind: "subdivision"; readonly country: string; readonly code: string; readonly place: Place }
  | { readonly kind: "site"; readonly site: SourceSite; readonly bias: number; readonly place: Place }
  | { readonly kind: "networks"; readonly networks: readonly Located<SourceNetwork>[]; readonly place: Place };

/** A region as written, with its position. */
export interface SourceSite {
  readonly region: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A name from `networks`, or a block written in place. */
export type SourceNetwork =
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "block"; readonly block: Block };

/** What an operator says of a candidate, a target or a zone of a pool. */
export interface SourceState {
  readonly off: boolean;
  readonly override: SourceOverride | null;
  readonly draining: Draining | null;
}

export interface SourceOverride {
  readonly verdict: "up" | "down";
  /** Milliseconds since the epoch; null: for ever. */
  readonly until: Located<number> | null;
  readonly reason: string;
}

/** The options of a policy. */
export interface SourceOptions {
  readonly onAllUnhealthy: SourceOnAllUnhealthy;
  readonly affinity: SourceAffinity;
  readonly failback: SourceFailback;
  /** 0: none. */
  readonly slowStartSeconds: number;
}

export type SourceOnAllUnhealthy =
  | { readonly kind: "open" }
  | { readonly kind: "closed" }
  | { readonly kind: "values"; readonly values: readonly Located<SourceValue>[] };

export type SourceAffinity = "none" | "client" | "client+type";

export type SourceFailback =
  | { readonly kind: "auto" }
  | { readonly kind: "manual" }
  | { readonly kind: "after"; readonly seconds: number };

export type SourceCheckUse =
  | { readonly kind: "named"; readonly name: Located<string> }
  | { readonly kind: "inline"; readonly check: SourceCheck }
  /** What stands there, or the check that is named, could not be read, which is told. */
  | { readonly kind: "unreadable" };

export type SourceMember =
  | { readonly kind: "values"; readonly values: readonly Located<SourceValue>[] }
  | {
      readonly kind: "policy";
      readonly policy: PolicyName;
      readonly candidates: readonly SourceBranch[];
      /** Multivalue's option, default 8; 8 for the others. */
      readonly answers: number;
      readonly options: SourceOptions;
    }
  | {
      readonly kind: "alias";
      readonly target: Located<string>;
      /** Written as `{ host: … }`. */
      readonly outside: boolean;
      readonly evaluateTargetHealth: boolean;
    }
  | { readonly kind: "pool"; readonly use: SourcePoolUse; readonly evaluateTargetHealth: boolean };

/** Presentation text; for TXT and SPF also a list of strings (one record of several strings) or octets in hexadecimal. */
export type SourceValue = string | { readonly strings: readonly (string | { readonly hex: string })[] };

/** A check as written, fields validated one by one; combinations are judged by `check.ts`. */
export interface SourceCheck {
  /** Null for a check written in place. */
  readonly name: Located<string> | null;
  readonly place: Place;
  /** The places of the keys that are written, readable or not. */
  readonly keys: ReadonlyMap<string, Place>;
  readonly type: "http" | "https" | "tcp" | "calculated" | "push";
  readonly url: Located<string> | null;
  readonly address: Located<string> | null;
  readonly hostname: Located<string> | null;
  readonly port: Located<number> | null;
  readonly path: Located<string> | null;
  readonly host: Located<string> | null;
  readonly method: "GET" | "HEAD" | null;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[] | null;
  /** Codes and ranges as text, `200-299`. */
  readonly expect: readonly Located<string>[] | null;
  readonly follow: number | null;
  readonly contains: string | null;
  readonly interval: Located<number> | null;
  readonly timeout: Located<number> | null;
  readonly unhealthyThreshold: number | null;
  readonly healthyThreshold: number | null;
  readonly inverted: boolean | null;
  readonly disabled: boolean | null;
  readonly initial: "healthy" | "unhealthy" | null;
  readonly backoff: boolean | null;
  /** Location hints. */
  readonly regions: readonly Located<string>[] | null;
  readonly quorum: Located<Quorum> | null;
  /** Names of checks of the zone. */
  readonly of: readonly Located<string>[] | null;
  readonly atLeast: Quorum | null;
  readonly expires: number | null;
  readonly whenSilent: "healthy" | "unhealthy" | "last" | null;
}
