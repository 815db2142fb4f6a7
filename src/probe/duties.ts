/** Who is to probe what in this deployment: the assignments of a checks document, as the probers are told them. */
import { assignProbes } from "../health/assignment.ts";
import type { ChecksDocument } from "../health/check.ts";
import { type Assignment, type Env, RPC_FORMAT } from "../store/env.ts";

export interface Duty {
  readonly assignment: Assignment;
  /** The location hint; null: none. */
  readonly region: string | null;
}

/** Works out all assignments under the deployment's regions. */
export function dutiesOf(env: Env, checks: string, document: ChecksDocument): readonly Duty[] {
  return assignProbes(document, regionsOf(env)).map(({ prober, region, probes }) => ({
    assignment: { format: RPC_FORMAT, prober, checks, probes },
    region,
  }));
}

/** Lists the location hints that have probers. */
export function regionsOf(env: Env): readonly string[] {
  return (env.REGIONS ?? "")
    .split(",")
    .map((region) => region.trim())
    .filter((region) => region !== "");
}
