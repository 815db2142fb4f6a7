/** Failover: the first healthy candidate in the order written; with nothing healthy the first (Route 53 R6.1). */
import { IN_ORDER, type Policy } from "./policy.ts";

export const failover: Policy = {
  ...IN_ORDER,
  tiers: (candidates) => candidates.map((candidate) => [candidate]),
};
