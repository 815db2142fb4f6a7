import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Slots, takeTurn } from "../../../src/probe/round.ts";
import type { AssignedProbe } from "../../../src/store/env.ts";
import { httpSpec } from "../../support/checks.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const assigned: AssignedProbe = { id: "p1", spec: httpSpec(), backoff: true };
const ok = { outcome: "ok", latencyMs: 7, code: 200 } as const;

test("slots are held by five at the most, in the order of asking, and given back after a failure", async () => {
  const slots = new Slots(5);
  const startedMs: number[] = [];
  const tasks = Array.from({ length: 12 }, (_, n) =>
    slots.hold(async () => {
      startedMs.push(Date.now());
      await pause(100);
      if (n % 2 === 0) throw new Error("this one fails");
    }),
  );
  const settled = Promise.allSettled(tasks);
  await vi.runAllTimersAsync();
  const outcomes = (await settled).map(({ status }) => status);
  expect(startedMs).toEqual([0, 0, 0, 0, 0, 100, 100, 100, 100, 100, 200, 200]);
  expect(outcomes).toEqual(tasks.map((_, n) => (n % 2 === 0 ? "rejected" : "fulfilled")));
});

test("a turn waits for its time, then for its slot, and bears the time at which the slot was taken", async () => {
  const slots = new Slots(1);
  const occupied = slots.hold(() => pause(500));
  const tools = { slots, probe: async () => ok, clock: Date.now, region: "weur" };
  const turn = takeTurn({ probe: assigned, atMs: 200 }, tools);
  await vi.runAllTimersAsync();
  await occupied;
  expect(await turn).toEqual({ region: "weur", probe: "p1", atMs: 500, ...ok });
});
