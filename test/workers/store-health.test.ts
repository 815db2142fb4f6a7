/** The board's snapshot: how old it may be, what happens while the board is away, and how rarely it is asked. */
import { describe, expect, test } from "vitest";
import { Isolate, NOW_MS, type Seen, seenOf } from "./support/isolate.ts";
import { type Publication, publish, snapshotFor } from "./support/publish.ts";

const DAY_MS = 86_400_000;
const NAME = "www.example.com.";
const AWAY = new Error("Network connection lost.");

const ZONE = `
zone: example.com
checks: { web: { type: tcp, address: 192.0.2.1, port: 443 } }
records:
  www:
    A:
      failover:
        - { id: primary, values: [192.0.2.1], check: web }
        - { id: secondary, values: [192.0.2.2] }
  plain: { A: 192.0.2.3 }`;

const seen = (version: number, ede: readonly number[] = []): Seen => ({
  rcode: "NOERROR",
  addresses: [`192.0.2.${version}`],
  serial: null,
  ede,
  maxAgeSeconds: 60,
});

async function steered(letters: string): Promise<{ isolate: Isolate; publication: Publication }> {
  const publication = await publish([ZONE], 1, NOW_MS - DAY_MS);
  const isolate = new Isolate();
  isolate.board = snapshotFor(publication, letters, NOW_MS);
  return { isolate, publication };
}

describe("a snapshot", () => {
  test("steers", async () => {
    const { isolate } = await steered("U");
    expect(await isolate.ask(NAME)).toEqual(seen(2));
  });

  test("is used up to its soft age, refreshed behind the answer up to its hard age, and waited for beyond", async () => {
    const { isolate, publication } = await steered("U");
    await isolate.ask(NAME);
    const ageWith = async (ageMs: number, letters: string) => {
      isolate.nowMs += ageMs;
      isolate.board = snapshotFor(publication, letters, isolate.nowMs);
      const callsBefore = isolate.boardCalls;
      const answer = await isolate.ask(NAME);
      return { addresses: answer.addresses, ede: answer.ede, calls: isolate.boardCalls - callsBefore };
    };
    expect(await ageWith(5_000, "H")).toEqual({ addresses: ["192.0.2.2"], ede: [], calls: 0 });
    expect(await ageWith(1, "H")).toEqual({ addresses: ["192.0.2.2"], ede: [], calls: 1 });
    expect(await ageWith(0, "H")).toEqual({ addresses: ["192.0.2.1"], ede: [], calls: 0 });
    expect(await ageWith(15_001, "U")).toEqual({ addresses: ["192.0.2.2"], ede: [], calls: 1 });
  });

  test("that is older than the one known is not adopted", async () => {
    const { isolate, publication } = await steered("U");
    await isolate.ask(NAME);
    isolate.nowMs += 5_001;
    isolate.board = snapshotFor(publication, "H", NOW_MS - 1);
    await isolate.ask(NAME);
    expect(await isolate.ask(NAME)).toEqual(seen(2));
  });

  test("of another format counts as board away", async () => {
    const { isolate, publication } = await steered("U");
    await isolate.ask(NAME);
    isolate.nowMs += 5_001;
    isolate.board = { ...snapshotFor(publication, "H", isolate.nowMs), format: 1 as 2 };
    await isolate.ask(NAME);
    expect(await isolate.ask(NAME)).toEqual(seen(2));
  });
});

describe("a board that is away", () => {
  test("leaves the last known statuses in force, and EDE 3 says so beyond the hard age", async () => {
    const { isolate } = await steered("U");
    await isolate.ask(NAME);
    isolate.board = AWAY;
    isolate.nowMs = NOW_MS + 15_000;
    expect(await isolate.ask(NAME)).toEqual(seen(2));
    isolate.nowMs = NOW_MS + 15_001;
    expect(await isolate.ask(NAME)).toEqual(seen(2, [3]));
    expect(await isolate.ask("plain.example.com.")).toEqual(seen(3));
  });

  test("slows no answer once it is known to be away, and is tried once a second", async () => {
    const { isolate } = await steered("U");
    await isolate.ask(NAME);
    isolate.board = AWAY;
    isolate.nowMs = NOW_MS + 60_000;
    await isolate.ask(NAME);
    const callsBefore = isolate.boardCalls;
    for (let query = 0; query < 100; query += 1) {
      isolate.nowMs += 100;
      expect(isolate.askAtOnce(NAME)).not.toBeInstanceOf(Promise);
      await isolate.settle();
    }
    expect(isolate.boardCalls - callsBefore).toBe(10);
  });

  test("and never was known: everything is unknown, which counts as the check's initial verdict", async () => {
    const { isolate } = await steered("U");
    isolate.board = AWAY;
    expect(await isolate.ask(NAME)).toEqual(seen(1, [3]));
  });

  test("has adopted nothing yet: unknown too", async () => {
    const { isolate } = await steered("U");
    isolate.board = null;
    expect(await isolate.ask(NAME)).toEqual(seen(1, [3]));
  });

  test("is covered by what another isolate of the data centre left, as stale as it is", async () => {
    const { isolate } = await steered("U");
    await isolate.ask(NAME);
    isolate.restart();
    isolate.board = AWAY;
    isolate.nowMs = NOW_MS + 60_000;
    expect(await isolate.ask(NAME)).toEqual(seen(2, [3]));
  });

  test("is covered for explain too: who overrode what, for how long and why", async () => {
    const { isolate, publication } = await steered("U");
    const override = { verdict: "down", untilMs: null, reason: "maintenance" } as const;
    isolate.board = { ...snapshotFor(publication, "U", NOW_MS), overrides: [[0, override]] };
    const causes: unknown[] = [];
    for (const round of [1, 2]) {
      await isolate.ask(NAME);
      causes.push([round, isolate.world.look(new Set()).health.read("example.com/web").cause]);
      isolate.restart();
      isolate.board = AWAY;
    }
    const cause = { kind: "override", override };
    expect(causes).toEqual([
      [1, cause],
      [2, cause],
    ]);
  });

  test("and silent delays an answer no longer than a quarter of a second", async () => {
    const { isolate } = await steered("U");
    await isolate.ask(NAME);
    isolate.board = "silent";
    isolate.nowMs = NOW_MS + 15_001;
    expect(seenOf(await isolate.askAtOnce(NAME))).toEqual(seen(2, [3]));
    // The call, which is given up after a second, goes on behind the answer.
    isolate.nowMs += 5_000;
    expect(isolate.world.isRefreshDue()).toBe(false);
    await isolate.settle();
    expect(isolate.world.isRefreshDue()).toBe(false);
    isolate.nowMs += 1_000;
    expect(isolate.world.isRefreshDue()).toBe(true);
  });

  test("comes back", async () => {
    const { isolate, publication } = await steered("U");
    await isolate.ask(NAME);
    isolate.board = AWAY;
    isolate.nowMs = NOW_MS + 60_000;
    await isolate.ask(NAME);
    isolate.nowMs += 1_000;
    isolate.board = snapshotFor(publication, "H", isolate.nowMs);
    await isolate.ask(NAME);
    expect(await isolate.ask(NAME)).toEqual(seen(1));
  });
});

describe("the board is not asked", () => {
  test("while a copy in the data centre is young", async () => {
    const { isolate } = await steered("U");
    await isolate.ask(NAME);
    isolate.restart();
    isolate.nowMs += 4_000;
    expect(await isolate.ask(NAME)).toEqual(seen(2));
    expect(isolate.boardCalls).toBe(1);
  });

  test("more than once by the queries that a cold isolate starts with", async () => {
    const { isolate } = await steered("U");
    const answers = await Promise.all(Array.from({ length: 20 }, () => isolate.askAtOnce(NAME)));
    expect(answers.map(seenOf)).toEqual(Array(20).fill(seen(2)));
    expect(isolate.boardCalls).toBe(1);
    expect(isolate.store.takeReads().filter((key) => key === "catalog")).toEqual(["catalog"]);
  });

  test("where the catalog has no checks, however old everything is", async () => {
    await publish(["{zone: example.com, records: {www: {A: 192.0.2.1}}}"], 1, NOW_MS - DAY_MS);
    const isolate = new Isolate();
    isolate.board = AWAY;
    expect(await isolate.ask(NAME)).toEqual(seen(1));
    isolate.nowMs += DAY_MS;
    expect(await isolate.ask(NAME)).toEqual(seen(1));
    expect(isolate.boardCalls).toBe(0);
  });

  test("and KV neither, for 1,000 queries of a warm isolate, none of which makes a promise", async () => {
    const { isolate } = await steered("U");
    await isolate.ask(NAME);
    isolate.store.takeReads();
    const outcomes = Array.from({ length: 1_000 }, (_, at) => {
      isolate.nowMs = NOW_MS + at * 5;
      return isolate.askAtOnce(at % 2 === 0 ? NAME : "absent.example.com.");
    });
    expect(outcomes.filter((outcome) => outcome instanceof Promise)).toEqual([]);
    expect([isolate.store.takeReads(), isolate.boardCalls]).toEqual([[], 1]);
  });
});
