/**
 * An operator's orders by the API, as `curl` gives them: an override and its end, the reports of a push check and their
 * silence, and the release of a candidate that manual failback holds back.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { candidatesOf, healthOf, settle } from "./support/api.ts";
import { ask } from "./support/ask.ts";
import { type Dev, fairlead, startDev } from "./support/dev.ts";
import { addressesIn, type Fleet, startFleet } from "./support/fleet.ts";
import { run } from "./support/process.ts";

const [FIRST = "", SECOND = ""] = addressesIn("127.0.81", 2);
const EXPIRES_SECONDS = 4;
/** From a verdict to the answer: the hard age of the snapshot, and a second to spare. */
const ANSWERED_MS = 3_000;

const zone = (port: number): string => {
  const timing = `port: ${port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: 2`;
  return `
zone: example.com
ttl: 1
checks:
  first: { type: http, address: ${FIRST}, ${timing} }
  second: { type: http, address: ${SECOND}, ${timing} }
  told: { type: push, expires: ${EXPIRES_SECONDS} }
records:
  www:
    A:
      failover: [{ id: first, values: [${FIRST}], check: first }, { id: second, values: [${SECOND}], check: second }]
  held:
    A:
      failback: manual
      failover: [{ id: first, values: [${FIRST}], check: first }, { id: second, values: [${SECOND}], check: second }]
  batch:
    A: { failover: [{ id: first, values: [${FIRST}], check: told }, { id: second, values: [${SECOND}] }] }
`;
};

let dev: Dev;
let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet([FIRST, SECOND]);
  const ages = ["--var", "HEALTH_SOFT_AGE_SECONDS=1", "--var", "HEALTH_HARD_AGE_SECONDS=2"];
  const flags = ["--tick", "1", "--allow-private-targets", ...ages];
  dev = await startDev({ "example.com.yaml": zone(fleet.port) }, flags);
  await settle(dev, { "example.com/first": "healthy", "example.com/second": "healthy" });
});

afterAll(async () => {
  await dev?.stop();
  await fleet?.stop();
});

interface Ordered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends an order with curl. */
async function order(path: string, body: Readonly<Record<string, string>>): Promise<Ordered> {
  const headers = ["-H", "Authorization: Bearer dev", "-H", "Content-Type: application/json"];
  const request = ["-X", "POST", "-d", JSON.stringify(body), new URL(path, dev.url).href];
  const sent = await run("curl", ["--silent", "--show-error", "-w", "\n%{http_code}", ...headers, ...request], 10_000);
  if (sent.code !== 0) throw new Error(`curl ended with ${sent.code}: ${sent.stderr}`);
  const [, text = "", status = ""] = /^(.*)\n(\d+)$/s.exec(sent.stdout) ?? [];
  return { status: Number(status), body: JSON.parse(text) };
}

const addressOf = async (label: string): Promise<string> => (await ask(dev.url, `${label}.example.com`)).data.join(" ");

/** Waits until a name is answered with an address. */
async function answered(label: string, address: string, withinMs = ANSWERED_MS): Promise<void> {
  await expect.poll(() => addressOf(label), { timeout: withinMs, interval: 100 }).toBe(address);
}

describe("an override of a check", () => {
  const PATH = "/api/checks/example.com/first/override";

  /** What the board shows of it. */
  const shown = async () => {
    const { checks } = await healthOf(dev);
    const { status, override } = checks.find(({ name }) => name === "example.com/first") ?? {};
    return { status, override };
  };

  test("down moves the answer though the endpoint is healthy, and ends by itself at its time", async () => {
    await answered("www", FIRST);
    const until = new Date(Date.now() + 5_000).toISOString();
    const { status, body } = await order(PATH, { verdict: "down", until, reason: "maintenance" });
    const override = { verdict: "down", until, reason: "maintenance", by: "admin", at: expect.any(String) };
    expect({ status, body }).toEqual({
      status: 200,
      body: expect.objectContaining({ name: "example.com/first", status: "unhealthy", override }),
    });
    await answered("www", SECOND);
    expect(Date.now()).toBeLessThan(Date.parse(until));
    expect(await shown()).toEqual({ status: "unhealthy", override });
    expect((await candidatesOf(dev, "www.example.com"))[0]).toMatchObject({
      status: "unhealthy",
      override: { verdict: "down", until, reason: "maintenance" },
    });
    const { stdout } = await fairlead(["explain", "www.example.com", "--server", dev.url]);
    expect(stdout).toContain(`forced down until ${until}: maintenance`);

    await answered("www", FIRST, 5_000 + ANSWERED_MS);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));
    expect(await shown()).toEqual({ status: "healthy", override: undefined });
  });

  test("without an end it stays until it is taken away", async () => {
    expect((await order(PATH, { verdict: "down", reason: "maintenance" })).status).toBe(200);
    await answered("www", SECOND);
    await settle(dev, { "example.com/first": "unhealthy" });
    expect(await addressOf("www")).toBe(SECOND);
    expect((await order(PATH, { verdict: "auto" })).status).toBe(200);
    await answered("www", FIRST);
  });

  test("up keeps the answer though the endpoint is down", async () => {
    expect((await order(PATH, { verdict: "up", reason: "the probe is wrong" })).status).toBe(200);
    await fleet.down(FIRST);
    const lastProbe = async () => {
      const { checks } = await healthOf(dev);
      return checks.find(({ name }) => name === "example.com/first")?.last?.healthy;
    };
    await expect.poll(lastProbe, { timeout: 5_000, interval: 200 }).toBe(false);
    await settle(dev, { "example.com/first": "healthy" });
    expect(await addressOf("www")).toBe(FIRST);

    expect((await order(PATH, { verdict: "auto" })).status).toBe(200);
    await answered("www", SECOND, 5_000 + ANSWERED_MS);
    await fleet.up(FIRST);
    await answered("www", FIRST, 5_000 + ANSWERED_MS);
  });
});

test("a push check is as it was told, and unhealthy after its silence", async () => {
  const PATH = "/api/checks/example.com/told/status";
  await answered("batch", FIRST);
  expect((await order(PATH, { status: "unhealthy", reason: "queue is full" })).body).toEqual(
    expect.objectContaining({
      name: "example.com/told",
      status: "unhealthy",
      last: { at: expect.any(String), healthy: false, reason: "queue is full", latencyMs: null, code: null },
    }),
  );
  await answered("batch", SECOND);

  const toldMs = Date.now();
  expect((await order(PATH, { status: "healthy" })).body.status).toBe("healthy");
  await answered("batch", FIRST);
  await answered("batch", SECOND, EXPIRES_SECONDS * 1_000 + ANSWERED_MS);
  expect(Date.now() - toldMs).toBeGreaterThanOrEqual(EXPIRES_SECONDS * 1_000);
  expect(await order("/api/checks/example.com/first/status", { status: "healthy" })).toEqual({
    status: 409,
    body: { error: expect.stringMatching(/no push check/) },
  });
});

test("manual failback: the first stays held back after its recovery, until it is released", async () => {
  const RELEASE = { owner: "held.example.com", type: "A", path: "first" };
  await fleet.up(FIRST);
  await settle(dev, { "example.com/first": "healthy", "example.com/second": "healthy" });
  // The overrides and failures before this may have held it back already.
  expect((await order("/api/release", RELEASE)).status).toBe(200);
  await answered("held", FIRST);

  await fleet.down(FIRST);
  await answered("held", SECOND, 5_000 + ANSWERED_MS);
  expect((await order("/api/release", RELEASE)).status).toBe(409);

  await fleet.up(FIRST);
  await settle(dev, { "example.com/first": "healthy" });
  expect([await addressOf("www"), await addressOf("held")]).toEqual([FIRST, SECOND]);
  const stand = (await candidatesOf(dev, "held.example.com")).map(({ id, status, held }) => [id, status, held]);
  expect(stand).toEqual([
    ["first", "healthy", true],
    ["second", "healthy", undefined],
  ]);

  // Better than nothing healthy at all; and once the second has failed too, both are held and their order counts.
  await fleet.down(SECOND);
  await answered("held", FIRST, 5_000 + ANSWERED_MS);
  await fleet.up(SECOND);
  await settle(dev, { "example.com/second": "healthy" });
  expect(await addressOf("held")).toBe(FIRST);
  expect((await order("/api/release", { ...RELEASE, path: "second" })).body).toEqual(
    expect.objectContaining({ held: false }),
  );
  await answered("held", SECOND);

  expect((await order("/api/release", RELEASE)).body).toEqual(expect.objectContaining({ held: false }));
  await answered("held", FIRST);
});
