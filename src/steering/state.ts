/**
 * What an operator has said of a candidate, a target or a zone of a pool, as it stands at a time. Knows nothing of
 * checks: an override replaces their verdict, and a draining only takes out of the choice.
 */
import type { OperatorState } from "../zone/model.ts";

/** Tells whether it is taken out for good: written off, or its draining is over. */
export function isOff({ off, draining }: OperatorState, nowMs: number): boolean {
  return off || (draining !== null && nowMs >= endOf(draining));
}

/** Tells whether it gets no new answers while others are there, but is still shown and probed. */
export function isDraining({ off, draining }: OperatorState, nowMs: number): boolean {
  return !off && draining !== null && nowMs >= draining.sinceMs && nowMs < endOf(draining);
}

/** Gives the verdict that replaces every other one; null: none, or its time is past. */
export function overrideOf({ override }: OperatorState, nowMs: number): "up" | "down" | null {
  if (override === null || (override.untilMs !== null && nowMs >= override.untilMs)) return null;
  return override.verdict;
}

const endOf = ({ sinceMs, seconds }: { readonly sinceMs: number; readonly seconds: number }): number =>
  sinceMs + seconds * 1000;
