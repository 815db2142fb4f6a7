import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLock } from "../../src/cli/dev/lock.ts";
import { openRunning } from "../../src/cli/kv-running.ts";
import { COMMAND, fairlead, servingUrl } from "./support/dev.ts";
import { addresses, answers, isServing, zone, zoneFolder } from "./support/dev-zone.ts";
import { beginDevForTest, devForTest, folderForTest, startForTest } from "./support/for-test.ts";
import { until } from "./support/process.ts";

describe("a start that cannot be", () => {
  test("a taken port: one line and exit code 1, and the state folder is free again", async () => {
    const { dir } = await zoneFolder("192.0.2.1");
    const first = await devForTest([dir]);
    const { port } = new URL(first.url);
    const state = join(dir, "state");
    expect(await fairlead(["dev", dir, "--port", port, "--state", state])).toEqual({
      code: 1,
      stdout: "",
      stderr: `fairlead: port ${port} is in use; choose another with --port\n`,
    });
    expect(await readdir(state)).toEqual([]);
  });

  test("of two that start on one state folder at the same time one serves, with its own zones", async () => {
    const folders = [await zoneFolder("192.0.2.1"), await zoneFolder("192.0.2.2")];
    const state = join(await folderForTest(), "state");
    const started = await Promise.all(folders.map(({ dir }) => beginDevForTest([dir, "--state", state])));
    const losers = await Promise.race(started.map(async ({ exited }, at) => ({ at, code: await exited })));
    const winner = started[1 - losers.at];
    if (winner === undefined) throw new Error("there are two");
    expect({ code: losers.code, stderr: started[losers.at]?.stderr() }).toEqual({
      code: 1,
      stderr: `fairlead: ${state} is in use by fairlead dev, process ${winner.pid}\n`,
    });
    expect(await addresses(await servingUrl(winner))).toBe(losers.at === 1 ? "192.0.2.1" : "192.0.2.2");
  });

  test("a push while dev starts waits and goes through the server", async () => {
    const { dir } = await zoneFolder("192.0.2.1");
    const other = await zoneFolder("192.0.2.7");
    const state = join(await folderForTest(), "state");
    const dev = await beginDevForTest([dir, "--state", state]);
    const isHeld = async () => ((await readLock(state)) === null ? undefined : true);
    expect(await until(15_000, isHeld)).toBe(true);
    expect(dev.stdout()).toBe("");
    const pushed = await fairlead(["push", other.dir, "--state", state]);
    expect(pushed.stdout).toContain(`to fairlead dev (process ${dev.pid})`);
    expect(await answers(await servingUrl(dev), "192.0.2.7", 3000)).toBe("192.0.2.7");
  });
});

test("SIGKILL leaves nothing behind: the port is free, and the state folder serves again", async () => {
  const { dir } = await zoneFolder("192.0.2.1");
  const state = join(dir, "state");
  const dev = await devForTest([dir, "--state", state]);
  dev.kill("SIGKILL");
  expect(await until(2000, async () => ((await isServing(dev.url)) ? undefined : true))).toBe(true);
  const again = await devForTest([dir, "--state", state]);
  expect(await addresses(again.url)).toBe("192.0.2.1");
});

describe("output that nobody reads", () => {
  test.each(["history", "--help"])("fairlead %s | true ends quietly with exit code 0", async (command) => {
    const { dir } = await zoneFolder("192.0.2.1");
    const state = join(dir, "state");
    await fairlead(["push", dir, "--state", state]);
    const args = command === "history" ? [command, "--state", state] : [command];
    const script = `set -o pipefail; "$@" | true`;
    const piped = await startForTest("bash", ["-c", script, "bash", process.execPath, COMMAND, ...args]);
    expect({ code: await piped.exited, stderr: piped.stderr() }).toEqual({ code: 0, stderr: "" });
  });

  test.skipIf(!existsSync("/dev/full"))("a device without room makes the command fail", async () => {
    const full = await startForTest("sh", ["-c", `"$@" > /dev/full`, "sh", process.execPath, COMMAND, "--help"]);
    expect({ code: await full.exited, stderr: full.stderr() }).toEqual({
      code: 1,
      stderr: "fairlead: output cannot be written: ENOSPC: no space left on device, write\n",
    });
  });
});

test("a folder that cannot be made ends the command", async () => {
  const { dir } = await zoneFolder("192.0.2.1");
  const told = {
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^fairlead: the folder \/proc\S* cannot be made: .+\n$/),
  };
  expect(await fairlead(["build", dir, "-o", "/proc/fairlead"])).toEqual(told);
  expect(await fairlead(["push", dir, "--state", "/proc/fairlead"])).toEqual(told);
  expect(await fairlead(["dev", dir, "--port", "0", "--state", "/proc/fairlead"])).toEqual(told);
});

describe("the state folder", () => {
  test("push goes through the running server, and what it published outlives it", async () => {
    const { dir, write } = await zoneFolder("192.0.2.1");
    const other = await zoneFolder("192.0.2.7");
    const state = join(await folderForTest(), "state");
    const dev = await devForTest([dir, "--state", state]);

    const pushed = await fairlead(["push", other.dir, "--state", state]);
    expect(pushed.stdout).toMatch(/^published generation \d+ with 1 new blob to fairlead dev \(process \d+\)/);
    expect(await answers(dev.url, "192.0.2.7", 3000)).toBe("192.0.2.7");

    const second = await fairlead(["dev", dir, "--state", state, "--port", "0"]);
    expect({ code: second.code, stderr: second.stderr }).toEqual({
      code: 1,
      stderr: `fairlead: ${state} is in use by fairlead dev, process ${dev.pid}\n`,
    });

    dev.kill("SIGTERM");
    await dev.exited;
    const again = await fairlead(["push", other.dir, "--state", state]);
    expect(again.stdout).toMatch(/^nothing to publish: generation \d+ in the local KV in /);

    await write(zone("192.0.2.9"));
    const planned = await fairlead(["plan", dir, "--state", state]);
    expect(planned.stdout).toBe("example.com: 0 added, 1 changed, 0 removed\n  ~ www.example.com./A\nprobes: 0\n");
  });

  test("push writes blobs again that are missing or corrupt, and with --force all", async () => {
    const { dir } = await zoneFolder("192.0.2.1");
    const state = join(dir, "state");
    const dev = await devForTest([dir, "--state", state]);
    const control = (await readLock(state))?.control;
    if (control == null) throw new Error("the lock tells no control port");
    const running = openRunning(state, { pid: dev.pid, control });
    const [key = ""] = await running.list("zone/");
    const whole = await running.get(key);
    const told = async (...flags: string[]) => (await fairlead(["push", dir, "--state", state, ...flags])).stdout;

    await running.remove([key]);
    expect(await told()).toMatch(/^wrote 1 blob of generation \d+ in .+ again; it stays in force\n$/);
    expect(await running.get(key)).toBe(whole);
    await running.put(key, "corrupt");
    expect(await told()).toMatch(/^wrote 1 blob of generation /);
    expect(await running.get(key)).toBe(whole);
    expect(await told()).toMatch(/^nothing to publish: /);
    expect(await told("--force")).toMatch(/^wrote 2 blobs of generation /);
  });

  test("history tells that nothing has been published, then each generation with what it is", async () => {
    const { dir } = await zoneFolder("192.0.2.1");
    const state = join(dir, "state");
    const told = async (...args: string[]) => {
      const { code, stdout, stderr } = await fairlead([...args, "--state", state]);
      return { code, stdout: stdout.replace(/by \S+ {2}/g, ""), stderr };
    };
    const place = `the local KV in ${state}`;
    expect(await told("history")).toEqual({ code: 0, stdout: "", stderr: `nothing has been published to ${place}\n` });
    await told("push", dir);
    const list = /^\* (\d+) {2}\S+Z {2}1 zone( {2}by \S+)?\n$/;
    const first = list.exec((await told("history")).stdout)?.[1];
    await writeFile(join(dir, "example.net.yaml"), zone("192.0.2.4").replace("example.com", "example.net"));
    await told("push", dir);
    const { stdout } = await told("rollback");
    expect(stdout.replace(/^published generation \d+/, "")).toBe(` to ${place}: rollback to ${first}\n`);
    const [last = ""] = (await told("history")).stdout.split("\n");
    expect(last).toMatch(new RegExp(`^\\* \\d+ {2}\\S+Z {2}1 zone {2}rollback to ${first}$`));
  });

  test("the control port lets nobody in without the secret", async () => {
    const { dir } = await zoneFolder("192.0.2.1");
    const state = join(dir, "state");
    await devForTest([dir, "--state", state]);
    const lock = await readLock(state);
    const call = (authorization: string) =>
      fetch(`http://127.0.0.1:${lock?.control?.port}/`, {
        method: "POST",
        headers: { authorization },
        body: JSON.stringify({ kind: "get", key: "catalog" }),
      }).then(({ status }) => status);
    expect([await call(""), await call("Bearer x"), await call(`Bearer ${lock?.control?.secret}`)]).toEqual([
      401, 401, 200,
    ]);
  });
});
