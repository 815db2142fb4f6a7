/**
 * Which keys of a branch may stand where: at the root of a record set or in a candidate, and beside which member. The
 * shapes of single keys are not looked at here.
 */
import type { PolicyName } from "../../zone/model.ts";
import type { Problems } from "./problem.ts";
import type { Place } from "./source.ts";

/** The keys of which a branch holds exactly one. */
export const MEMBERS = ["values", "weighted", "failover", "multivalue", "alias"] as const;

/** Members that the format names and this version does not read. */
export const MEMBERS_NOT_YET = ["latency", "geolocation", "geoproximity", "ipBased", "pool"] as const;

/** A branch as the rules see it; `parent` is null for the root of a set. */
export interface BranchKeys {
  readonly parent: PolicyName | null;
  /** The places of the keys that are there. */
  readonly keys: ReadonlyMap<string, Place>;
  /** Tells whether a key is there, or an unknown one that may stand for it. */
  has(key: string): boolean;
}

interface Rule {
  readonly code: string;
  readonly message: string;
  readonly broken: (branch: BranchKeys) => boolean;
}

/** Rules whose problem stands at the key that should not be there. */
const MISPLACED: readonly (Rule & { readonly key: string })[] = [
  {
    key: "ttl",
    code: "ttl-not-at-root",
    message: "ttl stands in a candidate; it is allowed at the root of a record set only",
    broken: ({ parent }) => parent !== null,
  },
  {
    key: "ttl",
    code: "ttl-beside-alias",
    message: "ttl stands beside a bare alias; none is allowed there, since the target's TTL is used",
    broken: ({ parent, keys }) => parent === null && keys.has("alias"),
  },
  {
    key: "id",
    code: "id-at-root",
    message: "id stands at the root of a record set; it is allowed in candidates only",
    broken: ({ parent }) => parent === null,
  },
  {
    key: "weight",
    code: "weight-not-allowed",
    message: "weight is allowed in the candidates of weighted only",
    broken: ({ parent }) => parent !== "weighted",
  },
  {
    key: "check",
    code: "check-not-beside-values",
    message: "check stands at the root of a record set without values; it is allowed beside values, and in candidates",
    broken: ({ parent, has }) => parent === null && !has("values") && hasMember(has),
  },
  {
    key: "evaluateTargetHealth",
    code: "evaluate-target-health-without-alias",
    message: "evaluateTargetHealth is allowed beside alias only",
    broken: ({ has }) => !has("alias") && !has("pool"),
  },
  {
    key: "answers",
    code: "answers-without-multivalue",
    message: "answers is allowed beside multivalue only",
    broken: ({ has }) => !has("multivalue"),
  },
];

/** Rules whose problem stands at the branch, since something is not there. */
const MISSING: readonly Rule[] = [
  {
    code: "id-missing",
    message: "the candidate has no id; it takes a text of 1 to 128 characters that none of its siblings has",
    broken: ({ parent, has }) => parent !== null && !has("id"),
  },
  {
    code: "weight-missing",
    message: "the candidate of weighted has no weight; it takes a whole number of 0 to 255",
    broken: ({ parent, has }) => parent === "weighted" && !has("weight"),
  },
  {
    code: "member-missing",
    message: `the branch holds nothing to answer; exactly one of ${MEMBERS.join(", ")} is allowed`,
    broken: ({ has }) => !hasMember(has),
  },
];

/** Tells whether a member is there, of this version or a later one. */
function hasMember(has: BranchKeys["has"]): boolean {
  return [...MEMBERS, ...MEMBERS_NOT_YET].some((member) => has(member));
}

/** Adds the problems of a branch's keys with each other and with where the branch stands. */
export function addPlacementProblems(branch: BranchKeys, place: Place, problems: Problems): void {
  for (const { key, code, message, broken } of MISPLACED) {
    const at = branch.keys.get(key);
    if (at !== undefined && broken(branch)) problems.add(at, code, message);
  }
  for (const { code, message, broken } of MISSING) {
    if (broken(branch)) problems.add(place, code, message);
  }
}
