/**
 * Trees of choices as JSON. What says the default is left out, so that a plain tree is as short as it can be, and a
 * pool is named: it stands once, in the manifest of its zone.
 *
 *   TREE       {values: {type: [base64]}} | {alias | host, evaluate?: false} | {pool, zone?, evaluate?: false}
 *            | {policy, of: [CANDIDATE], answers?, onAllUnhealthy?, affinity?, failback?, slowStart?}
 *   CANDIDATE  {id, weight?, check?, match?, state?, tree}
 *   MATCH      {default: true} | {continent} | {country, subdivision?} | {region, at: [latitude, longitude], bias?}
 *            | {blocks: [[base64, prefix length]]}
 */
import type { Name } from "../dns/name.ts";
import {
  base64OfBytes,
  bytesOfBase64,
  onAllUnhealthyOf,
  rdataOf,
  type StoredOnAllUnhealthy,
  type StoredRdata,
  type StoredState,
  stateOf,
  storedAffinity,
  storedOnAllUnhealthy,
  storedRdata,
  storedState,
} from "./blob-parts.ts";
import type { Affinity, Candidate, Failback, Match, PolicyName, PolicyTree, Tree } from "./model.ts";
import { NO_OPTIONS } from "./model-defaults.ts";
import type { Pool } from "./pool-model.ts";

/** Multivalue's and the policies' default of `answers`. */
const ANSWERS_DEFAULT = 8;

export type StoredTree =
  | { readonly values: StoredRdata }
  | { readonly alias: string; readonly evaluate?: false }
  | { readonly host: string; readonly evaluate?: false }
  | { readonly pool: string; readonly zone?: string; readonly evaluate?: false }
  | StoredPolicy;

interface StoredPolicy {
  readonly policy: PolicyName;
  readonly of: readonly StoredCandidate[];
  readonly answers?: number;
  readonly onAllUnhealthy?: StoredOnAllUnhealthy;
  readonly affinity?: Affinity;
  /** Manual: the place of its latches; after: seconds. */
  readonly failback?: string | number;
  readonly slowStart?: number;
}

interface StoredCandidate {
  readonly id: string;
  readonly weight?: number;
  readonly check?: string;
  readonly match?: StoredMatch;
  readonly state?: StoredState;
  readonly tree: StoredTree;
}

type StoredMatch =
  | { readonly default: true }
  | { readonly continent: string }
  | { readonly country: string; readonly subdivision?: string }
  | { readonly region: string; readonly at: readonly [latitude: number, longitude: number]; readonly bias?: number }
  | { readonly blocks: readonly (readonly [address: string, prefixLength: number])[] };

/** Finds a pool by its full name; throws where the manifest has none of that name. */
export type PoolNamed = (name: string) => Pool;

/** Writes a tree. */
export function storedTree(tree: Tree): StoredTree {
  switch (tree.kind) {
    case "values":
      return { values: storedRdata(tree.rdata) };
    case "alias":
      return {
        ...(tree.outside ? { host: tree.target } : { alias: tree.target }),
        ...(!tree.evaluateTargetHealth && { evaluate: false as const }),
      };
    case "policy":
      return storedPolicy(tree);
    case "pool":
      return {
        pool: tree.pool.name,
        ...(tree.zone !== null && { zone: tree.zone }),
        ...(!tree.evaluateTargetHealth && { evaluate: false as const }),
      };
    default:
      return tree satisfies never;
  }
}

/** What a stored tree leaves to its surroundings. */
export interface TreeContext {
  /** Of the record set that it stands in. */
  readonly types: readonly number[];
  readonly poolNamed: PoolNamed;
}

/** Reads a tree. */
export function treeOf(stored: StoredTree, context: TreeContext): Tree {
  if ("values" in stored) return { kind: "values", rdata: rdataOf(stored.values) };
  if ("alias" in stored || "host" in stored) {
    const { evaluate = true } = stored;
    const outside = "host" in stored;
    const target = (outside ? stored.host : stored.alias) as Name;
    return { kind: "alias", target, outside, types: context.types, evaluateTargetHealth: evaluate };
  }
  if ("pool" in stored) {
    const { pool, zone = null, evaluate = true } = stored;
    return { kind: "pool", pool: context.poolNamed(pool), zone, evaluateTargetHealth: evaluate };
  }
  const { policy, of, answers = ANSWERS_DEFAULT, onAllUnhealthy, affinity = null, failback, slowStart = 0 } = stored;
  return {
    kind: "policy",
    policy,
    candidates: of.map((candidate) => candidateOf(candidate, context)),
    answers,
    onAllUnhealthy: onAllUnhealthyOf(onAllUnhealthy),
    affinity,
    failback: failbackOf(failback),
    slowStartSeconds: slowStart,
  };
}

function storedPolicy(tree: PolicyTree): StoredPolicy {
  const { policy, candidates, answers, affinity, slowStartSeconds } = tree;
  const onAllUnhealthy = storedOnAllUnhealthy(tree.onAllUnhealthy);
  const failback = storedFailback(tree.failback);
  return {
    policy,
    of: candidates.map(storedCandidate),
    ...(answers !== ANSWERS_DEFAULT && { answers }),
    ...(onAllUnhealthy !== undefined && { onAllUnhealthy }),
    ...(affinity !== null && { affinity: storedAffinity(affinity) }),
    ...(failback !== undefined && { failback }),
    ...(slowStartSeconds > 0 && { slowStart: slowStartSeconds }),
  };
}

function storedFailback(failback: Failback): string | number | undefined {
  switch (failback.kind) {
    case "auto":
      return undefined;
    case "manual":
      return failback.place;
    case "after":
      return failback.seconds;
    default:
      return failback satisfies never;
  }
}

function failbackOf(stored: string | number | undefined): Failback {
  if (stored === undefined) return NO_OPTIONS.failback;
  return typeof stored === "string" ? { kind: "manual", place: stored } : { kind: "after", seconds: stored };
}

function storedCandidate({ id, weight, check, match, state, tree }: Candidate): StoredCandidate {
  const said = storedState(state);
  return {
    id,
    ...(weight > 0 && { weight }),
    ...(check !== null && { check }),
    ...(match !== null && { match: storedMatch(match) }),
    ...(said !== undefined && { state: said }),
    tree: storedTree(tree),
  };
}

function candidateOf({ id, weight, check, match, state, tree }: StoredCandidate, context: TreeContext): Candidate {
  return {
    id,
    weight: weight ?? 0,
    check: check ?? null,
    match: match === undefined ? null : matchOf(match),
    state: stateOf(state),
    tree: treeOf(tree, context),
  };
}

function storedMatch(match: Match): StoredMatch {
  switch (match.kind) {
    case "default":
      return { default: true };
    case "continent":
      return { continent: match.code };
    case "country":
      return { country: match.code };
    case "subdivision":
      return { country: match.country, subdivision: match.code };
    case "site": {
      const { region, latitude, longitude, bias } = match;
      return { region, at: [latitude, longitude], ...(bias !== 0 && { bias }) };
    }
    case "blocks":
      return { blocks: match.blocks.map(({ address, prefixLength }) => [base64OfBytes(address), prefixLength]) };
    default:
      return match satisfies never;
  }
}

function matchOf(stored: StoredMatch): Match {
  if ("default" in stored) return { kind: "default" };
  if ("continent" in stored) return { kind: "continent", code: stored.continent };
  if ("country" in stored) {
    const { country, subdivision } = stored;
    if (subdivision === undefined) return { kind: "country", code: country };
    return { kind: "subdivision", country, code: subdivision };
  }
  if ("blocks" in stored) {
    const blocks = stored.blocks.map(([address, prefixLength]) => ({ address: bytesOfBase64(address), prefixLength }));
    return { kind: "blocks", blocks };
  }
  const { region, at, bias = 0 } = stored;
  return { kind: "site", region, latitude: at[0], longitude: at[1], bias };
}
