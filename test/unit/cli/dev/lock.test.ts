import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { heldFailure, type Lock, type OwnLock, readLock, takeLock } from "../../../../src/cli/dev/lock.ts";
import { beginningOf } from "../../../../src/cli/dev/process-age.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "fairlead-lock-"));
  const made = dir;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
});

const path = () => join(dir, "fairlead-lock.json");
const control = { port: 4000, secret: "s" };
const mine: Lock = { pid: process.pid, began: beginningOf(process.pid), holder: "fairlead dev", control: null };

/** The id of a process that has just ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

async function take(): Promise<OwnLock> {
  const taking = await takeLock(dir, "fairlead dev");
  if (taking.kind === "held") throw heldFailure(dir, taking.by);
  return taking;
}

test("a folder without a lock is free", async () => {
  expect(await readLock(dir)).toBeNull();
});

test("a lock is found, nothing else is left in the folder, and only its owner may read it", async () => {
  const own = await take();
  expect(await readLock(dir)).toEqual(mine);
  await own.announce(control);
  expect(await readLock(dir)).toEqual({ ...mine, control });
  expect(await readdir(dir)).toEqual(["fairlead-lock.json"]);
  expect((await stat(path())).mode & 0o777).toBe(0o600);
});

test("a lock of a living process is not taken away", async () => {
  await take();
  const second = await takeLock(dir, "another");
  expect(second).toEqual({ kind: "held", by: mine });
  expect(heldFailure(dir, mine).message).toBe(`${dir} is in use by fairlead dev, process ${process.pid}`);
  expect(await readLock(dir)).toEqual(mine);
});

test("of two that replace a lock which nobody holds one has it", async () => {
  await writeFile(path(), JSON.stringify({ ...mine, pid: deadPid() }));
  const takings = await Promise.all([takeLock(dir, "fairlead dev"), takeLock(dir, "fairlead dev")]);
  expect(takings.map(({ kind }) => kind).toSorted()).toEqual(["held", "taken"]);
  expect(await readdir(dir)).toEqual(["fairlead-lock.json"]);
});

test("a lock of a dead process is ignored and replaced", async () => {
  await writeFile(path(), JSON.stringify({ ...mine, pid: deadPid() }));
  expect(await readLock(dir)).toBeNull();
  await take();
  expect(await readLock(dir)).toEqual(mine);
});

test.skipIf(!existsSync("/proc/self/stat"))(
  "a process that has ended holds nothing, though nobody has seen its end",
  async () => {
    // The shell becomes a program that does not look at its children, before the child ends.
    const shell = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void shell.kill());
    const [line] = (await once(shell.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8")).toMatch(/\) Z /);
    await writeFile(path(), JSON.stringify({ ...mine, pid, began: beginningOf(pid) }));
    expect(await readLock(dir)).toBeNull();
  },
);

test("a lock whose process number another process has now is ignored and replaced", async () => {
  await writeFile(path(), JSON.stringify({ ...mine, began: "1" }));
  expect(await readLock(dir)).toBeNull();
  await take();
  expect(await readLock(dir)).toEqual(mine);
});

test("a system that does not tell when processes began: the number alone counts", async () => {
  await writeFile(path(), JSON.stringify({ ...mine, began: null }));
  expect(await takeLock(dir, "another")).toEqual({ kind: "held", by: { ...mine, began: null } });
});

test("a process began when it began, whoever asks", async () => {
  expect(beginningOf(process.pid)).not.toBeNull();
  expect(beginningOf(process.pid)).toBe(beginningOf(process.pid));
  expect(beginningOf(deadPid())).toBeNull();
});

test.each(["", "{", "null", '{"pid":1}', '{"pid":"1","holder":"fairlead dev"}'])(
  "a file that is no lock is ignored and replaced: %j",
  async (text) => {
    await writeFile(path(), text);
    expect(await readLock(dir)).toBeNull();
    await take();
    expect(await readLock(dir)).toEqual(mine);
  },
);

test("a lock that is given back is gone", async () => {
  const own = await take();
  await own.drop();
  expect(await readdir(dir)).toEqual([]);
});
