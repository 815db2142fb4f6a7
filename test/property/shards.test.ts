import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeZone } from "../../src/cli/compile/shards.ts";
import { nodesOf } from "../../src/cli/compile/zone-nodes.ts";
import { type Name, nameOfLabels } from "../../src/dns/name.ts";
import { TYPE } from "../../src/dns/types.ts";
import { decodeManifest, decodeShard, encodeShard, type Shard } from "../../src/zone/blob.ts";
import { shardKey, zoneKey } from "../../src/zone/catalog.ts";
import type { RecordSet, Soa, ZoneNode } from "../../src/zone/model.ts";

const apex = nameOfLabels(["example", "com"]);
const soa: Soa = { mname: apex, rname: apex, refresh: 1, retry: 1, expire: 1, minimum: 1, ttl: 1 };

interface Record {
  readonly owner: Name;
  readonly set: RecordSet;
}

/** A record set of one value of `size` octets. */
function record(labels: readonly string[], size: number): Record {
  const tree = { kind: "values" as const, rdata: new Map([[TYPE.TXT, [new Uint8Array(size)]]]) };
  return {
    owner: nameOfLabels([...labels, "example", "com"]),
    set: { types: [TYPE.TXT], ttlSeconds: 60, check: null, tree },
  };
}

interface Encoded {
  readonly blobs: ReadonlyMap<string, string>;
  /** First owner -> the shard. */
  readonly shards: ReadonlyMap<Name, Shard>;
}

function encode(nodes: readonly ZoneNode[]): Encoded {
  const blobs = new Map<string, string>();
  const manifest = decodeManifest(blobs.get(zoneKey(encodeZone({ apex, soa, pools: [], nodes }, blobs))) ?? "");
  if (manifest?.body.kind !== "shards") throw new Error("The zone is not large.");
  const shards = manifest.body.shards.map(({ first, hash }) => {
    const shard = decodeShard(apex, [], blobs.get(shardKey(hash)) ?? "");
    if (!shard) throw new Error("A shard is missing.");
    return [first, shard] as const;
  });
  return { blobs, shards: new Map(shards) };
}

/** Nodes as one text: comparing deep is slow where there are thousands. */
const textOf = (nodes: readonly ZoneNode[]): string => encodeShard(apex, { ancestors: [], nodes });

/** Zones of 1,000 to 3,000 names, some of them two deep, of small or of large records. */
const zone = fc
  .record({ seed: fc.nat(), count: fc.integer({ min: 1000, max: 3000 }), size: fc.constantFrom(30, 200, 800) })
  .map(({ seed, count, size }) =>
    Array.from({ length: count }, (_, at) => {
      const label = `n${(seed + at).toString(36)}`;
      return record(at % 3 === 0 ? [label, `p${(at % 50).toString(36)}`] : [label], size);
    }),
  );

const parameters = { seed: 20261130, numRuns: 6 };

describe("shards", () => {
  test("hold every node once, in order, at most 64 KB of them, under the ancestors of their first name", () => {
    fc.assert(
      fc.property(zone, (records) => {
        const nodes = nodesOf(apex, records);
        const { shards, blobs } = encode(nodes);
        expect(textOf([...shards.values()].flatMap((shard) => shard.nodes))).toBe(textOf(nodes));
        for (const [first, shard] of shards) {
          expect(shard.nodes[0]?.owner).toBe(first);
          const above = nodes.filter(({ owner }) => owner !== first && first.endsWith(owner));
          expect(textOf(shard.ancestors)).toBe(textOf(above.map((node) => ({ ...node, sets: null }))));
        }
        for (const [key, text] of blobs) {
          if (key.startsWith("shard/")) expect(text.length).toBeLessThan(65 * 1024);
        }
      }),
      parameters,
    );
  });

  test("a changed record changes one shard and moves no border", () => {
    fc.assert(
      fc.property(zone, fc.nat(), (records, at) => {
        const { owner, set } = records[at % records.length] ?? record([], 0);
        const changed = records.map((each) =>
          each.owner === owner ? { owner, set: { ...set, ttlSeconds: 61 } } : each,
        );
        const before = encode(nodesOf(apex, records));
        const after = encode(nodesOf(apex, changed));
        expect([...after.shards.keys()]).toEqual([...before.shards.keys()]);
        const fresh = [...after.blobs.keys()].filter((key) => !before.blobs.has(key));
        expect(fresh.map((key) => key.slice(0, key.indexOf("/"))).toSorted()).toEqual(["shard", "zone"]);
      }),
      parameters,
    );
  });

  test("a removed record takes away borders beside it only", () => {
    fc.assert(
      fc.property(zone, fc.nat(), (records, at) => {
        const removed = at % records.length;
        const gone = records[removed]?.owner;
        const before = [...encode(nodesOf(apex, records)).shards];
        const after = encode(
          nodesOf(
            apex,
            records.filter((_, index) => index !== removed),
          ),
        ).shards;
        const holding = before.findIndex(([, { nodes }]) => nodes.some(({ owner }) => owner === gone));
        const lost = before.flatMap(([first], index) => (after.has(first) ? [] : [index]));
        // One part between two content borders was cut again or is small enough now: its inner borders are neighbours.
        const range = Array.from({ length: lost.length }, (_, index) => (lost[0] ?? 0) + index);
        expect(lost).toEqual(range);
        if (lost.length > 0) expect(range).toContain(lost.includes(holding) ? holding : holding + 1);
      }),
      parameters,
    );
  });

  test("one huge node is a shard of its own size", () => {
    const nodes = nodesOf(apex, [record(["huge"], 60_000), record(["a"], 10), record(["z"], 10)]);
    const { shards } = encode(nodes);
    expect(textOf([...shards.values()].flatMap((shard) => shard.nodes))).toBe(textOf(nodes));
  });
});
