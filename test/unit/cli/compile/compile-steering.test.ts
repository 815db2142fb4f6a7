import { describe, expect, test } from "vitest";
import { compileZone } from "../../../../src/cli/compile/compile.ts";
import { Problems, problemText } from "../../../../src/cli/compile/problem.ts";
import type { PolicyTree } from "../../../../src/zone/model.ts";
import { NO_OPTIONS, NO_STATE } from "../../../../src/zone/model-defaults.ts";
import { NOW_MS } from "../../../support/build.ts";
import { readSoundZone } from "../../../support/read-zone.ts";

const HEAD = `zone: Example.com
networks: { office: [203.0.113.0/24, 2.0.0.0/8], labs: "2001:db8:1::/48" }
checks: { up: { type: push } }
records:
`;

/** The tree of the last record set of some records. */
function policyOf(records: string): PolicyTree {
  const problems = new Problems();
  const zone = readSoundZone(`${HEAD}${records}`);
  const { sets } = compileZone(zone, [], { allowPrivateTargets: false, nowMs: NOW_MS }, problems);
  expect(problems.all().map(problemText)).toEqual([]);
  const tree = sets.at(-1)?.set.tree;
  if (tree?.kind !== "policy") throw new Error("the last record set is a policy");
  return tree;
}

const octets = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const site = (region: string, latitude: number, longitude: number, bias = 0) => ({
  kind: "site",
  region,
  latitude,
  longitude,
  bias,
});

describe("where a candidate belongs", () => {
  test.each([
    { policy: "latency", keys: "region: weur", match: site("weur", 50.1, 8.7) },
    { policy: "latency", keys: "region: eu-central-1", match: site("eu-central-1", 50.1, 8.7) },
    { policy: "geoproximity", keys: "region: weur, bias: -99", match: site("weur", 50.1, 8.7, -99) },
    {
      policy: "geoproximity",
      keys: "region: { longitude: 1e1, latitude: -0.50 }",
      match: site("-0.5,10", -0.5, 10),
    },
    { policy: "geolocation", keys: "default: true", match: { kind: "default" } },
    { policy: "geolocation", keys: "continent: EU", match: { kind: "continent", code: "EU" } },
    { policy: "geolocation", keys: "country: NO", match: { kind: "country", code: "NO" } },
    {
      policy: "geolocation",
      keys: "country: US, subdivision: CA",
      match: { kind: "subdivision", country: "US", code: "CA" },
    },
    { policy: "ipBased", keys: "default: true", match: { kind: "default" } },
    {
      policy: "ipBased",
      keys: 'networks: [office, "2001:db8::/32", labs]',
      match: {
        kind: "blocks",
        blocks: [
          { address: octets(2, 0, 0, 0), prefixLength: 8 },
          { address: octets(0x20, 1, 0xd, 0xb8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), prefixLength: 48 },
          { address: octets(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), prefixLength: 32 },
          { address: octets(203, 0, 113, 0), prefixLength: 24 },
        ],
      },
    },
  ])("$policy with $keys", ({ policy, keys, match }) => {
    const rest = policy === "geolocation" || policy === "ipBased" ? defaultBeside(keys) : "";
    const tree = policyOf(`  www: { A: { ${policy}: [{ id: a, values: 192.0.2.1, ${keys} }${rest}] } }`);
    expect(tree.policy).toBe(policy);
    expect(tree.candidates[0]?.match).toEqual(match);
  });
});

/** Spares a policy the warning that it has no default. */
function defaultBeside(keys: string): string {
  return keys.includes("default") ? "" : ", { id: rest, values: 192.0.2.9, default: true }";
}

describe("what an operator says of candidates", () => {
  test.each([
    { name: "nothing", keys: "id: a", state: NO_STATE },
    { name: "off: false says nothing", keys: "id: a, off: false", state: NO_STATE },
    { name: "off", keys: "id: a, off: true", state: { ...NO_STATE, off: true } },
    {
      name: "an override for ever",
      keys: "id: a, override: up",
      state: { ...NO_STATE, override: { verdict: "up", untilMs: null, reason: "" } },
    },
    {
      name: "an override with its end and its reason",
      keys: 'id: a, override: down, until: "2026-12-24t18:30:00.25+01:00", reason: moving house',
      state: {
        ...NO_STATE,
        override: { verdict: "down", untilMs: Date.UTC(2026, 11, 24, 17, 30, 0, 250), reason: "moving house" },
      },
    },
    {
      name: "draining takes 300 s unless it says otherwise",
      keys: "id: a, draining: { since: 2026-11-30T12:00:00Z }",
      state: { ...NO_STATE, draining: { sinceMs: Date.UTC(2026, 10, 30, 12), seconds: 300 } },
    },
    {
      name: "draining of its own length, in the past or not",
      keys: "id: a, draining: { since: 1999-12-31T23:59:59-00:00, seconds: 3600 }",
      state: { ...NO_STATE, draining: { sinceMs: Date.UTC(1999, 11, 31, 23, 59, 59), seconds: 3600 } },
    },
  ])("$name", ({ keys, state }) => {
    const { candidates } = policyOf(`  www: { A: { multivalue: [{ ${keys}, values: 192.0.2.1 }] } }`);
    expect(candidates.map((candidate) => candidate.state)).toEqual([state]);
  });

  test("T20: weights 10, 10, 12, 12, of which one is forced up and one is forced down", () => {
    const { candidates } = policyOf(`  www:
    A:
      weighted:
        - { id: "1", weight: 10, values: 192.0.2.1, check: up, override: up }
        - { id: "2", weight: 10, values: 192.0.2.2, check: up, override: down }
        - { id: "3", weight: 12, values: 192.0.2.3, check: up }
        - { id: "4", weight: 12, values: 192.0.2.4, check: up }`);
    expect(candidates.map(({ id, weight, check, state }) => [id, weight, check, state.override?.verdict])).toEqual([
      ["1", 10, "example.com/up", "up"],
      ["2", 10, "example.com/up", "down"],
      ["3", 12, "example.com/up", undefined],
      ["4", 12, "example.com/up", undefined],
    ]);
  });
});

describe("the options of a policy", () => {
  const checked = "{ id: a, values: 192.0.2.1, check: up }, { id: b, values: 192.0.2.2 }";
  const weighted = "{ id: a, weight: 1, values: 192.0.2.1, check: up }";

  test.each([
    { name: "none", tree: `failover: [${checked}]`, options: {} },
    {
      name: "all of them by default",
      tree: `failover: [${checked}], failback: auto, onAllUnhealthy: open`,
      options: {},
    },
    { name: "affinity: none", tree: `weighted: [${weighted}], affinity: none, slowStart: 0`, options: {} },
    {
      name: "closed",
      tree: `failover: [${checked}], onAllUnhealthy: closed`,
      options: { onAllUnhealthy: { kind: "closed" } },
    },
    {
      name: "values",
      tree: `failover: [${checked}], onAllUnhealthy: { values: [192.0.2.9, 192.0.2.8] }`,
      options: {
        onAllUnhealthy: { kind: "values", rdata: new Map([[1, [octets(192, 0, 2, 8), octets(192, 0, 2, 9)]]]) },
      },
    },
    {
      name: "affinity by client: the owner as written, folded",
      tree: `weighted: [${weighted}], affinity: client`,
      options: { affinity: { seed: "*.dev.example.com.", byType: false } },
    },
    {
      name: "affinity by client and type",
      tree: `weighted: [${weighted}], affinity: client+type`,
      options: { affinity: { seed: "*.dev.example.com.", byType: true } },
    },
    { name: "slow start", tree: `weighted: [${weighted}], slowStart: 300`, options: { slowStartSeconds: 300 } },
    {
      name: "failback after",
      tree: `failover: [${checked}], failback: { after: 60 }`,
      options: { failback: { kind: "after", seconds: 60 } },
    },
    {
      name: "manual failback, whose place names its latches",
      tree: `failover: [${checked}], failback: manual`,
      options: { failback: { kind: "manual", place: "*.dev.example.com./A" } },
    },
  ])("$name", ({ tree, options }) => {
    const { onAllUnhealthy, affinity, failback, slowStartSeconds } = policyOf(`  "*.Dev": { A: { ${tree} } }`);
    expect({ onAllUnhealthy, affinity, failback, slowStartSeconds }).toEqual({ ...NO_OPTIONS, ...options });
  });

  test("policies inside others draw and are released apart from them", () => {
    const { candidates } = policyOf(`  www:
    addresses:
      multivalue:
        - { id: eu, affinity: client, weighted: [${weighted}] }
        - { id: us, failback: manual, failover: [${checked}] }`);
    const options = candidates.map(({ tree }) => tree.kind === "policy" && [tree.affinity?.seed, tree.failback]);
    expect(options).toEqual([
      ["www.example.com./eu", { kind: "auto" }],
      [undefined, { kind: "manual", place: "www.example.com./addresses/us" }],
    ]);
  });
});
