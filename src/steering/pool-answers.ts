/**
 * All that a pool can answer a client with, and how likely: from the same zones, sites and weights that queries are
 * answered from. Where affinity settles the choice for a client, it has one answer.
 */
import type { PoolTree } from "../zone/model.ts";
import type { Pool, PoolZone, Target } from "../zone/pool-model.ts";
import { affinityOf, choosePool, type PoolPick, type PoolPlan, planPool } from "./pool.ts";
import { answersOfSite, oddsOfAny } from "./pool-odds.ts";
import type { Situation } from "./situation.ts";

export interface PoolAnswer {
  readonly picks: readonly PoolPick[];
  readonly probability: number;
}

/** Gives every answer of a pool for a type; null: more than `most`. */
export function answersOfPool(
  tree: PoolTree,
  type: number,
  situation: Situation,
  level: number,
  most: number,
): readonly PoolAnswer[] | null {
  const plan = planPool(tree, type, situation, level);
  if (isSettled(plan, tree.pool, type, situation)) {
    return [{ picks: choosePool(tree, type, situation, level).picks, probability: 1 }];
  }
  const all: PoolAnswer[] = [];
  for (const site of plan.sites) {
    const answers = answersOfSite(site, tree.pool.answers, most - all.length);
    if (answers === null) return null;
    for (const { targets, probability } of answers) {
      const picks = targets.map((target) => ({ of: target, tree: target.tree }));
      all.push({ picks, probability: probability / plan.sites.length });
    }
  }
  return all;
}

/** Gives the exact chance of each zone and target to have a part in the answer; what is not in it has none. */
export function oddsOfPool(
  tree: PoolTree,
  plan: PoolPlan,
  type: number,
  situation: Situation,
  level: number,
): ReadonlyMap<PoolZone | Target, number> {
  const { pool } = tree;
  const odds = new Map<PoolZone | Target, number>();
  if (isSettled(plan, tree.pool, type, situation)) {
    for (const { of } of choosePool(tree, type, situation, level).picks) {
      if (of === null) continue;
      odds.set(of, 1);
      const around = "zone" in of ? pool.zones.find(({ id }) => id === of.zone) : undefined;
      if (around) odds.set(around, 1);
    }
    return odds;
  }
  for (const site of plan.sites) {
    const targets = site.tiers.flat();
    const chanceOf = (members: readonly Target[]): number => oddsOfAny(members, site, pool.answers) / plan.sites.length;
    for (const target of targets) odds.set(target, chanceOf([target]));
    for (const zone of pool.zones) {
      const members = targets.filter((target) => target.zone === zone.id);
      if (members.length > 0) odds.set(zone, chanceOf(members));
    }
  }
  return odds;
}

/** Tells whether chance has no part in the choice. */
function isSettled({ sites }: PoolPlan, pool: Pool, type: number, situation: Situation): boolean {
  return sites.length === 0 || affinityOf(sites, pool, type, situation) !== null;
}
