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
  /** All that it has printed so far, standard output and standard error together. */
  output(): string;
  /** Waits for a line that matches, and gives the match. */
  line(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
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
  /** Added to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
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
  let output = "";
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => {
      ended = true;
      resolve();
    });
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return {
    pid,
    output: () => output,
    async line(pattern, timeoutMs) {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(20)) {
        const match = pattern.exec(output);
        if (match !== null) return match;
        if (ended) break;
      }
      throw new Error(`${command} printed no ${pattern} ${ended ? "before it ended" : "in time"}:\n${output}`);
    },
    async stop() {
      if (!ended) {
        signalGroup(pid, "SIGTERM");
        await Promise.race([exited, delay(STOP_GRACE_MS, undefined, { ref: false })]);
      }
      // What the process itself left behind in its group goes too.
      signalGroup(pid, "SIGKILL");
      await exited;
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
  const child = spawnGroup(command, args, options);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => signalGroup(child.pid ?? 0, "SIGKILL"), timeoutMs);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return { code, stdout, stderr };
  } finally {
    clearTimeout(timer);
  }
}
