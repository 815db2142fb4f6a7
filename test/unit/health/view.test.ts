import { describe, expect, test } from "vitest";
import { LATENCIES_FORMAT, type LatencyFigures } from "../../../src/health/latency.ts";
import { type HealthSnapshot, SNAPSHOT_FORMAT } from "../../../src/health/snapshot.ts";
import { viewOf } from "../../../src/health/view.ts";
import { calculated, check, checksDocument } from "../../support/checks.ts";

const names = ["a", "b", "c", "d", "e"];
const document = {
  ...checksDocument(...names.map((name) => check(name))),
  latches: [
    { name: "www.example.com./A/one", check: "a" },
    { name: "www.example.com./A/two", check: "b" },
  ],
};
/** a healthy since 5000, b unhealthy, c healthy and stale, d unknown, e unhealthy. */
const snapshot: HealthSnapshot = {
  format: SNAPSHOT_FORMAT,
  checks: "hash",
  atMs: 10_000,
  statuses: Uint8Array.of(0b00_01_10_01, 0b10),
  stale: [2],
  since: [[0, 5000]],
  held: [1],
};

const healthy = { healthy: true, status: "healthy", stale: false, sinceMs: null, cause: null };
const unhealthy = { healthy: false, status: "unhealthy", stale: false, sinceMs: null, cause: null };
const unknown = { healthy: true, status: "unknown", stale: false, sinceMs: null, cause: null };

const readAll = (view: ReturnType<typeof viewOf>, asked: readonly string[]) => asked.map((name) => view.read(name));

describe("viewOf", () => {
  test("reads every check of the snapshot by its name", () => {
    const readings = readAll(viewOf(document, snapshot, document, false), names);
    expect(readings).toEqual([
      { ...healthy, sinceMs: 5000 },
      unhealthy,
      { ...healthy, stale: true },
      unknown,
      unhealthy,
    ]);
  });

  test("the order is the snapshot's own document's, and both documents' names are known", () => {
    const next = checksDocument(check("b"), check("new", { initial: "unhealthy" }));
    expect(readAll(viewOf(next, snapshot, document, false), ["c", "b", "new"])).toEqual([
      { ...healthy, stale: true },
      unhealthy,
      { ...unknown, healthy: false },
    ]);
  });

  test.each([
    { name: "unknown counts as the check's initial, as the document in force has it", initial: "unhealthy" },
    { name: "T69: and is turned around where the check is inverted", inverted: true },
    { name: "disabled and inverted is unhealthy", disabled: true, inverted: true },
  ] as const)("$name", ({ name: _, ...fields }) => {
    const next = checksDocument(check("d", fields));
    expect(viewOf(next, snapshot, document, false).read("d")).toEqual({ ...unknown, healthy: false });
  });

  test("a final verdict is not turned around again", () => {
    const next = checksDocument(check("b", { inverted: true }));
    expect(viewOf(next, snapshot, document, false).read("b")).toEqual(unhealthy);
  });

  test("an unknown calculated check counts its children as they count, whatever their order", () => {
    const children = [check("y", { initial: "unhealthy" }), check("z")];
    const parents = [
      calculated("all", ["any", "z"]),
      calculated("any", ["y", "z"], { atLeast: { kind: "count", count: 1 } }),
      calculated("both", ["y", "z"]),
    ];
    const known = checksDocument(...parents, ...children);
    const views = [
      viewOf(known, null, null, true),
      viewOf(known, { ...snapshot, statuses: new Uint8Array(2) }, known, false),
    ];
    for (const view of views) {
      expect(readAll(view, ["all", "any", "both"]).map((one) => one.healthy)).toEqual([true, true, false]);
    }
  });

  test("a check that nobody knows is unknown and healthy", () => {
    expect(viewOf(document, snapshot, document, false).read("example.net/none")).toEqual(unknown);
  });

  test("without a snapshot, or without its document, every check is unknown and nothing is held", () => {
    const views = [viewOf(document, null, null, true), viewOf(document, snapshot, null, true)];
    expect(views.map((view) => [view.read("b"), view.isHeld("www.example.com./A/two"), view.stale])).toEqual([
      [unknown, false, true],
      [unknown, false, true],
    ]);
  });

  test("a snapshot that is too short for its document says nothing of the rest", () => {
    const short = { ...snapshot, statuses: snapshot.statuses.subarray(0, 1) };
    expect(viewOf(document, short, document, false).read("e")).toEqual(unknown);
  });

  test("a latch is held by name, in the snapshot's own document's order", () => {
    const view = viewOf({ ...document, latches: document.latches.toReversed() }, snapshot, document, false);
    const asked = ["www.example.com./A/one", "www.example.com./A/two", "www.example.com./A/three"];
    expect(asked.map((latch) => view.isHeld(latch))).toEqual([false, true, false]);
  });
});

describe("the cause of a verdict", () => {
  const override = { verdict: "down", untilMs: 20_000, reason: "maintenance" } as const;
  const overridden: HealthSnapshot = { ...snapshot, overrides: [[1, override]] };
  const both = { kind: "count", count: 1 } as const;
  const regional = checksDocument(
    check("a", { regions: ["weur", "enam"], quorum: both }),
    check("b", { regions: ["weur", "enam"], quorum: both }),
  );
  const causeOf = (regions: readonly string[], name: string, known: HealthSnapshot | null = overridden) =>
    viewOf(regional, known, document, false, { regions, latencies: null }).read(name).cause;

  test("is an override of the check, by name", () => {
    const next = checksDocument(check("b"));
    const view = viewOf(next, overridden, document, false);
    expect([view.read("b").cause, view.read("a").cause]).toEqual([{ kind: "override", override }, null]);
  });

  test.each([
    { name: "none: the quorum can be exceeded", regions: ["weur", "enam"], check: "a", cause: null },
    {
      name: "a quorum that the regions can never exceed",
      regions: ["weur"],
      check: "a",
      cause: { kind: "quorum-out-of-reach", quorum: { moreThan: 1, regions: 1 } },
    },
    {
      name: "the override before the quorum",
      regions: ["weur"],
      check: "b",
      cause: { kind: "override", override },
    },
  ])("$name", ({ regions, check: name, cause }) => {
    expect(causeOf(regions, name)).toEqual(cause);
  });

  test("is told of a check that nothing is known of yet", () => {
    expect(causeOf(["weur"], "a", null)).toEqual({ kind: "quorum-out-of-reach", quorum: { moreThan: 1, regions: 1 } });
  });
});

describe("latencyMs", () => {
  const latencies: LatencyFigures = {
    format: LATENCIES_FORMAT,
    atMs: 10_000,
    regions: ["weur", "enam"],
    ms: { "probe of a": [12.5, null], "probe of old": [7, 8] },
  };
  const regions = ["enam", "weur"];
  const old = checksDocument(check("b", { probe: "probe of old" }), check("a", { probe: "probe of old" }));
  const next = checksDocument(check("a"));
  const view = viewOf(next, snapshot, old, false, { regions, latencies });

  test.each([
    { name: "is the figure of the check's probe in a region", check: "a", region: "weur", ms: 12.5 },
    { name: "is null where a region has not measured", check: "a", region: "enam", ms: null },
    { name: "is null in a region that the figures have not", check: "a", region: "oc", ms: null },
    { name: "is known for the checks of the document before", check: "b", region: "enam", ms: 8 },
    { name: "is null for a check that nobody knows", check: "c", region: "weur", ms: null },
  ])("$name", ({ check: name, region, ms }) => {
    expect(view.latencyMs(name, region)).toBe(ms);
  });

  test("is null without figures; the regions are the configured ones", () => {
    const blank = viewOf(next, snapshot, old, false, { regions, latencies: null });
    expect([blank.latencyMs("a", "weur"), blank.regions, view.regions]).toEqual([null, regions, regions]);
  });
});
