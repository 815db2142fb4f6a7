import { describe, expect, test } from "vitest";
import { type DatedStatus, dated } from "../../../src/health/dated.ts";
import type { Observed } from "../../../src/steering/candidate.ts";
import { healthView, reading } from "../../support/health.ts";

const view = healthView(() => reading("unhealthy", 5));

const observed: Observed = { last: { atMs: 4, outcome: "timeout", code: null } };

test("what a status was made from is told, even if the view's is another", () => {
  const known: DatedStatus = { status: "healthy", sinceMs: 9, observed };
  expect(dated(view, new Map([["c", known]])).read("c")).toEqual({ ...reading("unhealthy", 5), observed });
});

describe("a reading of an unhealthy check", () => {
  test.each<readonly [string, DatedStatus | undefined, number | undefined]>([
    ["has the time that its status is known by", { status: "unhealthy", sinceMs: 3 }, 3],
    ["has none of another status, which is younger than the view", { status: "healthy", sinceMs: 9 }, undefined],
    ["has none where its status was never another", { status: "unhealthy", sinceMs: null }, undefined],
    ["has none where nothing is known", undefined, undefined],
  ])("%s", (_name, known, changedMs) => {
    const statuses = new Map(known === undefined ? [] : [["c", known]]);
    expect(dated(view, statuses).read("c")).toEqual({
      ...reading("unhealthy", 5),
      ...(changedMs === undefined ? {} : { changedMs }),
    });
  });
});
