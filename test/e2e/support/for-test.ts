/** What lasts as long as the test that asks for it: folders, processes, a server on a folder. */
import { rm } from "node:fs/promises";
import { onTestFinished } from "vitest";
import { beginDev, servingUrl, temporaryFolder } from "./dev.ts";
import { type Started, start } from "./process.ts";

/** Makes a folder. */
export async function folderForTest(): Promise<string> {
  const dir = await temporaryFolder();
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Starts a command. */
export async function startForTest(command: string, args: readonly string[]): Promise<Started> {
  return stoppedWithTest(await start(command, args));
}

/** Starts `fairlead dev`, which need not come to serve. */
export async function beginDevForTest(args: readonly string[]): Promise<Started> {
  return stoppedWithTest(await beginDev(args));
}

/** Starts `fairlead dev` and waits until it serves. */
export async function devForTest(args: readonly string[]): Promise<Started & { readonly url: string }> {
  const dev = await beginDevForTest(args);
  return { ...dev, url: await servingUrl(dev) };
}

function stoppedWithTest(started: Started): Started {
  onTestFinished(() => started.stop());
  return started;
}
