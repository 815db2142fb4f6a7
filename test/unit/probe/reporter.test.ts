import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Reporter } from "../../../src/probe/reporter.ts";
import { observation } from "../../support/checks.ts";

/** What was sent: the time, and the times of the observations. */
const sent: (readonly [atMs: number, observations: readonly number[]])[] = [];
let failures = 0;

const reporter = () =>
  new Reporter(async (observations) => {
    sent.push([Date.now(), observations.map(({ atMs }) => atMs)]);
    if (failures-- > 0) throw new Error("the board is away");
  });

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  sent.length = 0;
  failures = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("observations that come close together go together, half a second after the first", async () => {
  const subject = reporter();
  subject.add(observation("p", 1), false);
  await vi.advanceTimersByTimeAsync(300);
  subject.add(observation("p", 2), false);
  await vi.runAllTimersAsync();
  expect(sent).toEqual([[500, [1, 2]]]);
});

test("an observation with no other to wait for goes at once", async () => {
  await reporter().add(observation("p", 1), true);
  expect(sent).toEqual([[0, [1]]]);
});

test("what could not be delivered goes with the next report, in its order", async () => {
  failures = 1;
  const subject = reporter();
  await subject.add(observation("p", 1), true);
  await subject.add(observation("p", 2), true);
  expect(sent).toEqual([
    [0, [1]],
    [0, [1, 2]],
  ]);
});

test("of a long silence the newest thousand are kept", async () => {
  failures = 1100;
  const subject = reporter();
  for (let atMs = 1; atMs <= 1100; atMs++) await subject.add(observation("p", atMs), true);
  await subject.add(observation("p", 1101), true);
  expect(sent.at(-1)?.[1]).toEqual(Array.from({ length: 1000 }, (_, n) => 102 + n));
});
