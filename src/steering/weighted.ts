/**
 * Weighted: one candidate, p = weight / sum of the weights in the tier.
 *
 * Weight 0 takes no traffic while anything with a weight is healthy, and is a tier of its own behind it (Route 53 R5.3).
 * Where all weights are 0, all are equal (R5.2). Picking among the healthy by weight is the distribution of "pick, and
 * pick again without the unhealthy one" (R3.2).
 */
import type { Candidate } from "../zone/model.ts";
import type { Policy, Tier } from "./policy.ts";

export const weighted: Policy = {
  tiers(candidates) {
    const withWeight = candidates.filter(({ weight }) => weight > 0);
    const withoutWeight = candidates.filter(({ weight }) => weight === 0);
    return [withWeight, withoutWeight].filter((tier) => tier.length > 0);
  },

  pick(tier, _tree, draw) {
    const [first] = tier;
    if (tier.length === 1 && first) return [first];
    let left = draw(tier.reduce((sum, candidate) => sum + share(candidate), 0));
    for (const candidate of tier) {
      left -= share(candidate);
      if (left < 0) return [candidate];
    }
    return [];
  },

  odds(tier: Tier) {
    const sum = tier.reduce((total, candidate) => total + share(candidate), 0);
    return tier.map((candidate) => share(candidate) / sum);
  },
};

/** A tier holds either weights above 0 only or zeros only; the latter are equal. */
const share = ({ weight }: Candidate): number => weight || 1;
