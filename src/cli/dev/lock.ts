/**
 * The lock of a state folder: which `fairlead dev` holds it, and how other commands reach that server.
 *
 * A lock whose process is gone is nobody's: it is ignored and replaced, so that a crash never needs cleaning up.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../failure.ts";

export interface Lock {
  readonly pid: number;
  /** Of the control server, on 127.0.0.1. */
  readonly port: number;
  readonly secret: string;
}

const LOCK_FILE = "fairlead-dev.json";

/** Readable to the owner only: it holds the secret. */
const LOCK_MODE = 0o600;

/** Reads the lock of a state folder; null where no living process holds it. */
export async function readLock(stateDir: string): Promise<Lock | null> {
  const text = await readFile(join(stateDir, LOCK_FILE), "utf8").catch(() => null);
  const lock = text === null ? null : parseLock(text);
  return lock !== null && isAlive(lock.pid) ? lock : null;
}

/** Takes the lock of a state folder; throws where a living process holds it. */
export async function takeLock(stateDir: string, lock: Lock): Promise<void> {
  const path = join(stateDir, LOCK_FILE);
  const holder = await readLock(stateDir);
  if (holder !== null) throw new Failure(`${stateDir} is in use by fairlead dev, process ${holder.pid}`);
  await rm(path, { force: true });
  // `wx`: of two that start together only one creates the file.
  await writeFile(path, JSON.stringify(lock), { flag: "wx", mode: LOCK_MODE }).catch(() => {
    throw new Failure(`${path} cannot be written, or another fairlead dev has just taken it`);
  });
}

/** Gives the lock back. */
export async function dropLock(stateDir: string): Promise<void> {
  await rm(join(stateDir, LOCK_FILE), { force: true });
}

function parseLock(text: string): Lock | null {
  try {
    const { pid, port, secret } = JSON.parse(text) as Partial<Lock>;
    const whole = Number.isInteger(pid) && Number.isInteger(port) && typeof secret === "string";
    return whole ? ({ pid, port, secret } as Lock) : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: it lives, and belongs to someone else.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
