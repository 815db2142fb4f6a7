/** What an answer says of the client's part in it: ECS scope, caching, and the blob that would tell where the client is. */
import { describe, expect, test } from "vitest";
import { answer } from "../../../src/answer/answer.ts";
import { TYPE } from "../../../src/dns/types.ts";
import type { Client } from "../../../src/steering/candidate.ts";
import type { Block, Candidate, PolicyTree, RecordSet } from "../../../src/zone/model.ts";
import { clientAt, clientIn, NOW_MS, UNKNOWN_CLIENT } from "../../support/health.ts";
import {
  alias,
  answered,
  candidate,
  healthOf,
  numbered,
  numberedCandidate,
  owner,
  policy,
  setOf,
  zoneSetOf,
} from "../../support/steered-zone.ts";

const NETWORK: Block = { address: Uint8Array.of(203, 0, 113, 0), prefixLength: 28 };

const byBlock: PolicyTree = policy("ipBased", [
  numberedCandidate(1, "-", 0, { match: { kind: "blocks", blocks: [NETWORK] } }),
  numberedCandidate(2, "-", 0, { match: { kind: "default" } }),
]);
const byCountry: PolicyTree = policy("geolocation", [numberedCandidate(3, "-", 0, { match: { kind: "default" } })]);
const sticky: PolicyTree = { ...numbered("weighted", "--", [1, 1], 4), affinity: { seed: "s", byType: false } };
const plain: PolicyTree = numbered("failover", "--", [], 6);

/** In 203.0.113.0/28, and placed by a row that holds for its /20. */
const CLIENT: Client = {
  subnet: clientIn("203.0.113.0/28").subnet,
  place: { continent: "EU", country: "FR", subdivision: null, position: null, scopePrefixLength: 20 },
};

const failover = (...trees: readonly PolicyTree[]): PolicyTree =>
  policy(
    "failover",
    trees.map((tree, at): Candidate => candidate(String(at), tree)),
  );

describe("scope is the longest over all that looked at the client, and what did is private", () => {
  test.each<readonly [string, Readonly<Record<string, RecordSet>>, Client, number, boolean]>([
    ["nothing looks: 0, and any cache may keep it", { www: setOf(plain) }, CLIENT, 0, false],
    ["a block", { www: setOf(byBlock) }, CLIENT, 28, true],
    ["a place", { www: setOf(byCountry) }, CLIENT, 20, true],
    ["affinity", { www: setOf(sticky) }, CLIENT, 24, true],
    [
      "a policy in a policy",
      { www: setOf(policy("geolocation", [candidate("a", byBlock, { match: { kind: "default" } })])) },
      CLIENT,
      28,
      true,
    ],
    ["through an alias", { www: setOf(alias("far")), far: setOf(byBlock) }, CLIENT, 28, true],
    [
      "what was passed over for health has been looked at",
      { www: setOf(policy("failover", [candidate("a", byBlock, { check: "c1" }), candidate("b", byCountry)])) },
      CLIENT,
      28,
      true,
    ],
    ["what stands behind has not", { www: setOf(failover(byCountry, byBlock)) }, CLIENT, 20, true],
    [
      "an unknown client has none, and still no cache may keep what others would not get",
      { www: setOf(failover(byBlock, byCountry)) },
      UNKNOWN_CLIENT,
      0,
      true,
    ],
    ["the connection's own place has none", { www: setOf(byCountry) }, clientAt({ country: "FR" }), 0, true],
  ])("%s", (_name, sets, client, scope, isPrivate) => {
    const outcome = answered(zoneSetOf(sets), healthOf("U"), () => 0, { client });
    expect([outcome.reply.scopePrefixLength, outcome.private]).toEqual([scope, isPrivate]);
  });
});

describe("a place that is not in memory", () => {
  const client: Client = { ...CLIENT, place: { kind: "need", key: "places/1" } };
  const outcomeOf = (tree: PolicyTree) =>
    answer(
      { qname: owner("www"), qtype: TYPE.A, ra: false },
      zoneSetOf({ www: setOf(tree) }),
      healthOf(""),
      client,
      () => 0,
      NOW_MS,
    );

  test("is needed by what looks at places", () => {
    expect(outcomeOf(byCountry)).toEqual({ kind: "need", keys: ["places/1"] });
  });

  test.each([
    ["a network is enough for blocks", byBlock],
    ["… and for affinity", sticky],
    ["nobody else asks", plain],
  ])("is not needed where %s", (_name, tree) => {
    expect(outcomeOf(tree).kind).toBe("reply");
  });
});
