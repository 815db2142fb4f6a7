import { describe, expect, test } from "vitest";
import { beginState, carryOver, type HealthState, isStale, observe } from "../../../src/health/state.ts";
import { check, observation } from "../../support/checks.ts";

const subject = check("example.com/web", { id: "v1", probe: "p1" });

describe("observe", () => {
  test("an observation leaves its mark on counters, time and status", () => {
    const third = observation("p1", 3000, "status-mismatch");
    const state = [observation("p1", 1000, "timeout"), observation("p1", 2000, "timeout"), third].reduce(
      (before, next) => observe(before, subject, next),
      beginState(subject, 500),
    );
    expect(state).toEqual({
      check: "v1",
      status: "unhealthy",
      sinceMs: 3000,
      successes: 0,
      failures: 3,
      last: third,
      measuredMs: 3000,
      latencyMs: null,
    } satisfies HealthState);
  });

  const known = observe(beginState(subject, 0), subject, observation("p1", 1000, "timeout"));
  test.each([
    { name: "an older result never overwrites a newer one", atMs: 999 },
    { name: "a repeated result counts once", atMs: 1000 },
  ])("$name", ({ atMs }) => {
    expect(observe(known, subject, observation("p1", atMs))).toBe(known);
  });

  test("what was not measured is shown as the last observation, and changes nothing else", () => {
    const last = observation("p1", 2000, "not-measured");
    expect(observe(known, subject, last)).toEqual({ ...known, last });
  });
});

describe("latencyMs", () => {
  const results = [
    { outcome: "ok", latencyMs: 100, smoothed: 100 },
    { outcome: "ok", latencyMs: 200, smoothed: 120 },
    { outcome: "ok", latencyMs: null, smoothed: 120 },
    { outcome: "status-mismatch", latencyMs: 5, smoothed: 120 },
    { outcome: "not-measured", latencyMs: 5, smoothed: 120 },
    { outcome: "ok", latencyMs: 20, smoothed: 100 },
  ] as const;

  test("follows the times of healthy results, a fifth of the way each", () => {
    let state = beginState(subject, 0);
    const seen = results.map(({ outcome, latencyMs }, at) => {
      state = observe(state, subject, { ...observation("p1", at + 1, outcome), latencyMs });
      return state.latencyMs;
    });
    expect(seen).toEqual(results.map(({ smoothed }) => smoothed));
  });
});

describe("carryOver", () => {
  const state: HealthState = {
    check: "v1",
    status: "unhealthy",
    sinceMs: 3000,
    successes: 2,
    failures: 0,
    last: observation("p1", 5000),
    measuredMs: 5000,
    latencyMs: 12,
  };

  test("the same definition keeps its state as it is", () => {
    expect(carryOver(state, { id: "v1", probe: "p1" })).toBe(state);
  });

  test("an edited check keeps status and since, counters at zero", () => {
    const kept = { ...state, check: "v2", successes: 0, failures: 0 };
    expect(carryOver(state, { id: "v2", probe: "p1" })).toEqual(kept);
  });

  test("an edited probe has no last observation of its own yet", () => {
    const kept = { ...state, check: "v2", successes: 0, failures: 0, last: null, latencyMs: null };
    expect(carryOver(state, { id: "v2", probe: "p2" })).toEqual(kept);
  });

  test("a result counted before the edit does not count again", () => {
    const kept = carryOver(state, { id: "v2", probe: "p1" });
    expect(observe(kept, subject, observation("p1", 5000))).toBe(kept);
  });
});

describe("isStale", () => {
  const state = { ...beginState(subject, 1000) };
  test.each([
    { name: "180 s are not stale at a short interval", intervalSeconds: 10, ageMs: 180_000, stale: false },
    { name: "more than 180 s are", intervalSeconds: 10, ageMs: 180_001, stale: true },
    { name: "three long intervals are not stale", intervalSeconds: 100, ageMs: 300_000, stale: false },
    { name: "more than three are", intervalSeconds: 100, ageMs: 300_001, stale: true },
  ])("$name", ({ intervalSeconds, ageMs, stale }) => {
    expect(isStale(state, intervalSeconds, 1000 + ageMs)).toBe(stale);
  });
});
