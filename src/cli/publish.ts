/**
 * Publishes a compiled folder: blobs first, then the catalog's history, then the catalog, so that whatever breaks off
 * on the way leaves the old generation serving.
 */

import { CATALOG_FORMAT, CATALOG_KEY, type Catalog, historyKey } from "../zone/catalog.ts";
import type { Compilation } from "./compile/folder.ts";
import { composeCatalog } from "./compile/publication.ts";
import { Failure } from "./failure.ts";
import type { KvEntry, KvStore, OnProgress } from "./kv.ts";

/** Blobs read at the same time. */
const READS_MAX = 20;

export interface Publisher {
  readonly nowMs: number;
  /** Who publishes, and why: kept in the catalog. */
  readonly by: string;
  readonly note: string;
}

export interface Publishing extends Publisher {
  readonly onProgress?: OnProgress;
  /**
   * Which blobs of the compilation are written: those that the store does not list, those that it does not give back
   * as they are (a read for each), or all.
   */
  readonly writes: "missing" | "unfit" | "all";
}

export type Published =
  | { readonly kind: "unchanged"; readonly generation: number }
  /** The generation is in force already, and blobs that it needs were missing, corrupt or to be written again. */
  | { readonly kind: "repaired"; readonly generation: number; readonly blobs: number }
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

/** Publishes what differs from `current`, which is the catalog that the store has now, and from the blobs it really has. */
export async function publish(
  store: KvStore,
  compilation: Compilation,
  current: Catalog | null,
  publishing: Publishing,
): Promise<Published> {
  const { nowMs, by, note, onProgress, writes } = publishing;
  const entries = await blobsToWrite(store, compilation.blobs, writes);
  await store.putAll(entries, onProgress);
  const blobs = entries.length;
  if (current !== null && isServing(current, compilation)) {
    const { generation } = current;
    return blobs === 0 ? { kind: "unchanged", generation } : { kind: "repaired", generation, blobs };
  }
  const generation = nextGeneration(current, nowMs);
  const at = new Date(nowMs).toISOString();
  await moveCatalog(store, composeCatalog({ compilation, current, generation, at, by, note }));
  return { kind: "published", generation, blobs };
}

/** Writes a catalog whose blobs are all there: its history first. */
export async function moveCatalog(store: KvStore, catalog: Catalog): Promise<void> {
  const text = JSON.stringify(catalog);
  await store.put(historyKey(catalog.generation), text);
  await store.put(CATALOG_KEY, text);
}

function isServing(current: Catalog, { zones, checksHash, placesHash }: Compilation): boolean {
  const hashes = (entries: readonly (readonly [string, string])[]) => JSON.stringify(entries.toSorted());
  const wanted = hashes(zones.map(({ apexText, hash }) => [apexText, hash] as const));
  const there = hashes(Object.entries(current.zones).map(([apex, { hash }]) => [apex, hash] as const));
  return current.checks === checksHash && (current.places ?? null) === placesHash && wanted === there;
}

async function blobsToWrite(
  store: KvStore,
  blobs: ReadonlyMap<string, string>,
  writes: Publishing["writes"],
): Promise<KvEntry[]> {
  const entries = [...blobs].map(([key, value]) => ({ key, value }));
  if (writes === "all") return entries;
  const kinds = new Set([...blobs.keys()].map((key) => key.slice(0, key.indexOf("/") + 1)));
  const there = new Set((await Promise.all([...kinds].map((prefix) => store.list(prefix)))).flat());
  const missing = entries.filter(({ key }) => !there.has(key));
  return writes === "missing" ? missing : [...missing, ...(await corruptBlobs(store, entries, there))];
}

async function corruptBlobs(
  store: KvStore,
  entries: readonly KvEntry[],
  there: ReadonlySet<string>,
): Promise<KvEntry[]> {
  const corrupt: KvEntry[] = [];
  const listed = entries.filter(({ key }) => there.has(key));
  for (let at = 0; at < listed.length; at += READS_MAX) {
    const part = listed.slice(at, at + READS_MAX);
    const found = await Promise.all(part.map(({ key }) => store.get(key)));
    corrupt.push(...part.filter(({ value }, index) => found[index] !== value));
  }
  return corrupt;
}

function parse(text: string): Catalog | null {
  try {
    return JSON.parse(text) as Catalog | null;
  } catch {
    return null;
  }
}
