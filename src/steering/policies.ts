/** The table of policies. */
import type { PolicyName } from "../zone/model.ts";
import { failover } from "./failover.ts";
import { geolocation } from "./geolocation.ts";
import { geoproximity } from "./geoproximity.ts";
import { ipBased } from "./ip-based.ts";
import { latency } from "./latency.ts";
import { multivalue } from "./multivalue.ts";
import type { Policy } from "./policy.ts";
import { weighted } from "./weighted.ts";

export const POLICIES: Readonly<Record<PolicyName, Policy>> = {
  weighted,
  failover,
  multivalue,
  latency,
  geolocation,
  geoproximity,
  ipBased,
};
