/**
 * When `fairlead dev` ends: on a signal, or when the process that started it is gone.
 *
 * A signal to `npx` or `npm start` may end npm and leave its child running; a server that nobody sees any more would
 * hold its port for ever. npm puts a shell between itself and this process, which outlives it: under npm the shell's
 * own parent is watched too. Elsewhere it is not, so that `nohup sh -c …` works as ever.
 */
import { readFileSync } from "node:fs";

/** Two seconds are allowed from losing the parent to being gone. */
const PARENT_LOOK_EVERY_MS = 400;

const END_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface Lifetime {
  /** Resolves when it is time to end. */
  readonly ended: Promise<void>;
  /** Stops listening, so that signals act as usual again. */
  release(): void;
}

/** Begins to listen for the end. */
export function beginLifetime(): Lifetime {
  const ancestors = ancestorsNow();
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  for (const signal of END_SIGNALS) process.on(signal, end);
  const look = setInterval(() => {
    if (ancestorsNow() !== ancestors) end();
  }, PARENT_LOOK_EVERY_MS);
  return {
    ended: promise,
    release() {
      clearInterval(look);
      for (const signal of END_SIGNALS) process.off(signal, end);
    },
  };
}

/** Names the processes whose loss ends this one. */
function ancestorsNow(): string {
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined;
  return `${process.ppid} ${isUnderNpm ? parentOf(process.ppid) : ""}`;
}

/** Gives the parent of a process where the system has /proc; elsewhere nothing. */
function parentOf(pid: number): string {
  try {
    // `pid (command) state parent …`; a command may hold blanks and parentheses.
    return /.*\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}
