/** Who is to probe what in this deployment: the assignments of a checks document, as the probers are told them. */
import { assignProbes } from "../health/assignment.ts";
import type { ChecksDocument } from "../health/check.ts";
import { type Assignment, type Env, RPC_FORMAT } from "../store/env.ts";
import { regionsOf } from "../store/settings.ts";

/** Works out all assignments under the deployment's regions. */
export function dutiesOf(env: Env, checks: string, document: ChecksDocument): readonly Assignment[] {
  return assignProbes(document, regionsOf(env)).map(({ prober, region, probes }) => ({
    format: RPC_FORMAT,
    prober,
    region,
    checks,
    probes,
  }));
}
