/**
 * Detection measured: twenty targets die and come back at moments of their own, and twenty names, asked once a second,
 * move and move back. Half of the targets refuse connections, half take them and say nothing, which costs the timeout.
 * The ages of the health snapshot are the defaults.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settle } from "./support/api.ts";
import { ask } from "./support/ask.ts";
import { type Dev, startDev } from "./support/dev.ts";
import { addressesIn, type Fleet, startFleet } from "./support/fleet.ts";

const TARGETS = addressesIn("127.0.71", 20);
const INTERVAL_SECONDS = 1;
const TIMEOUT_SECONDS = 1;
const UNHEALTHY_THRESHOLD = 3;
const HEALTHY_THRESHOLD = 2;
const SOFT_AGE_SECONDS = 5;
const HARD_AGE_SECONDS = 15;
const SPARE_SECONDS = 1;
const FALLBACK = "192.0.2.99";

/** From one target's death or return to the next one's: prime to the second, so that all phases of a probe occur. */
const STAGGER_MS = 173;

/** How long a change may take with a snapshot of this age. */
const boundSeconds = (threshold: number, ageSeconds: number): number =>
  threshold * INTERVAL_SECONDS + TIMEOUT_SECONDS + ageSeconds + SPARE_SECONDS;

const nameOf = (at: number): string => `t${at}.example.com`;

const zone = (port: number): string => {
  const timing = `port: ${port}, interval: ${INTERVAL_SECONDS}, timeout: ${TIMEOUT_SECONDS}`;
  const thresholds = `unhealthyThreshold: ${UNHEALTHY_THRESHOLD}, healthyThreshold: ${HEALTHY_THRESHOLD}`;
  const lines = (write: (address: string, at: number) => string) => TARGETS.map(write).join("\n");
  return `
zone: example.com
ttl: 1
checks:
${lines((address, at) => `  t${at}: { type: http, address: ${address}, ${timing}, ${thresholds} }`)}
records:
${lines((address, at) => `  t${at}: { A: { failover: [{ id: own, values: [${address}], check: t${at} }, { id: other, values: [${FALLBACK}] }] } }`)}
`;
};

let dev: Dev;
let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet(TARGETS);
  dev = await startDev({ "example.com.yaml": zone(fleet.port) }, ["--tick", "1", "--allow-private-targets"]);
  await settle(dev, Object.fromEntries(TARGETS.map((_, at) => [`example.com/t${at}`, "healthy"])));
});

afterAll(async () => {
  await dev?.stop();
  await fleet?.stop();
});

/** Changes one target after the other and asks all names once a second; gives each name's time to `expected`, sorted. */
async function measure(
  change: (address: string, at: number) => Promise<void>,
  expected: (address: string) => string,
  limitSeconds: number,
): Promise<number[]> {
  const changedMs: number[] = [];
  const changing = (async () => {
    for (const [at, address] of TARGETS.entries()) {
      changedMs[at] = performance.now();
      await change(address, at);
      await delay(STAGGER_MS);
    }
  })();
  const tookMs = new Map<number, number>();
  const startMs = performance.now();
  const endMs = startMs + TARGETS.length * STAGGER_MS + 2 * limitSeconds * 1_000;
  while (tookMs.size < TARGETS.length && performance.now() < endMs) {
    const answers = await Promise.all(TARGETS.map((_, at) => ask(dev.url, nameOf(at))));
    for (const [at, { data }] of answers.entries()) {
      const fromMs = changedMs[at];
      if (fromMs === undefined || tookMs.has(at) || data.join(" ") !== expected(TARGETS[at] ?? "")) continue;
      tookMs.set(at, performance.now() - fromMs);
    }
    await delay(1_000 - ((performance.now() - startMs) % 1_000));
  }
  await changing;
  return TARGETS.map((_, at) => (tookMs.get(at) ?? Number.POSITIVE_INFINITY) / 1_000).toSorted((a, b) => a - b);
}

/** Prints what was measured, and holds it against the bounds. */
function judge(what: string, seconds: readonly number[], threshold: number): void {
  const median = seconds[Math.ceil(seconds.length / 2) - 1] ?? Number.POSITIVE_INFINITY;
  const longest = seconds.at(-1) ?? Number.POSITIVE_INFINITY;
  const most = boundSeconds(threshold, HARD_AGE_SECONDS);
  const half = boundSeconds(threshold, SOFT_AGE_SECONDS);
  const figures = `median ${median.toFixed(1)} s (at most ${half}), longest ${longest.toFixed(1)} s (at most ${most})`;
  process.stdout.write(`${what} over ${seconds.length}: ${figures}\n`);
  expect({ what, seconds, isHalfInTime: median <= half, isAllInTime: longest <= most }).toEqual({
    what,
    seconds,
    isHalfInTime: true,
    isAllInTime: true,
  });
}

test("twenty failures and twenty recoveries are answered in time", async () => {
  const fail = async (address: string, at: number) => (at % 2 === 0 ? fleet.down(address) : fleet.stall(address));
  const limitSeconds = boundSeconds(UNHEALTHY_THRESHOLD, HARD_AGE_SECONDS);
  judge("detection", await measure(fail, () => FALLBACK, limitSeconds), UNHEALTHY_THRESHOLD);

  const back = await measure(
    (address) => fleet.up(address),
    (address) => address,
    limitSeconds,
  );
  judge("recovery", back, HEALTHY_THRESHOLD);
}, 180_000);
