/**
 * Random trees against an oracle written from the rules alone: the exact distribution of answers must be the same, and
 * what `explain` says of it too.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Explanation, explain } from "../../src/answer/explain.ts";
import type { ExplainedNode } from "../../src/answer/explain-node.ts";
import { TYPE } from "../../src/dns/types.ts";
import type { Draw } from "../../src/steering/candidate.ts";
import { arbitraryWorld } from "../support/arbitrary-world.ts";
import { distribution } from "../support/distribution.ts";
import { NOW_MS } from "../support/health.ts";
import { healthOf, numbersAnswered, owner, zoneSetOf } from "../support/steered-zone.ts";
import { type Chances, isHealthyAtTop, type OracleWorld, oracle } from "../support/steering-oracle.ts";

test("answers are distributed as the rules say, for any tree, any health and any client", () => {
  fc.assert(
    fc.property(arbitraryWorld, (world) => {
      const zones = zoneSetOf(world.sets);
      const asking = { client: world.client };
      const actual = distribution((draw) => numbersAnswered(zones, healthOf(world.health), draw, asking));
      expect(rounded(actual)).toEqual(rounded(oracle(world)));
    }),
    { seed: 20261130, numRuns: 500 },
  );
});

test("explain gives every whole answer with its chance, and they sum to 1", () => {
  fc.assert(
    fc.property(arbitraryWorld, (world) => {
      const { answers } = explanationOf(world, () => 0);
      const chances = new Map((answers ?? []).map(({ records, probability }) => [numbersIn(records), probability]));
      expect(rounded(chances)).toEqual(rounded(oracle(world)));
      expect([...chances.values()].reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12);
    }),
    { seed: 20261201, numRuns: 500 },
  );
});

test("a tree is unhealthy exactly when all is that this client could get from it", () => {
  fc.assert(
    fc.property(arbitraryWorld, (world) => {
      const [top] = nodesOf(explanationOf(world, () => 0));
      expect(top?.status).toBe(isHealthyAtTop(world) ? "healthy" : "unhealthy");
    }),
    { seed: 20261203, numRuns: 500 },
  );
});

test("explain's probability of a branch is the chance that it is chosen", () => {
  fc.assert(
    fc.property(arbitraryWorld, (world) => {
      const chosen = new Map<string, number>();
      const draws = distribution((draw) => {
        const nodes = nodesOf(explanationOf(world, draw));
        return nodes.flatMap(({ chosen: isChosen }, at) => (isChosen ? [at] : [])).join(" ");
      });
      for (const [indices, chance] of draws) {
        for (const at of indices.split(" ").filter(Boolean)) chosen.set(at, (chosen.get(at) ?? 0) + chance);
      }
      const told = nodesOf(explanationOf(world, () => 0)).map(
        ({ probability = 0 }, at) => [String(at), probability] as const,
      );
      expect(rounded(chosen)).toEqual(rounded(new Map(told)));
    }),
    { seed: 20261202, numRuns: 200 },
  );
});

function explanationOf(world: OracleWorld, draw: Draw): Explanation {
  const question = { qname: owner("www"), qtype: TYPE.A, ra: false };
  const outcome = explain(question, zoneSetOf(world.sets), healthOf(world.health), world.client, draw, NOW_MS);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  return outcome.explanation;
}

/** All branches, in the order of the tree. */
function nodesOf({ links }: Explanation): readonly ExplainedNode[] {
  const below = (node: ExplainedNode): ExplainedNode[] => [node, ...(node.candidates ?? []).flatMap(below)];
  return links.flatMap(({ tree }) => (tree === null ? [] : below(tree)));
}

function numbersIn(records: readonly string[]): string {
  const numbers = records.map((record) => Number(record.slice(record.lastIndexOf(".") + 1)));
  return numbers.toSorted((a, b) => a - b).join(" ");
}

function rounded(chances: Chances): Record<string, string> {
  const entries = [...chances].filter(([, p]) => p > 0).map(([answered, p]) => [answered, p.toFixed(9)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
