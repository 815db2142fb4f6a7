/**
 * Checks where they are used: those that could never do what they are for are refused or warned about.
 */
import type { Tree } from "../../zone/model.ts";
import { branchesOf, checksOfPool, type DraftBranch, type DraftSet, type DraftZone } from "./draft.ts";
import type { Problems } from "./problem.ts";
import type { SourceBranch } from "./source.ts";

/** Route 53 asks for 60 s or less where a health check is attached: an answer outlives the change by its TTL (R1.6). */
const CHECKED_TTL_SECONDS_MAX = 60;

/** Judges the checks of one zone and the record sets that use them. */
export function judgeHealth(zone: DraftZone, problems: Problems): void {
  judgeUnused(zone, problems);
  for (const set of zone.sets) {
    const branches = branchesOf(set.root);
    const { ttlSeconds } = set.set;
    if (ttlSeconds !== null && ttlSeconds > CHECKED_TTL_SECONDS_MAX && branches.some(hasChecks)) {
      const message = `${set.label} has checks and a TTL of ${ttlSeconds} s: resolvers keep a dead answer that long; ${CHECKED_TTL_SECONDS_MAX} s or less is advised`;
      problems.warn((set.source.ttlSeconds ?? set.source).place, "ttl-long-with-checks", message);
    }
    for (const branch of branches) {
      if (branch.tree.kind !== "policy") continue;
      if (branch.tree.policy === "failover") judgeFailover(branch, set, problems);
      if (branch.tree.policy === "weighted") judgeWeighted(branch, set, problems);
    }
  }
}

/** Tells whether a branch has a check of its own, or its pool has. */
function hasChecks({ check, tree }: DraftBranch): boolean {
  return check !== null || (tree.kind === "pool" && checksOfPool(tree.pool).length > 0);
}

function judgeUnused({ source, checks, pools }: DraftZone, problems: Problems): void {
  const unused = new Set(checks.filter(({ usedBy }) => usedBy.length === 0).map(({ check }) => check.name));
  // What another check is calculated of has a use; that other one may have none.
  for (const child of source.checks.flatMap(({ of }) => of ?? [])) unused.delete(`${source.apexText}/${child.value}`);
  // That nothing uses a pool is told once, of the pool.
  for (const check of pools.flatMap(({ pool }) => checksOfPool(pool))) unused.delete(check);
  for (const { name } of source.checks) {
    if (!name || !unused.has(`${source.apexText}/${name.value}`)) continue;
    problems.warn(name.place, "check-unused", `nothing uses the check "${name.value}"; it has a verdict all the same`);
  }
}

function judgeFailover({ candidates }: DraftBranch, { label }: DraftSet, problems: Problems): void {
  for (const [at, candidate] of candidates.entries()) {
    const { source, tree } = candidate;
    const id = source.id?.value ?? "";
    if ((tree.kind === "alias" || tree.kind === "pool") && !tree.evaluateTargetHealth) {
      const message = `${label}: "${id}" counts as healthy whatever its ${tree.kind === "pool" ? "pool" : "target"}'s health`;
      problems.warn(source.place, "failover-without-evaluation", message);
    } else if (at < candidates.length - 1 && !hasHealth(candidate) && !isUnsure(source, tree)) {
      const when = tree.kind === "alias" && tree.outside ? "only while its host has no address" : "never";
      const message = `${label}: "${id}" has no check, so that the candidates after it are answered ${when}`;
      problems.warn(source.place, "failover-candidate-without-check", message);
    }
  }
}

/** Tells whether a candidate may be left out for another reason than health: taken out by hand, or no place for a client. */
function isUnsure({ state: { off, override, draining } }: SourceBranch, tree: Tree): boolean {
  return off || override !== null || draining !== null || mayMatchNobody(tree);
}

function mayMatchNobody(tree: Tree): boolean {
  if (tree.kind !== "policy") return false;
  const { policy, candidates } = tree;
  if (candidates.every((candidate) => candidate.state.off || mayMatchNobody(candidate.tree))) return true;
  const places = policy === "geolocation" || policy === "ipBased";
  return places && !candidates.some(({ match }) => match?.kind === "default");
}

function judgeWeighted({ candidates }: DraftBranch, { label }: DraftSet, problems: Problems): void {
  if (!candidates.some(hasHealth)) return;
  for (const candidate of candidates) {
    const { id, weight, place, state } = candidate.source;
    if (hasHealth(candidate) || weight === null || weight === 0 || state.off) continue;
    const message = `${label}: "${id?.value ?? ""}" has no check among candidates that have: it always counts as healthy`;
    problems.warn(place, "weighted-candidate-without-check", message);
  }
}

/** Tells whether anything can make a branch unhealthy; a check that is written counts, whatever is wrong with it. */
function hasHealth({ source, tree, candidates }: DraftBranch): boolean {
  if (source.check !== null) return true;
  switch (tree.kind) {
    case "values":
      return false;
    case "alias":
      // A host outside has addresses or has none: neither says that it is well.
      return tree.evaluateTargetHealth && !tree.outside;
    case "pool":
      return tree.evaluateTargetHealth;
    case "policy":
      return candidates.some(hasHealth);
    default:
      return tree satisfies never;
  }
}
