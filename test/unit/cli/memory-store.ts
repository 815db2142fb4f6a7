/**
 * A KV namespace in memory that keeps a log of its writes and can be made to fail.
 */
import type { KvStore } from "../../../src/cli/kv.ts";

export interface MemoryStore extends KvStore {
  readonly values: Map<string, string>;
  /** Keys in the order in which they were written. */
  readonly written: string[];
}

/** Makes a store; `writesMax` is the number of writes after which each further one fails. */
export function memoryStore(
  values: Readonly<Record<string, string>> = {},
  writesMax = Number.POSITIVE_INFINITY,
): MemoryStore {
  const kept = new Map(Object.entries(values));
  const written: string[] = [];
  const write = (key: string, value: string) => {
    if (written.length >= writesMax) throw new Error("the connection is lost");
    written.push(key);
    kept.set(key, value);
  };
  return {
    values: kept,
    written,
    place: "memory",
    get: async (key) => kept.get(key) ?? null,
    put: async (key, value) => write(key, value),
    async putAll(entries, onProgress) {
      for (const [index, { key, value }] of entries.entries()) {
        write(key, value);
        onProgress?.(index + 1, entries.length);
      }
    },
    list: async (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
    async remove(keys) {
      for (const key of keys) kept.delete(key);
    },
    close: async () => {},
  };
}
