/** The board of a deployment with regions: each has states of its own, and they vote. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Check, ChecksDocument, Observation } from "../../src/health/check.ts";
import { HealthBoard } from "../../src/probe/board.ts";
import { RPC_FORMAT } from "../../src/store/env.ts";
import { check, checksDocument, observation } from "../support/checks.ts";
import { putChecks } from "./support/health.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const REGIONS = ["weur", "enam", "apac"];
const fast = { unhealthyThreshold: 1, healthyThreshold: 1 };
const web = check("example.com/web", {
  probe: "p1",
  regions: REGIONS,
  quorum: { kind: "percent", percent: 50 },
  ...fast,
});
const home = check("example.com/home", { probe: "p1", ...fast });

/** Runs a board over the storage of the object `name`, as a deployment with these regions would. */
function withBoard<T>(name: string, regions: string, work: (board: HealthBoard) => Promise<T>): Promise<T> {
  return runInDurableObject(env.BOARD.getByName(name), (_, state) =>
    work(new HealthBoard(state, { ...env, REGIONS: regions })),
  );
}

let generation = 0;

async function adopt(board: HealthBoard, ...checks: readonly Check[]): Promise<void> {
  await adoptDocument(board, checksDocument(...checks));
}

async function adoptDocument(board: HealthBoard, document: ChecksDocument): Promise<void> {
  const hash = await putChecks(document);
  await board.adopt({ format: RPC_FORMAT, generation: ++generation, checks: hash });
}

const report = (board: HealthBoard, ...observations: readonly Observation[]) =>
  board.report({ format: RPC_FORMAT, prober: "weur/0", observations });

const from = (region: string, outcome: "ok" | "timeout", latencyMs: number | null = null): Observation => ({
  ...observation("p1", Date.now(), outcome, region),
  latencyMs,
});

const statuses = async (board: HealthBoard) => (await board.health()).checks.map(({ status }) => status);

describe("regions", () => {
  test("vote on the checks that ask for them; the others heed the first region alone", async () => {
    await withBoard("voting", REGIONS.join(), async (board) => {
      await adopt(board, home, web);
      await report(board, from("enam", "timeout"));
      expect(await statuses(board)).toEqual(["unknown", "unhealthy"]);
      await report(board, from("weur", "ok"));
      // One of two is not more than half.
      expect(await statuses(board)).toEqual(["healthy", "unhealthy"]);
      await report(board, from("apac", "ok"));
      expect(await statuses(board)).toEqual(["healthy", "healthy"]);
    });
  });

  test("are each shown where there are several", async () => {
    await withBoard("shown", REGIONS.join(), async (board) => {
      await adopt(board, home, web);
      const last = from("enam", "timeout");
      await report(board, last);
      const { checks } = await board.health();
      const silent = { status: "unknown", sinceMs: null, last: null };
      expect(checks.map(({ regions }) => regions)).toEqual([
        undefined,
        [
          { region: "weur", ...silent },
          { region: "enam", status: "unhealthy", sinceMs: last.atMs, last },
          { region: "apac", ...silent },
        ],
      ]);
    });
  });

  test("have latency figures of their own", async () => {
    await withBoard("measured", "weur,enam", async (board) => {
      await adopt(board, web);
      await report(board, from("weur", "ok", 12.34), from("enam", "ok", 80));
      const figures = await board.latencies();
      expect([figures?.regions, figures?.ms]).toEqual([["weur", "enam"], { p1: [12.3, 80] }]);
    });
  });

  test("that measure for latency alone have no vote", async () => {
    await withBoard("measured only", "weur,enam", async (board) => {
      await adoptDocument(board, { ...checksDocument(home), latencyChecks: [home.name] });
      await report(board, from("enam", "ok", 80));
      expect(await statuses(board)).toEqual(["unknown"]);
      await report(board, from("weur", "timeout"));
      expect(await statuses(board)).toEqual(["unhealthy"]);
      expect((await board.latencies())?.ms).toEqual({ p1: [null, 80] });
    });
  });

  test("may be changed: the last status goes on deciding until the new ones know better", async () => {
    await withBoard("moved", "", async (board) => {
      await adopt(board, home);
      await report(board, { ...from("", "timeout"), region: null });
      expect(await statuses(board)).toEqual(["unhealthy"]);
    });
    await withBoard("moved", "weur", async (board) => {
      expect(await statuses(board)).toEqual(["unhealthy"]);
      await report(board, from("weur", "ok"));
    });
    expect(await withBoard("moved", "weur", statuses)).toEqual(["healthy"]);
  });

  test("that are too few for a quorum are told of, with the check, once for each document and change of them", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const wide = { ...web, quorum: { kind: "count", count: 2 } } as const;
    const shown = async (board: HealthBoard) =>
      (await board.health()).checks.map(({ status, quorumOutOfReach }) => [status, quorumOutOfReach]);
    await withBoard("short", REGIONS.join(), async (board) => {
      await adopt(board, wide);
      await report(board, ...REGIONS.map((region) => from(region, "ok")));
      expect(await shown(board)).toEqual([["healthy", undefined]]);
    });
    for (const _ of [1, 2]) {
      await withBoard("short", "weur,enam", async (board) => {
        expect(await shown(board)).toEqual([["unhealthy", { moreThan: 2, regions: 2 }]]);
      });
    }
    const configured = ["weur", "enam"];
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toEqual([
      { event: "regions-not-configured", ignored: ["apac"], configured },
      { event: "quorum-out-of-reach", checks: [{ name: wide.name, moreThan: 2, regions: 2 }], configured },
    ]);
  });

  test("that are not configured are ignored, which the log says once for each document", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    await withBoard("ignored", "weur", async (board) => {
      await adopt(board, web);
      await report(board, from("enam", "timeout"), from("weur", "ok"));
      expect(await statuses(board)).toEqual(["healthy"]);
    });
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toEqual([{ event: "regions-not-configured", ignored: ["apac", "enam"], configured: ["weur"] }]);
  });
});
