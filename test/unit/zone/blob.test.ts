import { describe, expect, test } from "vitest";
import { nameOfLabels } from "../../../src/dns/name.ts";
import { decodeManifest, decodeShard, encodeManifest, encodeShard } from "../../../src/zone/blob.ts";
import type { Match, OperatorState, PolicyTree, Tree, ZoneNode } from "../../../src/zone/model.ts";
import { NO_STATE } from "../../../src/zone/model-defaults.ts";
import type { Pool } from "../../../src/zone/pool-model.ts";
import { alias, candidate, numbered, policy, setOf, values } from "../../support/steered-zone.ts";

const apex = nameOfLabels(["example", "com"]);
const soa = { mname: apex, rname: apex, refresh: 1, retry: 2, expire: 3, minimum: 4, ttl: 5 };

const POOL: Pool = {
  name: "example.com/web",
  answer: "nodes",
  group: null,
  answers: 1,
  affinity: null,
  onAllUnhealthy: { kind: "open" },
  zones: [{ id: "az1", rdata: new Map([[1, [Uint8Array.of(192, 0, 2, 1)]]]), check: null, state: NO_STATE }],
  groups: [],
};

function nodeOf(tree: Tree): ZoneNode {
  const sets = new Map([[1, setOf(tree)]]);
  return {
    owner: nameOfLabels(["www", "example", "com"]),
    sets,
    cut: false,
    occluded: false,
    dname: false,
    wildcard: false,
  };
}

/** Through the text of a manifest and back. */
function again(tree: Tree): Tree | undefined {
  const text = encodeManifest({ apex, soa, pools: [POOL], hosts: [], body: { kind: "nodes", nodes: [nodeOf(tree)] } });
  const body = decodeManifest(text)?.body;
  return body?.kind === "nodes" ? body.nodes[0]?.sets?.get(1)?.tree : undefined;
}

const matched = (match: Match): Tree => policy("geolocation", [candidate("a", values(1), { match })]);
const stated = (state: OperatorState): Tree => policy("failover", [candidate("a", values(1), { state })]);
const withOptions = (options: Partial<PolicyTree>): Tree => ({ ...numbered("weighted", "HU", [1, 0]), ...options });

describe("what is written is read again", () => {
  test.each<readonly [string, Tree]>([
    ["values", values(1, 2)],
    ["an alias", alias("www", false)],
    ["an alias of an outside host", { ...alias("lb"), outside: true }],
    ["one that counts as healthy", { ...alias("lb", false), outside: true }],
    ["a plain policy", numbered("weighted", "HU-", [1, 0, 255])],
    ["a tree", policy("failover", [candidate("a", numbered("multivalue", "HH")), candidate("b", alias("www"))])],
    ["a pool", { kind: "pool", pool: POOL, zone: null, evaluateTargetHealth: true }],
    ["one zone of a pool", { kind: "pool", pool: POOL, zone: "az1", evaluateTargetHealth: false }],
    ["the default place", matched({ kind: "default" })],
    ["a continent", matched({ kind: "continent", code: "EU" })],
    ["a country", matched({ kind: "country", code: "US" })],
    ["a subdivision", matched({ kind: "subdivision", country: "US", code: "CA" })],
    ["a site", matched({ kind: "site", region: "weur", latitude: 50.1, longitude: -8.7, bias: -99 })],
    ["a site without bias", matched({ kind: "site", region: "here", latitude: 0, longitude: 0, bias: 0 })],
    [
      "blocks of both families",
      matched({
        kind: "blocks",
        blocks: [
          { address: Uint8Array.of(203, 0, 113, 0), prefixLength: 24 },
          { address: new Uint8Array(16).fill(0x20, 0, 1), prefixLength: 8 },
        ],
      }),
    ],
    ["off", stated({ ...NO_STATE, off: true })],
    ["an override for ever", stated({ ...NO_STATE, override: { verdict: "up", untilMs: null, reason: "" } })],
    ["an override for a time", stated({ ...NO_STATE, override: { verdict: "down", untilMs: 5, reason: "why" } })],
    ["draining", stated({ ...NO_STATE, draining: { sinceMs: 1, seconds: 300 } })],
    ["closed", withOptions({ onAllUnhealthy: { kind: "closed" } })],
    [
      "values that stand in",
      withOptions({ onAllUnhealthy: { kind: "values", rdata: new Map([[1, [Uint8Array.of(1, 2, 3, 4)]]]) } }),
    ],
    ["affinity", withOptions({ affinity: { seed: "www.example.com.", byType: true } })],
    ["manual failback", withOptions({ failback: { kind: "manual", place: "www.example.com./A" } })],
    ["failback after a time", withOptions({ failback: { kind: "after", seconds: 60 } })],
    ["slow start and fewer answers", withOptions({ slowStartSeconds: 30, answers: 2 })],
  ])("%s", (_name, tree) => {
    expect(again(tree)).toEqual(tree);
  });
});

test("what says nothing is left out, so that a plain tree's text is what it always was", () => {
  const text = encodeShard(apex, { ancestors: [], nodes: [nodeOf(numbered("weighted", "H-", [1, 0]))] });
  expect(JSON.parse(text).nodes).toEqual([
    {
      n: "\x03www",
      sets: [
        {
          types: [1],
          ttl: 60,
          tree: {
            policy: "weighted",
            of: [
              { id: "1", weight: 1, check: "c1", tree: { values: { 1: ["wAACAQ=="] } } },
              { id: "2", tree: { values: { 1: ["wAACAg=="] } } },
            ],
          },
        },
      ],
    },
  ]);
});

test("a shard means the pools of its manifest, and is no shard without them", () => {
  const tree: Tree = { kind: "pool", pool: POOL, zone: null, evaluateTargetHealth: true };
  const text = encodeShard(apex, { ancestors: [], nodes: [nodeOf(tree)] });
  expect(text).not.toContain("az1");
  const changed = { ...POOL, answers: 2 };
  expect(decodeShard(apex, [changed], text)?.nodes[0]?.sets?.get(1)?.tree).toEqual({ ...tree, pool: changed });
  expect(decodeShard(apex, [], text)).toBeNull();
});

test.each([["{}"], ["[]"], ["not JSON"], ['{"format":2,"nodes":[]}']])("%s is no manifest and no shard", (text) => {
  expect([decodeManifest(text), decodeShard(apex, [], text)]).toEqual([null, null]);
});
