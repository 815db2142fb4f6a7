/**
 * Selection: health on the way up, choice on the way down, for every policy alike; the only place that fails open.
 *
 *   up    is a branch healthy for this client?  its check, and its member: values always, an alias its target's,
 *         a policy when a candidate in its tiers is
 *   down  the first tier with a healthy member, picked among its healthy ones; with none, the first tier as if all
 *         of it were healthy (Route 53 R3.3)
 *
 * Refuses to know where record sets are kept: an alias is resolved by the caller, who may have to load it first.
 */
import type { Alias, Candidate, PolicyTree, RecordSet, Tree } from "../zone/model.ts";
import type { Client, Draw, HealthView } from "./candidate.ts";
import { POLICIES } from "./policies.ts";
import type { Tier } from "./policy.ts";

/** Deviation: Route 53 allows 3 levels of alias; `fairlead check` refuses more than 8, and so nothing deeper is followed. */
export const ALIAS_LEVELS_MAX = 8;

/** What a decision is made from. */
export interface Situation {
  readonly health: HealthView;
  readonly client: Client;
  readonly draw: Draw;
  /** Gives the record sets that an alias points at, one for each of its types at the most; none where there are none, or where they are not in memory, which the caller notes. */
  readonly aliasTargets: (alias: Alias) => readonly RecordSet[];
}

/** A check and what it stands beside: a candidate, or a record set's root. */
export interface Branch {
  readonly check: string | null;
  readonly tree: Tree;
}

export interface Selection {
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
      return clientTiers(tree, situation, level).some((tier) => tier.some((one) => isHealthy(one, situation, level)));
    default:
      return tree satisfies never;
  }
}

/** Chooses the tier of a policy that this client is answered from; null: the policy has no answer for it. */
export function select(tree: PolicyTree, situation: Situation, level = 0): Selection | null {
  const tiers = clientTiers(tree, situation, level);
  for (const tier of tiers) {
    const eligible = tier.filter((candidate) => isHealthy(candidate, situation, level));
    if (eligible.length > 0) return { eligible, failedOpen: false };
  }
  const [first] = tiers;
  return first ? { eligible: first, failedOpen: true } : null;
}

/** Picks among the eligible. */
export function pick(tree: PolicyTree, { eligible }: Selection, draw: Draw): readonly Candidate[] {
  return POLICIES[tree.policy].pick(eligible, tree, draw);
}

/** The policy's tiers over the candidates that have an answer at all; the others are taken out first, as if not written. */
function clientTiers(tree: PolicyTree, situation: Situation, level: number): readonly Tier[] {
  const present = tree.candidates.filter((candidate) => hasAnswer(candidate.tree, situation, level));
  return POLICIES[tree.policy].tiers(present, situation.client);
}

function hasAnswer(tree: Tree, situation: Situation, level: number): boolean {
  switch (tree.kind) {
    case "values":
      return true;
    case "alias": {
      const targets = targetsOf(tree, situation, level);
      return targets.some((target) => hasAnswer(target.tree, situation, level + 1));
    }
    case "policy":
      return clientTiers(tree, situation, level).length > 0;
    default:
      return tree satisfies never;
  }
}

/** The record sets behind an alias; none behind one that lies too deep. */
function targetsOf(alias: Alias, situation: Situation, level: number): readonly RecordSet[] {
  return level < ALIAS_LEVELS_MAX ? situation.aliasTargets(alias) : [];
}

/** The record set that an alias takes records of type `type` from; null: it has none for this type. */
export function targetFor(alias: Alias, type: number, situation: Situation, level: number): RecordSet | null {
  return targetsOf(alias, situation, level).find(({ types }) => types.includes(type)) ?? null;
}
