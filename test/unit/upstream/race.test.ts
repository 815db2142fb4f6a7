import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FINAL, race } from "../../../src/upstream/race.ts";

interface Script {
  readonly tookMs: number;
  readonly worth: number;
}

const DEADLINE_MS = 4_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs a race of upstreams whose usual time is 100 ms; gives who won, when, and when each was asked. */
async function run(scripts: readonly Script[]): Promise<string> {
  const startMs = Date.now();
  const asked: number[] = [];
  const runners = scripts.map(({ tookMs, worth }, index) => ({
    usualMs: 100,
    ask: () => {
      asked.push(Date.now() - startMs);
      return new Promise<{ value: number; worth: number }>((resolve) => {
        setTimeout(() => resolve({ value: index, worth }), tookMs);
      });
    },
  }));
  const over = race(runners, DEADLINE_MS).then((winner) => `${winner} at ${Date.now() - startMs}`);
  await vi.runAllTimersAsync();
  return `${await over}, asked at ${asked.join(" ")}`;
}

const answer = (tookMs: number): Script => ({ tookMs, worth: FINAL });
const failure = (tookMs: number, worth = 0): Script => ({ tookMs, worth });

describe("a race", () => {
  test.each([
    { name: "is over with the first answer", scripts: [answer(50), answer(10)], told: "0 at 50, asked at 0" },
    {
      name: "asks the second when the first is late",
      scripts: [answer(500), answer(10)],
      told: "1 at 110, asked at 0 100",
    },
    {
      name: "still takes the first's answer then",
      scripts: [answer(150), answer(90)],
      told: "0 at 150, asked at 0 100",
    },
    {
      name: "asks the second at once when the first fails",
      scripts: [failure(20), answer(10)],
      told: "1 at 30, asked at 0 20",
    },
    {
      name: "has no more than two in flight, and asks the third when one of them fails",
      scripts: [answer(900), failure(300), answer(10)],
      told: "2 at 410, asked at 0 100 400",
    },
    {
      name: "gives the second its usual time when the first has failed",
      scripts: [failure(50), answer(90), answer(10)],
      told: "1 at 140, asked at 0 50",
    },
    {
      name: "gives the best of failures",
      scripts: [failure(10), failure(10, 2), failure(10, 1)],
      told: "1 at 30, asked at 0 10 20",
    },
    {
      name: "gives the first of equal failures",
      scripts: [failure(10, 2), failure(10, 2)],
      told: "0 at 20, asked at 0 10",
    },
    {
      name: "ends at the deadline with what it has",
      scripts: [failure(10, 1), answer(9_000)],
      told: "0 at 4000, asked at 0 10",
    },
    { name: "ends at the deadline with nothing", scripts: [answer(9_000)], told: "null at 4000, asked at 0" },
    { name: "without anybody is over at once", scripts: [], told: "null at 0, asked at " },
  ])("$name", async ({ scripts, told }) => {
    expect(await run(scripts)).toBe(told);
  });
});
