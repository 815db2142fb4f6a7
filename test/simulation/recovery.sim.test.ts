/**
 * How long a target that is back stays out: the real turns and the real facts on a stepped clock, for a return in each
 * second of two intervals. The bound counts the interval, or 30 s where that is longer once `backoff` applies.
 */
import { expect, test } from "vitest";
import { indexChecks } from "../../src/health/checks-index.ts";
import { type Facts, NO_FACTS, takeOver } from "../../src/health/facts.ts";
import { Revision, revise } from "../../src/health/revision.ts";
import { EMPTY_SCHEDULE, followAssignment, nextAlarmMs, noteResult, takeTurns } from "../../src/probe/schedule.ts";
import { check, checksDocument, httpSpec, observation } from "../support/checks.ts";

const START_MS = Date.UTC(2026, 10, 30);
const UP_BEFORE_MS = 120_000;
const NOBODY: ReadonlySet<string> = new Set();
const PROBE = "p";
const NAME = "example.com/web";

interface Target {
  readonly interval: number;
  readonly healthyThreshold: number;
  readonly backoff: boolean;
}

/** Seconds from a target's return to its verdict, after it has failed for so long. */
function recoverySeconds({ interval, healthyThreshold, backoff }: Target, failedMs: number): number {
  const spec = httpSpec({ interval });
  const probes = [{ id: PROBE, spec, backoff }];
  const index = indexChecks(checksDocument(check(NAME, { probe: PROBE, spec, backoff, healthyThreshold })), []);
  const downMs = START_MS + UP_BEFORE_MS;
  const backMs = downMs + failedMs;
  let schedule = followAssignment(EMPTY_SCHEDULE, probes, START_MS);
  let facts: Facts = takeOver(NO_FACTS, index, START_MS);
  for (let nowMs = START_MS; nowMs < backMs + 3_600_000; nowMs = nextAlarmMs(schedule, NOBODY, nowMs) ?? Infinity) {
    const turns = takeTurns(schedule, probes, NOBODY, nowMs);
    schedule = turns.schedule;
    for (const { atMs } of turns.starts) {
      const isUp = atMs < downMs || atMs >= backMs;
      schedule = noteResult(schedule, PROBE, !isUp, atMs);
      const revision = new Revision(index, facts, atMs);
      revision.observe(observation(PROBE, atMs, isUp ? "ok" : "timeout"));
      facts = revise(facts, revision);
      const { status } = facts.verdicts.get(NAME) ?? {};
      if (atMs < backMs && atMs >= backMs - interval * 1000) expect(status).toBe("unhealthy");
      if (atMs >= backMs && status === "healthy") return (atMs - backMs) / 1000;
    }
  }
  return Number.POSITIVE_INFINITY;
}

const fast = { interval: 1, healthyThreshold: 2, backoff: true };
const usual = { interval: 10, healthyThreshold: 3, backoff: true };

test.each([
  { name: "below ten minutes of failure the interval counts", target: fast, failedSeconds: 500, period: 1 },
  { name: "after ten minutes 30 s count", target: fast, failedSeconds: 700, period: 30 },
  {
    name: "without backoff the interval counts for ever",
    target: { ...fast, backoff: false },
    failedSeconds: 7000,
    period: 1,
  },
  { name: "one success is enough", target: { ...fast, healthyThreshold: 1 }, failedSeconds: 700, period: 30 },
  { name: "at 10 s, before", target: usual, failedSeconds: 500, period: 10 },
  { name: "at 10 s, after", target: usual, failedSeconds: 700, period: 30 },
  { name: "after a day", target: usual, failedSeconds: 86_400, period: 30 },
  { name: "30 s stay 30 s", target: { ...usual, interval: 30 }, failedSeconds: 1000, period: 30 },
  {
    name: "a longer interval stays",
    target: { ...usual, interval: 300, healthyThreshold: 2 },
    failedSeconds: 2000,
    period: 300,
  },
])("$name", ({ target, failedSeconds, period }) => {
  const returns = Array.from({ length: 2 * period }, (_, at) => recoverySeconds(target, (failedSeconds + at) * 1000));
  const { interval, healthyThreshold } = target;
  // The first success ends the backoff, but the turn behind it has been handed out already.
  const after = healthyThreshold < 2 ? 0 : period + (healthyThreshold - 2) * interval;
  expect([Math.min(...returns), Math.max(...returns)]).toEqual([after, after + period - 1]);
  expect(Math.max(...returns)).toBeLessThanOrEqual(healthyThreshold * period);
});
