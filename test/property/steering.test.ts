/**
 * Random trees against an oracle written from the rules alone: the exact distribution of answers must be the same.
 * The oracle knows no tiers, no selection and no draws; it works on probabilities from the start.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Candidate, PolicyTree, RecordSet, Tree } from "../../src/zone/model.ts";
import { distribution } from "../support/distribution.ts";
import { alias, healthOf, numbersAnswered, policy, setOf, values, zoneSetOf } from "../support/steered-zone.ts";

const CHECKS = 4;
const RUNS = 300;

type Chances = ReadonlyMap<string, number>;
type Sets = Readonly<Record<string, RecordSet>>;

const leaf = fc.integer({ min: 1, max: 5 }).map((n) => values(n));
const check = fc.option(
  fc.integer({ min: 1, max: CHECKS }).map((n) => `c${n}`),
  { nil: null },
);

/** Trees of at most `depth` policies, whose aliases point at the given labels. */
function treeOf(depth: number, labels: readonly string[]): fc.Arbitrary<Tree> {
  const aliases = labels.map((label) => fc.boolean().map((evaluate) => alias(label, evaluate)));
  if (depth === 0) return fc.oneof(leaf, ...aliases);
  return fc.oneof(leaf, ...aliases, policyOf(depth, labels));
}

function policyOf(depth: number, labels: readonly string[]): fc.Arbitrary<Tree> {
  const candidate = fc.record({ weight: fc.integer({ min: 0, max: 3 }), check, tree: treeOf(depth - 1, labels) });
  const name = fc.constantFrom("weighted" as const, "failover" as const, "multivalue" as const);
  return fc
    .tuple(name, fc.array(candidate, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 2 }))
    .map(([kind, candidates, answers]) =>
      policy(
        kind,
        candidates.map((one, at) => ({ ...one, id: String(at) })),
        answers,
      ),
    );
}

const world = fc.record({
  sets: fc
    .tuple(policyOf(2, ["p", "q"]), policyOf(1, ["q"]), policyOf(1, []))
    .map(([www, p, q]) => ({ www: setOf(www), p: setOf(p), q: setOf(q) })),
  health: fc
    .array(fc.constantFrom("H", "U"), { minLength: CHECKS, maxLength: CHECKS })
    .map((letters) => letters.join("")),
});

test("answers are distributed as the rules say, for any tree and any health", () => {
  fc.assert(
    fc.property(world, ({ sets, health }) => {
      const zones = zoneSetOf(sets);
      const actual = distribution((draw) => numbersAnswered(zones, healthOf(health), draw));
      expect(rounded(actual)).toEqual(rounded(oracle(sets, health)));
    }),
    { seed: 20261130, numRuns: RUNS },
  );
});

function rounded(chances: Chances): Record<string, string> {
  const entries = [...chances].filter(([, p]) => p > 0).map(([answered, p]) => [answered, p.toFixed(9)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function oracle(sets: Sets, health: string): Chances {
  const targetOf = (label: string): Tree => sets[label]?.tree ?? values();
  const isUp = (name: string | null): boolean => name === null || health[Number(name.slice(1)) - 1] === "H";

  const healthy = (tree: Tree): boolean => {
    if (tree.kind === "values") return true;
    if (tree.kind === "alias") return !tree.evaluateTargetHealth || healthy(targetOf(labelOf(tree.target)));
    return tree.candidates.some((one) => isUp(one.check) && healthy(one.tree));
  };

  const chancesOf = (tree: Tree): Chances => {
    if (tree.kind === "values")
      return new Map([
        [
          [...tree.rdata.values()]
            .flat()
            .map((octets) => octets[3])
            .join(" "),
          1,
        ],
      ]);
    if (tree.kind === "alias") return chancesOf(targetOf(labelOf(tree.target)));
    const good = tree.candidates.filter((one) => isUp(one.check) && healthy(one.tree));
    const combined = new Map<string, number>();
    for (const [members, p] of groupsOf(tree, good)) {
      for (const [answered, q] of unionOf(members.map((one) => chancesOf(one.tree)))) {
        combined.set(answered, (combined.get(answered) ?? 0) + p * q);
      }
    }
    return combined;
  };
  return chancesOf(targetOf("www"));
}

/** Which candidates are answered together, and how likely, when `good` are the healthy ones. */
function groupsOf(tree: PolicyTree, good: readonly Candidate[]): (readonly [readonly Candidate[], number])[] {
  switch (tree.policy) {
    case "failover":
      return [[[good[0] ?? tree.candidates[0]].filter((one) => one !== undefined), 1]];
    case "multivalue": {
      const from = good.length > 0 ? good : tree.candidates;
      const groups = subsets(from, Math.min(tree.answers, from.length));
      return groups.map((group) => [group, 1 / groups.length]);
    }
    case "weighted": {
      const heavy = (list: readonly Candidate[]) => list.filter((one) => one.weight > 0);
      const from = [heavy(good), good, heavy(tree.candidates), tree.candidates].find((list) => list.length > 0) ?? [];
      const sum = from.reduce((total, one) => total + one.weight, 0);
      return from.map((one) => [[one], sum > 0 ? one.weight / sum : 1 / from.length]);
    }
  }
}

function subsets(items: readonly Candidate[], size: number): (readonly Candidate[])[] {
  if (size === 0) return [[]];
  return items.flatMap((item, at) => subsets(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}

function unionOf(parts: readonly Chances[]): Chances {
  let union = new Map([["", 1]]);
  for (const part of parts) {
    const next = new Map<string, number>();
    for (const [left, p] of union) {
      for (const [right, q] of part) {
        const numbers = new Set(`${left} ${right}`.split(" ").filter(Boolean).map(Number));
        const key = [...numbers].toSorted((a, b) => a - b).join(" ");
        next.set(key, (next.get(key) ?? 0) + p * q);
      }
    }
    union = next;
  }
  return union;
}

const labelOf = (name: string): string => name.slice(1, 1 + name.charCodeAt(0));
