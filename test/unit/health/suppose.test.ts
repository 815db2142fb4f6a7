import { describe, expect, test } from "vitest";
import { type HealthSnapshot, SNAPSHOT_FORMAT } from "../../../src/health/snapshot.ts";
import { suppose } from "../../../src/health/suppose.ts";
import { viewOf } from "../../../src/health/view.ts";
import type { Override } from "../../../src/zone/model.ts";
import { calculated, check, checksDocument } from "../../support/checks.ts";

const document = checksDocument(
  calculated("agreed", ["a"]),
  calculated("all", ["a", "not"]),
  calculated("forced", ["a"]),
  calculated("not", ["a"], { inverted: true }),
  check("a"),
  check("b"),
);
const override = (verdict: "up" | "down"): Override => ({ verdict, untilMs: null, reason: "maintenance" });
/**
 * agreed is forced to be healthy, as a is; all is unhealthy, forced by override although a is healthy, not unhealthy, a
 * healthy, b unhealthy.
 */
const snapshot: HealthSnapshot = {
  format: SNAPSHOT_FORMAT,
  checks: "hash",
  atMs: 1,
  statuses: Uint8Array.of(0b10_10_10_01, 0b10_01),
  stale: [],
  since: [[5, 1]],
  held: [],
  overrides: [
    [0, override("up")],
    [2, override("down")],
  ],
};
const view = viewOf(document, snapshot, document, false);
const readAll = (given: Readonly<Record<string, "healthy" | "unhealthy">>) => {
  const supposed = suppose(view, document, new Map(Object.entries(given)));
  return document.checks.map(({ name }) => supposed.read(name).healthy);
};

describe("suppose", () => {
  test.each([
    { name: "nothing: all as it stands", given: {}, healthy: [true, false, false, false, true, false] },
    { name: "a check, for itself alone", given: { b: "healthy" }, healthy: [true, false, false, false, true, true] },
    {
      name: "bug: a child, for its parents too, but not for one that is overridden, even to what its children say",
      given: { a: "unhealthy" },
      healthy: [true, false, false, true, false, false],
    },
    {
      name: "a parent, whatever its children",
      given: { a: "unhealthy", all: "healthy" },
      healthy: [true, true, false, true, false, false],
    },
    {
      name: "a check that is overridden, whatever the override",
      given: { agreed: "unhealthy", forced: "healthy" },
      healthy: [false, false, true, false, true, false],
    },
  ] as const)("$name", ({ given, healthy }) => {
    expect(readAll(given)).toEqual(healthy);
  });

  test("a parent of which an earlier version does not tell whether it is overridden follows its children", () => {
    const { overrides: _, ...earlier } = snapshot;
    const supposed = suppose(viewOf(document, earlier, document, false), document, new Map([["a", "unhealthy"]]));
    expect([supposed.read("agreed").healthy, supposed.read("not").healthy]).toEqual([false, true]);
  });

  test("what is supposed has no override", () => {
    expect(suppose(view, document, new Map([["forced", "healthy"]])).read("forced").cause).toBeNull();
  });

  test("supposing nothing gives the view itself, and what is not supposed keeps its times", () => {
    expect(suppose(view, document, new Map())).toBe(view);
    expect(suppose(view, document, new Map([["a", "unhealthy"]])).read("b")).toBe(view.read("b"));
  });
});
