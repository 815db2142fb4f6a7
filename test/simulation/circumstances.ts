/** The circumstances of an answer as a snapshot told them, and as they are in truth; both apart from the core. */
import type { Circumstances } from "./allowed.ts";
import type { Endpoint } from "./endpoint.ts";
import type { BoardRecord, Told } from "./record.ts";
import {
  CHECKS,
  countsAsHealthy,
  INTERVAL_SECONDS,
  ORDERED,
  PAIR,
  REPORT_SECONDS,
  REPORTED,
  TIMEOUT_SECONDS,
} from "./zone.ts";

/** The default of the Worker's variable. */
export const HEALTH_HARD_AGE_SECONDS = 15;
const BACKOFF_AFTER_SECONDS = 600;
const BACKOFF_INTERVAL_SECONDS = 30;
/** What the board knows is known everywhere after so long. */
const TOLD_EVERYWHERE_SECONDS = HEALTH_HARD_AGE_SECONDS + 1;

type Times = Pick<Circumstances, "nowMs" | "publishedMs">;

/** Decides by what a snapshot told, and by its time where time decides. */
export function asTold({ statuses, turnedMs, held, report }: Told, snapshotAtMs: number, times: Times): Circumstances {
  const isProbedHealthy = (check: string): boolean => countsAsHealthy(check, statuses.get(check) ?? "unknown");
  return {
    ...times,
    isHealthy: (check) => {
      if (check === REPORTED) return report === null || isReportedHealthy(report, snapshotAtMs);
      return check === "pair" ? PAIR.of.filter(isProbedHealthy).length >= PAIR.atLeast : isProbedHealthy(check);
    },
    healthySeconds: (check) => (times.nowMs - (turnedMs.get(check) ?? 0)) / 1000,
    isHeld: (candidate) => held.has(candidate),
  };
}

function isReportedHealthy({ status, atMs }: NonNullable<Told["report"]>, nowMs: number): boolean {
  return nowMs < atMs + REPORT_SECONDS * 1000 && status === "healthy";
}

export interface Truth extends Circumstances {
  /** All that was asked has been so for long enough to be known here. */
  readonly isSettled: boolean;
}

/** Decides by the endpoints, the orders and the reports themselves. */
export function inTruth(endpoints: readonly Endpoint[], record: BoardRecord, calmSinceMs: number, times: Times): Truth {
  const { nowMs } = times;
  const { turnedMs, held, report, order } = record.now;
  let isSettled = true;
  const note = (changedMs: number, seconds = TOLD_EVERYWHERE_SECONDS): void => {
    isSettled &&= nowMs - Math.max(changedMs, calmSinceMs) > seconds * 1000;
  };
  const isProbedHealthy = (check: string): boolean => {
    if (check === ORDERED && order !== null) {
      note(nowMs < order.untilMs ? order.atMs : order.untilMs);
      if (nowMs < order.untilMs) return order.verdict === "up";
    }
    const endpoint = endpoints[CHECKS[check]?.endpoint ?? 0];
    note(endpoint?.sinceMs ?? 0, detectionSeconds(check, endpoint));
    return endpoint?.isUp ?? false;
  };
  return {
    ...times,
    get isSettled() {
      return isSettled;
    },
    isHealthy: (check) => {
      if (check === "pair") return PAIR.of.filter(isProbedHealthy).length >= PAIR.atLeast;
      if (check !== REPORTED) return isProbedHealthy(check);
      if (report === null) return true;
      const silentMs = report.atMs + REPORT_SECONDS * 1000;
      note(nowMs < silentMs ? report.atMs : silentMs);
      return isReportedHealthy(report, nowMs);
    },
    healthySeconds: (check) => {
      note(turnedMs.get(check) ?? 0);
      return (nowMs - (turnedMs.get(check) ?? 0)) / 1000;
    },
    isHeld: (candidate) => {
      note(record.heldChangedMs.get(candidate) ?? 0);
      return held.has(candidate);
    },
  };
}

/** threshold × interval + timeout + hard age + 1 s. */
function detectionSeconds(check: string, endpoint: Endpoint | undefined): number {
  const { unhealthyThreshold = 0, healthyThreshold = 0 } = CHECKS[check] ?? {};
  const { isUp = false, spellBeforeMs = 0 } = endpoint ?? {};
  const isSlowed = isUp && spellBeforeMs >= BACKOFF_AFTER_SECONDS * 1000;
  const intervalSeconds = isSlowed ? BACKOFF_INTERVAL_SECONDS : INTERVAL_SECONDS;
  const threshold = isUp ? healthyThreshold : unhealthyThreshold;
  return threshold * intervalSeconds + TIMEOUT_SECONDS + TOLD_EVERYWHERE_SECONDS;
}
