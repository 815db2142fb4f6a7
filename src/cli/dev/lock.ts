/**
 * The lock of a state folder: which process has opened it, and how other commands reach a `fairlead dev` that has.
 *
 * It is taken before the folder is opened and given back after it is closed, since two runtimes on one folder diverge
 * in silence. A lock whose process is gone is nobody's: it is ignored and replaced, so that a crash never needs
 * cleaning up. The file appears and changes as a whole: nobody ever reads half of it.
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, hasCode, messageOf } from "../failure.ts";
import { beginningOf, isAlive } from "./process-age.ts";

/** The control server of a `fairlead dev`, on 127.0.0.1. */
export interface ControlAddress {
  readonly port: number;
  readonly secret: string;
}

export interface Lock {
  readonly pid: number;
  /** When that process began, as the system writes it; null where it does not tell. */
  readonly began: string | null;
  /** Who it is, for a person. */
  readonly holder: string;
  /** Null: it cannot be reached, or not yet. */
  readonly control: ControlAddress | null;
}

/** A lock that this process has taken. */
export interface OwnLock {
  readonly kind: "taken";
  /** Tells other commands how to reach this process. */
  announce(control: ControlAddress): Promise<void>;
  /** Gives the lock back. */
  drop(): Promise<void>;
}

export type Taking = OwnLock | { readonly kind: "held"; readonly by: Lock };

const LOCK_FILE = "fairlead-lock.json";

/** Each one fails only where another process has created the file at that moment. */
const ATTEMPTS_MAX = 10;

/** Readable to the owner only: it holds the secret. */
const LOCK_MODE = 0o600;

/** Reads the lock of a state folder; null where no living process holds it. */
export async function readLock(stateDir: string): Promise<Lock | null> {
  const lock = parseLock(await readText(join(stateDir, LOCK_FILE)));
  return lock !== null && isHeld(lock) ? lock : null;
}

/** Takes the lock of a state folder, which must exist. */
export async function takeLock(stateDir: string, holder: string): Promise<Taking> {
  const path = join(stateDir, LOCK_FILE);
  const own: Lock = { pid: process.pid, began: beginningOf(process.pid), holder, control: null };
  for (let attempt = 1; ; attempt += 1) {
    const by = await clearAbandoned(path);
    if (by !== null) return { kind: "held", by };
    if (await create(path, own)) break;
    if (attempt === ATTEMPTS_MAX) throw new Failure(`${path} belongs to no process and cannot be replaced`);
  }
  return {
    kind: "taken",
    async announce(control) {
      const draft = await writeDraft(path, { ...own, control });
      await rename(draft, path);
    },
    drop: () => rm(path, { force: true }),
  };
}

/** Says who holds a state folder. */
export function heldFailure(stateDir: string, { holder, pid }: Lock): Failure {
  return new Failure(`${stateDir} is in use by ${holder}, process ${pid}`);
}

/** Takes away a lock that nobody holds; gives the one that somebody does. */
async function clearAbandoned(path: string): Promise<Lock | null> {
  const seen = await readText(path);
  if (seen === null) return null;
  const lock = parseLock(seen);
  if (lock !== null && isHeld(lock)) return lock;
  const aside = besides(path);
  await rename(path, aside).catch(() => {});
  const moved = await readText(aside);
  // Another process has replaced the lock in between, and holds the new one.
  if (moved !== null && moved !== seen) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
  return null;
}

/** Creates the lock file; of two processes at the same time one succeeds. */
async function create(path: string, lock: Lock): Promise<boolean> {
  const draft = await writeDraft(path, lock);
  try {
    await link(draft, path);
    return true;
  } catch (thrown) {
    if (hasCode(thrown, "EEXIST")) return false;
    throw new Failure(`${path} cannot be made: ${messageOf(thrown)}`);
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeDraft(path: string, lock: Lock): Promise<string> {
  const draft = besides(path);
  await writeFile(draft, JSON.stringify(lock), { flag: "wx", mode: LOCK_MODE }).catch((thrown: unknown) => {
    throw new Failure(`${draft} cannot be written: ${messageOf(thrown)}`);
  });
  return draft;
}

/** Names a file for the moment, in the same folder, that nobody else has named. */
function besides(path: string): string {
  return `${path}.${randomUUID()}`;
}

async function readText(path: string): Promise<string | null> {
  return await readFile(path, "utf8").catch(() => null);
}

function parseLock(text: string | null): Lock | null {
  try {
    const { pid, began = null, holder, control = null } = JSON.parse(text ?? "null") as Partial<Lock>;
    if (pid === undefined || !Number.isInteger(pid) || typeof holder !== "string") return null;
    return { pid, began, holder, control };
  } catch {
    return null;
  }
}

/** A number is given to another process some day: the one that took the lock is known by when it began, too. */
function isHeld({ pid, began }: Lock): boolean {
  return isAlive(pid) && (began === null || began === beginningOf(pid));
}
