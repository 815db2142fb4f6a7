/**
 * The health of a pool, counted once: which targets are registered, which of them are healthy, what each group's
 * thresholds make of that in each zone, and what follows for the zones and for the pool (ELB E1.1–E1.8, E3.1).
 *
 * Neither the asked type nor the client is looked at. How a check stands, and whether the record set that a target
 * follows is healthy, is told by the caller, so that answers, `explain` and the API count alike.
 */
import type { Alias, OperatorState, PoolTree } from "../zone/model.ts";
import type { Pool, PoolZone, Target, TargetGroup, Threshold } from "../zone/pool-model.ts";
import { isDraining, isOff, overrideOf } from "./state.ts";

/** What the counting reads. */
export interface PoolReadings {
  readonly nowMs: number;
  isUp(check: string): boolean;
  aliasIsHealthy(alias: Alias): boolean;
}

export interface PoolHealth {
  readonly healthy: boolean;
  /** In the order written, those that are off included. */
  readonly zones: readonly ZoneHealth[];
}

export interface ZoneHealth {
  readonly zone: PoolZone;
  /** Its targets are not registered, and it is in no answer. */
  readonly off: boolean;
  readonly healthy: boolean;
  /** One for each target group, in the pool's order. */
  readonly groups: readonly GroupHealth[];
}

/** A target group as one zone sees it: with the zone's own targets, or with those of all zones where they count as one. */
export interface GroupHealth {
  readonly group: TargetGroup;
  readonly targets: TargetCounts;
  /** Nothing of the group is registered in any zone: it decides nothing. */
  readonly ignored: boolean;
  readonly meetsDns: boolean;
  readonly meetsRouting: boolean;
}

export interface TargetCounts {
  readonly registered: readonly Target[];
  /** Of the registered. */
  readonly healthy: readonly Target[];
  /** Not registered any more, and used only where nothing registered is left. */
  readonly draining: readonly Target[];
}

/** Tells whether a pool, or the zone of it that is named, is healthy. */
export function poolIsHealthy({ pool, zone }: Pick<PoolTree, "pool" | "zone">, readings: PoolReadings): boolean {
  const health = healthOfPool(pool, readings);
  return zone === null ? health.healthy : health.zones.some((one) => one.zone.id === zone && one.healthy);
}

/** Counts a pool. */
export function healthOfPool(pool: Pool, readings: PoolReadings): PoolHealth {
  const { nowMs } = readings;
  const present = new Set(pool.zones.filter(({ state }) => !isOff(state, nowMs)).map(({ id }) => id));
  const totals = pool.groups.map((group) => countTargets(group, (zone) => present.has(zone), readings));
  const zones = pool.zones.map((zone): ZoneHealth => {
    const groups = pool.groups.map((group, at) => {
      const total = totals[at] ?? NO_TARGETS;
      const targets = group.crossZone
        ? total
        : countTargets(group, (id) => id === zone.id && present.has(id), readings);
      return groupHealth(group, targets, total.registered.length === 0);
    });
    const off = !present.has(zone.id);
    const reached = groups.every(({ ignored, meetsDns }) => ignored || meetsDns);
    return { zone, off, healthy: !off && isZoneUp(zone, reached, readings), groups };
  });
  return { healthy: isPoolHealthy(totals, zones), zones };
}

const NO_TARGETS: TargetCounts = { registered: [], healthy: [], draining: [] };

/** Sorts the targets of the zones that are asked for; a target that is off or drained is nowhere. */
function countTargets(group: TargetGroup, inZone: (zone: string) => boolean, readings: PoolReadings): TargetCounts {
  const here = group.targets.filter(({ zone, state }) => inZone(zone) && !isOff(state, readings.nowMs));
  const registered = here.filter(({ state }) => !isDraining(state, readings.nowMs));
  return {
    registered,
    healthy: registered.filter((target) => isTargetHealthy(target, readings)),
    draining: here.filter(({ state }) => isDraining(state, readings.nowMs)),
  };
}

/** Tells whether a target is healthy: its check is, and so is the record set that it follows; an override replaces both. */
export function isTargetHealthy({ check, tree, state }: Target, readings: PoolReadings): boolean {
  const override = overrideOf(state, readings.nowMs);
  if (override !== null) return override === "up";
  if (check !== null && !readings.isUp(check)) return false;
  return tree.kind === "values" || readings.aliasIsHealthy(tree);
}

function groupHealth(group: TargetGroup, targets: TargetCounts, ignored: boolean): GroupHealth {
  const { registered, healthy } = targets;
  return {
    group,
    targets,
    ignored,
    // Network Load Balancer: without targets of the group a zone is unhealthy, whatever the threshold (E1.11).
    meetsDns: registered.length > 0 && meets(group.dnsFailover, healthy.length, registered.length),
    meetsRouting: meets(group.routingFailover, healthy.length, registered.length),
  };
}

/** Either number breached breaches the threshold (E1.4); exactly the number meets it. */
export function meets({ count, percent }: Threshold, healthy: number, registered: number): boolean {
  return (count === null || healthy >= count) && (percent === null || healthy * 100 >= percent * registered);
}

/** A zone's override replaces all else about its health. */
function isZoneUp(
  { check, state }: { check: string | null; state: OperatorState },
  reached: boolean,
  readings: PoolReadings,
) {
  const override = overrideOf(state, readings.nowMs);
  if (override !== null) return override === "up";
  return reached && (check === null || readings.isUp(check));
}

/** One healthy zone, and a healthy target in every group that has targets (H9.1); without groups the zones decide alone. */
function isPoolHealthy(totals: readonly TargetCounts[], zones: readonly ZoneHealth[]): boolean {
  const withTargets = totals.filter(({ registered }) => registered.length > 0);
  if (totals.length > 0 && withTargets.length === 0) return false;
  return zones.some(({ healthy }) => healthy) && withTargets.every(({ healthy }) => healthy.length > 0);
}
