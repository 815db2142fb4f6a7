/**
 * How the regions of a probed check come to one status, and how many healthy ones are enough.
 *
 * Each region applies the check's thresholds to its own observations; then the regions vote (Route 53 H4.1: healthy
 * when more than 18 % say so, chosen so that a minority which still reaches the target keeps it). A region without a
 * status, or one that has fallen silent beside the others, has no vote; while all are silent, those that had one keep it.
 */
import type { HealthStatus } from "../steering/candidate.ts";
import type { ProbedCheck, Quorum } from "./check.ts";
import { BACKOFF_INTERVAL_SECONDS, type HealthState } from "./state.ts";

/** A region that reports nothing for so many intervals does not vote. */
const SILENT_INTERVALS = 3;

type Voting = Pick<ProbedCheck, "spec" | "backoff" | "quorum">;

/** Adds up the states of a check's regions; unknown: no region has a status. */
export function statusOfRegions(check: Voting, states: readonly HealthState[]): HealthStatus {
  const known = states.filter(({ status }) => status !== "unknown");
  if (known.length === 0) return "unknown";
  const newestMs = known.reduce((newest, { measuredMs }) => Math.max(newest, measuredMs), Number.NEGATIVE_INFINITY);
  // Silence counts from the newest measurement, so that time alone, as when the probers are away, changes no verdict.
  const voters = known.filter(({ measuredMs, status }) => measuredMs >= newestMs - silenceMs(check, status));
  const healthy = voters.filter(({ status }) => status === "healthy").length;
  return exceeds(check.quorum, healthy, voters.length) ? "healthy" : "unhealthy";
}

/** A region that finds its target unhealthy may probe it more slowly, and a measurement arrives its timeout after its start. */
function silenceMs({ spec, backoff }: Voting, status: HealthStatus): number {
  const interval =
    backoff && status === "unhealthy" ? Math.max(spec.interval, BACKOFF_INTERVAL_SECONDS) : spec.interval;
  return (SILENT_INTERVALS * interval + spec.timeout) * 1000;
}

/** More than the quorum: exactly 18 % are not enough. */
function exceeds(quorum: Quorum, healthy: number, voters: number): boolean {
  return quorum.kind === "count" ? healthy > quorum.count : healthy * 100 > quorum.percent * voters;
}

/** At least so many of them: more than there are is never reached, and 0 always (Route 53 H6.1). */
export function reaches(atLeast: Quorum, healthy: number, total: number): boolean {
  return atLeast.kind === "count" ? healthy >= atLeast.count : healthy * 100 >= atLeast.percent * total;
}
