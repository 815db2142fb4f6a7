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
export const checksKey = (hash: string): string => `checks/${hash}`;
export const historyKey = (generation: number): string => `history/${generation}`;
