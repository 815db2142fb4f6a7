/**
 * Starts commands of the project as a user does, and stops what was started.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The command's file, which Node runs as it is. */
export const MAIN = join(import.meta.dirname, "..", "..", "..", "src", "cli", "main.ts");

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly exited: Promise<number | null>;
}

export interface Dev extends Running {
  /** The DoH URL that it printed. */
  readonly url: string;
}

/** Starts a process; its output is gathered, and it is killed when the test ends. */
export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Running {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exited;
  });
  return { child, stdout: () => output.stdout, stderr: () => output.stderr, exited };
}

/** Runs `fairlead` to its end. */
export async function fairlead(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run> {
  const { exited, stdout, stderr } = start(process.execPath, [MAIN, ...args], env);
  return { code: await exited, stdout: stdout(), stderr: stderr() };
}

/** Starts `fairlead dev` on a free port and waits until it says that it serves. */
export async function startDev(args: readonly string[]): Promise<Dev> {
  const running = start(process.execPath, [MAIN, "dev", ...args, "--port", "0"]);
  return { ...running, url: await servingUrl(running) };
}

/** Waits for the line that tells the DoH URL. */
export async function servingUrl(running: Running): Promise<string> {
  const url = await until(15_000, async () => /^serving (\S+)$/m.exec(running.stdout())?.[1]);
  if (url === undefined) throw new Error(`not serving within 15 seconds: ${running.stdout()}${running.stderr()}`);
  return url;
}

/** Asks again and again until there is a value; undefined when the time is over. */
export async function until<T>(withinMs: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() > endMs) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Makes a folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "fairlead-e2e-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
