/** What a tree has where its zone file says nothing: shared values, so that plain trees cost nothing. */
import { TYPE } from "../dns/types.ts";
import type { OperatorState, PolicyTree } from "./model.ts";

/** What `addresses` and pools answer: both families. */
export const ADDRESS_TYPES: readonly number[] = [TYPE.A, TYPE.AAAA];

/** A candidate, target or zone that its operator has said nothing of. */
export const NO_STATE: OperatorState = { off: false, override: null, draining: null };

/** The options of a policy that has none. */
export const NO_OPTIONS: Pick<PolicyTree, "onAllUnhealthy" | "affinity" | "failback" | "slowStartSeconds"> = {
  onAllUnhealthy: { kind: "open" },
  affinity: null,
  failback: { kind: "auto" },
  slowStartSeconds: 0,
};
