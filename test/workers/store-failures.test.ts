/** Blobs that are missing, spoilt or unreachable: answered from the version before, else SERVFAIL, never NXDOMAIN. */
import { describe, expect, test } from "vitest";
import { TYPE } from "../../src/dns/types.ts";
import type { Needs } from "../../src/store/resolver.ts";
import { zoneKey } from "../../src/zone/catalog.ts";
import { Isolate, NOW_MS, type Seen } from "./support/isolate.ts";
import { type Publication, publish } from "./support/publish.ts";

const DAY_MS = 86_400_000;
const SMALL_NAME = "www.example.com.";
/** In the middle of the large zone. */
const LARGE_NAME = "h1000.example.com.";

const small = (version: number): string => `{zone: example.com, records: {www: {A: 192.0.2.${version}}}}`;

/** 2,000 names, of which one tells the version: sharded, and most shards are the same in all versions. */
function large(version: number): string {
  const names = Array.from({ length: 2_000 }, (_, at) => `h${at}: {A: 192.0.2.${at === 1_000 ? version : 99}}`);
  return `{zone: example.com, records: {${names.join(", ")}}}`;
}

const seen = (version: number, ede: readonly number[] = []): Seen => ({
  rcode: "NOERROR",
  addresses: [`192.0.2.${version}`],
  serial: null,
  ede,
  maxAgeSeconds: 60,
});

const UNAVAILABLE: Seen = { rcode: "SERVFAIL", addresses: [], serial: null, ede: [14], maxAgeSeconds: null };

/** Blobs that the later publication has and the earlier has not. */
const newKeys = (later: Publication, earlier: Publication | null): string[] =>
  later.keys.filter((key) => !(earlier?.keys.includes(key) ?? false) && !key.startsWith("checks/"));

function addAll(set: Set<string>, keys: readonly string[]): void {
  for (const key of keys) set.add(key);
}

type Harm = (isolate: Isolate, keys: readonly string[]) => void;

const harms: readonly { readonly harm: string; readonly inflict: Harm }[] = [
  { harm: "missing", inflict: ({ store }, keys) => addAll(store.hidden, keys) },
  { harm: "corrupt", inflict: ({ store }, keys) => addAll(store.spoilt, keys) },
];

const layouts = [
  { layout: "the manifest of a small zone", make: small, qname: SMALL_NAME, prefix: "zone/" },
  { layout: "the manifest of a large zone", make: large, qname: LARGE_NAME, prefix: "zone/" },
  { layout: "a shard", make: large, qname: LARGE_NAME, prefix: "shard/" },
];

const cases = layouts.flatMap((layout) =>
  harms.map((harm) => ({ ...layout, ...harm, name: `${layout.layout}, ${harm.harm}` })),
);

describe("a blob that cannot be read", () => {
  test.each(cases)(
    "$name: the whole query is answered from the previous version",
    async ({ make, qname, prefix, inflict }) => {
      const first = await publish([make(1)], 1, NOW_MS - 2 * DAY_MS);
      const second = await publish([make(2)], 2, NOW_MS - DAY_MS, first);
      const isolate = new Isolate();
      inflict(
        isolate,
        newKeys(second, first).filter((key) => key.startsWith(prefix)),
      );
      expect(await isolate.ask(qname)).toEqual(seen(1, [3]));
    },
  );

  test.each(cases)(
    "$name: SERVFAIL that nobody keeps where there is no previous version",
    async ({ make, qname, prefix, inflict }) => {
      const only = await publish([make(1)], 1, NOW_MS - DAY_MS);
      const isolate = new Isolate();
      inflict(
        isolate,
        only.keys.filter((key) => key.startsWith(prefix)),
      );
      expect(await isolate.ask(qname)).toEqual(UNAVAILABLE);
      expect(await isolate.ask("absent.example.com.")).toEqual(UNAVAILABLE);
    },
  );

  test.each(cases)(
    "$name: it is read again after half a minute, and no earlier",
    async ({ make, qname, prefix, inflict }) => {
      const only = await publish([make(1)], 1, NOW_MS - DAY_MS);
      const isolate = new Isolate();
      inflict(
        isolate,
        only.keys.filter((key) => key.startsWith(prefix)),
      );
      await isolate.ask(qname);
      const failed = isolate.store.takeReads().at(-1) ?? "";
      expect(failed.startsWith(prefix)).toBe(true);
      isolate.store.hidden.clear();
      isolate.store.spoilt.clear();
      isolate.nowMs += 29_999;
      expect(await isolate.ask(qname)).toEqual(UNAVAILABLE);
      expect(isolate.store.takeReads()).toEqual([]);
      isolate.nowMs += 1;
      expect(await isolate.ask(qname)).toEqual(seen(1));
      expect(isolate.store.takeReads().includes(failed)).toBe(true);
    },
  );

  test("is read twice, since KV caches misses", async () => {
    const only = await publish([small(1)], 1, NOW_MS - DAY_MS);
    const isolate = new Isolate();
    const key = zoneKey(only.hashOf("example.com"));
    isolate.store.hidden.add(key);
    await isolate.ask(SMALL_NAME);
    expect(isolate.store.takeReads().filter((read) => read === key)).toEqual([key, key]);
  });

  test("does not take the other names of a large zone with it", async () => {
    const only = await publish([large(1)], 1, NOW_MS - DAY_MS);
    const isolate = new Isolate();
    await isolate.ask(LARGE_NAME);
    const inMemory = new Set(isolate.store.takeReads());
    addAll(
      isolate.store.hidden,
      only.keys.filter((key) => !inMemory.has(key)),
    );
    expect(await isolate.ask("h999.example.com.")).toEqual(UNAVAILABLE);
    expect(await isolate.ask(LARGE_NAME)).toEqual(seen(1));
  });
});

describe("a KV that is away", () => {
  test("leaves everything in memory serving, and says so after the catalog's hard age", async () => {
    await publish([small(1)], 1, NOW_MS - DAY_MS);
    const isolate = new Isolate();
    await isolate.ask(SMALL_NAME);
    isolate.store.isAway = true;
    isolate.nowMs = NOW_MS + 300_000;
    expect(await isolate.ask(SMALL_NAME)).toEqual(seen(1));
    isolate.nowMs += 1;
    expect(await isolate.ask(SMALL_NAME)).toEqual(seen(1, [3]));
  });

  test("is tried again after a second", async () => {
    await publish([small(1)], 1, NOW_MS - DAY_MS);
    const isolate = new Isolate();
    isolate.store.isAway = true;
    expect(await isolate.ask(SMALL_NAME)).toEqual(UNAVAILABLE);
    isolate.store.isAway = false;
    isolate.nowMs += 999;
    expect(await isolate.ask(SMALL_NAME)).toEqual(UNAVAILABLE);
    isolate.nowMs += 1;
    expect(await isolate.ask(SMALL_NAME)).toEqual(seen(1));
  });
});

describe("a decision that goes on asking for blobs", () => {
  test("ends after 32 rounds, each with the same draws", async () => {
    await publish([small(1)], 1, NOW_MS - DAY_MS);
    const isolate = new Isolate();
    const draws: number[] = [];
    const settled = await isolate.resolver.settle<Needs>((_view, draw) => {
      draws.push(draw(1_000_000));
      return { kind: "need", keys: [`zone/${"0".repeat(32)}`] };
    }, new Request("https://dns.example.com/dns-query"));
    expect(settled).toEqual({ kind: "unsettled", infoCode: 0, text: "too many blobs were needed" });
    expect([draws.length, new Set(draws).size]).toEqual([32, 1]);
  });
});

describe("a cold isolate of a large zone", () => {
  test("reads the catalog, the checks, the manifest and one shard", async () => {
    const only = await publish([large(1)], 1, NOW_MS - DAY_MS);
    const isolate = new Isolate();
    expect(await isolate.ask(LARGE_NAME)).toEqual(seen(1));
    const kinds = isolate.store.takeReads().map((key) => key.split("/")[0]);
    expect(kinds).toEqual(["catalog", "checks", "zone", "shard"]);
    expect(only.keys.filter((key) => key.startsWith("shard/")).length).toBeGreaterThan(2);
  });

  test("answers every name from the shard that holds it: present, absent, and of another type", async () => {
    await publish([large(7)], 1, NOW_MS - DAY_MS);
    const isolate = new Isolate();
    const wrong: string[] = [];
    for (let at = 0; at < 2_000; at += 1) {
      const { addresses } = await isolate.ask(`h${at}.example.com.`);
      if (addresses.join() !== (at === 1_000 ? "192.0.2.7" : "192.0.2.99")) wrong.push(`h${at}`);
    }
    expect(wrong).toEqual([]);
    const nxdomain = { rcode: "NXDOMAIN", addresses: [], serial: 1, ede: [], maxAgeSeconds: 60 };
    expect(await isolate.ask("a.b.h1500x.example.com.")).toEqual(nxdomain);
    expect(await isolate.ask(LARGE_NAME, TYPE.AAAA)).toEqual({ ...nxdomain, rcode: "NOERROR" });
  });
});
