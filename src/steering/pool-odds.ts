/**
 * The exact chances of a pool's targets: of each to be among the answers, and of each set of answers.
 *
 * Drawing by weight without putting back orders targets like independent clocks, the clock of weight w ringing at time
 * t with density w·e^(-wt). A target is among the first k when fewer than k others have rung before it: an integral
 * over its own time, which is worked out by tanh-sinh quadrature to the rounding of a double, since adding up orders
 * takes n·(n-1)·…·(n-k+1) steps.
 */
import type { Target } from "../zone/pool-model.ts";
import type { Site } from "./pool-choice.ts";

/** Nodes at ±3.5 in steps of 1/32: beyond, weights are below 10^-20 of the whole. */
const STEP = 1 / 32;
const NODES_EACH_SIDE = 112;

/** A set of targets that may be answered together. */
export interface SiteAnswer {
  readonly targets: readonly Target[];
  readonly probability: number;
}

/** Gives the chance that any of `members` is among the `answers` targets that are taken from a site. */
export function oddsOfAny(members: readonly Target[], { tiers }: Site, answers: number): number {
  let left = answers;
  let odds = 0;
  for (const tier of tiers) {
    // A later tier has a part in the answer only where all of this one is in it.
    odds = Math.max(odds, oddsInTier(members, tier, left));
    left = Math.max(0, left - tier.length);
  }
  return odds;
}

/** Gives every set that may be answered from a site, with its chance; null: there are more than `most`. */
export function answersOfSite({ tiers }: Site, answers: number, most: number): readonly SiteAnswer[] | null {
  let left = answers;
  const certain: Target[] = [];
  for (const tier of tiers) {
    if (tier.length > left) {
      const sets = left === 0 ? [[]] : subsetsOf(tier, left, most);
      return sets?.map((set) => ({ targets: [...certain, ...set], probability: chanceOfSet(set, tier) })) ?? null;
    }
    certain.push(...tier);
    left -= tier.length;
  }
  return [{ targets: certain, probability: 1 }];
}

/** Zeros stand in a tier of their own and are equal. */
const shareOf = ({ weight }: Target): number => weight || 1;
const sumOf = (targets: readonly Target[]): number => targets.reduce((sum, target) => sum + shareOf(target), 0);

function oddsInTier(members: readonly Target[], tier: readonly Target[], answers: number): number {
  const here = tier.filter((target) => members.includes(target));
  if (here.length === 0 || answers <= 0) return 0;
  // So many answers leave room for fewer others than there are.
  if (answers > tier.length - here.length) return 1;
  const share = sumOf(here);
  if (answers === 1) return share / sumOf(tier);
  // The first of several clocks to ring is a clock of their weights' sum.
  const others = tier.filter((target) => !here.includes(target)).map((other) => shareOf(other) / share);
  let sum = 0;
  let whole = 0;
  for (let at = -NODES_EACH_SIDE; at <= NODES_EACH_SIDE; at += 1) {
    const x = at * STEP;
    // r = e^(-wt) of the members' clock is uniform in (0, 1); r = 1 / (1 + e^(-π sinh x)) is the node.
    const lnR = -Math.log1p(Math.exp(-Math.PI * Math.sinh(x)));
    const weight = (Math.PI * Math.cosh(x)) / (2 + 2 * Math.cosh(Math.PI * Math.sinh(x)));
    whole += weight;
    sum +=
      weight *
      fewerThan(
        answers,
        others.map((ratio) => -Math.expm1(ratio * lnR)),
      );
  }
  return sum / whole;
}

/** The chance that fewer than `bound` of independent events happen. */
function fewerThan(bound: number, chances: readonly number[]): number {
  const exactly = [1, ...new Array<number>(bound - 1).fill(0)];
  for (const chance of chances) {
    for (let count = bound - 1; count >= 0; count -= 1) {
      exactly[count] = (exactly[count] ?? 0) * (1 - chance) + (count > 0 ? (exactly[count - 1] ?? 0) * chance : 0);
    }
  }
  return exactly.reduce((sum, chance) => sum + chance, 0);
}

/** The chance that the first of a tier to be drawn are the members of `set`, in whatever order: added up over its subsets. */
function chanceOfSet(set: readonly Target[], tier: readonly Target[]): number {
  const total = sumOf(tier);
  const chances = [1];
  for (let drawn = 1; drawn < 1 << set.length; drawn += 1) {
    let chance = 0;
    for (const [at, target] of set.entries()) {
      const before = drawn & ~(1 << at);
      if (before === drawn) continue;
      const rest = total - sumOf(set.filter((_, bit) => (before & (1 << bit)) !== 0));
      chance += ((chances[before] ?? 0) * shareOf(target)) / rest;
    }
    chances[drawn] = chance;
  }
  return chances.at(-1) ?? 1;
}

function subsetsOf(items: readonly Target[], size: number, most: number): (readonly Target[])[] | null {
  let count = 1;
  for (let n = 0; n < size; n += 1) count = (count * (items.length - n)) / (n + 1);
  return Math.round(count) > most ? null : subsets(items, size);
}

function subsets(items: readonly Target[], size: number): (readonly Target[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => subsets(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}
