/** What a check's status was made from, in the tree that `explain` gives: the last observations, a report, or other checks. */
import type { HealthStatus, Observed, Reported, Seen } from "../steering/candidate.ts";
import { secondsOf, timeToText } from "./record-text.ts";

/** Keys that do not apply are absent. */
export interface ExplainedObservation {
  /** Of a probed check: the newest of all regions; null: not measured yet. */
  readonly last?: ExplainedSeen | null;
  /** Where there are several. */
  readonly regions?: readonly {
    readonly region: string | null;
    readonly status: HealthStatus;
    readonly last: ExplainedSeen | null;
  }[];
  /** Of a push check; null: it has never reported. */
  readonly report?: ExplainedReport | null;
  /** Of a calculated check: its children. */
  readonly children?: Observed["children"];
  readonly inverted?: true;
  readonly disabled?: true;
}

interface Dated {
  readonly at: string;
  readonly ageSeconds: number;
}

export interface ExplainedSeen extends Dated {
  /** One word: `ok`, `timeout`, `status-mismatch` … */
  readonly reason: string;
  /** The HTTP status code, where there was one. */
  readonly code: number | null;
}

export interface ExplainedReport extends Dated {
  readonly status: "healthy" | "unhealthy";
  readonly reason: string;
}

/** Writes what a status was made from. */
export function explainObserved(observed: Observed, nowMs: number): ExplainedObservation {
  const { last, regions, report, ...rest } = observed;
  return {
    ...(last !== undefined && { last: last && seenOf(last, nowMs) }),
    ...(regions && { regions: regions.map((one) => ({ ...one, last: one.last && seenOf(one.last, nowMs) })) }),
    ...(report !== undefined && { report: report && reportOf(report, nowMs) }),
    ...rest,
  };
}

function seenOf({ atMs, outcome, code }: Seen, nowMs: number): ExplainedSeen {
  return { ...datedAt(atMs, nowMs), reason: outcome, code };
}

function reportOf({ atMs, status, reason }: Reported, nowMs: number): ExplainedReport {
  return { ...datedAt(atMs, nowMs), status, reason };
}

/** The board's clock may be ahead of this one. */
function datedAt(atMs: number, nowMs: number): Dated {
  return { at: timeToText(atMs), ageSeconds: Math.max(0, secondsOf(nowMs - atMs)) };
}
