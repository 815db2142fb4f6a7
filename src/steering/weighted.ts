/**
 * Weighted: one candidate, p = weight / sum of the weights in the tier.
 *
 * Weight 0 takes no traffic while anything with a weight is healthy, and is a tier of its own behind it (Route 53 R5.3).
 * Where all weights are 0, all are equal (R5.2). Picking among the healthy by weight is the distribution of "pick, and
 * pick again without the unhealthy one" (R3.2).
 */
import type { Draw } from "./candidate.ts";
import type { Policy } from "./policy.ts";

export const weighted: Policy = {
  tiers: (candidates) => weightTiers(candidates),
  pick: (tier, _tree, draw, weightOf) => drawByWeight(tier, weightOf, draw),
  odds(tier, _tree, weightOf) {
    const shares = tier.map((candidate) => weightOf(candidate) || 1);
    const sum = shares.reduce((total, share) => total + share, 0);
    return shares.map((share) => share / sum);
  },
};

/** Sorts what has a weight before what has none; no empty tier. */
export function weightTiers<T extends { readonly weight: number }>(items: readonly T[]): readonly (readonly T[])[] {
  const withWeight = items.filter(({ weight }) => weight > 0);
  if (withWeight.length === items.length || withWeight.length === 0) return items.length > 0 ? [items] : [];
  return [withWeight, items.filter(({ weight }) => weight === 0)];
}

/** Draws one of a tier by weights that are whole numbers; zeros are equal, one of one is not drawn for. */
export function drawByWeight<T>(tier: readonly T[], weightOf: (item: T) => number, draw: Draw): readonly T[] {
  if (tier.length === 1) return tier;
  let left = draw(tier.reduce((sum, item) => sum + (weightOf(item) || 1), 0));
  for (const item of tier) {
    left -= weightOf(item) || 1;
    if (left < 0) return [item];
  }
  return [];
}
