/**
 * Past generations: which there are, what each needs, going back to one, and deleting what none needs.
 */
import { decodeManifest } from "../zone/blob.ts";
import { type Catalog, checksKey, historyKey, placesKey, shardKey, zoneKey } from "../zone/catalog.ts";
import { decodePlaces } from "../zone/places.ts";
import { composeCatalog } from "./compile/publication.ts";
import { Failure } from "./failure.ts";
import type { KvStore } from "./kv.ts";
import { catalogAt, moveCatalog, nextGeneration, type Publisher, readCatalog } from "./publish.ts";

/**
 * Generations that are kept, the newest ones: enough to go back over a day of work, and far more than an isolate
 * that reads the catalog every 30 seconds can be behind.
 */
export const KEPT_GENERATIONS = 20;

/** Says that there are no generations. */
export function nothingPublished({ place }: KvStore): string {
  return `nothing has been published to ${place}`;
}

/** Lists the generations there are, the newest first. */
export async function listGenerations(store: KvStore): Promise<number[]> {
  const prefix = historyKey(0).slice(0, -1);
  const numbers = (await store.list(prefix)).map((key) => Number(key.slice(prefix.length)));
  return numbers.filter(Number.isSafeInteger).sort((a, b) => b - a);
}

export interface RolledBack {
  /** The past generation. */
  readonly target: number;
  /** What is in force now. */
  readonly catalog: Catalog;
}

/** Publishes a past generation's hashes anew; by default those of the generation before the current one. */
export async function rollBack(
  store: KvStore,
  wanted: number | null,
  { nowMs, by }: Omit<Publisher, "note">,
): Promise<RolledBack> {
  const current = await readCatalog(store);
  if (current === null) throw new Failure(nothingPublished(store));
  const target = wanted ?? current.parent;
  if (target === null) throw new Failure("the current generation has none before it");
  const past = await catalogAt(store, historyKey(target));
  if (past === null) throw new Failure(`there is no generation ${target} in ${store.place}`);
  const missing = await missingOf(store, past);
  if (missing !== undefined)
    throw new Failure(`generation ${target} can no longer be published: ${missing} is missing`);

  const zones = Object.entries(past.zones).map(([apexText, { hash }]) => ({ apexText, hash }));
  const compilation = { zones, checksHash: past.checks, placesHash: past.places ?? null };
  const generation = nextGeneration(current, nowMs);
  const published = { at: new Date(nowMs).toISOString(), by, note: `rollback to ${target}` };
  const catalog = composeCatalog({ compilation, current, generation, ...published });
  await moveCatalog(store, catalog);
  return { target, catalog };
}

export interface Collected {
  readonly generations: number;
  readonly blobs: number;
}

/**
 * Deletes all but the newest generations, and the blobs that no kept one names. A push that is under way has blobs
 * that no generation names yet: the two must not run at the same time.
 */
export async function collectGarbage(store: KvStore, keptMax = KEPT_GENERATIONS): Promise<Collected> {
  const current = await readCatalog(store);
  if (current === null) throw new Failure(nothingPublished(store));
  const generations = await listGenerations(store);
  const kept = new Set(generations.slice(0, keptMax)).add(current.generation);
  const needed = new Set<string>();
  for (const generation of kept) {
    const catalog = generation === current.generation ? current : await catalogAt(store, historyKey(generation));
    for (const key of catalog === null ? [] : await blobsOf(store, catalog)) needed.add(key);
  }
  const there = await listBlobs(store);
  const past = generations.filter((generation) => !kept.has(generation));
  const unneeded = there.filter((key) => !needed.has(key));
  // The generations go first: one that is listed has its blobs, even if this breaks off.
  await store.remove(past.map(historyKey));
  await store.remove(unneeded);
  return { generations: past.length, blobs: unneeded.length };
}

/** Names every blob of a catalog, those of each zone's hash before its last change included. */
async function blobsOf(store: KvStore, { zones, checks, places }: Catalog): Promise<string[]> {
  const keys = [checksKey(checks), ...(await blobsOfPlaces(store, places))];
  const hashes = new Set(
    Object.values(zones).flatMap(({ hash, previous }) => (previous === null ? [hash] : [hash, previous])),
  );
  for (const hash of hashes) keys.push(...(await blobsOfZone(store, hash)));
  return keys;
}

/** Gives the first blob of a catalog that is not there; `previous` hashes do not count. */
async function missingOf(store: KvStore, { zones, checks, places }: Catalog): Promise<string | undefined> {
  const keys = [checksKey(checks), ...(await blobsOfPlaces(store, places))];
  for (const { hash } of Object.values(zones)) keys.push(...(await blobsOfZone(store, hash)));
  const there = new Set(await listBlobs(store));
  return keys.find((key) => !there.has(key));
}

const BLOB_PREFIXES = ["zone/", "shard/", "checks/", "places/"];

async function listBlobs(store: KvStore): Promise<string[]> {
  return (await Promise.all(BLOB_PREFIXES.map((prefix) => store.list(prefix)))).flat();
}

/** As with a zone: an index that is gone names no shards, one that cannot be read stops everything. */
async function blobsOfPlaces(store: KvStore, hash: string | undefined): Promise<string[]> {
  if (hash === undefined) return [];
  const text = await store.get(placesKey(hash));
  const index = text === null ? null : decodePlaces(text);
  if (text !== null && index?.kind !== "places-index") {
    throw new Failure(`${placesKey(hash)} in ${store.place} cannot be read`);
  }
  const shards = index?.kind === "places-index" ? [...index.v4, ...index.v6] : [];
  return [placesKey(hash), ...shards.map(([, shard]) => placesKey(shard))];
}

/** A manifest that is gone names no shards; one that is there and cannot be read may, so nothing is deleted then. */
async function blobsOfZone(store: KvStore, hash: string): Promise<string[]> {
  const text = await store.get(zoneKey(hash));
  const manifest = text === null ? null : decodeManifest(text);
  if (text !== null && manifest === null) throw new Failure(`${zoneKey(hash)} in ${store.place} cannot be read`);
  const shards = manifest?.body.kind === "shards" ? manifest.body.shards : [];
  return [zoneKey(hash), ...shards.map((shard) => shardKey(shard.hash))];
}
