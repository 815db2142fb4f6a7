/** What `explain` says of every branch alike: its verdict and how old that is, what an operator said, its weight and odds. */
import type { Cause, HealthStatus } from "../steering/candidate.ts";
import { isHeldBack } from "../steering/effective.ts";
import { type Branch, isHealthy } from "../steering/select.ts";
import type { Situation } from "../steering/situation.ts";
import { isDraining, isOff, overrideOf } from "../steering/state.ts";
import type { Candidate, OperatorState, Override } from "../zone/model.ts";
import { type ExplainedPlacing, explainPlacing } from "./explain-match.ts";
import type { ExplainedHead, Step } from "./explain-node.ts";
import { explainObserved } from "./explain-observed.ts";
import { secondsOf, timeToText } from "./record-text.ts";

/** Explains what holds for every kind of branch. */
export function explainHead(branch: Branch, step: Step, situation: Situation): ExplainedHead {
  const { candidate, effectiveWeight, path, probability, choice } = step;
  const weight = candidate !== null && "weight" in candidate ? candidate.weight : 0;
  return {
    path,
    ...(candidate && { id: candidate.id }),
    ...placingOf(step, situation),
    status: statusOf(branch, step, situation),
    ...checkOf(branch.check, situation),
    ...(candidate && stateOf(candidate.state, situation.nowMs)),
    ...(isHeld(step, situation) && { held: true as const }),
    ...(effectiveWeight !== null && { weight, effectiveWeight }),
    probability,
    chosen: choice !== null,
  };
}

function isHeld(step: Step, situation: Situation): boolean {
  const written = writtenOf(step);
  return step.parent !== null && written !== undefined && isHeldBack(written, step.parent.failback, situation);
}

function placingOf(step: Step, situation: Situation): ExplainedPlacing {
  const written = writtenOf(step);
  return step.parent === null || written === undefined ? {} : explainPlacing(written, step.parent, situation);
}

/** The candidate of the policy that this is. */
function writtenOf({ candidate, parent }: Step): Candidate | undefined {
  return parent?.candidates.find((one) => one === candidate);
}

/** A value set shows its check's own status, so that `unknown` is seen; anything else shows what it counts as. */
function statusOf(branch: Branch, { candidate, level }: Step, situation: Situation): HealthStatus {
  const override = candidate === null ? null : overrideOf(candidate.state, situation.nowMs);
  if (override !== null) return override === "up" ? "healthy" : "unhealthy";
  if (branch.tree.kind === "values" && branch.check !== null) return situation.health.read(branch.check).status;
  return isHealthy(branch, situation, level) ? "healthy" : "unhealthy";
}

function checkOf(check: string | null, { health, nowMs }: Situation): Partial<ExplainedHead> {
  if (check === null) return {};
  const { sinceMs, changedMs = sinceMs, stale, cause, observed } = health.read(check);
  return {
    check,
    ...(changedMs !== null && { ageSeconds: secondsOf(nowMs - changedMs) }),
    ...(stale && { stale: true as const }),
    ...(observed && { observed: explainObserved(observed, nowMs) }),
    ...causeOf(cause),
  };
}

function causeOf(cause: Cause | null): Partial<ExplainedHead> {
  switch (cause?.kind) {
    case undefined:
      return {};
    case "override":
      return { override: shown(cause.override) };
    case "quorum-out-of-reach":
      return { quorumOutOfReach: cause.quorum };
    default:
      return cause satisfies never;
  }
}

function shown({ verdict, untilMs, reason }: Override): NonNullable<ExplainedHead["override"]> {
  return { verdict, until: untilMs === null ? null : timeToText(untilMs), reason };
}

/** What an operator said of a candidate, as it stands now: its override goes before that of its check. */
function stateOf(state: OperatorState, nowMs: number): Partial<ExplainedHead> {
  const { override, draining } = state;
  return {
    ...(override !== null && overrideOf(state, nowMs) !== null && { override: shown(override) }),
    ...(isOff(state, nowMs) && { off: true as const }),
    ...(draining !== null &&
      isDraining(state, nowMs) && {
        draining: {
          since: timeToText(draining.sinceMs),
          until: timeToText(draining.sinceMs + draining.seconds * 1000),
        },
      }),
  };
}
