/**
 * The KV namespace of a running `fairlead dev`, through its control port.
 */
import type { ControlReply, ControlRequest } from "./dev/control.ts";
import type { ControlAddress } from "./dev/lock.ts";
import { Failure, messageOf } from "./failure.ts";
import { batches, type KvEntry, type KvStore, putInBatches } from "./kv.ts";

/** Entries in one call, so that progress can be shown. */
const BATCH_ENTRIES_MAX = 500;
const BATCH_CHARACTERS_MAX = 8_000_000;

/** A server that holds a state folder's lock. */
export interface RunningDev {
  readonly pid: number;
  readonly control: ControlAddress;
}

/** Opens the namespace of a running server. */
export function openRunning(stateDir: string, dev: RunningDev): KvStore {
  const call = (request: ControlRequest) => callControl(dev, request);
  const putBatch = (entries: readonly KvEntry[]) => call({ kind: "put", entries });
  return {
    place: `fairlead dev (process ${dev.pid}) on ${stateDir}`,
    async get(key) {
      return (await call({ kind: "get", key })).value ?? null;
    },
    async put(key, value) {
      await putBatch([{ key, value }]);
    },
    async putAll(entries, onProgress) {
      await putInBatches(batches(entries, BATCH_ENTRIES_MAX, BATCH_CHARACTERS_MAX), putBatch, onProgress);
    },
    async list(prefix) {
      return [...((await call({ kind: "list", prefix })).keys ?? [])];
    },
    async remove(keys) {
      await call({ kind: "remove", keys });
    },
    close: () => Promise.resolve(),
  };
}

/** Calls the control port of a running `fairlead dev`. */
export async function callControl({ pid, control }: RunningDev, request: ControlRequest): Promise<ControlReply> {
  const response = await fetch(`http://127.0.0.1:${control.port}/`, {
    method: "POST",
    headers: { authorization: `Bearer ${control.secret}` },
    body: JSON.stringify(request),
  }).catch((thrown: unknown) => {
    throw new Failure(`fairlead dev (process ${pid}) does not answer: ${messageOf(thrown)}`);
  });
  if (!response.ok) {
    throw new Failure(`fairlead dev (process ${pid}) refused: HTTP ${response.status} ${await response.text()}`);
  }
  return (await response.json()) as ControlReply;
}
