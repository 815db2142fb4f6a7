/**
 * Whether a process lives, and when it began: its number alone is given to another process after its end.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hasCode } from "../failure.ts";

/** Places in /proc/PID/stat after the command, which is its second field and may hold anything. */
const STATE_FIELD = 0;
const START_TIME_FIELD = 19;

/** One that has ended and whose end its parent has not looked at. */
const ZOMBIE = "Z";

/** Tells whether there is a process of that number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    // EPERM: it lives, and belongs to someone else.
    return hasCode(thrown, "EPERM");
  }
  return procField(pid, STATE_FIELD) !== ZOMBIE;
}

/** Tells when a process began, in the system's own words, which stay the same for its life; null where it does not tell. */
export function beginningOf(pid: number): string | null {
  return procField(pid, START_TIME_FIELD) ?? fromPs(pid);
}

function procField(pid: number, field: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[field] ?? null;
  } catch {
    return null;
  }
}

/** For macOS, which has no /proc. */
function fromPs(pid: number): string | null {
  try {
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const stdio = ["ignore", "pipe", "ignore"] as const;
    return (
      execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { env, stdio: [...stdio] })
        .toString()
        .trim() || null
    );
  } catch {
    return null;
  }
}
