import { describe, expect, test } from "vitest";
import type { Compilation } from "../../../src/cli/compile/folder.ts";
import { nextGeneration, publish, readCatalog } from "../../../src/cli/publish.ts";
import { nameOfLabels } from "../../../src/dns/name.ts";
import type { Catalog } from "../../../src/zone/catalog.ts";
import { checksDocument } from "../../support/checks.ts";
import { memoryStore } from "./memory-store.ts";

const NOW_MS = Date.parse("2026-11-30T12:00:00Z");
const NOW_SECONDS = NOW_MS / 1000;
const publisher = { nowMs: NOW_MS, by: "ops", note: "", writes: "missing" } as const;

function compilationOf(zoneHash: string, checksHash = "c1", placesHash: string | null = null): Compilation {
  const apex = nameOfLabels(["example", "com"]);
  const zone = { apexText: "example.com", apex, hash: zoneHash, recordSets: new Map<string, string>(), nsApex: [] };
  const blobs = new Map([
    [`zone/${zoneHash}`, `zone ${zoneHash}`],
    ["shard/s1", "shard"],
    [`checks/${checksHash}`, `checks ${checksHash}`],
  ]);
  return { zones: [zone], checks: checksDocument(), checksHash, placesHash, blobs };
}

function catalogOf(generation: number, hash: string, previous: string | null, checks = "c1"): Catalog {
  return {
    format: 1,
    generation,
    parent: null,
    zones: { "example.com": { hash, previous, serial: generation } },
    checks,
    published: { at: "2026-11-30T11:00:00.000Z", by: "", note: "" },
  };
}

test("the first publication writes blobs, then history, then the catalog", async () => {
  const store = memoryStore();
  const published = await publish(store, compilationOf("h1"), null, publisher);
  const catalog: Catalog = {
    ...catalogOf(NOW_SECONDS, "h1", null),
    published: { at: "2026-11-30T12:00:00.000Z", by: "ops", note: "" },
  };
  expect(published).toEqual({ kind: "published", generation: NOW_SECONDS, blobs: 3 });
  expect(store.written).toEqual(["zone/h1", "shard/s1", "checks/c1", `history/${NOW_SECONDS}`, "catalog"]);
  expect(JSON.parse(store.values.get("catalog") ?? "")).toEqual(catalog);
  expect(store.values.get(`history/${NOW_SECONDS}`)).toBe(store.values.get("catalog"));
});

test("a changed zone uploads only what is missing, and keeps its hash before as previous", async () => {
  const store = memoryStore();
  await publish(store, compilationOf("h1"), null, publisher);
  store.written.length = 0;
  const current = await readCatalog(store);
  await publish(store, compilationOf("h2"), current, { ...publisher, nowMs: NOW_MS + 60_000 });
  expect(store.written).toEqual(["zone/h2", `history/${NOW_SECONDS + 60}`, "catalog"]);
  expect((await readCatalog(store))?.zones).toEqual({
    "example.com": { hash: "h2", previous: "h1", serial: NOW_SECONDS + 60 },
  });
  expect((await readCatalog(store))?.parent).toBe(NOW_SECONDS);
});

describe("nothing is written where nothing changed", () => {
  const rows = [
    { name: "the same zones and checks", next: compilationOf("h1"), kind: "unchanged" },
    { name: "other checks are a change", next: compilationOf("h1", "c2"), kind: "published" },
    { name: "another zone hash is a change", next: compilationOf("h2"), kind: "published" },
    { name: "a zone less is a change", next: { ...compilationOf("h1"), zones: [] }, kind: "published" },
  ];
  test.each(rows)("$name", async ({ next, kind }) => {
    const store = memoryStore(Object.fromEntries(compilationOf("h1").blobs));
    const outcome = await publish(store, next, catalogOf(7, "h1", null), publisher);
    expect({ kind: outcome.kind, wrote: store.written.length > 0 }).toEqual({ kind, wrote: kind === "published" });
  });
});

describe("the store has the catalog and not all of its blobs", () => {
  const whole = Object.fromEntries(compilationOf("h1").blobs);
  const { "shard/s1": _shard, ...withoutShard } = whole;
  const corrupt = { ...withoutShard, "shard/s1": "shord" };
  const all = ["zone/h1", "shard/s1", "checks/c1"];
  const rows = [
    {
      name: "a blob that is not listed is written again",
      there: withoutShard,
      writes: "missing",
      written: ["shard/s1"],
    },
    { name: "a corrupt one is not seen in a list", there: corrupt, writes: "missing", written: [] },
    { name: "a corrupt one is seen when read", there: corrupt, writes: "unfit", written: ["shard/s1"] },
    { name: "a missing one is unfit too", there: withoutShard, writes: "unfit", written: ["shard/s1"] },
    { name: "whole blobs are fit", there: whole, writes: "unfit", written: [] },
    { name: "all are written where that is asked for", there: whole, writes: "all", written: all },
  ] as const;
  test.each(rows)("$name", async ({ there, writes, written }) => {
    const store = memoryStore(there);
    const outcome = await publish(store, compilationOf("h1"), catalogOf(7, "h1", null), { ...publisher, writes });
    const repaired = { kind: "repaired", generation: 7, blobs: written.length };
    expect(outcome).toEqual(written.length === 0 ? { kind: "unchanged", generation: 7 } : repaired);
    expect(store.written).toEqual(written);
  });
});

describe("generations only grow, and follow the clock where it is ahead", () => {
  const rows = [
    { name: "none yet", current: null, next: NOW_SECONDS },
    { name: "one of earlier", current: catalogOf(NOW_SECONDS - 5, "h", null), next: NOW_SECONDS },
    { name: "one of this second", current: catalogOf(NOW_SECONDS, "h", null), next: NOW_SECONDS + 1 },
    { name: "one of a clock that is ahead", current: catalogOf(NOW_SECONDS + 9, "h", null), next: NOW_SECONDS + 10 },
  ];
  test.each(rows)("$name", ({ current, next }) => {
    expect(nextGeneration(current, NOW_MS)).toBe(next);
  });
});

test.each([0, 1, 2, 3, 4])(
  "a push that breaks off after %i writes leaves the old generation serving",
  async (writes) => {
    const old = JSON.stringify(catalogOf(7, "h1", null));
    const store = memoryStore({ catalog: old, "zone/h1": "zone h1" }, writes);
    await expect(publish(store, compilationOf("h2"), await readCatalog(store), publisher)).rejects.toThrow(
      "connection",
    );
    expect(store.values.get("catalog")).toBe(old);
    expect(store.values.get("zone/h1")).toBe("zone h1");
  },
);

test.each(["", "null", "{}", '{"format":2}'])("a catalog of another format stops a publication: %j", async (text) => {
  await expect(readCatalog(memoryStore({ catalog: text }))).rejects.toThrow("catalog in memory is not of format 1");
});

test("other places are a generation of their own", async () => {
  const store = memoryStore();
  await publish(store, compilationOf("h1"), null, publisher);
  const withPlaces = compilationOf("h1", "c1", "p1");
  const published = await publish(store, withPlaces, await readCatalog(store), publisher);
  expect([published.kind, (await readCatalog(store))?.places]).toEqual(["published", "p1"]);
  expect((await publish(store, withPlaces, await readCatalog(store), publisher)).kind).toBe("unchanged");
});
