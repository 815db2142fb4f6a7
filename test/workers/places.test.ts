/** A deployment's set of places in memory, over real local KV: what is read, and what becomes of what cannot be. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { Blobs } from "../../src/store/blobs.ts";
import { Places } from "../../src/store/places.ts";
import { CATALOG_FORMAT, type Catalog, placesKey } from "../../src/zone/catalog.ts";
import { blockOf, type PublishedPlaces, publishPlaces, rowOf } from "../support/places.ts";
import { WatchedKv } from "./support/watched-kv.ts";

const client = blockOf("203.0.113.0/24");
const known = (mark: string, scopePrefixLength = 24) => ({
  continent: null,
  country: null,
  subdivision: mark,
  position: null,
  scopePrefixLength,
});
/** Nothing is known, of this network alone. */
const UNKNOWN = { ...known("", 24), subdivision: null };

const setOf = (mark: string): PublishedPlaces => publishPlaces([rowOf(client, mark)]);

function catalogOf(set: PublishedPlaces | null): Catalog {
  return {
    format: CATALOG_FORMAT,
    generation: 1,
    parent: null,
    zones: {},
    checks: "0".repeat(32),
    ...(set !== null && { places: set.index }),
    published: { at: "", by: "", note: "" },
  };
}

async function put({ blobs }: PublishedPlaces, except = ""): Promise<void> {
  for (const [key, text] of blobs) if (key !== except) await env.ZONES.put(key, text);
}

/** Looks up as an answer does: what is missing is loaded, and then it looks again. */
async function settled(places: Places): Promise<{ found: unknown; loaded: string[] }> {
  const loaded: string[] = [];
  for (;;) {
    const found = places.find(client);
    if (found === null || !("kind" in found)) return { found, loaded };
    loaded.push(found.key);
    await places.load(found.key);
  }
}

const shardOf = ({ blobs, index }: PublishedPlaces) => [...blobs.keys()].find((key) => key !== placesKey(index)) ?? "";

let nowMs = Date.UTC(2026, 10, 30);
const newPlaces = () => new Places(new Blobs(new WatchedKv(env.ZONES).kv, () => nowMs));

beforeEach(() => {
  nowMs += 3_600_000;
  vi.spyOn(console, "error").mockReturnValue();
});

test("a deployment without a set knows of none", async () => {
  const places = newPlaces();
  places.adopt(catalogOf(null));
  expect(await settled(places)).toEqual({ found: null, loaded: [] });
});

test("a look-up reads the index and one shard, and then nothing", async () => {
  const set = setOf("A");
  await put(set);
  const places = newPlaces();
  places.adopt(catalogOf(set));
  expect(await settled(places)).toEqual({ found: known("A"), loaded: [placesKey(set.index), shardOf(set)] });
  expect(await settled(places)).toEqual({ found: known("A"), loaded: [] });
});

test("a set that is gone is gone", async () => {
  const set = setOf("A");
  await put(set);
  const places = newPlaces();
  places.adopt(catalogOf(set));
  await settled(places);
  places.adopt(catalogOf(null));
  expect((await settled(places)).found).toBeNull();
});

test.each([
  { name: "index", missing: (set: PublishedPlaces) => placesKey(set.index) },
  { name: "shard", missing: shardOf },
])("a missing $name leaves the client unknown, until it comes", async ({ name, missing }) => {
  const set = setOf(`B ${name}`);
  await put(set, missing(set));
  const places = newPlaces();
  places.adopt(catalogOf(set));
  expect((await settled(places)).found).toEqual(UNKNOWN);
  await put(set);
  expect((await settled(places)).found).toEqual(UNKNOWN);
  nowMs += 60_000;
  expect((await settled(places)).found).toEqual(known(`B ${name}`));
});

test("until the new set can be read, the one before goes on", async () => {
  const before = setOf("C");
  const after = setOf("D");
  await put(before);
  const places = newPlaces();
  places.adopt(catalogOf(before));
  await settled(places);
  places.adopt(catalogOf(after));
  expect((await settled(places)).found).toEqual(known("C"));
  await put(after);
  nowMs += 60_000;
  expect((await settled(places)).found).toEqual(known("D"));
});

test("a blob of another kind under the key is as good as none", async () => {
  const set = setOf("E");
  await put(set);
  const places = newPlaces();
  places.adopt({ ...catalogOf(set), places: shardOf(set).slice("places/".length) });
  expect((await settled(places)).found).toEqual(UNKNOWN);
});
