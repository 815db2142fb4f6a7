import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answersOfSite, oddsOfAny } from "../../../src/steering/pool-odds.ts";
import { NO_STATE } from "../../../src/zone/model-defaults.ts";
import type { Target } from "../../../src/zone/pool-model.ts";

function targetOf(weight: number, at: number): Target {
  return { id: `t${at}`, zone: "a", weight, check: null, tree: { kind: "values", rdata: new Map() }, state: NO_STATE };
}

/** A site of targets with these weights. */
function siteOf(weights: readonly number[]) {
  const targets = weights.map(targetOf);
  const tiers = [targets.filter(({ weight }) => weight > 0), targets.filter(({ weight }) => weight === 0)];
  return { targets, site: { zone: "a", tiers: tiers.filter((tier) => tier.length > 0) } };
}

const weights = fc.array(fc.constantFrom(0, 1, 2, 7, 255), { minLength: 1, maxLength: 9 });

test("the odds of any members are the chances of the answers that hold one, to ten digits", () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 8 }), fc.nat(511), (written, answers, mask) => {
      const { targets, site } = siteOf(written);
      const members = targets.filter((_, at) => (mask & (1 << at)) !== 0);
      const all = answersOfSite(site, answers, 1000) ?? [];
      const holding = all.filter((answer) => answer.targets.some((target) => members.includes(target)));
      const sum = holding.reduce((total, { probability }) => total + probability, 0);
      expect(oddsOfAny(members, site, answers)).toBeCloseTo(sum, 10);
      expect(all.reduce((total, { probability }) => total + probability, 0)).toBeCloseTo(1, 12);
    }),
    { seed: 20261130, numRuns: 300 },
  );
});

describe("many targets", () => {
  const { targets, site } = siteOf(Array.from({ length: 100 }, (_, at) => 1 + ((at * 37) % 255)));

  test("the odds of all add up to the number of answers", () => {
    const sum = targets.reduce((total, target) => total + oddsOfAny([target], site, 8), 0);
    expect(sum).toBeCloseTo(8, 9);
  });

  test("answers are not told one by one where there are too many", () => {
    expect(answersOfSite(site, 8, 1000)).toBeNull();
    expect(answersOfSite(site, 1, 100)?.length).toBe(100);
    expect(answersOfSite(site, 1, 99)).toBeNull();
  });
});
