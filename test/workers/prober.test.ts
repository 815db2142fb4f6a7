/** Probers and the round of the cron trigger, against real servers. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, inject, test, vi } from "vitest";
import type { Check, HttpProbeSpec, ProbedCheck } from "../../src/health/check.ts";
import { runRound } from "../../src/probe/cron.ts";
import { dutiesOf } from "../../src/probe/duties.ts";
import { boardOf } from "../../src/store/board.ts";
import { type Assignment, type ProberRpc, RPC_FORMAT } from "../../src/store/env.ts";
import { CATALOG_FORMAT, CATALOG_KEY, type Catalog } from "../../src/zone/catalog.ts";
import { check, checksDocument, httpSpec } from "../support/checks.ts";
import { adoptChecks, putChecks, statusesOf } from "./support/health.ts";
import { tallyOf } from "./support/tally.ts";

const ports = inject("ports");

function target(path: string, fields: Partial<HttpProbeSpec> = {}): Partial<ProbedCheck> {
  const spec = httpSpec({ address: "127.0.0.1", port: ports.web, path, interval: 30, timeout: 4, ...fields });
  const quick = { unhealthyThreshold: 1, healthyThreshold: 1 };
  return { spec, probe: `${spec.port}${path} every ${spec.interval}`, ...quick };
}

const proberOf = (name: string): DurableObjectStub<ProberRpc> => env.PROBER.getByName(name);

/** Publishes checks that one prober can probe, and gives it its assignment. */
async function assign(...checks: readonly Check[]) {
  const { hash, document } = await adoptChecks(checks);
  const [duty] = dutiesOf(env, hash, document);
  const assignment: Assignment = duty ?? { format: RPC_FORMAT, prober: "none", checks: hash, probes: [] };
  return { document, assignment, prober: proberOf(assignment.prober) };
}

const alarmOf = (prober: DurableObjectStub<ProberRpc>): Promise<number | null> =>
  runInDurableObject(prober, (_, { storage }) => storage.getAlarm());

const soon = { timeout: 4000, interval: 50 };

describe("a prober", () => {
  test("probes what is due, once for all who share it, and the board learns of it", async () => {
    const shared = target("/status/200/shared");
    const { document, assignment, prober } = await assign(
      check("a", shared),
      check("b", shared),
      check("c", target("/status/500/c")),
    );
    await prober.run(assignment);
    await expect.poll(() => statusesOf(document), soon).toEqual(["healthy", "healthy", "unhealthy"]);
    expect((await tallyOf("shared")).count).toBe(1);
  });

  test("probes nothing twice, whoever calls, and evicted or not", async () => {
    const { document, assignment, prober } = await assign(check("a", target("/status/200/once")));
    await Promise.all([prober.run(assignment), prober.run(assignment), runDurableObjectAlarm(prober)]);
    await expect.poll(() => statusesOf(document), soon).toEqual(["healthy"]);
    await evictDurableObject(prober);
    await prober.run(assignment);
    await runDurableObjectAlarm(prober);
    expect((await tallyOf("once")).count).toBe(1);
    const inMs = ((await alarmOf(prober)) ?? 0) - Date.now();
    expect(inMs).toBeGreaterThan(20_000);
    expect(inMs).toBeLessThanOrEqual(30_000);
  });

  test("A22: thirty targets that take their time are probed five at once, and none is called down for queueing", async () => {
    const checks = Array.from({ length: 30 }, (_, n) => {
      const spec = target(`/hold/250/storm?n=${n}`, { timeout: 1, interval: 30 });
      return check(`storm/${n}`, spec);
    });
    const { document, assignment, prober } = await assign(...checks);
    expect(assignment.probes.length).toBe(30);
    await prober.run(assignment);
    await expect.poll(() => statusesOf(document), soon).toEqual(checks.map(() => "healthy"));
    const { count, mostAtOnce } = await tallyOf("storm");
    expect({ count, mostAtOnce }).toEqual({ count: 30, mostAtOnce: 5 });
  });

  test("keeps an interval of 1 s by its alarm alone, beside a target that hangs", async () => {
    const brisk = check("brisk", target("/status/200/brisk", { interval: 1, timeout: 1 }));
    const hanging = check("hanging", target("/", { port: ports.silent, interval: 3, timeout: 3 }));
    const { document, assignment, prober } = await assign(brisk, hanging);
    await prober.run(assignment);
    await expect.poll(() => statusesOf(document), soon).toEqual(["healthy", "unhealthy"]);
    // Three seconds of the hanging probe hold starts at 0, 1, 2 and perhaps 3 s.
    const { count } = await tallyOf("brisk");
    expect([3, 4]).toContain(count);
    await prober.run({ ...assignment, probes: [] });
  });

  test("A24: ten failing alarms in a row each leave the next one set, and probing goes on", async () => {
    const { document, assignment, prober } = await assign(check("a", target("/status/200/failing")));
    await runInDurableObject(prober, async (instance, { storage }) => {
      vi.spyOn(storage.kv, "put").mockImplementation((key) => {
        if (key === "schedule") throw new Error("storage is away");
      });
      await expect(instance.run(assignment)).rejects.toThrow("storage is away");
    });
    for (let round = 0; round < 10; round++) {
      expect(await runDurableObjectAlarm(prober)).toBe(true);
      expect(await alarmOf(prober)).not.toBeNull();
    }
    expect((await tallyOf("failing")).count).toBe(0);
    vi.restoreAllMocks();
    await runDurableObjectAlarm(prober);
    await expect.poll(() => statusesOf(document), soon).toEqual(["healthy"]);
  });

  test("the round sets an alarm that has been lost", async () => {
    const { document, assignment, prober } = await assign(check("a", target("/status/200/lost")));
    await prober.run(assignment);
    await expect.poll(() => statusesOf(document), soon).toEqual(["healthy"]);
    const before = await alarmOf(prober);
    await runInDurableObject(prober, (_, { storage }) => storage.deleteAlarm());
    await prober.run(assignment);
    expect(await alarmOf(prober)).toBe(before);
  });

  test("an empty assignment deletes alarm and storage", async () => {
    const { document, assignment, prober } = await assign(check("a", target("/status/200/retired")));
    await prober.run(assignment);
    await expect.poll(() => statusesOf(document), soon).toEqual(["healthy"]);
    await prober.run({ ...assignment, probes: [] });
    expect(await alarmOf(prober)).toBeNull();
    expect(await runInDurableObject(prober, (_, { storage }) => [...storage.kv.list()])).toEqual([]);
  });

  test("a prober without a share learns it from the board's receipt, and retires", async () => {
    const { assignment } = await assign(check("a", target("/status/200/left", { interval: 1, timeout: 1 })));
    const prober = proberOf("local/17");
    await prober.run({ ...assignment, prober: "local/17", checks: "0".repeat(32) });
    await expect.poll(() => alarmOf(prober), soon).toBeNull();
    expect((await tallyOf("left")).count).toBe(1);
  });

  test("follows the board's checks by itself, before the next minute", async () => {
    const { assignment, prober } = await assign(check("a", target("/status/200/before", { interval: 1, timeout: 1 })));
    await prober.run(assignment);
    const { document } = await adoptChecks([check("a", target("/status/404/after", { interval: 1, timeout: 1 }))]);
    await expect.poll(() => statusesOf(document), soon).toEqual(["unhealthy"]);
    await prober.run({ ...assignment, probes: [] });
  });

  test("an assignment of another format is not for this version", async () => {
    const prober = proberOf("local/18");
    await prober.run(JSON.parse('{"format": 2, "prober": "local/18", "checks": "", "probes": [{"id": "p"}]}'));
    expect(await alarmOf(prober)).toBeNull();
  });
});

describe("the round of the cron trigger", () => {
  async function publish(generation: number, checks: string): Promise<void> {
    const published = { at: "2026-11-30T12:00:00Z", by: "", note: "" };
    const catalog: Catalog = { format: CATALOG_FORMAT, generation, parent: null, zones: {}, checks, published };
    await env.ZONES.put(CATALOG_KEY, JSON.stringify(catalog));
  }

  test("without a catalog does nothing", async () => {
    await env.ZONES.delete(CATALOG_KEY);
    await runRound(env, Date.now());
    expect(await env.ZONES.list({ prefix: CATALOG_KEY })).toMatchObject({ keys: [] });
  });

  test("lets the board adopt the catalog's checks and the probers probe them", async () => {
    const { document, hash, generation } = await adoptChecks([check("a", target("/status/200/cron"))]);
    await publish(generation + 1, hash);
    await runRound(env, Date.now());
    await expect.poll(() => statusesOf(document), soon).toEqual(["healthy"]);
  });

  test("a Worker that has read an old catalog changes nothing", async () => {
    const old = await putChecks(checksDocument(check("a", target("/status/200/outdated"))));
    const { hash, generation } = await adoptChecks([check("b", target("/status/200/current"))]);
    await publish(Math.max(generation - 1, 1), old);
    await runRound(env, Date.now());
    await expect.poll(async () => (await tallyOf("current")).count, soon).toBe(1);
    expect((await boardOf(env).snapshot())?.checks).toBe(hash);
    expect((await tallyOf("outdated")).count).toBe(0);
  });

  test("makes the probers of each region with that location hint", async () => {
    const everywhere = target("/status/200/hinted", { interval: 3600 });
    const { hash, generation } = await adoptChecks([check("a", { ...everywhere, regions: ["weur", "apac-ne"] })]);
    await publish(generation + 1, hash);
    const made: unknown[] = [];
    const PROBER = new Proxy(env.PROBER, {
      get: (namespace, key) => {
        if (key !== "getByName") return Reflect.get(namespace, key);
        return (...wanted: Parameters<typeof namespace.getByName>) => {
          made.push(wanted);
          return namespace.getByName(...wanted);
        };
      },
    });
    await runRound({ ...env, PROBER, REGIONS: "enam,weur,apac-ne" }, Date.now());
    expect(made).toEqual([
      ["weur/0", { locationHint: "weur" }],
      ["apac-ne/0", { locationHint: "apac-ne" }],
    ]);
  });

  test("a document that is not there yet leaves the probers as they are", async () => {
    const { hash, generation } = await adoptChecks([check("b", target("/status/200/kept"))]);
    await publish(generation + 1, "0".repeat(32));
    await runRound(env, Date.now());
    await expect.poll(async () => (await tallyOf("kept")).count, soon).toBe(1);
    expect((await boardOf(env).snapshot())?.checks).toBe(hash);
  });
});
