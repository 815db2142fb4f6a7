/**
 * Selection: health on the way up, choice on the way down, for every policy alike; the only place that fails open.
 *
 *   out   what is off, or has no answer for this client, is no candidate; what drains is none while others are left
 *   up    is a branch healthy for this client?  an override; else its check, and its member: values always, an alias
 *         its target's, a policy when a candidate in its tiers is, a pool as pool-health.ts counts
 *   down  the first tier with a healthy member, picked among its healthy ones; with none, the first tier as if all
 *         of it were healthy (Route 53 R3.3), unless the policy says otherwise
 *
 * Refuses to know where record sets are kept: an alias is resolved by the caller, who may have to load it first.
 */
import type { Candidate, PolicyTree, Tree, Values } from "../zone/model.ts";
import { NO_STATE } from "../zone/model-defaults.ts";
import { affinityKey, rankByAffinity } from "./affinity.ts";
import { isHeldBack, weightsAt } from "./effective.ts";
import { POLICIES } from "./policies.ts";
import type { Tier } from "./policy.ts";
import { hasZone } from "./pool-choice.ts";
import { type PoolReadings, poolIsHealthy } from "./pool-health.ts";
import { type Situation, targetsOf } from "./situation.ts";
import { isDraining, isOff, overrideOf } from "./state.ts";

/** A check and what it stands beside: a candidate, or a record set's root. */
export interface Branch {
  readonly check: string | null;
  readonly tree: Tree;
}

export type Selection = TierSelection | { readonly kind: "closed" } | Values;

export interface TierSelection {
  readonly kind: "tier";
  /** The tier that was taken, in its order; of these one or more are picked. Never empty. */
  readonly eligible: Tier;
  /** Nothing in the client's tiers was healthy. */
  readonly failedOpen: boolean;
}

/** Tells whether a branch is healthy for this client. */
export function isHealthy({ check, tree }: Branch, situation: Situation, level = 0): boolean {
  if (check !== null && !situation.health.read(check).healthy) return false;
  switch (tree.kind) {
    case "values":
      return true;
    case "alias": {
      // Without evaluation an alias counts as healthy whatever its target (Route 53 R2.7).
      if (!tree.evaluateTargetHealth) return true;
      // In `addresses` the choice does not look at the family, so that every family of the target counts.
      const targets = targetsOf(tree, situation, level);
      return targets.length > 0 && targets.every((target) => isHealthy(target, situation, level + 1));
    }
    case "policy":
      return clientTiers(tree, situation, level).some((tier) =>
        tier.some((one) => hasAnswer(one.tree, situation, level) && isCandidateHealthy(one, situation, level)),
      );
    case "pool":
      return !tree.evaluateTargetHealth || poolIsHealthy(tree, poolReadings(situation, level));
    default:
      return tree satisfies never;
  }
}

/** Tells whether a candidate is healthy: an override replaces its own check and what its members say. */
export function isCandidateHealthy(candidate: Candidate, situation: Situation, level: number): boolean {
  const override = candidate.state === NO_STATE ? null : overrideOf(candidate.state, situation.nowMs);
  return override === null ? isHealthy(candidate, situation, level) : override === "up";
}

/** Gives what a pool is counted from, for this client. */
export function poolReadings(situation: Situation, level: number): PoolReadings {
  return {
    nowMs: situation.nowMs,
    isUp: (check) => situation.health.read(check).healthy,
    aliasIsHealthy: (alias) => isHealthy({ check: null, tree: alias }, situation, level),
  };
}

/** Chooses the tier of a policy that this client is answered from, or what is answered instead; null: the policy has no answer for it. */
export function select(tree: PolicyTree, situation: Situation, level = 0): Selection | null {
  const tiers = clientTiers(tree, situation, level);
  const { failback } = tree;
  const ordered = failback.kind === "auto" ? tiers : heldLast(tiers, (one) => isHeldBack(one, failback, situation));
  let isAnyPresent = false;
  for (const tier of ordered) {
    const present = withAnswer(tier, situation, level);
    isAnyPresent ||= present.length > 0;
    const eligible = present.filter((candidate) => isCandidateHealthy(candidate, situation, level));
    if (eligible.length > 0) return { kind: "tier", eligible, failedOpen: false };
  }
  if (!isAnyPresent) return null;
  if (tree.onAllUnhealthy.kind !== "open") return tree.onAllUnhealthy;
  // Failing open is in the order written, whatever is held back: with nothing healthy the primary (Route 53 R6.1).
  const first = tiers.map((tier) => withAnswer(tier, situation, level)).find((present) => present.length > 0);
  return { kind: "tier", eligible: first ?? [], failedOpen: true };
}

/** Picks among the eligible, for records of type `type`. */
export function pick(
  tree: PolicyTree,
  { eligible }: TierSelection,
  type: number,
  situation: Situation,
): readonly Candidate[] {
  const weightOf = weightsAt(tree, situation);
  const key = eligible.length > 1 && tree.affinity !== null ? affinityKey(tree.affinity, type, situation) : null;
  if (key !== null) return rankByAffinity(key, eligible, weightOf).slice(0, 1);
  return POLICIES[tree.policy].pick(eligible, tree, situation.draw, weightOf);
}

/** Gives the exact chance of each of the eligible to be picked, in their order. */
export function oddsOf(
  tree: PolicyTree,
  selection: TierSelection,
  type: number,
  situation: Situation,
): readonly number[] {
  const { eligible } = selection;
  const isSettled = tree.affinity !== null && affinityKey(tree.affinity, type, situation) !== null;
  if (!isSettled) return POLICIES[tree.policy].odds(eligible, tree, weightsAt(tree, situation));
  const [picked] = pick(tree, selection, type, situation);
  return eligible.map((candidate) => (candidate === picked ? 1 : 0));
}

/** Tells whether a branch has any answer for this client, whatever its health. */
export function hasAnswer(tree: Tree, situation: Situation, level: number): boolean {
  switch (tree.kind) {
    case "values":
      return true;
    case "alias": {
      const targets = targetsOf(tree, situation, level);
      return targets.some((target) => hasAnswer(target.tree, situation, level + 1));
    }
    case "policy":
      return clientTiers(tree, situation, level).some((tier) =>
        tier.some((one) => hasAnswer(one.tree, situation, level)),
      );
    case "pool":
      return hasZone(tree, situation.nowMs);
    default:
      return tree satisfies never;
  }
}

/** The policy's tiers without what is off or, while anything else has an answer, draining. */
function clientTiers(tree: PolicyTree, situation: Situation, level: number): readonly Tier[] {
  const { tiers: tiersOf } = POLICIES[tree.policy];
  if (tree.candidates.every(({ state }) => state === NO_STATE)) return tiersOf(tree.candidates, situation);
  const { nowMs } = situation;
  const candidates = tree.candidates.filter(({ state }) => !isOff(state, nowMs));
  const tiers = tiersOf(candidates, situation);
  const isInService = ({ state }: Candidate): boolean => !isDraining(state, nowMs);
  if (candidates.every(isInService)) return tiers;
  const inService = tiers.map((tier) => tier.filter(isInService)).filter((tier) => tier.length > 0);
  return inService.some((tier) => withAnswer(tier, situation, level).length > 0) ? inService : tiers;
}

const withAnswer = (tier: Tier, situation: Situation, level: number): Tier =>
  tier.filter((candidate) => hasAnswer(candidate.tree, situation, level));

function heldLast(tiers: readonly Tier[], isHeld: (candidate: Candidate) => boolean): readonly Tier[] {
  const split = (held: boolean) => tiers.map((tier) => tier.filter((candidate) => isHeld(candidate) === held));
  return [...split(false), ...split(true)];
}
