/**
 * The local KV namespace, opened by Miniflare on a state folder in the layout of `wrangler dev --persist-to`.
 *
 * The folder must belong to nobody else meanwhile: open-store.ts takes its lock first.
 */
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { guardRuntime } from "./dev/guard.ts";
import type { KvStore } from "./kv.ts";
import { KV_BINDING, persistencePath } from "./project.ts";

/** The part of Miniflare's KV namespace that is used here. */
export interface LocalNamespace {
  get(key: string): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; cursor?: string }): Promise<{
    keys: { name: string }[];
    list_complete: boolean;
    cursor?: string;
  }>;
}

/** Gives a store over a namespace that someone else opens and closes. */
export function storeOver(namespace: LocalNamespace, place: string): KvStore {
  return {
    place,
    get: (key) => namespace.get(key),
    put: (key, value) => namespace.put(key, value),
    async putAll(entries, onProgress) {
      for (const [index, { key, value }] of entries.entries()) {
        await namespace.put(key, value);
        onProgress?.(index + 1, entries.length);
      }
    },
    async list(prefix) {
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await namespace.list(cursor === undefined ? { prefix } : { prefix, cursor });
        keys.push(...page.keys.map(({ name }) => name));
        cursor = page.list_complete ? undefined : page.cursor;
      } while (cursor !== undefined);
      return keys;
    },
    async remove(keys) {
      for (const key of keys) await namespace.delete(key);
    },
    close: () => Promise.resolve(),
  };
}

/** Opens the namespace in a state folder, whose lock this process has taken. */
export async function openFolder(stateDir: string, namespaceId: string): Promise<KvStore> {
  const guard = guardRuntime();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default {}",
      cf: false,
      resourcePersistencePath: persistencePath(stateDir),
      kvNamespaces: { [KV_BINDING]: namespaceId },
    }),
  );
  const namespace = await miniflare.getKVNamespace(KV_BINDING);
  return {
    ...storeOver(namespace, `the local KV in ${stateDir}`),
    async close() {
      await miniflare.dispose();
      guard.release();
    },
  };
}
