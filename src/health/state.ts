/**
 * What the board remembers of a check in one region, and how one observation changes it.
 *
 * A status flips after a run of consecutive results that reaches the threshold of its direction, and any contrary
 * result begins the run anew (Route 53: FailureThreshold counts consecutive results). The alternative, failures that
 * lone successes do not clear (gdnsd), was not taken: it calls a target down that mostly answers. Knows nothing of
 * storage or clocks; times come in with the observations.
 */
import type { HealthStatus } from "../steering/candidate.ts";
import type { Observation, ProbedCheck } from "./check.ts";

export interface HealthState {
  /** The id of the check the counters belong to. */
  readonly check: string;
  /** `unknown` until a first run of results reached its threshold. */
  readonly status: HealthStatus;
  /** When the status last changed; null: never. */
  readonly sinceMs: number | null;
  /** Length of the current run of healthy results; 0 while `failures` is above 0. */
  readonly successes: number;
  readonly failures: number;
  /** The newest observation, one that was not measured included. */
  readonly last: Observation | null;
  /** When the newest measurement started; before the first one, when the check was taken up. */
  readonly measuredMs: number;
  /** Smoothed time to the status line or to the connection, of healthy results; null: none yet. */
  readonly latencyMs: number | null;
}

export type Thresholds = Pick<ProbedCheck, "unhealthyThreshold" | "healthyThreshold">;

/** A check without a measurement for three intervals is stale, yet never before three minutes are over. */
const STALE_INTERVALS = 3;
const STALE_SECONDS_MIN = 180;

/** A target that has been unhealthy for a while is probed at this interval, or at its own longer one. */
export const BACKOFF_INTERVAL_SECONDS = 30;

/** The weight of the newest time: half of a lasting change shows after three results, and one outlier moves little. */
const LATENCY_WEIGHT = 0.2;

/** Names a state: regions are single words, so a check's name begins after the first space. */
export const stateKey = (check: string, region: string | null): string => `${region ?? ""} ${check}`;

/** Makes the state of a check that nobody has measured yet. */
export function beginState(check: Pick<ProbedCheck, "id">, nowMs: number): HealthState {
  return {
    check: check.id,
    status: "unknown",
    sinceMs: null,
    successes: 0,
    failures: 0,
    last: null,
    measuredMs: nowMs,
    latencyMs: null,
  };
}

/**
 * Hands the status of an edited check on to its new definition, counters at zero.
 * The last observation stays where the probe is still the same, since it orders what may yet arrive.
 */
export function carryOver(state: HealthState, check: Pick<ProbedCheck, "id" | "probe">): HealthState {
  if (state.check === check.id) return state;
  const isSameProbe = state.last?.probe === check.probe;
  const last = isSameProbe ? state.last : null;
  const latencyMs = isSameProbe ? state.latencyMs : null;
  return { ...state, check: check.id, successes: 0, failures: 0, last, latencyMs };
}

/**
 * Applies one observation; returns the same object where it changes nothing.
 * An observation that is not newer than the last one is ignored: results may arrive late, twice or out of order.
 */
export function observe(state: HealthState, thresholds: Thresholds, observation: Observation): HealthState {
  if (state.last !== null && observation.atMs <= state.last.atMs) return state;
  // The platform was the reason, so nothing was learned of the target.
  if (observation.outcome === "not-measured") return { ...state, last: observation };

  const isHealthy = observation.outcome === "ok";
  const successes = isHealthy ? Math.min(state.successes + 1, thresholds.healthyThreshold) : 0;
  const failures = isHealthy ? 0 : Math.min(state.failures + 1, thresholds.unhealthyThreshold);
  const status = verdict(state.status, thresholds, successes, failures);
  const sinceMs = status === state.status ? state.sinceMs : observation.atMs;
  const latencyMs = isHealthy ? smooth(state.latencyMs, observation.latencyMs) : state.latencyMs;
  return { ...state, status, sinceMs, successes, failures, last: observation, measuredMs: observation.atMs, latencyMs };
}

function smooth(before: number | null, measured: number | null): number | null {
  if (before === null || measured === null) return measured ?? before;
  return before + LATENCY_WEIGHT * (measured - before);
}

function verdict(before: HealthStatus, thresholds: Thresholds, successes: number, failures: number): HealthStatus {
  if (successes >= thresholds.healthyThreshold) return "healthy";
  if (failures >= thresholds.unhealthyThreshold) return "unhealthy";
  return before;
}

/** Tells whether a check has had no measurement for max(3 × interval, 180 s). */
export function isStale(state: HealthState, intervalSeconds: number, nowMs: number): boolean {
  const limitSeconds = Math.max(STALE_INTERVALS * intervalSeconds, STALE_SECONDS_MIN);
  return nowMs - state.measuredMs > limitSeconds * 1000;
}
