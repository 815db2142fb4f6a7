/**
 * The one shape of every policy. A policy knows order, weight and chance; it knows nothing of health, which select.ts
 * applies to all of them alike.
 */
import type { Candidate, PolicyTree } from "../zone/model.ts";
import type { Client, Draw } from "./candidate.ts";

/** Candidates among which one choice is made; never empty. */
export type Tier = readonly Candidate[];

export interface Policy {
  /** Order of preference for this client, most preferred tier first, no empty tier; none: no match. */
  tiers(candidates: readonly Candidate[], client: Client): readonly Tier[];
  /** The choice inside one tier; the only place where chance enters. */
  pick(tier: Tier, tree: PolicyTree, draw: Draw): readonly Candidate[];
  /** The exact chance of each member of the tier to be picked, in its order. */
  odds(tier: Tier, tree: PolicyTree): readonly number[];
}
