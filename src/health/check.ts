/**
 * Checks as they are published in `checks/<hash>`: how to probe, and how observations become a verdict.
 *
 * What is probed is shared: checks whose probes are equal have the same `probe` id and are measured once; thresholds
 * are judged for each check. Numbers are seconds unless a name says otherwise.
 */

import type { Pool } from "../zone/pool-model.ts";

export const CHECKS_FORMAT = 2;

/** The document `checks/<hash>`: every check of every zone, sorted by name in code-unit order. */
export interface ChecksDocument {
  readonly format: typeof CHECKS_FORMAT;
  readonly checks: readonly Check[];
  /** Sorted by name. */
  readonly latches: readonly Latch[];
  /** Pools as the API shows them, sorted by name. */
  readonly pools: readonly PublishedPool[];
  /** How long a change of status is told with its time: the longest slow start and delayed failback, at least 600. */
  readonly sinceSeconds: number;
  /**
   * Checks whose candidates are chosen by `latency`, sorted: they are measured from every configured region, though
   * only their own regions vote. None: resolvers need no figures.
   */
  readonly latencyChecks: readonly string[];
}

/** A pool for people: its checks, thresholds and states. Record data is left out of the document (`{}` in JSON). */
export interface PublishedPool extends Pool {
  /** The longest TTL that its addresses are answered with; 0: no record set uses it. */
  readonly ttlSecondsMax: number;
}

/** Every check has a verdict; only probed ones are measured by us. */
export type Check = ProbedCheck | CalculatedCheck | PushCheck;

interface CheckBase {
  /** Full name: `zone/check`, or the place for one written in place: `example.com/www/A/east`. */
  readonly name: string;
  /** Hash of the whole definition: another id under the same name is an edited check. */
  readonly id: string;
  readonly initial: "healthy" | "unhealthy";
  /** The verdict is turned around, after `disabled`. */
  readonly inverted: boolean;
  /** Not probed and not calculated; healthy. */
  readonly disabled: boolean;
  /** Record sets that use it, as `www.example.com./A`, sorted. */
  readonly usedBy: readonly string[];
}

/** Measured by our probers. */
export interface ProbedCheck extends CheckBase {
  readonly kind: "probed";
  /** Hash of `spec`: equal probes have equal ids. */
  readonly probe: string;
  readonly spec: ProbeSpec;
  readonly unhealthyThreshold: number;
  readonly healthyThreshold: number;
  readonly backoff: boolean;
  /** Location hints to probe from; empty: the first region that is configured. */
  readonly regions: readonly string[];
  /** Healthy when more than this say so, of the regions that report. */
  readonly quorum: Quorum;
}

/** A share of the reporting regions in percent, or a number of them. */
export type Quorum =
  | { readonly kind: "percent"; readonly percent: number }
  | { readonly kind: "count"; readonly count: number };

/** Healthy when at least so many of other checks are. */
export interface CalculatedCheck extends CheckBase {
  readonly kind: "calculated";
  /** Full names; calculated ones too, without loops. */
  readonly of: readonly string[];
  /** `all` and `any` are written as percent 100 and count 1. */
  readonly atLeast: Quorum;
}

/** Told from outside by `POST /api/checks/ZONE/NAME/status`. */
export interface PushCheck extends CheckBase {
  readonly kind: "push";
  /** Seconds after a report until the check is silent. */
  readonly expires: number;
  readonly whenSilent: "healthy" | "unhealthy" | "last";
}

/** A candidate of a failover with manual failback: held from its check's first failure until it is released. */
export interface Latch {
  /** `www.example.com./A/primary`. */
  readonly name: string;
  readonly check: string;
}

export interface ProbeTiming {
  /** From start to start. */
  readonly interval: number;
  /** For the whole probe. */
  readonly timeout: number;
}

/** How to probe. A target by address is reached by a raw socket, one by host name through `fetch` (platform limits). */
export type ProbeSpec = HttpProbeSpec | TcpProbeSpec;

export interface HttpProbeSpec extends ProbeTiming {
  readonly type: "http" | "https";
  /** By address (`http` only): the literal without brackets; null: by the URL's host name. */
  readonly address: string | null;
  /** What the target is called to a person, and the URL that `fetch` asks: `http://192.0.2.10:80/healthz`. */
  readonly url: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
  /** The Host header as sent, with the port unless it is the scheme's own (Route 53 H3.6). */
  readonly host: string;
  /** Inclusive ranges of status codes that are healthy. */
  readonly expect: readonly (readonly [number, number])[];
  /** Redirects followed on the same host, 0–5. */
  readonly follow: number;
  readonly method: "GET" | "HEAD";
  /** Further request headers, names in lower case, sorted. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Must lie wholly in the first 5,120 octets of the decoded body (UTF-8); null: the body is not read. */
  readonly contains: string | null;
}

export interface TcpProbeSpec extends ProbeTiming {
  readonly type: "tcp";
  /** Address literal without brackets, or host name. */
  readonly hostname: string;
  readonly port: number;
  /** What the target is called to a person: `tcp://192.0.2.30:5432`. */
  readonly url: string;
}

/** One probe's result. */
export interface Observation {
  /** The location hint it was made from; null: no region is configured. */
  readonly region: string | null;
  /** The probe's id. */
  readonly probe: string;
  /** When it started, milliseconds since the epoch. */
  readonly atMs: number;
  readonly outcome: Outcome;
  /** Time to the status line or to the connection; null: not measured. */
  readonly latencyMs: number | null;
  /** The HTTP status code, where there was one. */
  readonly code: number | null;
}

export type Outcome =
  | "ok"
  | "timeout"
  | "connection-failed"
  | "status-mismatch"
  | "too-many-redirects"
  | "origin-error"
  | "body-mismatch"
  /** The body ended before its announced length. */
  | "truncated"
  /** The platform, not the target, is the reason: says nothing of its health. */
  | "not-measured";
