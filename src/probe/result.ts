/** What one probe finds out; with the probe's id and starting time it becomes an observation. */
import type { Outcome } from "../health/check.ts";

export interface ProbeResult {
  readonly outcome: Outcome;
  /** Time to the response's head or to the connection; null: neither came. */
  readonly latencyMs: number | null;
  /** The status code of the last response; null: none came. */
  readonly code: number | null;
}
