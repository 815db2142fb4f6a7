/**
 * Pools by the rules alone, for tests. Shares nothing with the code: the rules are asked of each zone and target by
 * itself, and chances are added up over all orders of drawing. A check is named for what it says; only type A is asked.
 */
import { TYPE } from "../../src/dns/types.ts";
import type { OperatorState, PoolTree } from "../../src/zone/model.ts";
import type { Pool, PoolZone, Target, TargetGroup, Threshold } from "../../src/zone/pool-model.ts";

const isUp = ({ check: name, state: { override } }: { check: string | null; state: OperatorState }): boolean =>
  override === null ? name !== "down" : override.verdict === "up";

const zoneOf = (pool: Pool, { zone }: Target): PoolZone | undefined => pool.zones.find(({ id }) => id === zone);

const isRegistered = (pool: Pool, target: Target): boolean =>
  !target.state.off && target.state.draining === null && zoneOf(pool, target)?.state.off === false;

function isReached({ count, percent }: Threshold, of: readonly Target[]): boolean {
  const share = of.filter(isUp).length / of.length;
  return of.filter(isUp).length >= (count ?? 0) && (percent === null || share >= percent / 100);
}

/** Tells whether a zone is healthy. */
export function isZoneUp(pool: Pool, zone: PoolZone): boolean {
  if (zone.state.off) return false;
  if (zone.state.override !== null) return zone.state.override.verdict === "up";
  return zone.check !== "down" && pool.groups.every((group) => groupAllows(pool, group, zone));
}

function groupAllows(pool: Pool, { crossZone, targets, dnsFailover }: TargetGroup, zone: PoolZone): boolean {
  const anywhere = targets.filter((target) => isRegistered(pool, target));
  const counted = crossZone ? anywhere : anywhere.filter((target) => target.zone === zone.id);
  return anywhere.length === 0 || (counted.length > 0 && isReached(dnsFailover, counted));
}

/** Tells whether a pool is healthy. */
export function isPoolUp(pool: Pool): boolean {
  const groups = pool.groups.map(({ targets }) => targets.filter((target) => isRegistered(pool, target)));
  const withTargets = groups.filter((targets) => targets.length > 0);
  if (pool.groups.length > 0 && withTargets.length === 0) return false;
  return pool.zones.some((zone) => isZoneUp(pool, zone)) && withTargets.every((targets) => targets.some(isUp));
}

/** Gives the chance of each answer, by the ids in it. */
export function chancesOfPool({ pool, zone }: PoolTree): ReadonlyMap<string, number> {
  const there = pool.zones.filter(({ id, state: { off } }) => !off && (zone === null || id === zone));
  const taken = zone === null && isPoolUp(pool) ? there.filter((one) => isZoneUp(pool, one)) : there;
  if (pool.answer === "nodes") return new Map([[taken.map(({ id }) => id).join(" "), 1]]);
  const [group] = pool.groups;
  if (!group || taken.length === 0) return new Map([["", 1]]);
  const places = group.crossZone ? [pool.zones.filter(({ state: { off } }) => !off)] : taken.map((one) => [one]);
  const sites = places.map((zones) => eligible(pool, group, zones)).filter((targets) => targets.length > 0);
  if (sites.length === 0) return new Map([["", 1]]);
  const chances = new Map<string, number>();
  for (const site of sites) addOrders(site, [], pool.answers, 1 / sites.length, chances);
  return chances;
}

function eligible(pool: Pool, group: TargetGroup, zones: readonly PoolZone[]): readonly Target[] {
  const here = group.targets.filter(({ state: { off }, zone }) => !off && zones.some(({ id }) => id === zone));
  const hasIpv4 = ({ tree: { kind, ...rest } }: Target): boolean =>
    kind === "values" && "rdata" in rest && rest.rdata.has(TYPE.A);
  const inService = here.filter((target) => isRegistered(pool, target));
  const base = inService.some(hasIpv4) ? inService : here.filter(({ state: { draining } }) => draining !== null);
  return (isReached(group.routingFailover, base) ? base.filter(isUp) : base).filter(hasIpv4);
}

/** Draws one after the other: by weight while any weight is left, then equally. */
function addOrders(
  left: readonly Target[],
  taken: readonly Target[],
  more: number,
  p: number,
  into: Map<string, number>,
): void {
  if (more === 0 || left.length === 0) {
    const key = taken
      .map(({ id }) => id)
      .toSorted()
      .join(" ");
    into.set(key, (into.get(key) ?? 0) + p);
    return;
  }
  const sum = left.reduce((total, { weight }) => total + weight, 0);
  for (const target of left) {
    const chance = sum > 0 ? target.weight / sum : 1 / left.length;
    if (chance === 0) continue;
    addOrders(
      left.filter((other) => other !== target),
      [...taken, target],
      more - 1,
      p * chance,
      into,
    );
  }
}
