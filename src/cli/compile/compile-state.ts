/** What an operator says of a candidate, a target or a zone of a pool, from what was written to the model. */
import type { OperatorState } from "../../zone/model.ts";
import { NO_STATE } from "../../zone/model-defaults.ts";
import type { Problems } from "./problem.ts";
import type { SourceState } from "./source.ts";

/** Compiles a state; an override that is over is kept as it is written, since it says itself that it is none. */
export function compileState(
  { off, override, draining }: SourceState,
  label: string,
  problems: Problems,
  nowMs: number,
): OperatorState {
  if (!off && override === null && draining === null) return NO_STATE;
  if (override === null) return { off, override, draining };
  const { verdict, until, reason } = override;
  if (until !== null && until.value <= nowMs) {
    const message = `${label}: this override was over at ${new Date(until.value).toISOString()}; it has no effect`;
    problems.warn(until.place, "override-over", message);
  }
  return { off, override: { verdict, untilMs: until?.value ?? null, reason }, draining };
}
