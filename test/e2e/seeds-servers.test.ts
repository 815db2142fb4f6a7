/**
 * GWLB's server group, on real servers: a server serves only after so many successes in a row, leaves when it fails,
 * gets nothing new from its removal on; requests of equal tuples go to the same server; servers by address and by
 * reference.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { explain, settle, targetState } from "./support/api.ts";
import { ask } from "./support/ask.ts";
import { type Dev, startDev } from "./support/dev.ts";
import { addressesIn, type Fleet, startFleet } from "./support/fleet.ts";

const SERVERS = addressesIn("127.0.61", 5);
const [S1 = "", S2 = "", S3 = "", REFERENCE = "", MOVED = ""] = SERVERS;
const HEALTHY_THRESHOLD = 3;
/** With servers at equal odds, one of four has none of these clients once in 10¹⁴; an affinity looks at 56 bits. */
const CLIENTS = Array.from({ length: 120 }, (_, at) => `2001:db8:${at}::/56`);

/** What varies while the zone is served. `s2` is a further target, as the zone file writes it. */
interface Edit {
  readonly s2?: string;
  readonly reference?: string;
}

let fleet: Fleet;
let dev: Dev;

const zone = ({ s2 = "", reference = REFERENCE }: Edit): string => `
zone: example.com
ttl: 1
checks:
  reference: { type: tcp, address: ${reference}, port: ${fleet.port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: ${HEALTHY_THRESHOLD}, initial: unhealthy }
pools:
  gateway:
    answer: targets
    affinity: client
    zones: { az1: {} }
    targetGroups:
      servers:
        check: { type: http, port: ${fleet.port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: ${HEALTHY_THRESHOLD}, initial: unhealthy }
        targets:
          - { id: s1, zone: az1, address: ${S1} }
          ${s2}
          - { id: s3, zone: az1, address: ${S3} }
          - { id: s4, zone: az1, alias: server-4, check: reference }
records:
  gateway: { A: { pool: gateway } }
  server-4: { A: { values: [${reference}] } }
`;

/** Serves another text of the zone. */
const edit = (change: Edit): Promise<void> => dev.write("example.com.yaml", zone(change));

/** The server of every client. */
async function servers(): Promise<string[]> {
  const asked = CLIENTS.map(async (subnet) => (await ask(dev.url, "gateway.example.com", "A", subnet)).data.join(" "));
  return Promise.all(asked);
}

/** The servers that get anything, sorted. */
const inUse = async (): Promise<string[]> => [...new Set(await servers())].toSorted();

const TARGETS = { s1: "healthy", s3: "healthy", s4: "healthy" };

/** Waits for verdicts on targets by their ids. */
function settleTargets(verdicts: Readonly<Record<string, string>>): Promise<void> {
  const nameOf = (id: string) => (id === "s4" ? "example.com/reference" : `example.com/gateway/servers/${id}`);
  return settle(dev, Object.fromEntries(Object.entries(verdicts).map(([id, status]) => [nameOf(id), status])));
}

beforeAll(async () => {
  fleet = await startFleet(SERVERS);
  const ages = ["--var", "HEALTH_SOFT_AGE_SECONDS=1", "--var", "HEALTH_HARD_AGE_SECONDS=2"];
  const flags = ["--tick", "1", "--allow-private-targets", ...ages];
  dev = await startDev({ "example.com.yaml": zone({}) }, flags);
});

beforeEach(async () => {
  await fleet.up(...SERVERS);
  await edit({});
  await settleTargets(TARGETS);
  await expect.poll(inUse, { timeout: 10_000, interval: 200 }).toEqual([S1, S3, REFERENCE]);
});

afterAll(async () => {
  await dev?.stop();
  await fleet?.stop();
});

describe("the health of servers", () => {
  test("a new server serves after three successes in a row, and a failure begins the count anew", async () => {
    const before = fleet.probes(S2);
    fleet.answerNext(S2, [200, 200, 503]);
    await edit({ s2: `- { id: s2, zone: az1, address: ${S2} }` });
    const state = () => targetState(dev, "example.com/gateway", "s2");
    await expect.poll(state, { timeout: 5_000, interval: 50 }).toBe("initial");
    const probesWhenSeen: number[] = [];
    const isServing = async () => {
      const probes = fleet.probes(S2) - before;
      const serves = (await servers()).includes(S2);
      if (serves) probesWhenSeen.push(probes);
      return serves;
    };
    await expect.poll(isServing, { timeout: 12_000, interval: 50 }).toBe(true);
    expect(probesWhenSeen[0]).toBeGreaterThanOrEqual(3 + HEALTHY_THRESHOLD);
    expect(await state()).toBe("healthy");
  });

  test("a failing server's clients move, nobody else's; its return brings exactly them back", async () => {
    const before = await servers();
    expect(await servers()).toEqual(before);
    await fleet.down(S1);
    await settleTargets({ ...TARGETS, s1: "unhealthy" });
    const without = await servers();
    expect(without.includes(S1)).toBe(false);
    expect(without.filter((_, at) => before[at] !== S1)).toEqual(before.filter((server) => server !== S1));
    await fleet.up(S1);
    await settleTargets(TARGETS);
    expect(await servers()).toEqual(before);
  });

  test("all servers unhealthy: all are used, and it is told", async () => {
    await fleet.down(...SERVERS);
    await settleTargets({ s1: "unhealthy", s3: "unhealthy", s4: "unhealthy" });
    expect(await inUse()).toEqual([S1, S3, REFERENCE]);
    expect((await explain(dev, "gateway.example.com")).failedOpen.length).toBeGreaterThan(0);
  });
});

test("a server that is removed gets nothing new, is probed until its draining ends, and then is unused", async () => {
  await edit({ s2: `- { id: s2, zone: az1, address: ${S2} }` });
  await settleTargets({ ...TARGETS, s2: "healthy" });
  await expect.poll(inUse, { timeout: 10_000, interval: 200 }).toEqual([S1, S2, S3, REFERENCE]);

  const since = new Date().toISOString();
  const seconds = 6;
  await edit({ s2: `- { id: s2, zone: az1, address: ${S2}, draining: { since: "${since}", seconds: ${seconds} } }` });
  await expect.poll(inUse, { timeout: 5_000, interval: 100 }).toEqual([S1, S3, REFERENCE]);
  const state = () => targetState(dev, "example.com/gateway", "s2");
  expect(await state()).toBe("draining");
  const probes = fleet.probes(S2);
  await expect.poll(() => fleet.probes(S2), { timeout: 4_000, interval: 100 }).toBeGreaterThan(probes + 1);
  expect(await state()).toBe("draining");

  await expect.poll(state, { timeout: (seconds + 1) * 1_000, interval: 200 }).toBe("unused");
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(since) + seconds * 1_000);
  expect(await inUse()).toEqual([S1, S3, REFERENCE]);
});

test("a server by reference follows its record set; one by address stays what is written", async () => {
  const clients = (await servers()).map((server) => (server === REFERENCE ? MOVED : server));
  await edit({ reference: MOVED });
  await expect.poll(servers, { timeout: 12_000, interval: 200 }).toEqual(clients);

  await fleet.down(MOVED);
  await settleTargets({ ...TARGETS, s4: "unhealthy" });
  expect(await inUse()).toEqual([S1, S3]);
});
