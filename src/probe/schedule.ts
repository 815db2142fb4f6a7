/**
 * When each of a prober's probes is due: pure arithmetic over what is stored.
 *
 * An interval counts from start to start. A turn is taken when it is handed out, before anything is probed, so nobody
 * takes it twice; a missed turn is gone, so a late alarm makes no burst. Turns that come close together are handed
 * out together, each with its own starting time: one stored row for all of them.
 */
import { BACKOFF_INTERVAL_SECONDS } from "../health/state.ts";
import type { AssignedProbe } from "../store/env.ts";

export interface Schedule {
  /** By probe id, milliseconds since the epoch. */
  readonly dueMs: Readonly<Record<string, number>>;
  /** By probe id: since when a target has failed without a break. Absent: it does not fail. */
  readonly failingSinceMs: Readonly<Record<string, number>>;
}

export interface Start {
  readonly probe: AssignedProbe;
  readonly atMs: number;
}

export const EMPTY_SCHEDULE: Schedule = { dueMs: {}, failingSinceMs: {} };

/** How far ahead turns are handed out, and over how long a time overdue ones are spread: the shortest interval. */
const ROUND_MS = 1000;

/** Twenty overdue probes and fewer are this far apart; more share ROUND_MS. */
const GAP_MS_MAX = 50;

/** A probe that runs longer than its interval is looked at again after this time, at the latest. */
const BUSY_RECHECK_MS = 1000;

const BACKOFF_AFTER_MS = 600_000;

/** Follows an assignment: new probes are due at once, others keep their time, and those that are gone are forgotten. */
export function followAssignment(schedule: Schedule, probes: readonly AssignedProbe[], nowMs: number): Schedule {
  const dueMs: Record<string, number> = {};
  const failingSinceMs: Record<string, number> = {};
  for (const { id } of probes) {
    dueMs[id] = schedule.dueMs[id] ?? nowMs;
    const since = schedule.failingSinceMs[id];
    if (since !== undefined) failingSinceMs[id] = since;
  }
  return { dueMs, failingSinceMs };
}

/** Hands out the turns of this round. Probes that are `busy` keep their turn until they are free. */
export function takeTurns(
  schedule: Schedule,
  probes: readonly AssignedProbe[],
  busy: ReadonlySet<string>,
  nowMs: number,
): { readonly starts: readonly Start[]; readonly schedule: Schedule } {
  const dueMs: Record<string, number> = { ...schedule.dueMs };
  const dueOf = (probe: AssignedProbe): number => dueMs[probe.id] ?? nowMs;
  const free = probes.filter((probe) => !busy.has(probe.id) && dueOf(probe) <= nowMs + ROUND_MS);
  const overdue = free.filter((probe) => dueOf(probe) <= nowMs);
  const gapMs = Math.min(GAP_MS_MAX, ROUND_MS / overdue.length);
  const starts = free.map((probe) => {
    const place = overdue.indexOf(probe);
    return { probe, atMs: place < 0 ? dueOf(probe) : nowMs + Math.floor(place * gapMs) };
  });
  for (const { probe, atMs } of starts) {
    dueMs[probe.id] = atMs + intervalSecondsOf(probe, schedule.failingSinceMs[probe.id], atMs) * 1000;
  }
  return { starts, schedule: starts.length === 0 ? schedule : { ...schedule, dueMs } };
}

/** Notes a result for the slower probing of targets that have failed for ten minutes. */
export function noteResult(schedule: Schedule, id: string, isFailure: boolean, atMs: number): Schedule {
  const { [id]: since, ...others } = schedule.failingSinceMs;
  if (isFailure === (since !== undefined)) return schedule;
  return { ...schedule, failingSinceMs: isFailure ? { ...others, [id]: atMs } : others };
}

/** Gives the time of the next turn, for the alarm; null: nothing is scheduled. */
export function nextAlarmMs(schedule: Schedule, busy: ReadonlySet<string>, nowMs: number): number | null {
  const times = Object.entries(schedule.dueMs).map(([id, due]) =>
    busy.has(id) ? Math.max(due, nowMs + BUSY_RECHECK_MS) : due,
  );
  return times.length === 0 ? null : Math.min(...times);
}

function intervalSecondsOf({ spec, backoff }: AssignedProbe, failingSinceMs: number | undefined, atMs: number): number {
  const isSlowed = backoff && failingSinceMs !== undefined && atMs - failingSinceMs >= BACKOFF_AFTER_MS;
  return isSlowed ? Math.max(spec.interval, BACKOFF_INTERVAL_SECONDS) : spec.interval;
}
