import { describe, expect, test } from "vitest";
import { collectGarbage, listGenerations, rollBack } from "../../../src/cli/generations.ts";
import { nameOfLabels } from "../../../src/dns/name.ts";
import { encodeManifest } from "../../../src/zone/blob.ts";
import type { Catalog } from "../../../src/zone/catalog.ts";
import { encodePlacesIndex } from "../../../src/zone/places.ts";
import { type MemoryStore, memoryStore } from "./memory-store.ts";

const NOW_MS = Date.parse("2026-11-30T12:00:00Z");
const NOW_SECONDS = NOW_MS / 1000;
const publisher = { nowMs: NOW_MS, by: "ops" };
const apex = nameOfLabels(["example", "com"]);
const soa = { mname: apex, rname: apex, refresh: 1, retry: 1, expire: 1, minimum: 1, ttl: 1 };

/** A manifest whose only shard is `shard/<hash>`. */
const manifestOf = (hash: string) =>
  encodeManifest({ apex, soa, pools: [], hosts: [], body: { kind: "shards", shards: [{ first: apex, hash }] } });

function catalogOf(generation: number, parent: number | null, hash: string, previous: string | null): Catalog {
  return {
    format: 1,
    generation,
    parent,
    zones: { "example.com": { hash, previous, serial: generation } },
    checks: `c${generation}`,
    published: { at: "2026-11-30T11:00:00.000Z", by: "", note: "" },
  };
}

/** Three generations, each with a zone hash, a shard and a checks document of its own. */
function threeGenerations() {
  const first = JSON.stringify(catalogOf(1, null, "z1", null));
  const second = JSON.stringify(catalogOf(2, 1, "z2", "z1"));
  const third = JSON.stringify(catalogOf(10, 2, "z3", "z2"));
  return memoryStore({
    catalog: third,
    "history/1": first,
    "history/2": second,
    "history/10": third,
    ...Object.fromEntries(
      ["1", "2", "3"].flatMap((n) => [
        [`zone/z${n}`, manifestOf(`s${n}`)],
        [`shard/s${n}`, "{}"],
      ]),
    ),
    ...Object.fromEntries(["c1", "c2", "c10"].map((key) => [`checks/${key}`, "{}"])),
  });
}

test("generations are listed by number, the newest first", async () => {
  expect(await listGenerations(threeGenerations())).toEqual([10, 2, 1]);
});

describe("rolling back", () => {
  const rows = [
    { name: "goes to the generation before by default", wanted: null, target: 2, hash: "z2", checks: "c2" },
    { name: "goes to the generation that is named", wanted: 1, target: 1, hash: "z1", checks: "c1" },
  ];
  test.each(rows)("$name, under a new number", async ({ wanted, target, hash, checks }) => {
    const store = threeGenerations();
    const rolledBack = await rollBack(store, wanted, publisher);
    expect(rolledBack.target).toBe(target);
    expect(rolledBack.catalog).toEqual({
      format: 1,
      generation: NOW_SECONDS,
      parent: 10,
      zones: { "example.com": { hash, previous: "z3", serial: NOW_SECONDS } },
      checks,
      published: { at: "2026-11-30T12:00:00.000Z", by: "ops", note: `rollback to ${target}` },
    });
    expect(store.written).toEqual([`history/${NOW_SECONDS}`, "catalog"]);
  });

  test("twice by default returns to where it began", async () => {
    const store = threeGenerations();
    const zones = [];
    for (const _ of [1, 2, 3]) zones.push((await rollBack(store, null, publisher)).catalog.zones["example.com"]?.hash);
    expect(zones).toEqual(["z2", "z3", "z2"]);
  });

  const refusals = [
    { name: "a generation that is not there", wanted: 3, gone: "", why: "there is no generation 3 in memory" },
    { name: "a manifest that is gone", wanted: 1, gone: "zone/z1", why: "zone/z1 is missing" },
    { name: "a shard that is gone", wanted: 1, gone: "shard/s1", why: "shard/s1 is missing" },
    { name: "checks that are gone", wanted: 1, gone: "checks/c1", why: "checks/c1 is missing" },
    { name: "nothing published", wanted: 1, gone: "catalog", why: "nothing has been published to memory" },
  ];
  test.each(refusals)("is refused: $name", async ({ wanted, gone, why }) => {
    const store = threeGenerations();
    store.values.delete(gone);
    await expect(rollBack(store, wanted, publisher)).rejects.toThrow(why);
    expect(store.written).toEqual([]);
  });
});

describe("collecting garbage", () => {
  const all = [...threeGenerations().values.keys()];
  const rows = [
    { name: "keeps everything while there are few generations", keptMax: 3, deleted: [] },
    {
      name: "keeps what a kept generation would fall back to",
      keptMax: 2,
      deleted: ["history/1", "checks/c1"],
    },
    {
      name: "keeps the current generation and its previous zones in any case",
      keptMax: 0,
      deleted: ["history/1", "history/2", "zone/z1", "shard/s1", "checks/c1", "checks/c2"],
    },
  ];
  test.each(rows)("$name", async ({ keptMax, deleted }) => {
    const store = threeGenerations();
    const generations = deleted.filter((key) => key.startsWith("history/")).length;
    expect(await collectGarbage(store, keptMax)).toEqual({ generations, blobs: deleted.length - generations });
    expect(all.filter((key) => !store.values.has(key)).sort()).toEqual([...deleted].sort());
  });

  test("deletes nothing where a manifest cannot be read", async () => {
    const store = threeGenerations();
    store.values.set("zone/z3", '{"format":2}');
    await expect(collectGarbage(store, 0)).rejects.toThrow("zone/z3 in memory cannot be read");
    expect(store.values.size).toBe(all.length);
  });
});

describe("places", () => {
  const index = encodePlacesIndex({ v4: [["cb0071", "p2"]], v6: [["20010db8", "p3"]] });

  /** The generation before has places of its own; the current one has none. */
  function withPlaces() {
    const store = threeGenerations();
    store.values.set("history/2", JSON.stringify({ ...catalogOf(2, 1, "z2", "z1"), places: "p1" }));
    store.values.set("places/p1", index);
    for (const hash of ["p2", "p3", "p4"]) store.values.set(`places/${hash}`, "{}");
    return store;
  }

  const placesOf = (store: MemoryStore) => [...store.values.keys()].filter((key) => key.startsWith("places/"));

  test("come back with their generation", async () => {
    expect((await rollBack(withPlaces(), 2, publisher)).catalog.places).toBe("p1");
    expect((await rollBack(withPlaces(), 1, publisher)).catalog.places).toBeUndefined();
  });

  test("a generation whose shard of places is gone is refused", async () => {
    const store = withPlaces();
    store.values.delete("places/p3");
    await expect(rollBack(store, 2, publisher)).rejects.toThrow("places/p3 is missing");
  });

  test("are kept as long as a generation names them", async () => {
    const store = withPlaces();
    await collectGarbage(store, 3);
    expect(placesOf(store)).toEqual(["places/p1", "places/p2", "places/p3"]);
    await collectGarbage(store, 1);
    expect(placesOf(store)).toEqual([]);
  });

  test("an index that cannot be read stops everything", async () => {
    const store = withPlaces();
    store.values.set("places/p1", '{"format":2}');
    await expect(collectGarbage(store, 3)).rejects.toThrow("places/p1 in memory cannot be read");
  });
});
