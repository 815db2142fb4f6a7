/**
 * A zone of 10⁵ names, cut in shards, answers as the same zone in one piece: whatever is asked, and from the fewest
 * shards that can hold it. The nodes are made here: YAML of that size would only slow the test.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { answer } from "../../src/answer/answer.ts";
import { encodeZone } from "../../src/cli/compile/shards.ts";
import { nodesOf } from "../../src/cli/compile/zone-nodes.ts";
import { bytesOfName, isAtOrBelow, type Name, nameOfLabels } from "../../src/dns/name.ts";
import { TYPE } from "../../src/dns/types.ts";
import { decodeManifest, decodeShard, type ZoneManifest } from "../../src/zone/blob.ts";
import { shardKey, zoneKey } from "../../src/zone/catalog.ts";
import type { RecordSet, Section, Soa, ZoneSet } from "../../src/zone/model.ts";
import { sectionOf, zoneOf } from "../../src/zone/zone.ts";
import { ask, IN_ORDER, questionOf } from "../support/ask.ts";
import { ALL_HEALTHY, NOW_MS, UNKNOWN_CLIENT } from "../support/health.ts";
import { PROPERTY_SEED } from "../support/query-packet.ts";

const APEX = nameOfLabels(["example", "com"]);
const SOA: Soa = { mname: APEX, rname: APEX, refresh: 1, retry: 1, expire: 1, minimum: 60, ttl: 60 };
const VERSION = { hash: "0".repeat(32), serial: 7 };

/** Of each kind of name; they come to ten nodes a number, empty non-terminals and glue included. */
const NUMBERS = 10_000;
const QUESTIONS = 4_000;
/** Each step takes a second or two where the machine is free. */
const SLOW_MACHINE_MS = 60_000;

const below = (text: string): Name => nameOfLabels([...text.split("."), "example", "com"]);

function values(type: number, rdata: Uint8Array): RecordSet {
  return { types: [type], ttlSeconds: 60, check: null, tree: { kind: "values", rdata: new Map([[type, [rdata]]]) } };
}

function* records(): Generator<{ readonly owner: Name; readonly set: RecordSet }> {
  for (let n = 0; n < NUMBERS; n += 1) {
    const address = values(TYPE.A, Uint8Array.of(192, 0, 2, n & 255));
    yield { owner: below(`h${n}`), set: address };
    yield { owner: below(`*.w${n}`), set: address };
    yield { owner: below(`a.b.e${n}`), set: address };
    yield { owner: below(`s${n}`), set: values(TYPE.NS, bytesOfName(below(`ns.s${n}`))) };
    yield { owner: below(`ns.s${n}`), set: address };
    yield { owner: below(`d${n}`), set: values(TYPE.DNAME, bytesOfName(below(`w${n}`))) };
    yield { owner: below(`c${n}`), set: values(TYPE.CNAME, bytesOfName(below(`h${(n * 7) % NUMBERS}`))) };
  }
}

/** `#` stands for a number, which may be one too large: such a name is absent. */
const SHAPES = [
  "h#",
  "h#-x",
  "x.h#",
  "w#",
  "x.y.w#",
  "*.w#",
  "x.*.w#",
  "e#",
  "b.e#",
  "x.b.e#",
  "x.a.b.e#",
  "s#",
  "ns.s#",
  "x.y.s#",
  "d#",
  "x.d#",
  "c#",
  "x.c#",
  "zz#",
];
const TYPES = ["A", "AAAA", "NS", "DS", "CNAME", "DNAME", "ANY"];

const question = fc
  .tuple(fc.constantFrom(...SHAPES), fc.integer({ min: 0, max: NUMBERS }), fc.constantFrom(...TYPES))
  .map(([shape, n, type]) => `${shape.replace("#", String(n))}.example.com. ${type}`);
const QUESTIONED = fc.sample(question, { numRuns: QUESTIONS, seed: PROPERTY_SEED });

function zonesOver(manifest: ZoneManifest, shardInMemory: (hash: string) => Section | undefined): ZoneSet {
  const zone = zoneOf(manifest, VERSION, shardInMemory);
  return { find: (name) => (isAtOrBelow(name, APEX) ? { kind: "zone", zone, stale: false } : null) };
}

describe("a zone of 10⁵ names", { timeout: SLOW_MACHINE_MS }, () => {
  const blobs = new Map<string, string>();
  const decoded = new Map<string, Section>();
  let whole: ZoneSet;
  let manifest: ZoneManifest;

  const sectionAt = (hash: string): Section => {
    const known = decoded.get(hash);
    if (known !== undefined) return known;
    const shard = decodeShard(APEX, [], blobs.get(shardKey(hash)) ?? "");
    if (shard === null) throw new Error("every shard that is named was made");
    const section = sectionOf(shard);
    decoded.set(hash, section);
    return section;
  };

  beforeAll(() => {
    const nodes = nodesOf(APEX, records());
    expect(nodes.length).toBeGreaterThan(100_000);
    whole = zonesOver({ apex: APEX, soa: SOA, pools: [], hosts: [], body: { kind: "nodes", nodes } }, () => undefined);
    const read = decodeManifest(
      blobs.get(zoneKey(encodeZone({ apex: APEX, soa: SOA, pools: [], nodes }, blobs))) ?? "",
    );
    if (read === null) throw new Error("a manifest that was just made decodes");
    manifest = read;
  }, SLOW_MACHINE_MS);

  test("answers from its shards what it answers in one piece", () => {
    expect(manifest.body.kind).toBe("shards");
    const sharded = zonesOver(manifest, sectionAt);
    for (const text of QUESTIONED) expect([text, ask(sharded, text)]).toEqual([text, ask(whole, text)]);
  });

  test("is read one shard a link, and one more where the node that decides lies in another", () => {
    for (const text of QUESTIONED) {
      const read = new Set<string>();
      const cold = zonesOver(manifest, (hash) => (read.has(hash) ? sectionAt(hash) : undefined));
      const asked = { ...questionOf(text), ra: false };
      let outcome = answer(asked, cold, ALL_HEALTHY, UNKNOWN_CLIENT, IN_ORDER, NOW_MS);
      while (outcome.kind === "need") {
        for (const key of outcome.keys) read.add(key.slice(shardKey("").length));
        outcome = answer(asked, cold, ALL_HEALTHY, UNKNOWN_CLIENT, IN_ORDER, NOW_MS);
      }
      const links = outcome.reply.answer.filter(({ type }) => type === TYPE.CNAME).length + 1;
      expect([text, read.size <= 2 * links]).toEqual([text, true]);
    }
  });
});
