/** The project's command as an operator starts it: `fairlead dev` on a free port, and commands that run to their end. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Finished, run, type SpawnOptions, type Started, start } from "./process.ts";

/** The project's root. */
export const ROOT = new URL("../../..", import.meta.url).pathname;
/** The command's file below a project's root, which Node runs as it is. */
const COMMAND_PATH = "src/cli/main.ts";
export const COMMAND = join(ROOT, COMMAND_PATH);

/** The contract's bound for a start. */
const START_MS = 15_000;
/** Far beyond what any command takes. */
const COMMAND_MS = 30_000;

export interface Dev {
  readonly port: number;
  /** The DoH URL that it printed. */
  readonly url: string;
  readonly process: Started;
  /** Writes a zone file into the folder that is being served. */
  write(file: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Makes a folder under the system's temporary one. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "fairlead-"));
}

/** Runs a `fairlead` command to its end. */
export function fairlead(args: readonly string[], env: SpawnOptions["env"] = {}): Promise<Finished> {
  return run(process.execPath, [COMMAND, ...args], COMMAND_MS, { cwd: ROOT, env });
}

export interface DevOptions {
  /** Laid over this process's own environment. */
  readonly env?: SpawnOptions["env"];
  /** Of a copy of the project with a wrangler.toml of its own. */
  readonly root?: string;
}

/** Starts `fairlead dev` on a free port; whoever calls stops it, whatever it then prints. */
export function beginDev(args: readonly string[], { env = {}, root = ROOT }: DevOptions = {}): Promise<Started> {
  return start(process.execPath, [join(root, COMMAND_PATH), "dev", ...args, "--port", "0"], { cwd: root, env });
}

/** Waits for the line that tells the DoH URL. */
export async function servingUrl(dev: Started): Promise<string> {
  const [, url = ""] = await dev.line(/^serving (http:\/\/\S+)$/m, START_MS);
  return url;
}

/** Serves zone files, by file name, with the flags given. */
export async function startDev(
  zones: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  options: DevOptions = {},
): Promise<Dev> {
  const folder = await temporaryFolder();
  const zonesFolder = join(folder, "zones");
  await mkdir(zonesFolder);
  const write = (file: string, text: string): Promise<void> => writeFile(join(zonesFolder, file), text);
  for (const [file, text] of Object.entries(zones)) await write(file, text);
  const child = await beginDev([zonesFolder, "--state", join(folder, "state"), ...flags], options);
  const stop = async (): Promise<void> => {
    await child.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await servingUrl(child);
    return { port: Number(new URL(url).port), url, process: child, write, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
