/**
 * The catalog: the one mutable value in KV, which says what hash each zone has now. Its JSON is a contract with
 * operators (`wrangler kv key get catalog` reads it); later versions only add keys.
 */

export const CATALOG_KEY = "catalog";
export const CATALOG_FORMAT = 1;

export interface Catalog {
  readonly format: typeof CATALOG_FORMAT;
  /** Grows with each publication; an isolate never adopts a lower one. */
  readonly generation: number;
  /** The generation this one was made from; null for the first, and for `fairlead build`, which knows none. */
  readonly parent: number | null;
  /** By apex in lower-case text without a final dot (the root is "."). */
  readonly zones: Readonly<Record<string, CatalogZone>>;
  /** The hash of the checks document. */
  readonly checks: string;
  /** The hash of the index of places; absent: the deployment has no `places.csv`. */
  readonly places?: string;
  readonly published: { readonly at: string; readonly by: string; readonly note: string };
}

export interface CatalogZone {
  readonly hash: string;
  /** The zone's hash before its last change: what is answered from while `hash` cannot be read. */
  readonly previous: string | null;
  /** The generation in which `hash` last changed. */
  readonly serial: number;
}

export const zoneKey = (hash: string): string => `zone/${hash}`;
export const shardKey = (hash: string): string => `shard/${hash}`;
export const placesKey = (hash: string): string => `places/${hash}`;
export const checksKey = (hash: string): string => `checks/${hash}`;
export const historyKey = (generation: number): string => `history/${generation}`;

const HASH = /^[0-9a-f]{32}$/;

/** Reads the catalog's JSON; null where it is not a catalog of this format. It is not named by its hash, so all of it is checked. */
export function decodeCatalog(text: string): Catalog | null {
  try {
    const value: unknown = JSON.parse(text);
    return isCatalog(value) ? value : null;
  } catch {
    return null;
  }
}

function isCatalog(value: unknown): value is Catalog {
  if (!isRecord(value) || value.format !== CATALOG_FORMAT || !isGeneration(value.generation)) return false;
  const { parent, zones, checks, published } = value;
  if (parent !== null && !isGeneration(parent)) return false;
  if (value.places !== undefined && !isHash(value.places)) return false;
  if (!isHash(checks) || !isRecord(zones) || !isRecord(published)) return false;
  if (![published.at, published.by, published.note].every((text) => typeof text === "string")) return false;
  return Object.values(zones).every(isCatalogZone);
}

function isCatalogZone(value: unknown): boolean {
  if (!isRecord(value) || !isHash(value.hash) || !isGeneration(value.serial)) return false;
  return value.previous === null || isHash(value.previous);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isHash = (value: unknown): value is string => typeof value === "string" && HASH.test(value);
/** A generation is a SOA serial too: 32 bits, and not 0. */
const isGeneration = (value: unknown): value is number =>
  Number.isInteger(value) && typeof value === "number" && value >= 1 && value <= 0xffffffff;
