/**
 * Publishes a compiled folder: blobs first, then the catalog's history, then the catalog, so that whatever breaks off
 * on the way leaves the old generation serving.
 */

import { CATALOG_FORMAT, CATALOG_KEY, type Catalog, historyKey } from "../zone/catalog.ts";
import type { Compilation } from "./compile/folder.ts";
import { composeCatalog } from "./compile/publication.ts";
import { Failure } from "./failure.ts";
import type { KvStore, OnProgress } from "./kv.ts";

export interface Publisher {
  readonly nowMs: number;
  /** Who publishes, and why: kept in the catalog. */
  readonly by: string;
  readonly note: string;
  readonly onProgress?: OnProgress;
}

export type Published =
  | { readonly kind: "unchanged"; readonly generation: number }
  | { readonly kind: "published"; readonly generation: number; readonly blobs: number };

/** Reads the catalog; null where nothing has been published. */
export async function readCatalog(store: KvStore): Promise<Catalog | null> {
  return await catalogAt(store, CATALOG_KEY);
}

/** Reads a catalog under another key, as history keeps them. */
export async function catalogAt(store: KvStore, key: string): Promise<Catalog | null> {
  const text = await store.get(key);
  if (text === null) return null;
  const catalog = parse(text);
  if (catalog?.format !== CATALOG_FORMAT)
    throw new Failure(`${key} in ${store.place} is not of format ${CATALOG_FORMAT}`);
  return catalog;
}

/**
 * Gives the generation after `current`. It is the time in seconds where that is higher, so that generations of `push`
 * and of `build`, which knows no parent, grow together.
 */
export function nextGeneration(current: Catalog | null, nowMs: number): number {
  return Math.max((current?.generation ?? 0) + 1, Math.floor(nowMs / 1000));
}

/** Publishes what differs from `current`, which is the catalog that the store has now. */
export async function publish(
  store: KvStore,
  compilation: Compilation,
  current: Catalog | null,
  publisher: Publisher,
): Promise<Published> {
  if (current !== null && isServing(current, compilation)) return { kind: "unchanged", generation: current.generation };
  const { nowMs, by, note, onProgress } = publisher;
  const generation = nextGeneration(current, nowMs);
  const at = new Date(nowMs).toISOString();
  const missing = await missingBlobs(store, compilation.blobs);
  await store.putAll(missing, onProgress);
  await moveCatalog(store, composeCatalog({ compilation, current, generation, at, by, note }));
  return { kind: "published", generation, blobs: missing.length };
}

/** Writes a catalog whose blobs are all there: its history first. */
export async function moveCatalog(store: KvStore, catalog: Catalog): Promise<void> {
  const text = JSON.stringify(catalog);
  await store.put(historyKey(catalog.generation), text);
  await store.put(CATALOG_KEY, text);
}

function isServing(current: Catalog, { zones, checksHash }: Compilation): boolean {
  const hashes = (entries: readonly (readonly [string, string])[]) => JSON.stringify(entries.toSorted());
  const wanted = hashes(zones.map(({ apexText, hash }) => [apexText, hash] as const));
  const there = hashes(Object.entries(current.zones).map(([apex, { hash }]) => [apex, hash] as const));
  return current.checks === checksHash && wanted === there;
}

/** Blobs are named by their hash: one that is there is the same. */
async function missingBlobs(store: KvStore, blobs: ReadonlyMap<string, string>) {
  const kinds = new Set([...blobs.keys()].map((key) => key.slice(0, key.indexOf("/") + 1)));
  const there = new Set((await Promise.all([...kinds].map((prefix) => store.list(prefix)))).flat());
  return [...blobs].filter(([key]) => !there.has(key)).map(([key, value]) => ({ key, value }));
}

function parse(text: string): Catalog | null {
  try {
    return JSON.parse(text) as Catalog | null;
  } catch {
    return null;
  }
}
