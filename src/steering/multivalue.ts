/** Multivalue: up to `answers` candidates at random, all of them where there are no more (Route 53 R7.1). */
import { sample } from "./draw.ts";
import type { Policy } from "./policy.ts";

export const multivalue: Policy = {
  tiers: (candidates) => (candidates.length > 0 ? [candidates] : []),
  pick: (tier, { answers }, draw) => (tier.length <= answers ? tier : sample(tier, answers, draw)),
  odds: (tier, { answers }) => tier.map(() => Math.min(1, answers / tier.length)),
};
