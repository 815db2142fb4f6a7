/**
 * A pool as its operator is shown it: ELB's states of targets and numbers of zones (E1.12, E1.13). Whether the record
 * set that a target follows is healthy is told by the caller.
 */
import type { Pool, Target } from "../zone/pool-model.ts";
import type { HealthView } from "./candidate.ts";
import { healthOfPool, type PoolReadings, type ZoneHealth } from "./pool-health.ts";
import { isDraining, isOff, overrideOf } from "./state.ts";

/** ELB's words: `initial` has no verdict yet, `unused` is off or drained, or its zone is off. */
export type TargetState = "initial" | "healthy" | "unhealthy" | "draining" | "unused";

/** Numbers of zones that are not off, under ELB's names. */
export interface ZoneCounts {
  readonly HealthyStateDNS: number;
  readonly UnhealthyStateDNS: number;
  readonly HealthyStateRouting: number;
  readonly UnhealthyStateRouting: number;
}

export interface PoolReport extends ZoneCounts {
  readonly name: string;
  readonly healthy: boolean;
  readonly zones: readonly { readonly id: string; readonly off: boolean; readonly healthy: boolean }[];
  readonly groups: readonly GroupReport[];
}

/** A group's counts look at its thresholds alone, the pool's at all that decides about a zone. */
export interface GroupReport extends ZoneCounts {
  readonly id: string;
  readonly targets: readonly TargetReport[];
}

export interface TargetReport {
  readonly id: string;
  readonly zone: string;
  readonly check: string | null;
  readonly state: TargetState;
  /** When it gets no traffic any more, milliseconds since the epoch; null: it was not told to drain. */
  readonly safeToRemoveAtMs: number | null;
}

/** Reports a pool at a time; `ttlSecondsMax` is the longest TTL that it is answered with. */
export function poolReport(
  pool: Pool & { readonly ttlSecondsMax: number },
  health: HealthView,
  aliasIsHealthy: PoolReadings["aliasIsHealthy"],
  nowMs: number,
): PoolReport {
  const readings: PoolReadings = { nowMs, isUp: (check) => health.read(check).healthy, aliasIsHealthy };
  const { healthy, zones } = healthOfPool(pool, readings);
  const present = zones.filter(({ off }) => !off);
  const registered = new Set(present.map(({ zone: { id } }) => id));
  return {
    name: pool.name,
    healthy,
    ...countsOf(
      present,
      (zone) => zone.healthy,
      ({ groups }) => groups.every(({ ignored, meetsRouting }) => ignored || meetsRouting),
    ),
    zones: zones.map(({ zone: { id }, off, healthy: isUp }) => ({ id, off, healthy: isUp })),
    groups: pool.groups.map(({ id, targets }, at) => ({
      id,
      ...countsOf(
        present,
        ({ groups }) => groups[at]?.meetsDns === true,
        ({ groups }) => groups[at]?.meetsRouting === true,
      ),
      targets: targets.map((target) => ({
        id: target.id,
        zone: target.zone,
        check: target.check,
        state: registered.has(target.zone) ? stateOfTarget(target, health, readings) : "unused",
        safeToRemoveAtMs: safeToRemoveAtMs(target, pool.ttlSecondsMax, nowMs),
      })),
    })),
  };
}

function countsOf(
  zones: readonly ZoneHealth[],
  isDnsHealthy: (zone: ZoneHealth) => boolean,
  isRoutingHealthy: (zone: ZoneHealth) => boolean,
): ZoneCounts {
  const dns = zones.filter(isDnsHealthy).length;
  const routing = zones.filter(isRoutingHealthy).length;
  return {
    HealthyStateDNS: dns,
    UnhealthyStateDNS: zones.length - dns,
    HealthyStateRouting: routing,
    UnhealthyStateRouting: zones.length - routing,
  };
}

/** Gives the ELB state of a target whose zone is not off. */
export function stateOfTarget(
  { check, state, tree }: Target,
  health: HealthView,
  { aliasIsHealthy, nowMs }: Pick<PoolReadings, "aliasIsHealthy" | "nowMs">,
): TargetState {
  if (isOff(state, nowMs)) return "unused";
  if (isDraining(state, nowMs)) return "draining";
  const override = overrideOf(state, nowMs);
  if (override !== null) return override === "up" ? "healthy" : "unhealthy";
  if (tree.kind === "alias" && !aliasIsHealthy(tree)) return "unhealthy";
  if (check === null) return "healthy";
  const { status } = health.read(check);
  return status === "unknown" ? "initial" : status;
}

/** The end of draining, or when the last answer before it has run out, whichever is later. */
function safeToRemoveAtMs({ state }: Target, ttlSecondsMax: number, nowMs: number): number | null {
  if (state.draining === null || nowMs < state.draining.sinceMs) return null;
  return state.draining.sinceMs + Math.max(state.draining.seconds, ttlSecondsMax) * 1000;
}
