/**
 * What holds for every policy, run for each of them alike. A fact that does not hold for one is skipped there by name,
 * with the reason beside it.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Client } from "../../src/steering/candidate.ts";
import { weightsAt } from "../../src/steering/effective.ts";
import { NO_HOSTS } from "../../src/steering/hosts.ts";
import { POLICIES } from "../../src/steering/policies.ts";
import type { Policy, Tier, WeightOf } from "../../src/steering/policy.ts";
import type { Situation } from "../../src/steering/situation.ts";
import type { Candidate, Match, PolicyName, PolicyTree } from "../../src/zone/model.ts";
import { distribution } from "../support/distribution.ts";
import { clientAt, clientIn, healthView, NOW_MS, UNKNOWN_CLIENT } from "../support/health.ts";
import { PROPERTY_SEED } from "../support/query-packet.ts";
import { numberedCandidate, policy } from "../support/steered-zone.ts";

const site = (longitude: number): Match => ({ kind: "site", region: "", latitude: 0, longitude, bias: 0 });
const block = (octet: number, prefixLength: number): Match => ({
  kind: "blocks",
  blocks: [{ address: Uint8Array.of(203, 0, octet, 0), prefixLength }],
});
const SITES = [site(40), site(0), site(20), site(90)];

/** Where candidates 1 to 4 are, for the policies that ask. */
const MATCHES: Readonly<Record<PolicyName, readonly (Match | null)[]>> = {
  weighted: [null, null, null, null],
  failover: [null, null, null, null],
  multivalue: [null, null, null, null],
  latency: SITES,
  geoproximity: SITES,
  geolocation: [
    { kind: "default" },
    { kind: "country", code: "US" },
    { kind: "country", code: "JP" },
    { kind: "subdivision", country: "US", code: "CA" },
  ],
  ipBased: [block(0, 16), { kind: "default" }, block(113, 24), block(112, 24)],
};

/** Policies that answer some clients with some of their candidates only. */
const PLACING: readonly PolicyName[] = ["geolocation", "ipBased"];

const UNPLACED = "an unknown client";
const CLIENTS: readonly (readonly [string, Client])[] = [
  [UNPLACED, UNKNOWN_CLIENT],
  [
    "a placed client",
    {
      ...clientAt({ continent: "NA", country: "US", subdivision: "CA", position: { latitude: 1, longitude: 2 } }),
      subnet: clientIn("203.0.113.0/24").subnet,
    },
  ],
];

/** A candidate for each weight. */
const written = fc.record({
  weights: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }),
  answers: fc.integer({ min: 1, max: 3 }),
});
const RUNS = { seed: PROPERTY_SEED, numRuns: 100 };

interface Given {
  readonly policy: Policy;
  readonly candidates: readonly Candidate[];
  readonly tree: PolicyTree;
  readonly situation: Situation;
  readonly tiers: readonly Tier[];
  readonly weightOf: WeightOf;
}

/** Frozen: what is given stays as it was, or a throw tells. */
function candidatesOf(name: PolicyName, weights: readonly number[]): readonly Candidate[] {
  const candidates = weights.map((weight, at) =>
    Object.freeze(numberedCandidate(at + 1, "H", weight, { match: MATCHES[name][at] ?? null })),
  );
  return Object.freeze(candidates);
}

/** Nobody may ask for a verdict. */
const UNREADABLE = healthView(() => {
  throw new Error("a policy knows nothing of health");
});

function situationOf({ place, subnet }: Client): Situation {
  return {
    nowMs: NOW_MS,
    health: UNREADABLE,
    draw: () => 0,
    hosts: NO_HOSTS,
    aliasTargets: () => [],
    place: () => (place !== null && "kind" in place ? null : place),
    subnet: () => subnet,
  };
}

const idsOf = (some: readonly Candidate[]): string[] => some.map(({ id }) => id);
const sortedIds = (some: readonly Candidate[]): string[] => idsOf(some).toSorted();

/** The exact chance of each pick, by its ids in the order picked. */
function pickedFrom(tier: Tier, { policy: { pick }, tree, weightOf }: Given): ReadonlyMap<string, number> {
  return distribution((draw) => idsOf(pick(tier, tree, draw, weightOf)).join(" "));
}

interface Row {
  readonly name: string;
  readonly holds: (given: Given) => void;
  /** Policies, or clients of a policy, for which it does not hold, with the reason. */
  readonly skipped?: (name: PolicyName, client: string) => string | null;
}

const ROWS: readonly Row[] = [
  {
    name: "tiers hold candidates, none twice, and no tier is empty",
    holds: ({ candidates, tiers }) => {
      const all = tiers.flat();
      expect(all.filter((one) => !candidates.includes(one))).toEqual([]);
      expect(new Set(all).size).toBe(all.length);
      expect(tiers.filter((tier) => tier.length === 0)).toEqual([]);
    },
  },
  {
    name: "every candidate is in a tier",
    holds: ({ candidates, tiers }) => expect(sortedIds(tiers.flat())).toEqual(sortedIds(candidates)),
    skipped: (name) => (PLACING.includes(name) ? "a client gets what is meant for its place" : null),
  },
  {
    name: "what is left out leaves the others where they were",
    holds: ({ policy: { tiers: tiersOf }, candidates, situation, tiers }) => {
      for (const gone of candidates) {
        const rest = tiersOf(
          candidates.filter((one) => one !== gone),
          situation,
        );
        const expected = tiers.map((tier) => tier.filter((one) => one !== gone)).filter((tier) => tier.length > 0);
        expect(rest.map(sortedIds)).toEqual(expected.map(sortedIds));
      }
    },
  },
  {
    name: "a pick is of its tier, of one candidate at least, and of none twice",
    holds: (given) => {
      for (const tier of given.tiers) {
        for (const picked of pickedFrom(tier, given).keys()) {
          const ids = picked.split(" ");
          expect(ids.filter((id) => !idsOf(tier).includes(id))).toEqual([]);
          expect(new Set(ids).size).toBe(ids.length);
        }
      }
    },
  },
  {
    name: "the odds are the exact chances of the picks",
    holds: (given) => {
      for (const tier of given.tiers) {
        const chances = [...pickedFrom(tier, given)];
        const chanceOf = (id: string): number =>
          chances.reduce((sum, [picked, chance]) => (picked.split(" ").includes(id) ? sum + chance : sum), 0);
        const odds = given.policy.odds(tier, given.tree, given.weightOf);
        expect(odds.map((one) => one.toFixed(9))).toEqual(tier.map(({ id }) => chanceOf(id).toFixed(9)));
      }
    },
  },
  {
    name: "the order in which candidates are written is no preference",
    holds: ({ policy: { tiers: tiersOf }, candidates, situation, tiers }) => {
      expect(tiersOf(candidates.toReversed(), situation).map(sortedIds)).toEqual(tiers.map(sortedIds));
    },
    skipped: (name, client) => {
      if (name === "failover") return "the order is what its operator writes it for";
      const isNear = name === "latency" || name === "geoproximity";
      return isNear && client === UNPLACED ? "who is nowhere is near to nothing: the order written decides" : null;
    },
  },
];

describe.each(Object.keys(POLICIES) as PolicyName[])("%s", (name) => {
  describe.each(CLIENTS)("for %s", (clientName, client) => {
    const situation = situationOf(client);
    for (const { name: fact, holds, skipped } of ROWS) {
      const reason = skipped?.(name, clientName) ?? null;
      test.skipIf(reason !== null)(reason === null ? fact : `${fact}: skipped, ${reason}`, () => {
        fc.assert(
          fc.property(written, ({ weights, answers }) => {
            const candidates = candidatesOf(name, weights);
            const tree = policy(name, candidates, { answers });
            const tiers = POLICIES[name].tiers(candidates, situation);
            const weightOf = weightsAt(tree, situation);
            holds({ policy: POLICIES[name], candidates, tree, situation, tiers, weightOf });
          }),
          RUNS,
        );
      });
    }
  });
});
