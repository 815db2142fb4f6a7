/**
 * The one shape of every policy. A policy knows order, weight and chance; it knows nothing of verdicts, which select.ts
 * applies to all of them alike.
 */
import type { Candidate, PolicyTree } from "../zone/model.ts";
import type { Draw } from "./candidate.ts";
import type { Situation } from "./situation.ts";

/** Candidates among which one choice is made; never empty. */
export type Tier = readonly Candidate[];

/** A candidate's weight as it counts at present. */
export type WeightOf = (candidate: Candidate) => number;

export interface Policy {
  /** Order of preference for this client, most preferred tier first, no empty tier; none: no match. */
  tiers(candidates: readonly Candidate[], situation: Situation): readonly Tier[];
  /** The choice inside one tier; the only place where chance enters. */
  pick(tier: Tier, tree: PolicyTree, draw: Draw, weightOf: WeightOf): readonly Candidate[];
  /** The exact chance of each member of the tier to be picked, in its order. */
  odds(tier: Tier, tree: PolicyTree, weightOf: WeightOf): readonly number[];
}

/** One candidate after the other: the shape of every policy that orders and never draws. */
export const IN_ORDER: Pick<Policy, "pick" | "odds"> = {
  pick: (tier) => tier.slice(0, 1),
  odds: (tier) => tier.map((_, at) => (at === 0 ? 1 : 0)),
};
