/**
 * Checks as they are published in `checks/<hash>`: how to probe, and how observations become a verdict.
 *
 * What is probed is shared: checks whose probes are equal have the same `probe` id and are measured once; thresholds
 * are judged for each check. Numbers are seconds unless a name says otherwise.
 */

export const CHECKS_FORMAT = 1;

/** The document `checks/<hash>`: every check of every zone, sorted by name in code-unit order. */
export interface ChecksDocument {
  readonly format: typeof CHECKS_FORMAT;
  readonly checks: readonly Check[];
}

export interface Check {
  /** Full name: `zone/check`, or the place for one written in place: `example.com/www/A/east`. */
  readonly name: string;
  /** Hash of the whole definition: another id under the same name is an edited check. */
  readonly id: string;
  /** Hash of `spec`: equal probes have equal ids. */
  readonly probe: string;
  readonly spec: ProbeSpec;
  readonly unhealthyThreshold: number;
  readonly healthyThreshold: number;
  readonly initial: "healthy" | "unhealthy";
  readonly backoff: boolean;
  /** Record sets that use it, as `www.example.com./A`, sorted. */
  readonly usedBy: readonly string[];
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
  /** The platform, not the target, is the reason: says nothing of its health. */
  | "not-measured";
