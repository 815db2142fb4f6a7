/**
 * The rows of `places.csv` -> blobs: shards of addresses that belong together, and the index that finds them.
 *
 * A range of addresses whose blocks do not fit into one shard is cut in half, and each half again. The cuts lie at fixed
 * addresses, so that a changed row changes the shards it reaches into and the index alone.
 */
import { placesKey } from "../../zone/catalog.ts";
import {
  enclosingOf,
  encodePlacesIndex,
  encodePlacesShard,
  hexOf,
  type PlaceRow,
  type PlacesShardEntry,
} from "../../zone/places.ts";
import { hashOf } from "./hash.ts";

/** What a look-up reads and parses is no larger. */
const SHARD_OCTETS_MAX = 64 * 1024;

/** No row takes less than 12 octets: more rows than this are not even tried as one shard. */
const SHARD_ROWS_MAX = SHARD_OCTETS_MAX / 12;

/** Writes the blobs of all rows into `blobs`, by KV key, and gives the index's hash. No two rows have one block. */
export function encodePlaces(rows: readonly PlaceRow[], blobs: Map<string, string>): string {
  const put = (text: string): string => {
    const hash = hashOf(text);
    blobs.set(placesKey(hash), text);
    return hash;
  };
  const familyOf = (octets: number) => rows.filter(({ address }) => address.length === octets).toSorted(byBlock);
  const [v4, v6] = [shardsOf(familyOf(4), put), shardsOf(familyOf(16), put)];
  return put(encodePlacesIndex({ v4, v6 }));
}

function shardsOf(rows: readonly PlaceRow[], put: (text: string) => string): readonly PlacesShardEntry[] {
  const entries: PlacesShardEntry[] = [];
  const enclosing = enclosingOf(rows);
  /** The rows that begin before a row and hold it, the largest first. */
  const above = (row: number): readonly PlaceRow[] => {
    const chain: PlaceRow[] = [];
    for (let at = enclosing[row] ?? -1; at >= 0; at = enclosing[at] ?? -1) chain.unshift(...rows.slice(at, at + 1));
    return chain;
  };
  /** Rows `from` to `end` agree in all bits before `bit`. */
  const cut = (from: number, end: number, bit: number): void => {
    const first = rows[from];
    if (first === undefined || from === end) return;
    if (end - from <= SHARD_ROWS_MAX) {
      const text = encodePlacesShard(above(from), rows.slice(from, end));
      if (text.length <= SHARD_OCTETS_MAX) {
        entries.push([hexOf(first.address), put(text)]);
        return;
      }
    }
    let border = from;
    while (border < end && !bitAt(rows[border], bit)) border += 1;
    cut(from, border, bit + 1);
    cut(border, end, bit + 1);
  };
  cut(0, rows.length, 0);
  return entries;
}

const bitAt = (row: PlaceRow | undefined, bit: number): boolean =>
  ((row?.address[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) > 0;

/** By address, larger blocks first. */
function byBlock(left: PlaceRow, right: PlaceRow): number {
  for (let at = 0; at < left.address.length; at += 1) {
    const difference = (left.address[at] ?? 0) - (right.address[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.prefixLength - right.prefixLength;
}
