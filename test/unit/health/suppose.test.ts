import { describe, expect, test } from "vitest";
import { type HealthSnapshot, SNAPSHOT_FORMAT } from "../../../src/health/snapshot.ts";
import { suppose } from "../../../src/health/suppose.ts";
import { viewOf } from "../../../src/health/view.ts";
import { calculated, check, checksDocument } from "../../support/checks.ts";

const document = checksDocument(
  calculated("all", ["a", "not"]),
  calculated("forced", ["a"]),
  calculated("not", ["a"], { inverted: true }),
  check("a"),
  check("b"),
);
/** all unhealthy, forced unhealthy although a is healthy, not unhealthy, a healthy, b unhealthy. */
const snapshot: HealthSnapshot = {
  format: SNAPSHOT_FORMAT,
  checks: "hash",
  atMs: 1,
  statuses: Uint8Array.of(0b01_10_10_10, 0b10),
  stale: [],
  since: [[4, 1]],
  held: [],
};
const view = viewOf(document, snapshot, document, false);
const readAll = (given: Readonly<Record<string, "healthy" | "unhealthy">>) => {
  const supposed = suppose(view, document, new Map(Object.entries(given)));
  return document.checks.map(({ name }) => supposed.read(name).healthy);
};

describe("suppose", () => {
  test.each([
    { name: "nothing: all as it stands", given: {}, healthy: [false, false, false, true, false] },
    { name: "a check, for itself alone", given: { b: "healthy" }, healthy: [false, false, false, true, true] },
    {
      name: "a child, for its parents too, but not for one that does not follow its children",
      given: { a: "unhealthy" },
      healthy: [false, false, true, false, false],
    },
    {
      name: "a parent, whatever its children",
      given: { a: "unhealthy", all: "healthy" },
      healthy: [true, false, true, false, false],
    },
  ] as const)("$name", ({ given, healthy }) => {
    expect(readAll(given)).toEqual(healthy);
  });

  test("supposing nothing gives the view itself, and what is not supposed keeps its times", () => {
    expect(suppose(view, document, new Map())).toBe(view);
    expect(suppose(view, document, new Map([["a", "unhealthy"]])).read("b")).toBe(view.read("b"));
  });
});
