/**
 * The KV namespace as publishing sees it, wherever it is: in a state folder, behind a running `fairlead dev`, or at
 * Cloudflare. Knows nothing of what is stored.
 */

/** Told after each part of an upload. */
export type OnProgress = (done: number, total: number) => void;

export interface KvEntry {
  readonly key: string;
  readonly value: string;
}

export interface KvStore {
  /** Where it is, for a person. */
  readonly place: string;
  /** Gives a value; null where there is none. */
  get(key: string): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
  /** Stores all or throws; what was stored before it threw stays. */
  putAll(entries: readonly KvEntry[], onProgress?: OnProgress): Promise<void>;
  /** Gives every key that begins with `prefix`, in no particular order. */
  list(prefix: string): Promise<string[]>;
  remove(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Cuts a list into runs of at most `entriesMax` entries and about `charactersMax` characters, and never an empty one. */
export function batches(entries: readonly KvEntry[], entriesMax: number, charactersMax: number): KvEntry[][] {
  const cut: KvEntry[][] = [];
  let characters = 0;
  for (const entry of entries) {
    const size = entry.key.length + entry.value.length;
    const last = cut.at(-1);
    if (last === undefined || last.length === entriesMax || characters + size > charactersMax) {
      cut.push([entry]);
      characters = size;
    } else {
      last.push(entry);
      characters += size;
    }
  }
  return cut;
}

/** Writes batches one after the other, telling after each how many of all entries are written. */
export async function putInBatches(
  cut: readonly (readonly KvEntry[])[],
  put: (batch: readonly KvEntry[]) => Promise<unknown>,
  onProgress?: OnProgress,
): Promise<void> {
  const all = cut.reduce((sum, batch) => sum + batch.length, 0);
  let done = 0;
  for (const batch of cut) {
    await put(batch);
    done += batch.length;
    onProgress?.(done, all);
  }
}
