/**
 * What a pool answers, from its health: the zones that are in the answer, and where targets are answered, the sites
 * they come from and which of their targets are eligible.
 *
 *   zones    the healthy ones; none, or an unhealthy pool: as `onAllUnhealthy` says (ELB E1.8)
 *   sites    one for each of these zones, or one for all where the group's targets count across zones
 *   tiers    of a site: eligible targets with a weight, then those of weight 0
 *
 * Thresholds choose zones first and targets inside them after (ELB E1.2); neither looks at the asked type, which only
 * decides among the eligible.
 */
import type { PoolTree } from "../zone/model.ts";
import type { Pool, PoolZone, Target } from "../zone/pool-model.ts";
import { rankByAffinity } from "./affinity.ts";
import type { Draw } from "./candidate.ts";
import {
  type GroupHealth,
  isTargetHealthy,
  meets,
  type PoolHealth,
  type PoolReadings,
  type ZoneHealth,
} from "./pool-health.ts";
import { isOff } from "./state.ts";
import { drawByWeight, weightTiers } from "./weighted.ts";

const weightOf = ({ weight }: Target): number => weight;

/** What is answered from. */
export type PoolEntry =
  /** All zones are off, or the one that was named is. */
  | { readonly kind: "nothing" }
  | { readonly kind: "zones"; readonly zones: readonly ZoneHealth[]; readonly failedOpen: boolean }
  | { readonly kind: "closed" }
  | { readonly kind: "values"; readonly rdata: PoolZone["rdata"] };

/** A place that targets are taken from. */
export interface Site {
  /** The zone's id; null: all zones as one. */
  readonly zone: string | null;
  /** Each tier is exhausted before the next; none is empty. */
  readonly tiers: readonly (readonly Target[])[];
}

/** Tells whether a pool, or the zone that is named, can be answered at all. */
export function hasZone({ pool, zone }: PoolTree, nowMs: number): boolean {
  return pool.zones.some(({ id, state }) => (zone === null || id === zone) && !isOff(state, nowMs));
}

/** Decides what a pool is answered from. A zone that is named is answered whatever its health. */
export function enterPool({ pool, zone }: PoolTree, health: PoolHealth): PoolEntry {
  const present = health.zones.filter(({ off, zone: { id } }) => !off && (zone === null || id === zone));
  if (present.length === 0) return { kind: "nothing" };
  if (zone !== null) return { kind: "zones", zones: present, failedOpen: false };
  if (health.healthy) return { kind: "zones", zones: present.filter(({ healthy }) => healthy), failedOpen: false };
  switch (pool.onAllUnhealthy.kind) {
    case "open":
      return { kind: "zones", zones: present, failedOpen: true };
    case "closed":
    case "values":
      return pool.onAllUnhealthy;
    default:
      return pool.onAllUnhealthy satisfies never;
  }
}

/** Gives the sites of a pool that answers targets; `holds` tells whether a target has a value of the asked type. */
export function sitesOf(
  pool: Pool,
  zones: readonly ZoneHealth[],
  holds: (target: Target) => boolean,
  readings: PoolReadings,
): readonly Site[] {
  const sites = zones.flatMap(({ zone, groups }): readonly Site[] => {
    const health = groups.find(({ group }) => group.id === pool.group);
    const tiers = health ? weightTiers(eligibleOf(health, holds, readings)) : [];
    return health && tiers.length > 0 ? [{ zone: health.group.crossZone ? null : zone.id, tiers }] : [];
  });
  // Across zones every zone sees the same targets.
  return sites[0]?.zone === null ? sites.slice(0, 1) : sites;
}

/**
 * The healthy targets, or all where the routing threshold is missed (ELB E1.2); draining ones only where nothing else
 * could be chosen, healthy or not, and by the same threshold.
 */
function eligibleOf(
  { group, targets, meetsRouting }: GroupHealth,
  holds: (target: Target) => boolean,
  readings: PoolReadings,
): readonly Target[] {
  const { registered, healthy, draining } = targets;
  if (registered.some(holds)) return (meetsRouting ? healthy : registered).filter(holds);
  const fit = draining.filter((target) => isTargetHealthy(target, readings));
  return (meets(group.routingFailover, fit.length, draining.length) ? fit : draining).filter(holds);
}

/** Takes one of the sites at equal odds; `key` names the client under an affinity, null: drawn for. */
export function takeSite(sites: readonly Site[], key: string | null, draw: Draw): Site | null {
  if (sites.length <= 1) return sites[0] ?? null;
  if (key === null) return sites[draw(sites.length)] ?? null;
  const [first] = rankByAffinity(
    `${key}|zone`,
    sites.map((site) => ({ id: site.zone ?? "", site })),
    () => 1,
  );
  return first?.site ?? null;
}

/** Takes up to `answers` targets, tier after tier, by weight one after the other without putting back. */
export function takeTargets(tiers: Site["tiers"], answers: number, key: string | null, draw: Draw): readonly Target[] {
  if (key !== null) {
    return tiers.flatMap((tier) => rankByAffinity(`${key}|target`, tier, weightOf)).slice(0, answers);
  }
  const taken: Target[] = [];
  for (const tier of tiers) {
    let left = tier;
    while (left.length > 0 && taken.length < answers) {
      const drawn = drawByWeight(left, weightOf, draw);
      taken.push(...drawn);
      left = left.filter((target) => !drawn.includes(target));
    }
  }
  return taken;
}
