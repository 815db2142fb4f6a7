/**
 * What an operator is told of a pool's real targets under ELB's own names: states, reason codes, numbers of zones, and
 * when a target that drains may go. And affinity by client alone and by client and type, on the same candidates.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { healthOf, settle } from "./support/api.ts";
import { ask } from "./support/ask.ts";
import { type Dev, startDev } from "./support/dev.ts";
import { addressesIn, type Fleet, startFleet } from "./support/fleet.ts";

const TARGETS = addressesIn("127.0.82", 7);
const [UP = "", SILENT = "", WRONG = "", DOWN = "", LEAVING = "", OTHER = "", MOVING = ""] = TARGETS;
const TTL_SECONDS = 12;
/** More than an edit takes to be answered, so that the draining is seen. */
const DRAINING_SECONDS = 8;
/** Networks of /56, which is as far as an affinity looks. */
const CLIENTS = Array.from({ length: 60 }, (_, at) => `2001:db8:0:${(256 * (at + 1)).toString(16)}::/56`);

const zone = (port: number, draining: string): string => {
  const probe = `port: ${port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: 2`;
  const candidates = [1, 2, 3, 4]
    .map(
      (at) =>
        `{ id: c${at}, values: [192.0.2.${at}, "2001:db8::${at}"], weight: 1${at === 1 ? ", check: moving" : ""} }`,
    )
    .join(", ");
  return `
zone: example.com
ttl: 1
checks:
  moving: { type: tcp, address: ${MOVING}, ${probe} }
pools:
  web:
    answer: targets
    minHealthy: { percent: 50 }
    zones: { a: {}, b: {}, c: { off: true } }
    targetGroups:
      app:
        check: { type: http, ${probe} }
        targets:
          - { id: up, zone: a, address: ${UP} }
          - { id: other, zone: a, address: ${OTHER} }
          - { id: leaving, zone: a, address: ${LEAVING}${draining} }
          - { id: silent, zone: b, address: ${SILENT} }
          - { id: wrong, zone: b, address: ${WRONG} }
          - { id: down, zone: b, address: ${DOWN} }
          - { id: unused, zone: c, address: 127.0.82.8 }
records:
  web: { A: { ttl: ${TTL_SECONDS}, pool: web } }
  by-client: { addresses: { weighted: [${candidates}], affinity: client } }
  by-type: { addresses: { weighted: [${candidates}], affinity: client+type } }
`;
};

let dev: Dev;
let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet(TARGETS);
  const ages = ["--var", "HEALTH_SOFT_AGE_SECONDS=1", "--var", "HEALTH_HARD_AGE_SECONDS=2"];
  const flags = ["--tick", "1", "--allow-private-targets", ...ages];
  dev = await startDev({ "example.com.yaml": zone(fleet.port, "") }, flags);
});

afterAll(async () => {
  await dev?.stop();
  await fleet?.stop();
});

const nameOf = (id: string): string => `example.com/web/app/${id}`;

/** Waits for the verdicts on the six targets that are probed. */
function settleTargets(unhealthy: readonly string[]): Promise<void> {
  const ids = ["up", "other", "leaving", "silent", "wrong", "down"];
  return settle(
    dev,
    Object.fromEntries(ids.map((id) => [nameOf(id), unhealthy.includes(id) ? "unhealthy" : "healthy"])),
  );
}

const counts = (healthy: number) => ({
  HealthyStateDNS: healthy,
  UnhealthyStateDNS: 2 - healthy,
  HealthyStateRouting: healthy,
  UnhealthyStateRouting: 2 - healthy,
});

/** The pool as it is shown while zone b is healthy or not; `of` gives what is told of targets besides `healthy`. */
function shown(isHealthyInB: boolean, of: Readonly<Record<string, object>>): object {
  const target = (zone: string) => (id: string) => ({ id, zone, check: nameOf(id), state: "healthy", ...of[id] });
  const numbers = counts(isHealthyInB ? 2 : 1);
  return {
    name: "example.com/web",
    healthy: true,
    ...numbers,
    zones: [
      { id: "a", off: false, healthy: true },
      { id: "b", off: false, healthy: isHealthyInB },
      { id: "c", off: true, healthy: false },
    ],
    groups: [
      {
        id: "app",
        ...numbers,
        targets: [
          ...["up", "other", "leaving"].map(target("a")),
          ...["silent", "wrong", "down"].map(target("b")),
          { ...target("c")("unused"), state: "unused" },
        ],
      },
    ],
  };
}

const poolNow = async (): Promise<unknown> =>
  (await healthOf(dev)).pools.find(({ name }) => name === "example.com/web");
const unhealthy = (reasonCode: string) => ({ state: "unhealthy", reasonCode });

describe("targets and zones", () => {
  test("all are healthy", async () => {
    await settleTargets([]);
    expect(await poolNow()).toEqual(shown(true, {}));
  });

  test("three fail in three ways, and their zone with them", async () => {
    fleet.stall(SILENT);
    fleet.answerNext(WRONG, Array<number>(1000).fill(503));
    await fleet.down(DOWN);
    await settleTargets(["silent", "wrong", "down"]);
    const failed = {
      silent: unhealthy("Target.Timeout"),
      wrong: unhealthy("Target.ResponseCodeMismatch"),
      down: unhealthy("Target.FailedHealthChecks"),
    };
    expect(await poolNow()).toEqual(shown(false, failed));
    const { checks } = await healthOf(dev);
    const told = checks.find(({ name }) => name === nameOf("silent"));
    expect(told).toMatchObject({ ...failed.silent, last: { healthy: false, reason: "timeout" } });
  });

  test("two are back: two of three are 50 %, and the zone is back", async () => {
    await fleet.up(SILENT, DOWN);
    await settleTargets(["wrong"]);
    expect(await poolNow()).toEqual(shown(true, { wrong: unhealthy("Target.ResponseCodeMismatch") }));
    fleet.answerNext(WRONG, []);
    await settleTargets([]);
    expect(await poolNow()).toEqual(shown(true, {}));
  });

  test("a target that drains gets nothing new, is unused after it, and may go when the last answer has run out", async () => {
    const sinceMs = Date.now();
    const since = new Date(sinceMs).toISOString();
    const safeToRemoveAt = new Date(sinceMs + TTL_SECONDS * 1_000).toISOString();
    const until = new Date(sinceMs + DRAINING_SECONDS * 1_000).toISOString();
    const drained = { draining: { since, until }, safeToRemoveAt };
    const draining = `, draining: { since: "${since}", seconds: ${DRAINING_SECONDS} }`;
    await dev.write("example.com.yaml", zone(fleet.port, draining));
    const told = { timeout: 12_000, interval: 100 };
    await expect.poll(poolNow, told).toEqual(shown(true, { leaving: { state: "draining", ...drained } }));
    const left = async () =>
      new Set(
        (await Promise.all(CLIENTS.map((subnet) => ask(dev.url, "web.example.com", "A", subnet)))).flatMap(
          ({ data }) => data,
        ),
      );
    await expect.poll(left, { timeout: 3_000, interval: 100 }).toEqual(new Set([UP, OTHER, SILENT, WRONG, DOWN]));
    await expect.poll(poolNow, told).toEqual(shown(true, { leaving: { state: "unused", ...drained } }));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
  });
});

describe("affinity", () => {
  /** The number of the candidate of each client, by type. */
  const candidates = (name: string, type: "A" | "AAAA"): Promise<string[]> =>
    Promise.all(
      CLIENTS.map(async (subnet) => (await ask(dev.url, name, type, subnet)).data.join(" ").replace(/^.*[.:]/, "")),
    );

  test.each([
    { affinity: "client", name: "by-client.example.com", isOne: true },
    { affinity: "client+type", name: "by-type.example.com", isOne: false },
  ])("$affinity: a client keeps its candidate, for both types one: $isOne", async ({ name, isOne }) => {
    await settle(dev, { "example.com/moving": "healthy" });
    const [v4, v6] = [await candidates(name, "A"), await candidates(name, "AAAA")];
    expect([await candidates(name, "A"), await candidates(name, "AAAA")]).toEqual([v4, v6]);
    // Of 60 clients all choose alike by chance once in 10³⁶, and one of four candidates has none once in 10⁷.
    expect([new Set(v4).size, new Set(v6).size, v4.every((one, at) => one === v6[at])]).toEqual([4, 4, isOne]);
  });

  test("client+type: a candidate that fails moves its own clients alone, of either type, and gets them back", async () => {
    const name = "by-type.example.com";
    const before = [await candidates(name, "A"), await candidates(name, "AAAA")];
    await fleet.down(MOVING);
    await settle(dev, { "example.com/moving": "unhealthy" });
    const without = [await candidates(name, "A"), await candidates(name, "AAAA")];
    const stayed = before.map((clients, type) => clients.map((one, at) => (one === "1" ? without[type]?.[at] : one)));
    expect([without, without.flat().includes("1")]).toEqual([stayed, false]);
    await fleet.up(MOVING);
    await settle(dev, { "example.com/moving": "healthy" });
    expect([await candidates(name, "A"), await candidates(name, "AAAA")]).toEqual(before);
  });
});
