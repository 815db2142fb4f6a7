/**
 * A failover end to end on `fairlead dev`: an endpoint dies and comes back, and the answers move and move back within
 * the time that the check and the health ages promise. Asked once a second, as a resolver with a short TTL does.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { type Dev, startDev } from "./support/dev.ts";
import { type Origin, startOrigin } from "./support/origin.ts";
import { freePort } from "./support/ports.ts";

const EAST = "192.0.2.10";
const WEST = "192.0.2.20";
const INTERVAL_SECONDS = 1;
const TIMEOUT_SECONDS = 1;
const THRESHOLD = 2;
const HARD_AGE_SECONDS = 2;
/** An observation waits at most an interval, a threshold of them is needed, the snapshot may be as old as its hard age; one second to spare. */
const DETECTION_MS = (THRESHOLD * INTERVAL_SECONDS + TIMEOUT_SECONDS + HARD_AGE_SECONDS + 1) * 1_000;
/** With equal odds a branch stays unseen in 30 draws once in 10⁹. */
const DRAWS = 30;

const zone = (eastPort: number, westPort: number): string => {
  const timing = `interval: ${INTERVAL_SECONDS}, timeout: ${TIMEOUT_SECONDS}, unhealthyThreshold: ${THRESHOLD}, healthyThreshold: ${THRESHOLD}`;
  return `
zone: example.com
ttl: 1
checks:
  east: { type: http, address: 127.0.0.1, port: ${eastPort}, path: /healthz, ${timing} }
  west: { type: tcp, address: 127.0.0.1, port: ${westPort}, ${timing} }
records:
  api:
    A:
      failover:
        - { id: primary, values: [${EAST}], check: east }
        - { id: secondary, values: [${WEST}], check: west }
  www:
    A:
      weighted:
        - { id: east, weight: 10, values: [${EAST}], check: east }
        - { id: west, weight: 10, values: [${WEST}], check: west }
`;
};

let dev: Dev;
let east: Origin;
let west: Origin;

beforeAll(async () => {
  const eastPort = await freePort();
  east = await startOrigin("127.0.0.1", eastPort, "east");
  const westPort = await freePort();
  west = await startOrigin("127.0.0.1", westPort, "west");
  const ages = ["--var", "HEALTH_SOFT_AGE_SECONDS=1", "--var", `HEALTH_HARD_AGE_SECONDS=${HARD_AGE_SECONDS}`];
  const flags = ["--tick", "1", "--allow-private-targets", ...ages];
  dev = await startDev({ "example.com.yaml": zone(eastPort, westPort) }, flags);
});

afterAll(async () => {
  await dev?.stop();
  await east?.down();
  await west?.down();
});

/** All addresses that a number of questions at one moment bring, each once, sorted. */
async function addressesOf(name: string, questions: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: questions }, () => ask(dev.url, name)));
  return [...new Set(answers.flatMap((answer) => answer.data))].toSorted();
}

/** Asks once a second until both names are answered as given; gives the time that it took. */
async function timeUntil(api: readonly string[], www: readonly string[]): Promise<number> {
  const startMs = Date.now();
  for (;;) {
    const tookMs = Date.now() - startMs;
    const seen = [await addressesOf("api.example.com", 1), await addressesOf("www.example.com", DRAWS)];
    if (JSON.stringify(seen) === JSON.stringify([api, www])) return tookMs;
    if (tookMs > 4 * DETECTION_MS) throw new Error(`answers stayed at ${JSON.stringify(seen)}`);
    await delay(1_000 - ((Date.now() - startMs) % 1_000));
  }
}

test("answers leave an endpoint that dies, within the detection time, and return to it when it is back", async () => {
  await timeUntil([EAST], [EAST, WEST]);

  await east.down();
  expect(await timeUntil([WEST], [WEST])).toBeLessThanOrEqual(DETECTION_MS);

  await east.up();
  expect(await timeUntil([EAST], [EAST, WEST])).toBeLessThanOrEqual(DETECTION_MS);
});

/** The statuses of east and west, as the board tells them. */
async function statuses(): Promise<string[]> {
  const url = new URL("/api/health", dev.url);
  const response = await fetch(url, { headers: { Authorization: "Bearer dev" } });
  const health = (await response.json()) as { checks: { name: string; status: string }[] };
  return health.checks.map((check) => `${check.name} ${check.status}`);
}

test("with every endpoint dead the answer is the one of a healthy world", async () => {
  await east.down();
  await west.down();
  await expect
    .poll(statuses, { timeout: DETECTION_MS, interval: 500 })
    .toEqual(["example.com/east unhealthy", "example.com/west unhealthy"]);
  await delay(HARD_AGE_SECONDS * 1_000);
  expect([await addressesOf("api.example.com", 1), await addressesOf("www.example.com", DRAWS)]).toEqual([
    [EAST],
    [EAST, WEST],
  ]);

  await west.up();
  expect(await timeUntil([WEST], [WEST])).toBeLessThanOrEqual(DETECTION_MS);
});
