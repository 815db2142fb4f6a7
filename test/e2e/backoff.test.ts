/**
 * Recovery under backoff, which begins after ten minutes of failure: between two starts of `fairlead dev` on one state
 * folder the prober's stored time of the first failure is made ten minutes older, and nothing else. All lengths of a
 * recovery are measured on a stepped clock, by the simulation.
 */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";
import { expect, onTestFinished, test } from "vitest";
import type { Schedule } from "../../src/probe/schedule.ts";
import { settle } from "./support/api.ts";
import { ask } from "./support/ask.ts";
import { startFleet } from "./support/fleet.ts";
import { devForTest, folderForTest } from "./support/for-test.ts";
import { until } from "./support/process.ts";

const TARGET = "127.0.81.1";
const FALLBACK = "192.0.2.99";
const CHECK = "example.com/web";
const TEN_MINUTES_MS = 600_000;
const BACKOFF_SECONDS = 30;
const TIMEOUT_SECONDS = 1;
const HARD_AGE_SECONDS = 2;
const SPARE_SECONDS = 1;
/** Long enough for several turns at the check's own interval of 1 s. */
const SILENCE_MS = 4_000;

const zone = (port: number): string => `
zone: example.com
ttl: 1
checks:
  web: { type: http, address: ${TARGET}, port: ${port}, interval: 1, timeout: ${TIMEOUT_SECONDS}, unhealthyThreshold: 2, healthyThreshold: 1 }
records:
  www: { A: { failover: [{ id: own, values: [${TARGET}], check: web }, { id: other, values: [${FALLBACK}] }] } }
`;

/** Makes the first failures that the probers of a stopped server have stored ten minutes older. */
async function age(state: string): Promise<readonly number[]> {
  const folder = join(state, "v3", "do", "fairlead-Prober");
  const files = (await readdir(folder)).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file));
  return files.flatMap((file) => {
    const database = new DatabaseSync(join(folder, file));
    const stored = database.prepare("SELECT value FROM _cf_KV WHERE key = 'schedule'").get()?.value;
    const schedule = deserialize(stored as Uint8Array) as Schedule;
    const failing = Object.entries(schedule.failingSinceMs).map(([id, ms]) => [id, ms - TEN_MINUTES_MS] as const);
    const older: Schedule = { ...schedule, failingSinceMs: Object.fromEntries(failing) };
    database.prepare("UPDATE _cf_KV SET value = ? WHERE key = 'schedule'").run(serialize(older));
    database.close();
    return failing.map(([, ms]) => ms);
  });
}

test("a target that has failed for ten minutes is asked every 30 s, and is answered within that time of its return", async () => {
  const fleet = await startFleet([TARGET]);
  onTestFinished(() => fleet.stop());
  const folder = await folderForTest();
  const [zones, state] = [join(folder, "zones"), join(folder, "state")];
  await mkdir(zones);
  await writeFile(join(zones, "example.com.yaml"), zone(fleet.port));
  const ages = ["--var", "HEALTH_SOFT_AGE_SECONDS=1", "--var", `HEALTH_HARD_AGE_SECONDS=${HARD_AGE_SECONDS}`];
  const flags = [zones, "--state", state, "--tick", "1", "--allow-private-targets", ...ages];

  fleet.answerNext(TARGET, Array<number>(1000).fill(503));
  const first = await devForTest(flags);
  await settle(first, { [CHECK]: "unhealthy" });
  await first.stop();
  expect((await age(state)).map((ms) => Date.now() - ms > TEN_MINUTES_MS)).toEqual([true]);

  const before = fleet.probes(TARGET);
  const { url } = await devForTest(flags);
  expect(await until(5_000, async () => (fleet.probes(TARGET) > before ? true : undefined))).toBe(true);
  const slowed = fleet.probes(TARGET);
  await delay(SILENCE_MS);
  expect([fleet.probes(TARGET), (await ask(url, "www.example.com")).data]).toEqual([slowed, [FALLBACK]]);

  fleet.answerNext(TARGET, []);
  const backMs = performance.now();
  const boundSeconds = BACKOFF_SECONDS + TIMEOUT_SECONDS + HARD_AGE_SECONDS + SPARE_SECONDS;
  const isAnswered = async () => {
    await delay(200);
    return (await ask(url, "www.example.com")).data[0] === TARGET ? true : undefined;
  };
  expect(await until(boundSeconds * 1_000, isAnswered)).toBe(true);
  const seconds = (performance.now() - backMs) / 1_000;
  process.stdout.write(`recovery under backoff: ${seconds.toFixed(1)} s (at most ${boundSeconds})\n`);
  expect(seconds).toBeGreaterThan(BACKOFF_SECONDS / 2);
}, 60_000);
