/**
 * Steering written from the rules alone, for comparison: it knows no tiers, no selection and no draws, and works on
 * probabilities from the start. Pools, affinity, time and measured latencies are not in it.
 */
import type { Client, Place, Subnet } from "../../src/steering/candidate.ts";
import type { Candidate, PolicyTree, RecordSet, Tree } from "../../src/zone/model.ts";

export type Chances = ReadonlyMap<string, number>;

export interface OracleWorld {
  /** By label; `www` is asked for. */
  readonly sets: Readonly<Record<string, RecordSet>>;
  /** One letter for each of the checks `c1`, `c2`, … */
  readonly health: string;
  readonly client: Client & { readonly place: Place | null };
}

/** Gives the chance of each answer, written as the numbers in it. */
export function oracle(world: OracleWorld): Chances {
  return chancesOf(treeOf("www", world), world);
}

function treeOf(label: string, { sets }: OracleWorld): Tree {
  return sets[label]?.tree ?? { kind: "values", rdata: new Map() };
}

const labelOf = (name: string): string => name.slice(1, 1 + name.charCodeAt(0));

/** How far down a candidate stands in the order of preference, for policies that look at the client; null: it is not for this one. */
function rankOf(policy: PolicyTree["policy"], { match }: Candidate, { subnet, place }: OracleWorld["client"]) {
  switch (match?.kind) {
    case "subdivision":
      return match.country === place?.country && match.code === place.subdivision ? 0 : null;
    case "country":
      return match.code === place?.country ? 1 : null;
    case "continent":
      return match.code === place?.continent ? 2 : null;
    case "blocks": {
      const lengths = match.blocks.filter((block) => isIn(block, subnet)).map(({ prefixLength }) => prefixLength);
      return lengths.length === 0 ? null : -Math.max(...lengths);
    }
    case "site": {
      // All on the equator, where distance is the difference of longitudes.
      const degrees = place?.position ? Math.abs(place.position.longitude - match.longitude) : 0;
      if (policy === "latency" || match.bias === 0) return degrees;
      return match.bias > 0 ? degrees * (1 - match.bias / 100) : degrees / (1 + match.bias / 100);
    }
    default:
      return 3;
  }
}

/** Bit by bit, as a person would. */
function isIn({ address, prefixLength }: Subnet, subnet: Subnet | null): boolean {
  const bitsOf = (octets: Uint8Array) => [...octets].map((octet) => octet.toString(2).padStart(8, "0")).join("");
  if (subnet === null || subnet.prefixLength < prefixLength) return false;
  return bitsOf(subnet.address).startsWith(bitsOf(address).slice(0, prefixLength));
}

/** The candidates that the choice is made from, for this client. */
function membersOf(tree: PolicyTree, world: OracleWorld): readonly Candidate[] {
  const there = tree.candidates.filter(
    (one) => !one.state.off && rankOf(tree.policy, one, world.client) !== null && canAnswer(one.tree, world),
  );
  const staying = there.filter((one) => one.state.draining === null);
  return staying.length > 0 ? staying : there;
}

function canAnswer(tree: Tree, world: OracleWorld): boolean {
  if (tree.kind === "alias") return canAnswer(treeOf(labelOf(tree.target), world), world);
  return tree.kind !== "policy" || membersOf(tree, world).length > 0;
}

/** Tells whether `www` is healthy for the client. */
export function isHealthyAtTop(world: OracleWorld): boolean {
  return isTreeGood(treeOf("www", world), world);
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
  for (const [group, p] of groupsOf(tree, good, members, world.client)) {
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
  client: OracleWorld["client"],
): (readonly [readonly Candidate[], number])[] {
  const from = good.length > 0 ? good : members;
  switch (tree.policy) {
    case "failover":
      return [[from.slice(0, 1), 1]];
    case "geolocation":
    case "ipBased":
    case "geoproximity":
    case "latency": {
      const rank = (one: Candidate): number => rankOf(tree.policy, one, client) ?? 0;
      return [[from.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1), 1]];
    }
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
      return tree.policy satisfies never;
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
