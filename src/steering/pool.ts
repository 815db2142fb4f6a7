/**
 * What a pool answers as a member of a tree.
 *
 * A pool is a load balancer: zones with their own health, and target groups whose thresholds decide which zones are
 * answered and which targets inside them. Reads the situation for the rest of the pool's files, which know none.
 */
import type { Alias, PoolTree, Tree, Values } from "../zone/model.ts";
import type { Pool, PoolZone, Target } from "../zone/pool-model.ts";
import { affinityKey } from "./affinity.ts";
import { enterPool, type PoolEntry, type Site, sitesOf, takeSite, takeTargets } from "./pool-choice.ts";
import { healthOfPool, type PoolHealth } from "./pool-health.ts";
import { poolReadings } from "./select.ts";
import { type Situation, targetFor } from "./situation.ts";

/** What was taken from a pool, in the order taken. */
export interface PoolChoice {
  readonly picks: readonly PoolPick[];
  /** The pool answers nothing while it is unhealthy. */
  readonly closed: boolean;
  /** The pool is unhealthy and answers as if it were not. */
  readonly failedOpen: boolean;
}

/** One part of the answer, and whose it is; null: the records that stand in where all is unhealthy. */
export interface PoolPick {
  readonly of: PoolZone | Target | null;
  readonly tree: Values | Alias;
}

/** Where a pool may be answered from, before chance: what `explain` tells odds of. */
export interface PoolPlan {
  readonly health: PoolHealth;
  readonly entry: PoolEntry;
  /** None where zones answer with their own values. */
  readonly sites: readonly Site[];
}

/** Works out what a pool may answer with for a type. */
export function planPool(tree: PoolTree, type: number, situation: Situation, level: number): PoolPlan {
  const readings = poolReadings(situation, level);
  const health = healthOfPool(tree.pool, readings);
  const entry = enterPool(tree, health);
  const sites =
    entry.kind === "zones" && tree.pool.answer === "targets"
      ? sitesOf(tree.pool, entry.zones, (target) => holds(target.tree, type, situation, level), readings)
      : [];
  return { health, entry, sites };
}

/** Chooses what a pool answers a type with; aliases among it are for the caller to follow. */
export function choosePool(tree: PoolTree, type: number, situation: Situation, level: number): PoolChoice {
  const { entry, sites } = planPool(tree, type, situation, level);
  const { pool } = tree;
  switch (entry.kind) {
    case "nothing":
      return { picks: [], closed: false, failedOpen: false };
    case "closed":
      return { picks: [], closed: true, failedOpen: false };
    case "values":
      return { picks: [{ of: null, tree: entry }], closed: false, failedOpen: false };
    case "zones":
      return {
        picks:
          pool.answer === "nodes"
            ? entry.zones.map(({ zone }) => ({ of: zone, tree: { kind: "values", rdata: zone.rdata } }))
            : takeFrom(sites, pool, type, situation).map((target) => ({ of: target, tree: target.tree })),
        closed: false,
        failedOpen: entry.failedOpen,
      };
    default:
      return entry satisfies never;
  }
}

function takeFrom(sites: readonly Site[], pool: Pool, type: number, situation: Situation): readonly Target[] {
  const key = affinityOf(sites, pool, type, situation);
  const site = takeSite(sites, key, situation.draw);
  return site === null ? [] : takeTargets(site.tiers, pool.answers, key, situation.draw);
}

/** Names the client where the choice is its own; null: the choice is drawn. */
export function affinityOf(sites: readonly Site[], pool: Pool, type: number, situation: Situation): string | null {
  if (pool.affinity === null || !isChoice(sites, pool.answers)) return null;
  return affinityKey(pool.affinity, type, situation);
}

/** Tells whether there is more than one answer to choose from. */
function isChoice(sites: readonly Site[], answers: number): boolean {
  return sites.length > 1 || (sites[0]?.tiers.flat().length ?? 0) > answers;
}

/**
 * Tells whether there is a value of the type anywhere in a target, or in the record set that it follows, for whomever
 * and whatever its health: what answers nothing at present keeps its share, what cannot answer ever has none.
 */
function holds(tree: Tree, type: number, situation: Situation, level: number): boolean {
  switch (tree.kind) {
    case "values":
      return hasRecords(tree.rdata, type);
    case "alias": {
      const target = targetFor(tree, type, situation, level);
      return target !== null && holds(target.tree, type, situation, level + 1);
    }
    case "policy":
      return tree.candidates.some((one) => holds(one.tree, type, situation, level));
    case "pool": {
      const { answer, zones, groups, group } = tree.pool;
      if (answer === "nodes") return zones.some(({ rdata }) => hasRecords(rdata, type));
      const targets = groups.find(({ id }) => id === group)?.targets ?? [];
      return targets.some((one) => holds(one.tree, type, situation, level));
    }
    default:
      return tree satisfies never;
  }
}

function hasRecords(rdata: PoolZone["rdata"], type: number): boolean {
  return (rdata.get(type)?.length ?? 0) > 0;
}
