/**
 * Finds the KV namespace that a command's flags mean.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { heldFailure, type Lock, readLock, takeLock } from "./dev/lock.ts";
import type { KvStore } from "./kv.ts";
import { openRemote, remoteTarget } from "./kv-remote.ts";
import { openRunning } from "./kv-running.ts";
import { makeFolder } from "./make-folder.ts";
import { type Project, readProject } from "./project.ts";

export interface StoreChoice {
  readonly remote: boolean;
  readonly state: string;
}

/** `fairlead dev` serves, and can be reached, within 15 seconds of its start. */
const HOLDER_WAIT_MS = 15_000;
const LOOK_EVERY_MS = 100;

/**
 * Opens the KV namespace that a command's flags mean. A state folder that a running `fairlead dev` holds is reached
 * through that server, since two Miniflares on one folder diverge in silence.
 */
export async function openStore({ remote, state }: StoreChoice): Promise<KvStore> {
  const project = await readProject();
  if (remote) return openRemote(await remoteTarget(project, process.env));
  return await openState(state, project);
}

/** Waits for a `fairlead dev` that is starting and for commands that are at work in the folder. */
async function openState(state: string, project: Project): Promise<KvStore> {
  makeFolder(state);
  const endMs = performance.now() + HOLDER_WAIT_MS;
  for (;;) {
    const holder = await readLock(state);
    if (holder?.control != null) return openRunning(state, { pid: holder.pid, control: holder.control });
    const opened = holder ?? (await openOwn(state, project));
    if ("close" in opened) return opened;
    if (performance.now() > endMs) throw heldFailure(state, opened);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Opens the folder itself; gives its holder where another process was faster. */
async function openOwn(state: string, { namespaceId }: Project): Promise<KvStore | Lock> {
  const taking = await takeLock(state, "a fairlead command");
  if (taking.kind === "held") return taking.by;
  try {
    // Miniflare takes longer to load than all the rest.
    const { openFolder } = await import("./kv-local.ts");
    const store = await openFolder(state, namespaceId);
    const close = async () => {
      await store.close();
      await taking.drop();
    };
    return { ...store, close };
  } catch (thrown) {
    await taking.drop();
    throw thrown;
  }
}
