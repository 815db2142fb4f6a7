/**
 * The flags that say which KV namespace a command works on, alike for all commands that publish or look at what is
 * published.
 */
import type { Command } from "commander";
import type { KvStore } from "./kv.ts";
import { openStore } from "./open-store.ts";
import { STATE_DIR_DEFAULT } from "./project.ts";

export interface TargetFlags {
  readonly remote?: boolean;
  readonly state?: string;
}

/** Adds the flags to a command. */
export function addTargetFlags(command: Command): Command {
  return command
    .option("--remote", "work on the KV namespace at Cloudflare (wrangler login, or CLOUDFLARE_API_TOKEN)")
    .option("--state <dir>", "the local state folder (default: .wrangler/state, as wrangler dev)");
}

/** Opens the KV namespace, lets `use` work on it, and closes it whatever happens. */
export async function withStore<T>({ remote, state }: TargetFlags, use: (store: KvStore) => Promise<T>): Promise<T> {
  const store = await openStore({ remote: remote ?? false, state: state ?? STATE_DIR_DEFAULT });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
