import { describe, expect, test } from "vitest";
import { Standing } from "../../../src/upstream/standing.ts";

function standing(...tookMs: readonly number[]): Standing {
  const made = new Standing("https://dns.example.net/dns-query");
  for (const ms of tookMs) made.answered(0, ms);
  return made;
}

describe("the usual time", () => {
  test.each([
    { name: "is 300 ms before anything is known", tookMs: [], usualMs: 300 },
    { name: "is three times the first answer's, as RFC 6298 2.2 has it", tookMs: [100], usualMs: 300 },
    { name: "comes nearer to the mean as answers agree", tookMs: Array(40).fill(100), usualMs: 100 },
    { name: "is 30 ms at least", tookMs: Array(40).fill(1), usualMs: 30 },
    { name: "is 600 ms at most", tookMs: [2_000], usualMs: 600 },
  ])("$name", ({ tookMs, usualMs }) => {
    expect(standing(...tookMs).usualMs).toBeCloseTo(usualMs, 1);
  });
});

describe("the pause", () => {
  test("doubles with each failure in a row, up to a minute", () => {
    const made = standing();
    const pauses: number[] = [];
    for (let nowMs = 0; pauses.length < 9; nowMs = made.pausedUntilMs) {
      made.failed(nowMs, nowMs);
      pauses.push((made.pausedUntilMs - nowMs) / 1000);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test("does not grow by questions that failed together", () => {
    const made = standing();
    made.failed(0, 0);
    made.failed(0, 10);
    made.failed(0, 999);
    expect(made.pausedUntilMs).toBe(1_000);
  });

  test("does not begin with a question that came to nothing while others were answered", () => {
    const made = standing();
    made.answered(100, 200);
    made.failed(50, 3_050);
    expect(made.pausedUntilMs).toBe(Number.NEGATIVE_INFINITY);
    made.failed(300, 3_300);
    expect(made.pausedUntilMs).toBe(4_300);
  });

  test("ends with an answer, and the next begins small again", () => {
    const made = standing();
    made.failed(0, 0);
    made.failed(1_000, 1_000);
    made.answered(2_000, 2_010);
    expect(made.pausedUntilMs).toBe(Number.NEGATIVE_INFINITY);
    made.failed(5_000, 5_000);
    expect(made.pausedUntilMs).toBe(6_000);
  });
});
