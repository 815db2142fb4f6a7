/**
 * Steering written from the rules alone, for comparison: it knows no tiers, no selection and no draws, and works on
 * probabilities from the start. Pools, affinity and time are not in it.
 */
import type { Place } from "../../src/steering/candidate.ts";
import type { Candidate, PolicyTree, RecordSet, Tree } from "../../src/zone/model.ts";

export type Chances = ReadonlyMap<string, number>;

export interface OracleWorld {
  /** By label; `www` is asked for. */
  readonly sets: Readonly<Record<string, RecordSet>>;
  /** One letter for each of the checks `c1`, `c2`, … */
  readonly health: string;
  readonly place: Place | null;
}

/** Gives the chance of each answer, written as the numbers in it. */
export function oracle(world: OracleWorld): Chances {
  return chancesOf(treeOf("www", world), world);
}

function treeOf(label: string, { sets }: OracleWorld): Tree {
  return sets[label]?.tree ?? { kind: "values", rdata: new Map() };
}

const labelOf = (name: string): string => name.slice(1, 1 + name.charCodeAt(0));

/** Places from the smallest to the largest; -1: the client is not there. */
function rankOf({ match }: Candidate, place: Place | null): number {
  if (match?.kind === "subdivision")
    return match.country === place?.country && match.code === place.subdivision ? 0 : -1;
  if (match?.kind === "country") return match.code === place?.country ? 1 : -1;
  if (match?.kind === "continent") return match.code === place?.continent ? 2 : -1;
  return 3;
}

/** The candidates that the choice is made from, for this client. */
function membersOf(tree: PolicyTree, world: OracleWorld): readonly Candidate[] {
  const there = tree.candidates.filter(
    (one) =>
      !one.state.off && (tree.policy !== "geolocation" || rankOf(one, world.place) >= 0) && canAnswer(one.tree, world),
  );
  const staying = there.filter((one) => one.state.draining === null);
  return staying.length > 0 ? staying : there;
}

function canAnswer(tree: Tree, world: OracleWorld): boolean {
  if (tree.kind === "alias") return canAnswer(treeOf(labelOf(tree.target), world), world);
  return tree.kind !== "policy" || membersOf(tree, world).length > 0;
}

function isGood(one: Candidate, world: OracleWorld): boolean {
  if (one.state.override !== null) return one.state.override.verdict === "up";
  const isUp = one.check === null || world.health[Number(one.check.slice(1)) - 1] === "H";
  return isUp && isTreeGood(one.tree, world);
}

function isTreeGood(tree: Tree, world: OracleWorld): boolean {
  if (tree.kind === "alias") {
    return !tree.evaluateTargetHealth || isTreeGood(treeOf(labelOf(tree.target), world), world);
  }
  return tree.kind !== "policy" || membersOf(tree, world).some((one) => isGood(one, world));
}

const numbersOf = (rdata: ReadonlyMap<number, readonly Uint8Array[]>): string =>
  [...rdata.values()]
    .flat()
    .map((octets) => octets[3])
    .join(" ");

function chancesOf(tree: Tree, world: OracleWorld): Chances {
  if (tree.kind === "values") return new Map([[numbersOf(tree.rdata), 1]]);
  if (tree.kind === "alias") return chancesOf(treeOf(labelOf(tree.target), world), world);
  if (tree.kind === "pool") throw new Error("pools are not in the oracle");
  const members = membersOf(tree, world);
  const good = members.filter((one) => isGood(one, world));
  if (members.length === 0) return new Map([["", 1]]);
  if (good.length === 0 && tree.onAllUnhealthy.kind === "closed") return new Map([["", 1]]);
  if (good.length === 0 && tree.onAllUnhealthy.kind === "values") {
    return new Map([[numbersOf(tree.onAllUnhealthy.rdata), 1]]);
  }
  const combined = new Map<string, number>();
  for (const [group, p] of groupsOf(tree, good, members, world.place)) {
    for (const [answered, q] of unionOf(group.map((one) => chancesOf(one.tree, world)))) {
      combined.set(answered, (combined.get(answered) ?? 0) + p * q);
    }
  }
  return combined;
}

/** Which candidates are answered together, and how likely, when `good` are the healthy ones among `members`. */
function groupsOf(
  tree: PolicyTree,
  good: readonly Candidate[],
  members: readonly Candidate[],
  place: Place | null,
): (readonly [readonly Candidate[], number])[] {
  const from = good.length > 0 ? good : members;
  switch (tree.policy) {
    case "failover":
      return [[from.slice(0, 1), 1]];
    case "geolocation":
      return [[from.toSorted((a, b) => rankOf(a, place) - rankOf(b, place)).slice(0, 1), 1]];
    case "multivalue": {
      const groups = subsets(from, Math.min(tree.answers, from.length));
      return groups.map((group) => [group, 1 / groups.length]);
    }
    case "weighted": {
      const heavy = from.filter((one) => one.weight > 0);
      const drawn = heavy.length > 0 ? heavy : from;
      const sum = drawn.reduce((total, one) => total + one.weight, 0);
      return drawn.map((one) => [[one], sum > 0 ? one.weight / sum : 1 / drawn.length]);
    }
    default:
      throw new Error(`${tree.policy} is not in the oracle`);
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
