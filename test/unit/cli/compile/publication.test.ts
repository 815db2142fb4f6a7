import { describe, expect, test } from "vitest";
import { composeCatalog } from "../../../../src/cli/compile/publication.ts";
import type { Catalog } from "../../../../src/zone/catalog.ts";

const published = { at: "2026-11-30T12:00:00Z", by: "ada", note: "first" };

const current: Catalog = {
  format: 1,
  generation: 5,
  parent: 4,
  zones: {
    "example.com": { hash: "a".repeat(32), previous: "b".repeat(32), serial: 3 },
    "example.net": { hash: "c".repeat(32), previous: null, serial: 5 },
    "example.org": { hash: "d".repeat(32), previous: null, serial: 5 },
  },
  checks: "e".repeat(32),
  published: { at: "2026-11-29T12:00:00Z", by: "", note: "" },
};

function compilation(hashes: Record<string, string>) {
  const zones = Object.entries(hashes).map(([apexText, hash]) => ({ apexText, hash: hash.repeat(32) }));
  return { zones, checksHash: "f".repeat(32), placesHash: null };
}

describe("composing a catalog", () => {
  test("the first generation has no parent and no previous hashes", () => {
    const zones = compilation({ "example.net": "2", "example.com": "1" });
    const text = JSON.stringify(composeCatalog({ compilation: zones, current: null, generation: 7, ...published }));
    expect(text).toBe(
      JSON.stringify({
        format: 1,
        generation: 7,
        parent: null,
        zones: {
          "example.com": { hash: "1".repeat(32), previous: null, serial: 7 },
          "example.net": { hash: "2".repeat(32), previous: null, serial: 7 },
        },
        checks: "f".repeat(32),
        published,
      }),
    );
  });

  test("an unchanged zone keeps serial and previous, a changed one remembers its hash, a new one has none, a removed one is gone", () => {
    const zones = compilation({ "example.com": "a", "example.net": "9", "sub.example.net": "8" });
    expect(composeCatalog({ compilation: zones, current, generation: 6, ...published })).toEqual({
      format: 1,
      generation: 6,
      parent: 5,
      zones: {
        "example.com": { hash: "a".repeat(32), previous: "b".repeat(32), serial: 3 },
        "example.net": { hash: "9".repeat(32), previous: "c".repeat(32), serial: 6 },
        "sub.example.net": { hash: "8".repeat(32), previous: null, serial: 6 },
      },
      checks: "f".repeat(32),
      published,
    });
  });

  test("places are named where there are any, whatever the catalog before said", () => {
    const { placesHash: _, ...zones } = compilation({ "example.com": "1" });
    const before = { ...current, places: "8".repeat(32) };
    const named = (placesHash: string | null) => {
      const next = { ...zones, placesHash };
      return composeCatalog({ compilation: next, current: before, generation: 7, ...published }).places;
    };
    expect([named("9".repeat(32)), named(null)]).toEqual(["9".repeat(32), undefined]);
  });
});
