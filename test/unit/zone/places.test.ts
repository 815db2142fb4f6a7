import { describe, expect, test } from "vitest";
import type { PlaceRow } from "../../../src/zone/places.ts";
import { decodePlaces, hexOf, UNKNOWN_FACTS } from "../../../src/zone/places.ts";
import { blockOf, lookUp, placeByBits, publishPlaces, rowOf } from "../../support/places.ts";

const rows = [
  "198.51.100.0/24",
  "203.0.112.0/22",
  "203.0.113.0/24",
  "203.0.113.128/25",
  "203.0.113.128/32",
  "2001:db8::/32",
  "2001:db8:1::/48",
].map((text) => rowOf(blockOf(text), text));
const published = publishPlaces(rows);

interface Row {
  readonly name: string;
  readonly client: string;
  readonly mark: string | null;
  readonly scope: number;
}

const cases: readonly Row[] = [
  { name: "in a block of its own length", client: "198.51.100.0/24", mark: "198.51.100.0/24", scope: 24 },
  { name: "longer than its block", client: "198.51.100.77/32", mark: "198.51.100.0/24", scope: 24 },
  { name: "outside all blocks: T57", client: "192.0.2.0/24", mark: null, scope: 6 },
  { name: "shorter than the block in it: T63", client: "198.51.0.0/16", mark: null, scope: 18 },
  {
    name: "in a block beside a smaller one: the scope is longer than the block",
    client: "203.0.112.0/24",
    mark: "203.0.112.0/22",
    scope: 24,
  },
  {
    name: "over smaller blocks: the scope is longer than what the client told",
    client: "203.0.113.0/24",
    mark: "203.0.113.0/24",
    scope: 25,
  },
  {
    name: "a smaller block begins with the client's address",
    client: "203.0.113.128/25",
    mark: "203.0.113.128/25",
    scope: 32,
  },
  { name: "in the smallest of four", client: "203.0.113.128/32", mark: "203.0.113.128/32", scope: 32 },
  { name: "beside the smallest of four", client: "203.0.113.129/32", mark: "203.0.113.128/25", scope: 32 },
  { name: "behind all blocks", client: "224.0.0.0/24", mark: null, scope: 3 },
  { name: "before all blocks", client: "0.0.0.0/8", mark: null, scope: 1 },
  { name: "IPv6: T62", client: "2001:db8:0:1234::/48", mark: "2001:db8::/32", scope: 48 },
  { name: "IPv6, in the smaller block", client: "2001:db8:1:200::/56", mark: "2001:db8:1::/48", scope: 48 },
  { name: "IPv6, outside", client: "2001:db9::/32", mark: null, scope: 32 },
];

describe("findPlace", () => {
  test.each(cases)("$name", ({ client, mark, scope }) => {
    const { place } = lookUp(published, blockOf(client));
    expect(place).toEqual({ ...UNKNOWN_FACTS, subdivision: mark, scopePrefixLength: scope });
    expect(placeByBits(rows, blockOf(client))).toEqual({ subdivision: mark, scopePrefixLength: scope });
  });

  test("a set without rows says one thing of everybody", () => {
    const { place, read } = lookUp(publishPlaces([]), blockOf("198.51.100.0/24"));
    expect([place, read.length]).toEqual([{ ...UNKNOWN_FACTS, scopePrefixLength: 0 }, 1]);
  });

  test("a row's facts come back as they were", () => {
    const facts = { continent: "EU", country: "DE", subdivision: "BE", position: { latitude: 52.5, longitude: -0.25 } };
    const half = { ...UNKNOWN_FACTS, country: "DE" };
    const set = publishPlaces([
      { ...blockOf("198.51.100.0/24"), facts },
      { ...blockOf("203.0.113.0/24"), facts: half },
    ]);
    expect(lookUp(set, blockOf("198.51.100.0/24")).place).toEqual({ ...facts, scopePrefixLength: 24 });
    expect(lookUp(set, blockOf("203.0.113.7/32")).place).toEqual({ ...half, scopePrefixLength: 24 });
  });
});

describe("shards", () => {
  const many: PlaceRow[] = Array.from({ length: 30_000 }, (_, n) => {
    const address = Uint8Array.of(10 + (n >> 16), (n >> 8) & 0xff, n & 0xff, 0);
    const position = { latitude: (n % 1800) / 10 - 90, longitude: (n % 3600) / 10 - 180 };
    return { address, prefixLength: 24, facts: { continent: "EU", country: "DE", subdivision: String(n), position } };
  });
  const wide = rowOf(blockOf("10.0.0.0/8"), "wide");
  const set = publishPlaces([wide, ...many]);

  test("are at most 64 KiB, and a look-up reads the index and one of them", () => {
    const texts = [...set.blobs.values()];
    expect(texts.length).toBeGreaterThan(20);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(64 * 1024);
    for (const n of [0, 1, 777, 15_000, 29_999]) {
      const { place, read } = lookUp(set, { address: many[n]?.address ?? Uint8Array.of(), prefixLength: 24 });
      expect([place.subdivision, place.scopePrefixLength, read.length]).toEqual([String(n), 24, 2]);
    }
  });

  test("a block that begins in another shard is found, for a prefix that spans shards too", () => {
    expect(lookUp(set, blockOf("10.64.0.0/16")).place.subdivision).toBe("wide");
    expect(lookUp(set, blockOf("10.200.0.0/24")).place).toMatchObject({ subdivision: "wide", scopePrefixLength: 9 });
    expect(lookUp(set, blockOf("10.0.0.0/8")).place.subdivision).toBe("wide");
  });

  test("at every border between shards the rule holds", () => {
    const rows = [wide, ...many.filter((_, n) => n % 7 !== 3)];
    const sparse = publishPlaces(rows);
    const index = decodePlaces(sparse.blobs.get(`places/${sparse.index}`) ?? "");
    const firsts =
      index?.kind === "places-index" ? index.v4.map(([first]) => Number.parseInt(first.padEnd(8, "0"), 16)) : [];
    const addresses = firsts.slice(0, 3).flatMap((first) => [first - 1, first - 0x100, first + 0x100]);
    for (const number of addresses) {
      const address = Uint8Array.of(number >> 24, number >> 16, number >> 8, 0);
      for (const client of [
        { address, prefixLength: 24 },
        { address, prefixLength: 32 },
      ]) {
        const { subdivision, scopePrefixLength } = lookUp(sparse, client).place;
        expect({ subdivision, scopePrefixLength }).toEqual(placeByBits(rows, client));
      }
    }
  });

  test("a changed row changes its own shard and the index alone", () => {
    const changed = many.map((row, n) => (n === 4711 ? rowOf(row, "moved") : row));
    const next = publishPlaces([wide, ...changed]);
    expect([...next.blobs.keys()].filter((key) => !set.blobs.has(key)).length).toBe(2);
  });
});

test("another format is none of ours", () => {
  for (const text of ["", "null", "[]", '{"format":2,"v4":[],"v6":[]}']) expect(decodePlaces(text)).toBeNull();
});

test("addresses are written without the zeros at their end", () => {
  expect(hexOf(Uint8Array.of(0x0a, 0x10, 0, 0))).toBe("0a1");
});
