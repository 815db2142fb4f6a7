import { describe, expect, test } from "vitest";
import {
  EMPTY_SCHEDULE,
  followAssignment,
  nextAlarmMs,
  noteResult,
  type Schedule,
  takeTurns,
} from "../../../src/probe/schedule.ts";
import type { AssignedProbe } from "../../../src/store/env.ts";
import { httpSpec } from "../../support/checks.ts";

const NOW_MS = 1_000_000;
const probe = (id: string, interval: number, backoff = true): AssignedProbe => ({
  id,
  spec: httpSpec({ interval, timeout: 1 }),
  backoff,
});
const NOBODY: ReadonlySet<string> = new Set();

function schedule(
  dueMs: Readonly<Record<string, number>>,
  failingSinceMs: Readonly<Record<string, number>> = {},
): Schedule {
  return { dueMs, failingSinceMs };
}

/** The starts of a round as `id@ms from now`, and the due times after it, from now too. */
function round(before: Schedule, probes: readonly AssignedProbe[], busy = NOBODY) {
  const { starts, schedule: after } = takeTurns(before, probes, busy, NOW_MS);
  const due = Object.fromEntries(Object.entries(after.dueMs).map(([id, atMs]) => [id, atMs - NOW_MS]));
  return { starts: starts.map(({ probe: { id }, atMs }) => `${id}@${atMs - NOW_MS}`), due };
}

describe("followAssignment", () => {
  test("new probes are due at once, others keep their time, and those that are gone are forgotten", () => {
    const before = schedule({ kept: 7, gone: 8 }, { kept: 1, gone: 2 });
    expect(followAssignment(before, [probe("kept", 10), probe("new", 10)], NOW_MS)).toEqual(
      schedule({ kept: 7, new: NOW_MS }, { kept: 1 }),
    );
  });
});

describe("takeTurns", () => {
  test("an interval counts from start to start", () => {
    expect(round(schedule({ a: NOW_MS }), [probe("a", 10)])).toEqual({ starts: ["a@0"], due: { a: 10_000 } });
  });

  test("a turn that is not due stays", () => {
    expect(round(schedule({ a: NOW_MS + 1001 }), [probe("a", 10)])).toEqual({ starts: [], due: { a: 1001 } });
  });

  test("a late alarm takes one turn and makes no burst of those that were missed", () => {
    const before = schedule({ a: NOW_MS - 35_000 });
    expect(round(before, [probe("a", 10)])).toEqual({ starts: ["a@0"], due: { a: 10_000 } });
  });

  test("turns of the coming second are handed out together and keep their times", () => {
    const before = schedule({ a: NOW_MS, b: NOW_MS + 400, c: NOW_MS + 1000 });
    expect(round(before, [probe("a", 1), probe("b", 1), probe("c", 5)])).toEqual({
      starts: ["a@0", "b@400", "c@1000"],
      due: { a: 1000, b: 1400, c: 6000 },
    });
  });

  test("overdue turns are spread, and stay spread", () => {
    const before = schedule({ a: NOW_MS - 5, b: NOW_MS - 5, c: NOW_MS });
    expect(round(before, [probe("a", 10), probe("b", 10), probe("c", 10)])).toEqual({
      starts: ["a@0", "b@50", "c@100"],
      due: { a: 10_000, b: 10_050, c: 10_100 },
    });
  });

  test("forty overdue turns begin within a second", () => {
    const probes = Array.from({ length: 40 }, (_, n) => probe(`p${n}`, 30));
    const { starts } = takeTurns(followAssignment(EMPTY_SCHEDULE, probes, NOW_MS), probes, NOBODY, NOW_MS);
    expect(starts.map(({ atMs }) => atMs - NOW_MS)).toEqual(probes.map((_, n) => n * 25));
  });

  test("a busy probe keeps its turn", () => {
    const before = schedule({ a: NOW_MS, b: NOW_MS });
    expect(round(before, [probe("a", 1), probe("b", 1)], new Set(["a"]))).toEqual({
      starts: ["b@0"],
      due: { a: 0, b: 1000 },
    });
  });

  test("a round without turns leaves the schedule as it is, so that nothing is stored", () => {
    const before = schedule({ a: NOW_MS + 5000 });
    expect(takeTurns(before, [probe("a", 10)], NOBODY, NOW_MS).schedule).toBe(before);
  });

  test("probes of 1 s and of 3,600 s side by side: in two hours 7,200 turns and 2", () => {
    const probes = [probe("second", 1), probe("hour", 3600)];
    const starts: Record<string, number[]> = { second: [], hour: [] };
    let now = followAssignment(EMPTY_SCHEDULE, probes, NOW_MS);
    for (let atMs = NOW_MS; atMs < NOW_MS + 7_200_000; atMs = nextAlarmMs(now, NOBODY, atMs) ?? Infinity) {
      const taken = takeTurns(now, probes, NOBODY, atMs);
      for (const { probe: one, atMs: startMs } of taken.starts) starts[one.id]?.push(startMs - NOW_MS);
      now = taken.schedule;
    }
    expect(starts).toEqual({ second: Array.from({ length: 7200 }, (_, at) => at * 1000), hour: [50, 3_600_050] });
  });

  test.each([
    { name: "below ten minutes of failure the interval stays", failingMs: 599_999, interval: 10, next: 10_000 },
    { name: "after ten minutes it is 30 s", failingMs: 600_000, interval: 10, next: 30_000 },
    { name: "a longer interval stays", failingMs: 600_000, interval: 60, next: 60_000 },
    { name: "without backoff it stays", failingMs: 600_000, interval: 10, backoff: false, next: 10_000 },
  ])("$name", ({ failingMs, interval, backoff, next }) => {
    const before = schedule({ a: NOW_MS }, { a: NOW_MS - failingMs });
    expect(round(before, [probe("a", interval, backoff)]).due).toEqual({ a: next });
  });
});

describe("noteResult", () => {
  const failing = schedule({ a: 1 }, { a: 500 });
  test.each([
    {
      name: "the first failure is kept",
      before: schedule({ a: 1 }),
      isFailure: true,
      after: schedule({ a: 1 }, { a: 900 }),
    },
    { name: "a later one does not move it", before: failing, isFailure: true, after: failing },
    { name: "a success ends it", before: failing, isFailure: false, after: schedule({ a: 1 }) },
  ])("$name", ({ before, isFailure, after }) => {
    expect(noteResult(before, "a", isFailure, 900)).toEqual(after);
  });
});

describe("nextAlarmMs", () => {
  test.each([
    { name: "the earliest turn", due: { a: 300, b: 200 }, busy: [], at: 200 },
    { name: "an overdue turn is the past's own time", due: { a: -50 }, busy: [], at: -50 },
    {
      name: "a busy probe's turn that has come is looked at in a second",
      due: { a: -50, b: 2000 },
      busy: ["a"],
      at: 1000,
    },
    { name: "a busy probe's turn yet to come is a turn", due: { a: 1500, b: 2000 }, busy: ["a"], at: 1500 },
  ])("$name", ({ due, busy, at }) => {
    const dueMs = Object.fromEntries(Object.entries(due).map(([id, ms]) => [id, NOW_MS + ms]));
    expect(nextAlarmMs(schedule(dueMs), new Set(busy), NOW_MS)).toBe(NOW_MS + at);
  });

  test("without probes there is no alarm", () => {
    expect(nextAlarmMs(EMPTY_SCHEDULE, NOBODY, NOW_MS)).toBeNull();
  });
});
