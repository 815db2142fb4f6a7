import { expect, test } from "vitest";
import type { StandingVerdict } from "../../../src/health/facts.ts";
import { makeSnapshot, statusAt } from "../../../src/health/snapshot.ts";
import type { CheckOverride } from "../../../src/health/verdict.ts";
import { check, checksDocument } from "../../support/checks.ts";

const NOW_MS = 10_000_000;
const names = ["a", "b", "c", "d", "e"];
const document = {
  ...checksDocument(...names.map((name) => check(name))),
  latches: ["x", "y", "z"].map((name) => ({ name, check: "a" })),
};

function verdict(status: StandingVerdict["status"], fields: Partial<StandingVerdict> = {}): StandingVerdict {
  return { status, healthy: status !== "unhealthy", stale: false, sinceMs: null, turnedMs: null, ...fields };
}

const verdicts = new Map([
  ["a", verdict("healthy", { sinceMs: NOW_MS - 1 })],
  ["b", verdict("unhealthy", { turnedMs: NOW_MS - 599_999 })],
  ["c", verdict("healthy", { turnedMs: NOW_MS - 600_000, stale: true })],
  ["e", verdict("unhealthy")],
]);
const held = new Set(["z", "y"]);
const because = { reason: "maintenance", by: "ops", atMs: NOW_MS - 60_000 };
const overrides = new Map<string, CheckOverride>([
  ["a", { ...because, verdict: "up", untilMs: null }],
  ["b", { ...because, verdict: "down", untilMs: NOW_MS + 1, reason: `${"r".repeat(255)}est` }],
  ["c", { ...because, verdict: "up", untilMs: NOW_MS }],
]);

test("a snapshot has two bits a check, least significant first, and names what is stale, new, held or overridden", () => {
  const snapshot = makeSnapshot(document, "hash", { verdicts, held, overrides }, NOW_MS);
  expect(snapshot).toEqual({
    format: 2,
    checks: "hash",
    atMs: NOW_MS,
    statuses: Uint8Array.of(0b00_01_10_01, 0b10),
    stale: [2],
    since: [[1, NOW_MS - 599_999]],
    held: [1, 2],
    overrides: [
      [0, { verdict: "up", untilMs: null, reason: "maintenance" }],
      [1, { verdict: "down", untilMs: NOW_MS + 1, reason: `${"r".repeat(255)}…` }],
    ],
  });
  expect(names.map((_, index) => statusAt(snapshot, index))).toEqual([
    "healthy",
    "unhealthy",
    "healthy",
    "unknown",
    "unhealthy",
  ]);
});

test("changes are told for as long as the document says", () => {
  const patient = { ...document, sinceSeconds: 601 };
  expect(makeSnapshot(patient, "hash", { verdicts, held, overrides }, NOW_MS).since).toEqual([
    [1, NOW_MS - 599_999],
    [2, NOW_MS - 600_000],
  ]);
});
