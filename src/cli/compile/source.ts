/**
 * A zone file as read: structure checked, every value with its place, nothing judged across record sets yet.
 * `read.ts` makes it, `zone-rules.ts` judges it, `compile.ts` turns it into the model.
 */
import type { Name } from "../../dns/name.ts";
import type { PolicyName } from "../../zone/model.ts";

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
  readonly checks: readonly SourceCheck[];
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
  readonly member: SourceMember;
}

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
    }
  | { readonly kind: "alias"; readonly target: Located<string>; readonly evaluateTargetHealth: boolean };

/** Presentation text; for TXT and SPF also a list of strings (one record of several strings) or octets in hexadecimal. */
export type SourceValue = string | { readonly strings: readonly (string | { readonly hex: string })[] };

/** A check as written, fields validated one by one; combinations are judged by `check.ts`. */
export interface SourceCheck {
  /** Null for a check written in place. */
  readonly name: Located<string> | null;
  readonly place: Place;
  readonly type: "http" | "https" | "tcp";
  readonly url: Located<string> | null;
  readonly address: Located<string> | null;
  readonly hostname: Located<string> | null;
  readonly port: Located<number> | null;
  readonly path: Located<string> | null;
  readonly host: Located<string> | null;
  /** Codes and ranges as text, `200-299`. */
  readonly expect: readonly Located<string>[] | null;
  readonly follow: number | null;
  readonly interval: Located<number> | null;
  readonly timeout: Located<number> | null;
  readonly unhealthyThreshold: number | null;
  readonly healthyThreshold: number | null;
  readonly initial: "healthy" | "unhealthy" | null;
  readonly backoff: boolean | null;
}
