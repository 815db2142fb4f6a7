/**
 * Finds the KV namespace that a command's flags mean.
 */
import { readLock } from "./dev/lock.ts";
import type { KvStore } from "./kv.ts";
import { openRemote, remoteTarget } from "./kv-remote.ts";
import { openRunning } from "./kv-running.ts";
import { readProject } from "./project.ts";

export interface StoreChoice {
  readonly remote: boolean;
  readonly state: string;
}

/**
 * Opens the KV namespace that a command's flags mean. A state folder that a running `fairlead dev` holds is reached
 * through that server, since two Miniflares on one folder diverge in silence.
 */
export async function openStore({ remote, state }: StoreChoice): Promise<KvStore> {
  const project = await readProject();
  if (remote) return openRemote(await remoteTarget(project, process.env));
  const lock = await readLock(state);
  if (lock !== null) return openRunning(state, lock);
  // Miniflare takes longer to load than all the rest.
  const { openFolder } = await import("./kv-local.ts");
  return await openFolder(state, project.namespaceId);
}
