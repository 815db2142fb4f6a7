/**
 * Where address blocks are: both ends of the format of `places/<hash>`, and the look-up of a client in it.
 *
 *   index  {format, v4: [[first, hash]], v6: [[first, hash]]}      a shard begins at each `first`
 *   shard  {format, places: [[continent, country, subdivision, latitude?, longitude?]], own, a, l, p, up}
 *
 * A shard's blocks stand in columns: address, prefix length, index into `places`, index of the next larger block (-1:
 * none). They are in order of address and length; those from `own` on begin in this shard, the few before it begin
 * earlier and reach into it. Addresses are hexadecimal without the zeros at their end, so that they compare as text.
 * A look-up reads the index and one shard.
 */
import type { Block } from "./model.ts";

export const PLACES_FORMAT = 1;

/** What is known of a block; null: not known. */
export interface PlaceFacts {
  readonly continent: string | null;
  readonly country: string | null;
  readonly subdivision: string | null;
  /** Degrees; both or none. */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
}

/** A block, and what holds for it where no smaller block says otherwise. */
export interface PlaceRow extends Block {
  readonly facts: PlaceFacts;
}

export type PlacesShardEntry = readonly [first: string, hash: string];

/** Entries are in order. */
export interface PlacesIndex {
  readonly kind: "places-index";
  readonly v4: readonly PlacesShardEntry[];
  readonly v6: readonly PlacesShardEntry[];
}

export interface PlacesShard {
  readonly kind: "places-shard";
  readonly places: readonly PlaceFacts[];
  readonly own: number;
  readonly a: readonly string[];
  readonly l: readonly number[];
  readonly p: readonly number[];
  readonly up: readonly number[];
}

/** Where a client is, and how long a prefix of its address that holds for. */
export interface FoundPlace extends PlaceFacts {
  readonly scopePrefixLength: number;
}

/** The outcome of a look-up; a shard that it needs and that is not in memory is named. */
export type PlaceLookup =
  | { readonly kind: "place"; readonly place: FoundPlace }
  | { readonly kind: "shard"; readonly hash: string };

/** Nothing is known. */
export const UNKNOWN_FACTS: PlaceFacts = { continent: null, country: null, subdivision: null, position: null };

/** Writes an address as the format has it. */
export function hexOf(address: Uint8Array): string {
  let text = "";
  for (const octet of address) text += octet < 16 ? `0${octet.toString(16)}` : octet.toString(16);
  return text.replace(/0+$/, "");
}

type StoredPlace = readonly [
  continent: string | null,
  country: string | null,
  subdivision: string | null,
  latitude?: number,
  longitude?: number,
];

/** Writes an index. */
export function encodePlacesIndex({ v4, v6 }: Omit<PlacesIndex, "kind">): string {
  return JSON.stringify({ format: PLACES_FORMAT, v4, v6 });
}

/** Writes a shard: `above`, from the largest block to the smallest, are those that reach into it; `rows` are in order. */
export function encodePlacesShard(above: readonly PlaceRow[], rows: readonly PlaceRow[]): string {
  const places = new Map<string, number>();
  const all = [...above, ...rows];
  const p = all.map(({ facts }) => {
    const text = JSON.stringify(storedPlace(facts));
    const at = places.get(text) ?? places.size;
    places.set(text, at);
    return at;
  });
  return JSON.stringify({
    format: PLACES_FORMAT,
    places: [...places.keys()].map((text): unknown => JSON.parse(text)),
    own: above.length,
    a: all.map(({ address }) => hexOf(address)),
    l: all.map(({ prefixLength }) => prefixLength),
    p,
    up: enclosingOf(all),
  });
}

/** Gives for each block the index of the next larger one that holds it, -1: none. The blocks are in order. */
export function enclosingOf(blocks: readonly Block[]): readonly number[] {
  const open: number[] = [];
  return blocks.map((block, at) => {
    while (!holds(blocks[open.at(-1) ?? -1], block)) if (open.pop() === undefined) break;
    const larger = open.at(-1) ?? -1;
    open.push(at);
    return larger;
  });
}

function holds(block: Block | undefined, other: Block): boolean {
  if (block === undefined || block.prefixLength > other.prefixLength) return false;
  for (let at = 0; at * 8 < block.prefixLength; at += 1) {
    const difference = (block.address[at] ?? 0) ^ (other.address[at] ?? 0);
    if (difference >> Math.max(0, 8 * (at + 1) - block.prefixLength) !== 0) return false;
  }
  return true;
}

function storedPlace({ continent, country, subdivision, position }: PlaceFacts): StoredPlace {
  const names = [continent, country, subdivision] as const;
  return position === null ? names : [...names, position.latitude, position.longitude];
}

interface Stored extends Omit<PlacesShard, "kind" | "places">, Omit<PlacesIndex, "kind"> {
  readonly format: number;
  readonly places?: readonly StoredPlace[];
}

/** Reads what stands under a `places/` key, whose bytes have the key's hash; null where it is of another format. */
export function decodePlaces(text: string): PlacesIndex | PlacesShard | null {
  try {
    const { format, v4, v6, places, own, a, l, p, up } = JSON.parse(text) as Stored;
    if (format !== PLACES_FORMAT) return null;
    if (places === undefined) return { kind: "places-index", v4, v6 };
    return { kind: "places-shard", places: places.map(factsOf), own, a, l, p, up };
  } catch {
    return null;
  }
}

function factsOf([continent, country, subdivision, latitude, longitude]: StoredPlace): PlaceFacts {
  const position = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  return { continent, country, subdivision, position };
}

/**
 * Finds the smallest block that holds a client's whole prefix. `shardOf` gives a shard that is in memory.
 *
 * The scope is the shortest prefix of the client's address for which the set says one thing only, even if it is longer
 * than what the client told of itself (RFC 7871 7.2.1). Of all blocks only two can tell: the last that begins at or
 * before the client's address, and the first behind it. Others share no more bits with it, or are larger.
 */
export function findPlace(
  { v4, v6 }: PlacesIndex,
  shardOf: (hash: string) => PlacesShard | undefined,
  client: Block,
): PlaceLookup {
  const entries = client.address.length === 4 ? v4 : v6;
  const hex = hexOf(client.address);
  const at = lastUpTo(0, entries.length, (index) => (entries[index]?.[0] ?? "") <= hex);
  const entry = entries[at];
  let following = entries[at + 1]?.[0];
  let scope = 0;
  let facts = UNKNOWN_FACTS;
  if (entry !== undefined) {
    const shard = shardOf(entry[1]);
    if (shard === undefined) return { kind: "shard", hash: entry[1] };
    const { own, a, l } = shard;
    const last = lastUpTo(own, a.length, (index) => (a[index] ?? "") <= hex);
    following = a[last + 1] ?? following;
    scope = scopeBeside(hex, a[last] ?? "", l[last] ?? 0);
    facts = factsAt(shard, last, hex, client.prefixLength);
  }
  if (following !== undefined) scope = Math.max(scope, scopeBeside(hex, following, client.address.length * 8));
  return { kind: "place", place: { ...facts, scopePrefixLength: scope } };
}

/** Walks from a block to ever larger ones, up to the first that holds the client's prefix. */
function factsAt({ a, l, p, up, places }: PlacesShard, from: number, hex: string, prefixLength: number): PlaceFacts {
  for (let at = from; at >= 0; at = up[at] ?? -1) {
    const length = l[at] ?? 0;
    if (length <= prefixLength && commonBits(hex, a[at] ?? "", length) === length)
      return places[p[at] ?? 0] ?? UNKNOWN_FACTS;
  }
  return UNKNOWN_FACTS;
}

/** As many bits as set the client apart from a block, or all of the block's where it holds the address. */
function scopeBeside(hex: string, address: string, prefixLength: number): number {
  return Math.min(prefixLength, commonBits(hex, address, prefixLength) + 1);
}

/** Counts the bits, `most` at the most, that two addresses begin with alike. */
function commonBits(left: string, right: string, most: number): number {
  for (let digit = 0; digit * 4 < most; digit += 1) {
    const difference = digitAt(left, digit) ^ digitAt(right, digit);
    if (difference !== 0) return Math.min(most, digit * 4 + Math.clz32(difference) - 28);
  }
  return most;
}

/** The zeros at an address's end are not written. */
const digitAt = (hex: string, digit: number): number =>
  digit < hex.length ? Number.parseInt(hex.charAt(digit), 16) : 0;

/** The last index from `from` to below `end` for which a condition holds that holds for the first ones only; `from - 1`: none. */
function lastUpTo(from: number, end: number, condition: (index: number) => boolean): number {
  let low = from - 1;
  let high = end - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (condition(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
