/** Failover: the first healthy candidate in the order written; with nothing healthy the first (Route 53 R6.1). */
import type { Policy } from "./policy.ts";

export const failover: Policy = {
  tiers: (candidates) => candidates.map((candidate) => [candidate]),
  pick: (tier) => tier,
  odds: (tier) => tier.map(() => 1),
};
