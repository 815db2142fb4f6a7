/** The board's orders and what they come to: overrides, push checks, latches, regions. Each test has a board of its own. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import type { Check, ChecksDocument, Latch } from "../../src/health/check.ts";
import type { HealthSnapshot } from "../../src/health/snapshot.ts";
import { viewOf } from "../../src/health/view.ts";
import { type BoardHealth, type BoardRpc, RPC_FORMAT } from "../../src/store/env.ts";
import { calculated, check, observation, push } from "../support/checks.ts";
import { adoptChecks, statusesOf } from "./support/health.ts";

type Board = DurableObjectStub<BoardRpc>;

const boardNamed = (name: string): Board => env.BOARD.getByName(name);
const format = RPC_FORMAT;
const web = check("example.com/web", { probe: "p1", unhealthyThreshold: 1, healthyThreshold: 1 });
const job = push("example.com/job");
const latch: Latch = { name: "www.example.com./A/primary", check: web.name };
const place = { owner: "www.example.com", type: "A", path: "primary" };
const because = { reason: "maintenance", by: "ops" };

function report(board: Board, atMs: number, outcome: "ok" | "timeout" = "ok"): Promise<unknown> {
  return board.report({ format, prober: "local/0", observations: [observation("p1", atMs, outcome)] });
}

const override = (board: Board, verdict: "up" | "down", untilMs: number | null = null, name = web.name) =>
  board.override({ format, check: name, override: { verdict, untilMs, ...because } });

async function isHeld(board: Board, document: ChecksDocument): Promise<boolean> {
  const snapshot = await (board.snapshot() as Promise<HealthSnapshot | null>);
  return viewOf(document, snapshot, document, false).isHeld(latch.name);
}

/** The rows that a piece of work changes in a board's storage. */
async function rowsWritten(board: Board, work: () => Promise<unknown>): Promise<readonly string[]> {
  const keys = () =>
    runInDurableObject(board, (_, { storage }) =>
      [...storage.kv.list()].map(([key, value]) => [key, JSON.stringify(value)] as const),
    );
  const before = new Map(await keys());
  await work();
  return (await keys()).filter(([key, value]) => before.get(key) !== value).map(([key]) => key);
}

describe("an override", () => {
  test("decides at once, for those that are calculated from it too, and survives eviction and publication", async () => {
    const board = boardNamed("overridden");
    const checks: readonly Check[] = [calculated("example.com/all", [web.name]), web];
    const { document } = await adoptChecks(checks, board);
    await report(board, Date.now());
    expect(await override(board, "down")).toMatchObject({ kind: "done", now: { name: web.name, status: "unhealthy" } });
    expect(await statusesOf(document, board)).toEqual(["unhealthy", "unhealthy"]);
    await evictDurableObject(board);
    expect(await statusesOf(document, board)).toEqual(["unhealthy", "unhealthy"]);
    await adoptChecks([...checks, job], board);
    const health = await (board.health() as Promise<BoardHealth>);
    expect(health.checks.map(({ override: one }) => one)).toEqual([
      null,
      { verdict: "down", untilMs: null, ...because, atMs: expect.any(Number) },
      null,
    ]);
  });

  test("is in the snapshot at once, though the verdict is what it was, and no longer once it is taken back", async () => {
    const board = boardNamed("ordered");
    await adoptChecks([calculated("example.com/all", [web.name]), web], board);
    await report(board, Date.now());
    const told = async () => (await (board.snapshot() as Promise<HealthSnapshot | null>))?.overrides;
    expect(await told()).toEqual([]);
    await override(board, "up");
    expect(await told()).toEqual([[1, { verdict: "up", untilMs: null, reason: because.reason }]]);
    await board.override({ format, check: web.name, override: null });
    expect(await told()).toEqual([]);
  });

  test("ends at its time, and when it is taken back", async () => {
    const board = boardNamed("for a while");
    const { document } = await adoptChecks([web], board);
    const nowMs = Date.now();
    await report(board, nowMs);
    await override(board, "down", nowMs + 60_000);
    await board.override({ format, check: web.name, override: null });
    expect(await statusesOf(document, board)).toEqual(["healthy"]);
    await override(board, "down", nowMs + 1);
    await vi.waitFor(async () => expect(await statusesOf(document, board)).toEqual(["healthy"]), { timeout: 2_000 });
  });

  test("of a check that nobody knows is not taken", async () => {
    const board = boardNamed("strict");
    await adoptChecks([web], board);
    const text = 'There is no check "example.com/wep".';
    expect(await override(board, "down", null, "example.com/wep")).toEqual({ kind: "unknown", text });
  });
});

describe("a push check", () => {
  test("is what it was told, after an eviction too", async () => {
    const board = boardNamed("told");
    const { document } = await adoptChecks([job], board);
    expect(await statusesOf(document, board)).toEqual(["unknown"]);
    const told = await board.push({ format, check: job.name, report: { status: "unhealthy", reason: "disk full" } });
    const report = { status: "unhealthy", reason: "disk full", atMs: expect.any(Number) };
    expect(told).toMatchObject({ kind: "done", now: { name: job.name, status: "unhealthy", report } });
    await evictDurableObject(board);
    expect(await statusesOf(document, board)).toEqual(["unhealthy"]);
  });

  test("is the only one that is told its status", async () => {
    const board = boardNamed("not told");
    await adoptChecks([web], board);
    const report = { status: "healthy", reason: "" } as const;
    expect(await board.push({ format, check: web.name, report })).toMatchObject({ kind: "refused" });
    expect(await board.push({ format, check: job.name, report })).toMatchObject({ kind: "unknown" });
  });
});

describe("a latch", () => {
  test("is held from the first failure until it is released, through eviction and publication", async () => {
    const board = boardNamed("latched");
    const { document } = await adoptChecks([web], board, { latches: [latch] });
    await report(board, 1_000);
    expect(await isHeld(board, document)).toBe(false);
    await report(board, 2_000, "timeout");
    expect(await board.release({ format, ...place })).toMatchObject({ kind: "refused" });
    await report(board, 3_000);
    await evictDurableObject(board);
    expect(await isHeld(board, document)).toBe(true);
    const next = await adoptChecks([job, web], board, { latches: [{ name: "a", check: job.name }, latch] });
    expect(await isHeld(board, next.document)).toBe(true);
    expect(await board.release({ format, ...place })).toEqual({ kind: "done", now: { ...latch, held: false } });
    expect(await isHeld(board, next.document)).toBe(false);
    expect(await board.release({ format, ...place })).toEqual({ kind: "done", now: { ...latch, held: false } });
  });

  test("that does not exist is not released", async () => {
    const board = boardNamed("unlatched");
    await adoptChecks([web], board, { latches: [latch] });
    expect(await board.release({ format, ...place, path: "secondary" })).toMatchObject({ kind: "unknown" });
  });
});

describe("storage", () => {
  test("a report that changes no verdict writes one row", async () => {
    const board = boardNamed("frugal");
    await adoptChecks([job, web], board, { latches: [latch] });
    const nowMs = Date.now();
    await report(board, nowMs);
    expect(await rowsWritten(board, () => report(board, nowMs + 1))).toEqual(["states/local/0/0"]);
  });

  test("a verdict's time survives eviction", async () => {
    const board = boardNamed("lasting");
    await adoptChecks([web], board);
    const nowMs = Date.now();
    await report(board, nowMs, "timeout");
    await evictDurableObject(board);
    const health = await (board.health() as Promise<BoardHealth>);
    expect(health.checks.map(({ status, sinceMs }) => [status, sinceMs])).toEqual([["unhealthy", nowMs]]);
    const snapshot = await (board.snapshot() as Promise<HealthSnapshot | null>);
    expect(snapshot?.since).toEqual([[0, nowMs]]);
  });
});

test("latency figures are told by probe and region, none without regions", async () => {
  const board = boardNamed("measured");
  expect(await board.latencies()).toBeNull();
  await adoptChecks([web], board);
  await report(board, Date.now());
  expect(await board.latencies()).toEqual({ format: 1, atMs: expect.any(Number), regions: [], ms: {} });
});
