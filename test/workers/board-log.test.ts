/** What the board's log says of verdicts: a line for each change, and none without one. */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import { type BoardRpc, RPC_FORMAT } from "../../src/store/env.ts";
import { calculated, check, observation } from "../support/checks.ts";
import { adoptChecks } from "./support/health.ts";

type Board = DurableObjectStub<BoardRpc>;

const format = RPC_FORMAT;
const east = check("example.com/east", { probe: "p1", unhealthyThreshold: 2, healthyThreshold: 1 });
const sum = calculated("example.com/sum", [east.name]);
const START_MS = Date.parse("2026-11-30T12:00:00Z");

function report(board: Board, second: number, outcome: "ok" | "status-mismatch"): Promise<unknown> {
  const observations = [observation("p1", START_MS + second * 1000, outcome)];
  return board.report({ format, prober: "local/0", observations });
}

const override = (board: Board, verdict: "up" | "down") =>
  board.override({
    format,
    check: east.name,
    override: { verdict, untilMs: null, reason: "a secret of ours", by: "ops" },
  });

/** Gives the lines that a piece of work logs, each read. */
async function linesOf(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const log = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  await work();
  return log.mock.calls.map(([line]) => JSON.parse(String(line)));
}

const line = (name: string, from: string, to: string, reason: string, second: number) => ({
  event: "verdict",
  check: name,
  from,
  to,
  reason,
  at: new Date(START_MS + second * 1000).toISOString(),
});

test("each change of a verdict is one line, those that are calculated from it too", async () => {
  const board = env.BOARD.getByName("logged");
  const lines = await linesOf(async () => {
    await adoptChecks([east, sum], board);
    await report(board, 1, "ok");
    await report(board, 2, "ok");
    await report(board, 3, "status-mismatch");
    await report(board, 4, "status-mismatch");
    await report(board, 5, "status-mismatch");
  });
  expect(lines).toEqual([
    line(east.name, "unknown", "healthy", "ok", 1),
    line(sum.name, "unknown", "healthy", "calculated", 1),
    line(east.name, "healthy", "unhealthy", "status-mismatch", 4),
    line(sum.name, "healthy", "unhealthy", "calculated", 4),
  ]);
});

test("an operator's override is a line without the operator's words; none says again what is known", async () => {
  const board = env.BOARD.getByName("logged orders");
  await adoptChecks([east], board);
  await report(board, 1, "ok");
  const lines = await linesOf(async () => {
    await override(board, "up");
    await override(board, "down");
    await evictDurableObject(board);
    await board.health();
    await adoptChecks([east, sum], board);
  });
  expect(lines).toEqual([{ ...line(east.name, "healthy", "unhealthy", "override", 0), at: expect.any(String) }]);
});
