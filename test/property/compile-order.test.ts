import fc from "fast-check";
import { expect, test } from "vitest";
import type { Compilation } from "../../src/cli/compile/folder.ts";
import { compileTexts } from "../support/build.ts";

type Json = { readonly [key: string]: unknown };

const TCP = { type: "tcp", port: 80 };

/** What a zone holds; every mapping and every list of values may be written in any order. */
const CHECKS: Json = {
  "web-a": { ...TCP, address: "192.0.2.10", interval: 10, timeout: 2 },
  "web-b": { ...TCP, address: "192.0.2.20", regions: ["weur", "enam", "apac"], quorum: "18%" },
  "web-c": { type: "http", url: "http://www.example.net/", headers: { "X-A": "a", "X-B": "b", "X-C": "c" } },
  all: { type: "calculated", of: ["web-a", "web-b", "web-c"], atLeast: "all" },
};
const NETWORKS: Json = {
  office: ["203.0.113.0/24", "2001:db8::/32", "2001:db8::/48"],
  branch: ["192.0.2.0/24"],
};
const RECORDS: Json = {
  "@": { NS: ["ns1"], MX: ["10 mail", "20 mail2"], A: { alias: "www" }, TXT: "v=spf1 -all" },
  www: {
    A: {
      ttl: 30,
      weighted: [
        { id: "east", weight: 10, values: ["192.0.2.10", "192.0.2.11"], check: "web-a" },
        { id: "west", weight: 20, values: ["192.0.2.20"], check: "web-b" },
      ],
    },
    AAAA: ["2001:db8::1", "2001:db8::2"],
  },
  api: {
    addresses: {
      failover: [
        { id: "p", values: ["192.0.2.10", "2001:db8::10"], check: { ...TCP, address: "192.0.2.30" } },
        { id: "s", values: ["192.0.2.20"] },
      ],
    },
  },
  places: {
    A: {
      ipBased: [
        { id: "in", networks: ["office", "branch", "198.51.100.0/24"], values: ["192.0.2.1"], check: "all" },
        {
          id: "out",
          default: true,
          values: ["192.0.2.2"],
          override: "down",
          until: "2100-01-01T00:00:00Z",
          reason: "x",
        },
      ],
      onAllUnhealthy: { values: ["192.0.2.9", "192.0.2.8"] },
    },
    TXT: { geoproximity: [{ id: "a", region: { latitude: 1, longitude: 2 }, bias: 3, values: ["a"], off: true }] },
  },
  "*.dev": { CNAME: "www" },
  sub: { NS: ["ns1.sub", "ns2.sub"] },
  "ns1.sub": { A: "192.0.2.1" },
  "a.b.c": { TYPE65400: "\\# 4 DEADBEEF" },
};

/** A permutation drawn by `order`: keys of mappings, and lists of plain values; candidates stay as they are. */
function shuffle(value: unknown, order: () => number): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => shuffle(item, order));
    return items.every((item) => typeof item === "string") ? permute(items, order) : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, shuffle(inner, order)] as const);
  return Object.fromEntries(permute(entries, order));
}

function permute<T>(items: readonly T[], order: () => number): T[] {
  return items
    .map((item) => ({ item, key: order() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function bytesOf(...zones: readonly Json[]): string {
  const { compilation, problems } = compileTexts(zones.map((zone) => JSON.stringify(zone)));
  if (!compilation) throw new Error(JSON.stringify(problems));
  return textOf(compilation);
}

function textOf({ blobs, zones, checksHash }: Compilation): string {
  const hashes = zones.map(({ apexText, hash }) => [apexText, hash]);
  return JSON.stringify([hashes, checksHash, [...blobs].toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

const zone = {
  zone: "example.com",
  ttl: 60,
  soa: { minimum: 60, ttl: 30 },
  networks: NETWORKS,
  checks: CHECKS,
  records: RECORDS,
};
const other = { zone: "example.net", records: { www: { A: { alias: "www.example.com." } } } };

test("the order of owners, types, fields, values and files changes no octet", () => {
  const expected = bytesOf(zone, other);
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), fc.boolean(), (stream, swapped) => {
      const order = (): number => stream.next().value;
      const shuffled = shuffle(zone, order) as Json;
      expect(swapped ? bytesOf(other, shuffled) : bytesOf(shuffled, other)).toBe(expected);
    }),
    { seed: 20261130, numRuns: 200 },
  );
});

test("the order of candidates is meaning", () => {
  const api = RECORDS.api as { addresses: { failover: readonly Json[] } };
  const turned = { addresses: { failover: api.addresses.failover.toReversed() } };
  expect(bytesOf({ ...zone, records: { ...RECORDS, api: turned } }, other)).not.toBe(bytesOf(zone, other));
});
