/**
 * Decides which version of a zone answers: the one the catalog names, the one in use, or the one before.
 *
 * KV shows a publication's keys in any order, and the board learns of its checks at another time again. So a new
 * version leads only when its manifest is here and health speaks of its checks; whatever cannot be read is passed over.
 */
import type { CatalogZone } from "../zone/catalog.ts";
import type { BlobState } from "./blobs.ts";

/** How long a new version waits for the board to follow its checks. */
export const TAKEOVER_MS = 120_000;

export interface VersionFacts {
  readonly entry: CatalogZone;
  /** The version that last answered here; null: none yet. */
  readonly inUse: string | null;
  /** The board's snapshot names the catalog's checks, or the publication is older than TAKEOVER_MS. */
  readonly ready: boolean;
  /** What is known of a version by its hash; `bad` also for one that this query has found incomplete. */
  readonly stateOf: (hash: string) => BlobState;
}

/** Gives the hash of the version to answer from; null where none can be read. It may still have to be loaded. */
export function chooseVersion({ entry, inUse, ready, stateOf }: VersionFacts): string | null {
  const { hash, previous } = entry;
  const leads = inUse === hash || (ready && (inUse === null || stateOf(hash) === "here"));
  const order = leads ? [hash, inUse, previous] : [inUse, previous, hash];
  return order.find((version) => version !== null && stateOf(version) !== "bad") ?? null;
}
