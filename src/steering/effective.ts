/**
 * What time makes of a policy's candidates, worked out from the clock and the snapshot before anything is chosen:
 * weights that are still growing (slow start), and candidates that are still held back (failback).
 */
import type { Candidate, Failback, PolicyTree } from "../zone/model.ts";
import type { WeightOf } from "./policy.ts";
import type { Situation } from "./situation.ts";
import { overrideOf } from "./state.ts";

/** Draws want whole numbers: growing weights count in thousandths. */
const SCALE = 1000;

/** Gives what each candidate's weight counts at present, in one unit for the whole policy; whole numbers. */
export function weightsAt(tree: PolicyTree, situation: Situation): WeightOf {
  if (tree.slowStartSeconds === 0) return weightAsWritten;
  return (candidate) => Math.round(effectiveWeight(candidate, tree.slowStartSeconds, situation) * SCALE);
}

const weightAsWritten: WeightOf = ({ weight }) => weight;

/**
 * Gives a candidate's weight as it counts at present, in thousandths of the unit it was written in: from the time it
 * became healthy it grows evenly to its full size, and is never below one thousandth.
 */
export function effectiveWeight(candidate: Candidate, slowStartSeconds: number, situation: Situation): number {
  const { weight } = candidate;
  const sinceMs = weight > 0 ? healthySinceMs(candidate, situation) : null;
  const elapsedMs = sinceMs === null ? Number.POSITIVE_INFINITY : situation.nowMs - sinceMs;
  if (elapsedMs >= slowStartSeconds * 1000) return weight;
  return Math.max(1, Math.floor((weight * elapsedMs) / slowStartSeconds)) / SCALE;
}

/** Tells whether a candidate of a failover stays behind the others although it may be healthy. */
export function isHeldBack(candidate: Candidate, failback: Failback, situation: Situation): boolean {
  switch (failback.kind) {
    case "auto":
      return false;
    case "manual":
      return situation.health.isHeld(`${failback.place}/${candidate.id}`);
    case "after": {
      const sinceMs = healthySinceMs(candidate, situation);
      return sinceMs !== null && situation.nowMs - sinceMs < failback.seconds * 1000;
    }
    default:
      return failback satisfies never;
  }
}

/** When its check became healthy, where that is recent; null too where something else than the check decides. */
function healthySinceMs({ check, state }: Candidate, { health, nowMs }: Situation): number | null {
  if (check === null || overrideOf(state, nowMs) !== null) return null;
  const { healthy, sinceMs } = health.read(check);
  return healthy ? sinceMs : null;
}
