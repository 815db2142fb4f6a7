/**
 * Where clients are, by the deployment's own set of places, as queries see it: what is in memory answers, what is
 * missing is named by key, and what cannot be read leaves clients unknown rather than unanswered.
 *
 * KV shows a publication's keys in any order. Until the index that the catalog names can be read, the one before goes
 * on telling places.
 */
import type { Place, Subnet } from "../steering/candidate.ts";
import { type Catalog, placesKey } from "../zone/catalog.ts";
import type { Need } from "../zone/model.ts";
import { decodePlaces, findPlace, type PlacesShard, UNKNOWN_FACTS } from "../zone/places.ts";
import type { Blobs } from "./blobs.ts";

const PLACES_PREFIX = placesKey("");

export class Places {
  readonly #blobs: Blobs;
  /** Hashes of indexes; null: none. */
  #named: string | null = null;
  #inUse: string | null = null;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Follows a catalog. */
  adopt({ places }: Catalog): void {
    this.#named = places ?? null;
    if (this.#named === null) this.#inUse = null;
  }

  /** Finds where a network is; null: the deployment has no set of places. */
  find(subnet: Subnet): Place | Need | null {
    if (this.#named === null) return null;
    const found = this.#findBy(this.#named, subnet);
    if (found !== null) {
      if (!("kind" in found)) this.#inUse = this.#named;
      return found;
    }
    const before = this.#inUse === null ? null : this.#findBy(this.#inUse, subnet);
    // Nothing is known of any other network either, so that this holds for this one alone.
    return before ?? { ...UNKNOWN_FACTS, scopePrefixLength: subnet.prefixLength };
  }

  /** Tells whether a key is of this kind. */
  owns(key: string): boolean {
    return key.startsWith(PLACES_PREFIX);
  }

  /** Fetches a blob that a look-up named. Never rejects. */
  async load(key: string): Promise<void> {
    await this.#blobs.load(key, decodePlaces);
  }

  /** Looks a network up under one index; null: what that takes cannot be read. */
  #findBy(index: string, subnet: Subnet): Place | Need | null {
    const indexKey = placesKey(index);
    const blob = this.#blobs.get(indexKey);
    if (blob?.kind !== "places-index") return this.#needOf(indexKey);
    const lookup = findPlace(blob, (hash) => this.#shard(hash), subnet);
    return lookup.kind === "place" ? lookup.place : this.#needOf(placesKey(lookup.hash));
  }

  #shard(hash: string): PlacesShard | undefined {
    const blob = this.#blobs.get(placesKey(hash));
    return blob?.kind === "places-shard" ? blob : undefined;
  }

  /** A blob that is here and yet of no use is as good as one that cannot be read. */
  #needOf(key: string): Need | null {
    return this.#blobs.state(key) === "absent" ? { kind: "need", key } : null;
  }
}
