/**
 * The verdict on a check, in its fixed order: observations, or `initial` while there are none; `disabled`; `inverted`;
 * the override of the check. The override of a candidate comes after all these and is for steering.
 *
 * A status stays `unknown` through `inverted`, since it says that nothing is known; what it counts as is turned around
 * (Route 53 H4.3: a new check is healthy, a new inverted one unhealthy).
 */
import type { HealthStatus } from "../steering/candidate.ts";
import { areChildrenHealthy, type ReadChild, statusOfChildren } from "./calculated.ts";
import type { CalculatedCheck, Check, ProbedCheck, PushCheck } from "./check.ts";
import { statusOfRegions } from "./quorum.ts";
import { type HealthState, isStale } from "./state.ts";

export interface Verdict {
  readonly status: HealthStatus;
  /** What decides: `unknown` counts as the check's `initial`, turned around where it is inverted. */
  readonly healthy: boolean;
  /** Decides although nothing new has been learned for too long. */
  readonly stale: boolean;
}

/** What a push check was told last. */
export interface PushReport {
  readonly status: "healthy" | "unhealthy";
  readonly reason: string;
  readonly atMs: number;
}

/** What an operator said of a check through the API. Past `untilMs` it is no override. */
export interface CheckOverride {
  readonly verdict: "up" | "down";
  /** Milliseconds since the epoch; null: until it is taken back. */
  readonly untilMs: number | null;
  readonly reason: string;
  /** Whose token it was. */
  readonly by: string;
  readonly atMs: number;
}

/** What verdicts are made from. */
export interface Evidence {
  /** One state for each region that the check is probed from. */
  statesOf(check: ProbedCheck): readonly HealthState[];
  reportOn(check: PushCheck): PushReport | undefined;
  overrideOn(check: Check): CheckOverride | undefined;
}

/** Judges a check at a time. `read` gives verdicts on children. */
export function judge(check: Check, evidence: Evidence, read: ReadChild, nowMs: number): Verdict {
  const override = overrideAt(evidence.overrideOn(check), nowMs);
  if (override !== null) return certain(override.verdict === "up");
  // Route 53 H5.2 and H5.3: disabled is healthy, disabled and inverted unhealthy.
  if (check.disabled) return certain(!check.inverted);
  const { status: observed, stale } = observedOf(check, evidence, read, nowMs);
  const status = check.inverted ? turned(observed) : observed;
  return { status, healthy: countsAsHealthy(check, status, read), stale };
}

/** Tells what a final status counts as for every decision. */
export function countsAsHealthy(check: Check, status: HealthStatus, read: ReadChild): boolean {
  if (status !== "unknown") return status === "healthy";
  return isHealthyAtFirst(check, read) !== check.inverted;
}

/** Gives the override if it is one at this time. */
export function overrideAt(override: CheckOverride | undefined, nowMs: number): CheckOverride | null {
  if (override === undefined || (override.untilMs !== null && nowMs >= override.untilMs)) return null;
  return override;
}

function isHealthyAtFirst(check: Check, read: ReadChild): boolean {
  if (check.disabled) return true;
  return check.kind === "calculated" ? areChildrenHealthy(check, read) : check.initial === "healthy";
}

function observedOf(
  check: Check,
  evidence: Evidence,
  read: ReadChild,
  nowMs: number,
): Pick<Verdict, "status" | "stale"> {
  switch (check.kind) {
    case "probed":
      return observedByProbes(check, evidence.statesOf(check), nowMs);
    case "calculated":
      return observedInChildren(check, read);
    case "push":
      return observedByPush(check, evidence.reportOn(check), nowMs);
    default:
      return check satisfies never;
  }
}

function observedByProbes(check: ProbedCheck, states: readonly HealthState[], nowMs: number) {
  const stale = states.length > 0 && states.every((state) => isStale(state, check.spec.interval, nowMs));
  return { status: statusOfRegions(check, states), stale };
}

function observedInChildren(check: CalculatedCheck, read: ReadChild) {
  return { status: statusOfChildren(check, read), stale: check.of.some((name) => read(name).stale) };
}

/** Silence begins with the first report's end: before that there is no verdict (Route 53 H7.1: new is healthy). */
function observedByPush(
  { expires, whenSilent }: PushCheck,
  report: PushReport | undefined,
  nowMs: number,
): Pick<Verdict, "status" | "stale"> {
  if (report === undefined) return { status: "unknown", stale: false };
  if (nowMs < report.atMs + expires * 1000) return { status: report.status, stale: false };
  return whenSilent === "last" ? { status: report.status, stale: true } : { status: whenSilent, stale: false };
}

function certain(healthy: boolean): Verdict {
  return { status: healthy ? "healthy" : "unhealthy", healthy, stale: false };
}

function turned(status: HealthStatus): HealthStatus {
  if (status === "unknown") return status;
  return status === "healthy" ? "unhealthy" : "healthy";
}
