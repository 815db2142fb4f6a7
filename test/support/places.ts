/** Sets of places for tests: rows from text, the look-up over blobs in memory, and the rule written apart from it. */

import { encodePlaces } from "../../src/cli/compile/places-shards.ts";
import { parseIpv4, parseIpv6 } from "../../src/dns/address-text.ts";
import { placesKey } from "../../src/zone/catalog.ts";
import type { Block } from "../../src/zone/model.ts";
import { decodePlaces, type FoundPlace, findPlace, type PlaceRow, UNKNOWN_FACTS } from "../../src/zone/places.ts";

export function blockOf(text: string): Block {
  const [addressText = "", prefixText = ""] = text.split("/");
  const address = parseIpv4(addressText) ?? parseIpv6(addressText);
  if (address === null) throw new Error(`${text} is no block`);
  return { address, prefixLength: Number(prefixText) };
}

/** A row whose subdivision is all that tells it apart. */
export function rowOf(block: Block, mark: string): PlaceRow {
  return { ...block, facts: { ...UNKNOWN_FACTS, subdivision: mark } };
}

/** A set as it is published. */
export interface PublishedPlaces {
  readonly index: string;
  readonly blobs: ReadonlyMap<string, string>;
}

export function publishPlaces(rows: readonly PlaceRow[]): PublishedPlaces {
  const blobs = new Map<string, string>();
  return { index: encodePlaces(rows, blobs), blobs };
}

/** Looks up as the Worker does; `read` are the keys that it took. */
export function lookUp({ index, blobs }: PublishedPlaces, client: Block): { place: FoundPlace; read: string[] } {
  const read: string[] = [];
  const decoded = (hash: string) => {
    read.push(placesKey(hash));
    return decodePlaces(blobs.get(placesKey(hash)) ?? "");
  };
  const root = decoded(index);
  if (root?.kind !== "places-index") throw new Error("there is no index");
  const found = findPlace(
    root,
    (hash) => {
      const shard = decoded(hash);
      if (shard?.kind !== "places-shard") throw new Error("there is no shard");
      return shard;
    },
    client,
  );
  if (found.kind !== "place") throw new Error("a shard that is there was asked for");
  return { place: found.place, read };
}

const bitsOf = ({ address, prefixLength }: Block): string =>
  [...address]
    .map((octet) => octet.toString(2).padStart(8, "0"))
    .join("")
    .slice(0, prefixLength);

/** What the set says of a client, bit by bit: the longest block that its prefix begins with, and the scope. */
export function placeByBits(
  rows: readonly PlaceRow[],
  client: Block,
): Pick<FoundPlace, "subdivision" | "scopePrefixLength"> {
  const blocks = rows
    .filter(({ address }) => address.length === client.address.length)
    .map((row) => ({ bits: bitsOf(row), mark: row.facts.subdivision }));
  const holding = blocks.filter(({ bits }) => bitsOf(client).startsWith(bits));
  const longest = holding.toSorted((a, b) => b.bits.length - a.bits.length)[0];
  const whole = bitsOf({ ...client, prefixLength: client.address.length * 8 });
  // One thing only is said of a prefix when every block of the set holds all of it or nothing of it.
  const scope = Array.from({ length: whole.length + 1 }, (_, length) => whole.slice(0, length)).findIndex((prefix) =>
    blocks.every(({ bits }) => prefix.startsWith(bits) || !bits.startsWith(prefix)),
  );
  return { subdivision: longest?.mark ?? null, scopePrefixLength: scope };
}
