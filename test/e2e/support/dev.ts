/** `fairlead dev` on a zone folder of its own and a free port, as an operator starts it. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./ports.ts";
import { type Finished, run, type Started, start } from "./process.ts";

/** The project's root. */
export const ROOT = new URL("../../..", import.meta.url).pathname;
const commandOf = (root: string): string => join(root, "src/cli/main.ts");

/** The contract's bound for a start. */
const START_MS = 15_000;

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

export interface DevOptions {
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of a copy of the project with a wrangler.toml of its own. */
  readonly root?: string;
}

/** Serves zone files, by file name, with the flags given. */
export async function startDev(
  zones: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  { env = {}, root = ROOT }: DevOptions = {},
): Promise<Dev> {
  const folder = await temporaryFolder();
  const zonesFolder = join(folder, "zones");
  await mkdir(zonesFolder);
  const write = (file: string, text: string): Promise<void> => writeFile(join(zonesFolder, file), text);
  for (const [file, text] of Object.entries(zones)) await write(file, text);
  const port = await freePort();
  const state = ["--port", String(port), "--state", join(folder, "state")];
  const child = await start(process.execPath, [commandOf(root), "dev", zonesFolder, ...state, ...flags], {
    cwd: root,
    env,
  });
  const stop = async (): Promise<void> => {
    await child.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const match = await child.line(/^serving (http:\/\/\S+)$/m, START_MS);
    return { port, url: match[1] ?? "", process: child, write, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs a `fairlead` command to its end. */
export function fairlead(args: readonly string[], timeoutMs = 30_000): Promise<Finished> {
  return run(process.execPath, [commandOf(ROOT), ...args], timeoutMs, { cwd: ROOT });
}
