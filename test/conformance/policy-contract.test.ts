/**
 * What every policy must keep to, whatever it chooses by: one suite for all of them. A row that does not hold for a
 * policy is skipped by name, with the reason.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { POLICIES } from "../../src/steering/policies.ts";
import type { Tier } from "../../src/steering/policy.ts";
import type { Candidate, PolicyName, PolicyTree } from "../../src/zone/model.ts";
import { distribution } from "../support/distribution.ts";
import { PROPERTY_SEED } from "../support/query-packet.ts";
import { policy, values } from "../support/steered-zone.ts";

const CLIENT = { subnet: null };
const RUNS = { seed: PROPERTY_SEED, numRuns: 200 };

const candidates = fc
  .array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 })
  .map((weights) =>
    weights.map((weight, at): Candidate => ({ id: String(at), weight, check: null, tree: values(at) })),
  );

interface Given {
  readonly written: readonly Candidate[];
  readonly tree: PolicyTree;
  readonly tiers: readonly Tier[];
}

interface Row {
  readonly name: string;
  readonly holds: (name: PolicyName, given: Given) => void;
  readonly skipped?: Partial<Record<PolicyName, string>>;
}

const idsOf = (some: readonly Candidate[]): string[] => some.map(({ id }) => id);
const sortedIds = (some: readonly Candidate[]): string[] => idsOf(some).toSorted();

const ROWS: readonly Row[] = [
  {
    name: "every candidate is in one tier, and no tier is empty",
    holds: (_name, { written, tiers }) => {
      expect(sortedIds(tiers.flat())).toEqual(sortedIds(written));
      expect(tiers.filter((tier) => tier.length === 0)).toEqual([]);
    },
  },
  {
    name: "a pick is of its tier, of one candidate at least, and of none twice",
    holds: (name, { tree, tiers }) => {
      for (const tier of tiers) {
        for (const picked of pickedFrom(name, tier, tree).keys()) {
          const ids = picked.split(" ");
          expect(ids.filter((id) => !idsOf(tier).includes(id))).toEqual([]);
          expect(new Set(ids).size).toBe(ids.length);
        }
      }
    },
  },
  {
    name: "the odds are the exact chances of the picks",
    holds: (name, { tree, tiers }) => {
      for (const tier of tiers) {
        const chances = pickedFrom(name, tier, tree);
        const chanceOf = (id: string): number =>
          [...chances].reduce((sum, [picked, chance]) => (picked.split(" ").includes(id) ? sum + chance : sum), 0);
        const odds = POLICIES[name].odds(tier, tree);
        expect(odds.map((one) => one.toFixed(9))).toEqual(tier.map(({ id }) => chanceOf(id).toFixed(9)));
      }
    },
  },
  {
    name: "the order in which candidates are written is no preference",
    holds: (name, { written, tiers }) => {
      const reversed = POLICIES[name].tiers(written.toReversed(), CLIENT);
      expect(reversed.map(sortedIds)).toEqual(tiers.map(sortedIds));
    },
    skipped: { failover: "the order is what its operator writes it for" },
  },
  {
    name: "what it is given stays as it was",
    holds: (name, { written, tree, tiers }) => {
      const before = JSON.stringify(written);
      for (const tier of tiers) POLICIES[name].pick(tier, tree, () => 0);
      expect(JSON.stringify(written)).toBe(before);
    },
  },
];

/** The exact chance of each pick, by its ids in the order picked. */
function pickedFrom(name: PolicyName, tier: Tier, tree: PolicyTree): ReadonlyMap<string, number> {
  return distribution((draw) => idsOf(POLICIES[name].pick(tier, tree, draw)).join(" "));
}

describe.each(Object.keys(POLICIES) as PolicyName[])("%s", (name) => {
  for (const { name: fact, holds, skipped } of ROWS) {
    const reason = skipped?.[name];
    test.skipIf(reason !== undefined)(reason === undefined ? fact : `${fact}: skipped, ${reason}`, () => {
      fc.assert(
        fc.property(candidates, fc.integer({ min: 1, max: 3 }), (written, answers) => {
          const tree = policy(name, written, answers);
          if (tree.kind !== "policy") throw new Error("a policy was made");
          holds(name, { written, tree, tiers: POLICIES[name].tiers(written, CLIENT) });
        }),
        RUNS,
      );
    });
  }
});
