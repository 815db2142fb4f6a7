/**
 * Child processes of the end-to-end tests and the benchmark: started in a process group of their own, awaited by what
 * they print, ended by their id. Nothing here ends a process that it has not started.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

/** How long a process may take to end by itself before its group is killed. */
const STOP_GRACE_MS = 5_000;

export interface Started {
  readonly pid: number;
  /** All that it has printed so far. */
  stdout(): string;
  stderr(): string;
  /** Its exit code, once it has ended and all that it printed is read; null: a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Waits for a line that matches, and gives the match. */
  line(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
  /** Sends a signal to the process alone. */
  kill(signal: NodeJS.Signals): void;
  /** Ends the process and its group; resolves once it is gone. */
  stop(): Promise<void>;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnOptions {
  readonly cwd?: string;
  /** Laid over this process's own environment; undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Groups that are running: a test runner that ends early takes them with it. */
const groups = new Set<number>();
process.once("exit", () => {
  for (const pid of groups) signalGroup(pid, "SIGKILL");
});

function spawnGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, [...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) {
    groups.add(pid);
    child.once("exit", () => groups.delete(pid));
  }
  return child;
}

/** Keeps what a process prints. */
function gather(child: ChildProcess): { readonly stdout: string; readonly stderr: string } {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  }
  return printed;
}

/** Ends a whole group; a group that is gone already is no error. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Starts a process that goes on until it is stopped. A command that is missing rejects. */
export async function start(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<Started> {
  const child = spawnGroup(command, args, options);
  const pid = await new Promise<number>((resolve, reject) => {
    child.once("spawn", () => resolve(child.pid ?? 0));
    child.once("error", reject);
  });
  const printed = gather(child);
  let ended = false;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => {
      ended = true;
      resolve();
    });
  });
  return {
    pid,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    exited: new Promise((resolve) => child.once("close", resolve)),
    async line(pattern, timeoutMs) {
      const look = async () =>
        pattern.exec(printed.stdout) ?? pattern.exec(printed.stderr) ?? (ended ? null : undefined);
      const match = await until(timeoutMs, look);
      if (match) return match;
      const told = `${command} printed no ${pattern} ${ended ? "before it ended" : "in time"}`;
      throw new Error(`${told}:\n${printed.stdout}${printed.stderr}`);
    },
    kill: (signal) => void child.kill(signal),
    async stop() {
      if (!ended) {
        signalGroup(pid, "SIGTERM");
        await Promise.race([gone, delay(STOP_GRACE_MS, undefined, { ref: false })]);
      }
      // What the process itself left behind in its group goes too.
      signalGroup(pid, "SIGKILL");
      await gone;
    },
  };
}

/** Runs a command to its end; after `timeoutMs` its group is killed and `code` is null. */
export async function run(
  command: string,
  args: readonly string[],
  timeoutMs: number,
  options: SpawnOptions = {},
): Promise<Finished> {
  const started = await start(command, args, options);
  const timer = setTimeout(() => signalGroup(started.pid, "SIGKILL"), timeoutMs);
  const code = await started.exited;
  clearTimeout(timer);
  return { code, stdout: started.stdout(), stderr: started.stderr() };
}

/** Looks again and again until there is a value; undefined when the time is over. */
export async function until<T>(withinMs: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const deadline = performance.now() + withinMs; ; await delay(20)) {
    const found = await look();
    if (found !== undefined || performance.now() > deadline) return found;
  }
}
