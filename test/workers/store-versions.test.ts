/** Publications as KV and the board show them: in any order, late, and never backwards. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { TYPE } from "../../src/dns/types.ts";
import { TAKEOVER_MS } from "../../src/store/versions.ts";
import { CATALOG_KEY, zoneKey } from "../../src/zone/catalog.ts";
import { Isolate, NOW_MS, type Seen } from "./support/isolate.ts";
import { type Publication, point, prepare, publish, snapshotFor } from "./support/publish.ts";

const DAY_MS = 86_400_000;

/** Longer than a missing blob is remembered and than the catalog stays young; three of them are below TAKEOVER_MS. */
const STEP_MS = 31_000;

/** A zone whose only answer tells its version, with a check that is another one in each version. */
const zone = (version: number): string => `
zone: example.com
checks: { web: { type: tcp, address: 192.0.2.${version}, port: 443 } }
records: { www: { A: { values: [192.0.2.${version}], check: web } } }`;

const seen = (version: number, ede: readonly number[] = []): Seen => ({
  rcode: "NOERROR",
  addresses: [`192.0.2.${version}`],
  serial: null,
  ede,
  maxAgeSeconds: 60,
});

/** An isolate that answers from version 1, and version 2 prepared in KV but not pointed at. */
async function duringPublication(): Promise<{ isolate: Isolate; first: Publication; second: Publication }> {
  const first = await publish([zone(1)], 1, NOW_MS - DAY_MS);
  const isolate = new Isolate();
  isolate.board = snapshotFor(first, "H", NOW_MS);
  expect(await isolate.ask("www.example.com.")).toEqual(seen(1));
  const second = await prepare([zone(2)], 2, NOW_MS, first);
  return { isolate, first, second };
}

type Part = "catalog" | "manifest" | "snapshot";

const orders: readonly (readonly Part[])[] = [
  ["catalog", "manifest", "snapshot"],
  ["catalog", "snapshot", "manifest"],
  ["manifest", "catalog", "snapshot"],
  ["manifest", "snapshot", "catalog"],
  ["snapshot", "catalog", "manifest"],
  ["snapshot", "manifest", "catalog"],
];

describe("a new version takes over when all of it is visible, in whatever order that happens (A23)", () => {
  test.each(orders.map((order) => ({ name: order.join(", "), order })))("$name", async ({ order }) => {
    const { isolate, first, second } = await duringPublication();
    const key = zoneKey(second.hashOf("example.com"));
    isolate.store.hidden.add(key);
    const shown = new Set<Part>();
    const answers: string[] = [];
    for (const part of order) {
      shown.add(part);
      if (part === "catalog") await point(second);
      if (part === "manifest") isolate.store.hidden.delete(key);
      isolate.nowMs += STEP_MS;
      isolate.board = snapshotFor(shown.has("snapshot") ? second : first, "H", isolate.nowMs);
      await isolate.ask("www.example.com.");
      answers.push(...(await isolate.ask("www.example.com.")).addresses);
    }
    expect(answers).toEqual(["192.0.2.1", "192.0.2.1", "192.0.2.2"]);
  });
});

describe("while health does not know of a publication's checks", () => {
  test("the version in use goes on and the answer says so, until 120 s after publication", async () => {
    const { isolate, first, second } = await duringPublication();
    await point(second);
    const askAt = async (ageMs: number): Promise<Seen> => {
      isolate.nowMs = NOW_MS + ageMs;
      isolate.board = snapshotFor(first, "H", isolate.nowMs);
      await isolate.ask("www.example.com.");
      return isolate.ask("www.example.com.");
    };
    expect(await askAt(STEP_MS)).toEqual(seen(1, [3]));
    expect(await askAt(TAKEOVER_MS - 1)).toEqual(seen(1, [3]));
    expect(await askAt(TAKEOVER_MS)).toEqual(seen(2));
  });

  test("a cold isolate answers from the previous version, under a serial below the new one", async () => {
    const { isolate, first, second } = await duringPublication();
    await point(second);
    isolate.restart();
    isolate.board = snapshotFor(first, "H", NOW_MS);
    expect(await isolate.ask("www.example.com.")).toEqual(seen(1, [3]));
    expect((await isolate.ask("www.example.com.", TYPE.MX)).serial).toBe(1);
  });

  test("a zone without a previous version is adopted at once", async () => {
    const only = await publish([zone(3)], 1, NOW_MS);
    const other = await prepare([zone(4)], 1, NOW_MS);
    const isolate = new Isolate();
    isolate.board = snapshotFor(other, "H", NOW_MS);
    expect(only.catalog.zones["example.com"]?.previous).toBe(null);
    expect(await isolate.ask("www.example.com.")).toEqual(seen(3));
  });

  test("the board is asked again behind the answers, at most once a second", async () => {
    const { isolate, first, second } = await duringPublication();
    await point(second);
    isolate.restart();
    isolate.board = snapshotFor(first, "H", NOW_MS);
    await isolate.ask("www.example.com.");
    const callsBefore = isolate.boardCalls;
    for (let query = 0; query < 40; query += 1) {
      isolate.nowMs += 100;
      expect(isolate.askAtOnce("www.example.com.")).not.toBeInstanceOf(Promise);
      await isolate.settle();
    }
    expect(isolate.boardCalls - callsBefore).toBe(4);
  });
});

describe("a catalog that agrees with the board", () => {
  test("lets a cold isolate start with the new version", async () => {
    const { isolate, second } = await duringPublication();
    await point(second);
    isolate.restart();
    isolate.board = snapshotFor(second, "H", NOW_MS);
    expect(await isolate.ask("www.example.com.")).toEqual(seen(2));
  });

  test("of a lower generation is never adopted", async () => {
    const { isolate, first, second } = await duringPublication();
    await point(second);
    isolate.restart();
    isolate.board = snapshotFor(second, "H", NOW_MS);
    await isolate.ask("www.example.com.");
    await point(first);
    isolate.nowMs += STEP_MS;
    isolate.board = snapshotFor(second, "H", isolate.nowMs);
    await isolate.ask("www.example.com.");
    expect(await isolate.ask("www.example.com.")).toEqual(seen(2));
    expect(isolate.world.catalog?.generation).toBe(2);
  });

  test("brings an old hash back under a higher generation, with a serial that has grown", async () => {
    const { isolate, second } = await duringPublication();
    const third = await publish([zone(1)], 3, NOW_MS, second);
    isolate.nowMs += STEP_MS;
    isolate.board = snapshotFor(third, "H", isolate.nowMs);
    await isolate.ask("www.example.com.");
    expect(await isolate.ask("www.example.com.")).toEqual(seen(1));
    expect((await isolate.ask("www.example.com.", TYPE.MX)).serial).toBe(3);
  });

  test("without a zone takes it away, and with it again brings it back", async () => {
    const { isolate, first } = await duringPublication();
    const without = await publish(["{zone: example.net, records: {www: {A: 192.0.2.9}}}"], 2, NOW_MS, first);
    isolate.nowMs += STEP_MS;
    await isolate.ask("www.example.com.");
    expect((await isolate.ask("www.example.com.")).rcode).toBe("REFUSED");
    const again = await publish([zone(1)], 3, NOW_MS, without);
    isolate.nowMs += STEP_MS;
    isolate.board = snapshotFor(again, "H", isolate.nowMs);
    await isolate.ask("www.example.com.");
    expect(await isolate.ask("www.example.com.")).toEqual(seen(1));
  });
});

describe("a catalog value that is no catalog", () => {
  test.each(["", "{}", '{"format":2}', "[", "null"])("%j leaves the last good one serving", async (text) => {
    const { isolate, first } = await duringPublication();
    await env.ZONES.put(CATALOG_KEY, text);
    const askAt = async (ageMs: number): Promise<Seen> => {
      isolate.nowMs = NOW_MS + ageMs;
      isolate.board = snapshotFor(first, "H", isolate.nowMs);
      await isolate.ask("www.example.com.");
      return isolate.ask("www.example.com.");
    };
    expect(await askAt(STEP_MS)).toEqual(seen(1));
    expect(await askAt(300_000)).toEqual(seen(1));
    expect(await askAt(300_001)).toEqual(seen(1, [3]));
  });

  test("is SERVFAIL that nobody keeps where there never was one", async () => {
    await env.ZONES.put(CATALOG_KEY, "{}");
    const failed = { rcode: "SERVFAIL", addresses: [], serial: null, ede: [14], maxAgeSeconds: null };
    expect(await new Isolate().ask("www.example.com.")).toEqual(failed);
    await env.ZONES.delete(CATALOG_KEY);
    expect(await new Isolate().ask("www.example.com.")).toEqual(failed);
  });
});
