/** The health board: what it counts, keeps and hands out. Each test has a board of its own. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Observation, Outcome } from "../../src/health/check.ts";
import { type BoardRpc, type ReportReceipt, RPC_FORMAT } from "../../src/store/env.ts";
import { checksKey } from "../../src/zone/catalog.ts";
import { check, checksDocument, observation } from "../support/checks.ts";
import { adoptChecks, putChecks, statusesOf } from "./support/health.ts";

type Board = DurableObjectStub<BoardRpc>;

const boardNamed = (name: string): Board => env.BOARD.getByName(name);
const web = check("example.com/web", { id: "v1", probe: "p1", usedBy: ["www.example.com./A"] });
const strict = check("example.com/strict", { probe: "p1", unhealthyThreshold: 1, healthyThreshold: 1 });

function report(board: Board, ...observations: readonly Observation[]): Promise<ReportReceipt> {
  return board.report({ format: RPC_FORMAT, prober: "local/0", observations });
}

async function transitionsOf(board: Board): Promise<readonly unknown[]> {
  return runInDurableObject(board, (_, { storage }) =>
    storage.sql.exec("SELECT at_ms, name, before, after, reason FROM transitions ORDER BY id").toArray(),
  );
}

test("a board that has adopted nothing knows nothing", async () => {
  const board = boardNamed("blank");
  expect(await board.snapshot()).toBeNull();
  expect(await report(board, observation("p1", 1))).toEqual({ format: RPC_FORMAT, checks: null });
  expect((await board.health()).checks).toEqual([]);
});

test("one probe's observations count for every check that shares it, by each check's own thresholds", async () => {
  const board = boardNamed("shared");
  const { hash, document } = await adoptChecks([strict, web], board);
  expect(await statusesOf(document, board)).toEqual(["unknown", "unknown"]);
  const receipt = await report(board, observation("p1", 1, "timeout"), observation("nobody's", 1, "timeout"));
  expect(receipt).toEqual({ format: RPC_FORMAT, checks: hash });
  expect(await statusesOf(document, board)).toEqual(["unhealthy", "unknown"]);
});

test("A24: counters survive eviction: down at the third failure", async () => {
  const board = boardNamed("evicted");
  const { document } = await adoptChecks([web], board);
  await report(board, observation("p1", 1, "timeout"));
  await report(board, observation("p1", 2, "timeout"));
  await evictDurableObject(board);
  expect(await statusesOf(document, board)).toEqual(["unknown"]);
  await report(board, observation("p1", 3, "timeout"));
  expect(await statusesOf(document, board)).toEqual(["unhealthy"]);
});

test("an evicted board needs no KV to know its document again", async () => {
  const board = boardNamed("without KV");
  const { hash, document } = await adoptChecks([strict, web], board);
  await report(board, observation("p1", 1));
  await evictDurableObject(board);
  await env.ZONES.delete(checksKey(hash));
  expect(await statusesOf(document, board)).toEqual(["healthy", "unknown"]);
});

test("an older result never overwrites a newer one, and a repeated report counts once", async () => {
  const board = boardNamed("ordered");
  const { document } = await adoptChecks([check("a", { probe: "p1", unhealthyThreshold: 2 })], board);
  await report(board, observation("p1", 10, "timeout"));
  await report(board, observation("p1", 10, "timeout"));
  await report(board, observation("p1", 9, "timeout"));
  expect(await statusesOf(document, board)).toEqual(["unknown"]);
  await report(board, observation("p1", 11, "timeout"));
  expect(await statusesOf(document, board)).toEqual(["unhealthy"]);
});

test("A18: flapping is two changes of status and two lines of the log", async () => {
  const board = boardNamed("flapping");
  const flapping = check("example.com/flap", { probe: "p1", healthyThreshold: 2, unhealthyThreshold: 3 });
  await adoptChecks([flapping], board);
  const results = [..."..UDUDUDUDDDUU"];
  const outcomes: readonly Outcome[] = results.map((letter) => (letter === "D" ? "timeout" : "ok"));
  for (const [at, outcome] of outcomes.entries()) await report(board, observation("p1", at + 1, outcome));
  const { name } = flapping;
  expect(await transitionsOf(board)).toEqual([
    { at_ms: 2, name, before: "unknown", after: "healthy", reason: "ok" },
    { at_ms: 12, name, before: "healthy", after: "unhealthy", reason: "timeout" },
    { at_ms: 14, name, before: "unhealthy", after: "healthy", reason: "ok" },
  ]);
});

test("an edited check keeps its verdict and starts counting anew; the others are not disturbed", async () => {
  const board = boardNamed("edited");
  const other = check("example.com/other", { probe: "p2" });
  await adoptChecks([other, web], board);
  const failures = [1, 2, 3].map((atMs) => observation("p1", atMs, "timeout"));
  await report(board, ...failures, observation("p2", 1), observation("p2", 2));
  const edited = { ...web, id: "v2", probe: "p3" };
  const { document } = await adoptChecks([other, edited], board);
  expect(await statusesOf(document, board)).toEqual(["unknown", "unhealthy"]);
  await report(board, observation("p3", 4), observation("p3", 5), observation("p2", 3));
  expect(await statusesOf(document, board)).toEqual(["healthy", "unhealthy"]);
  await report(board, observation("p3", 6));
  expect(await statusesOf(document, board)).toEqual(["healthy", "healthy"]);
});

test("an older generation, a missing document and an unknown format leave the board as it is", async () => {
  const board = boardNamed("steadfast");
  const { hash, generation } = await adoptChecks([web], board);
  const another = await putChecks(checksDocument(strict));
  await board.adopt({ format: RPC_FORMAT, generation: generation - 1, checks: another });
  await board.adopt({ format: RPC_FORMAT, generation: generation + 1, checks: "0".repeat(32) });
  // A later version's payload, which the types of this one do not know.
  const later = JSON.parse(`{"format": 2, "generation": ${generation + 1}, "checks": "${another}"}`);
  await board.adopt(later);
  expect((await board.snapshot())?.checks).toBe(hash);
  await board.report(JSON.parse(`{"format": 2, "prober": "local/0", "observations": [{"probe": "p1", "atMs": 1}]}`));
  expect((await board.health()).checks.map(({ last }) => last)).toEqual([null]);
});

test("health tells everything of each check", async () => {
  const board = boardNamed("told");
  await adoptChecks([strict, web], board);
  const last: Observation = {
    region: null,
    probe: "p1",
    atMs: 1000,
    outcome: "status-mismatch",
    latencyMs: 12,
    code: 503,
  };
  await report(board, last);
  const { atMs, ...health } = await board.health();
  expect(atMs).toBeGreaterThan(last.atMs);
  const common = {
    type: "http",
    target: "http://192.0.2.10:80/",
    stale: true,
    last,
    inverted: false,
    disabled: false,
    override: null,
  };
  const strictly = { name: "example.com/strict", status: "unhealthy", healthy: false, sinceMs: 1000, usedBy: [] };
  const not = { name: "example.com/web", status: "unknown", healthy: true, sinceMs: null, usedBy: web.usedBy };
  expect(health).toEqual({
    format: RPC_FORMAT,
    checks: [
      { ...common, ...strictly },
      { ...common, ...not },
    ],
    pools: [],
    latches: [],
  });
});
