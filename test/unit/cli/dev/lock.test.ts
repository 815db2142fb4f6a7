import { spawnSync } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { dropLock, readLock, takeLock } from "../../../../src/cli/dev/lock.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "fairlead-lock-"));
  const made = dir;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
});

/** The id of a process that has just ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

const mine = { pid: process.pid, port: 4000, secret: "s" };

test("a folder without a lock is free", async () => {
  expect(await readLock(dir)).toBeNull();
});

test("a lock is found, and only its owner may read the secret", async () => {
  await takeLock(dir, mine);
  expect(await readLock(dir)).toEqual(mine);
  expect((await stat(join(dir, "fairlead-dev.json"))).mode & 0o777).toBe(0o600);
});

test("a lock of a living process is not taken away", async () => {
  await takeLock(dir, mine);
  await expect(takeLock(dir, { ...mine, port: 5000 })).rejects.toThrow(
    `${dir} is in use by fairlead dev, process ${process.pid}`,
  );
  expect(await readLock(dir)).toEqual(mine);
});

test("a lock of a dead process is ignored and replaced", async () => {
  await takeLock(dir, { ...mine, pid: deadPid() });
  expect(await readLock(dir)).toBeNull();
  await takeLock(dir, mine);
  expect(await readLock(dir)).toEqual(mine);
});

test.each(["", "{", "null", '{"pid":1}', '{"pid":"1","port":1,"secret":"s"}'])(
  "a file that is no lock is ignored and replaced: %j",
  async (text) => {
    await writeFile(join(dir, "fairlead-dev.json"), text);
    expect(await readLock(dir)).toBeNull();
    await takeLock(dir, mine);
    expect(await readLock(dir)).toEqual(mine);
  },
);

test("a lock that is given back is gone", async () => {
  await takeLock(dir, mine);
  await dropLock(dir);
  expect(await readLock(dir)).toBeNull();
});
