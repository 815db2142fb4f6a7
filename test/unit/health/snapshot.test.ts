import { describe, expect, test } from "vitest";
import { makeSnapshot, viewOf } from "../../../src/health/snapshot.ts";
import { beginState, type HealthState } from "../../../src/health/state.ts";
import { check, checksDocument } from "../../support/checks.ts";

const NOW_MS = 10_000_000;
const names = ["a", "b", "c", "d", "e"];
const document = checksDocument(...names.map((name) => check(name)));

function state(name: string, fields: Partial<HealthState>): [string, HealthState] {
  return [name, { ...beginState(check(name), NOW_MS), ...fields }];
}

const states = new Map([
  state("a", { status: "healthy" }),
  state("b", { status: "unhealthy", sinceMs: NOW_MS - 599_999 }),
  state("c", { status: "healthy", sinceMs: NOW_MS - 600_000, measuredMs: NOW_MS - 180_001 }),
  state("e", { status: "unhealthy" }),
]);
const snapshot = makeSnapshot(document, "hash", states, NOW_MS);

test("a snapshot has two bits a check, least significant first, and names what is stale or new", () => {
  expect(snapshot).toEqual({
    format: 1,
    checks: "hash",
    atMs: NOW_MS,
    statuses: Uint8Array.of(0b00_01_10_01, 0b10),
    stale: [2],
    since: [[1, NOW_MS - 599_999]],
  });
});

const healthy = { healthy: true, status: "healthy", stale: false };
const unhealthy = { healthy: false, status: "unhealthy", stale: false };
const unknown = { healthy: true, status: "unknown", stale: false };

describe("viewOf", () => {
  const readAll = (view: ReturnType<typeof viewOf>, asked: readonly string[]) => asked.map((name) => view.read(name));

  test("reads every check of the snapshot by its name", () => {
    expect(readAll(viewOf(document, snapshot, document, false), names)).toEqual([
      healthy,
      unhealthy,
      { ...healthy, stale: true },
      unknown,
      unhealthy,
    ]);
  });

  test("the order is the snapshot's own document's, and both documents' names are known", () => {
    const next = checksDocument(check("b"), check("new", { initial: "unhealthy" }));
    expect(readAll(viewOf(next, snapshot, document, false), ["a", "b", "new"])).toEqual([
      healthy,
      unhealthy,
      { ...unknown, healthy: false },
    ]);
  });

  test("unknown counts as the check's initial, as the document in force has it", () => {
    const next = checksDocument(check("d", { initial: "unhealthy" }));
    expect(viewOf(next, snapshot, document, false).read("d")).toEqual({ ...unknown, healthy: false });
  });

  test("a check that nobody knows is unknown and healthy", () => {
    expect(viewOf(document, snapshot, document, false).read("example.net/none")).toEqual(unknown);
  });

  test("without a snapshot, or without its document, every check is unknown", () => {
    const views = [viewOf(document, null, null, true), viewOf(document, snapshot, null, true)];
    expect(views.map((view) => [view.read("b"), view.stale])).toEqual([
      [unknown, true],
      [unknown, true],
    ]);
  });

  test("a snapshot that is too short for its document says nothing of the rest", () => {
    const short = { ...snapshot, statuses: snapshot.statuses.subarray(0, 1) };
    expect(viewOf(document, short, document, false).read("e")).toEqual(unknown);
  });
});
