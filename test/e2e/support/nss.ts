/** The store that Chromium and Firefox look into for authorities to trust besides their own. */
import { mkdir } from "node:fs/promises";
import { run } from "./process.ts";

/** Makes the store in a folder that may be missing, and puts an authority in. */
export async function makeTrustStore(folder: string, authority: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const store = ["-d", `sql:${folder}`];
  await certutil([...store, "-N", "--empty-password"]);
  await certutil([...store, "-A", "-t", "C,,", "-n", "fairlead-e2e", "-i", authority]);
}

async function certutil(args: readonly string[]): Promise<void> {
  const finished = await run("certutil", args, 20_000);
  if (finished.code !== 0) throw new Error(`certutil ${args.join(" ")}: ${finished.stderr}`);
}
