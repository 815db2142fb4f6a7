/**
 * Which keys of a branch may stand where: at the root of a record set or in a candidate, and beside which member. The
 * shapes of single keys are not looked at here.
 */
import type { PolicyName } from "../../zone/model.ts";
import type { Problems } from "./problem.ts";
import type { Place } from "./source.ts";

/** The keys of which a branch holds exactly one. */
export const MEMBERS = [
  "values",
  "weighted",
  "failover",
  "multivalue",
  "latency",
  "geolocation",
  "geoproximity",
  "ipBased",
  "alias",
  "pool",
] as const;

const POLICIES: readonly PolicyName[] = MEMBERS.filter(
  (member) => member !== "values" && member !== "alias" && member !== "pool",
);

/** A branch as the rules see it; `parent` is null for the root of a set. */
export interface BranchKeys {
  readonly parent: PolicyName | null;
  /** The places of the keys that are there. */
  readonly keys: ReadonlyMap<string, Place>;
  /** Tells whether a key is there, or an unknown one that may stand for it. */
  has(key: string): boolean;
  /** A key is there that no branch knows: it may have been meant for anything. */
  readonly hasUnknown: boolean;
}

interface Rule {
  readonly code: string;
  readonly message: string;
  readonly broken: (branch: BranchKeys) => boolean;
}

const LOCATIONS = ["continent", "country", "subdivision", "default"];

/** Keys that only some policies' candidates have. */
const OWN_KEYS: readonly (readonly [key: string, policies: readonly PolicyName[]])[] = [
  ["weight", ["weighted"]],
  ["region", ["latency", "geoproximity"]],
  ["bias", ["geoproximity"]],
  ["continent", ["geolocation"]],
  ["country", ["geolocation"]],
  ["subdivision", ["geolocation"]],
  ["networks", ["ipBased"]],
  ["default", ["geolocation", "ipBased"]],
];

/** Keys that stand beside some members only. */
const OPTION_KEYS: readonly (readonly [key: string, code: string, beside: readonly string[]])[] = [
  ["answers", "answers-without-multivalue", ["multivalue"]],
  ["onAllUnhealthy", "on-all-unhealthy-without-policy", POLICIES],
  ["affinity", "affinity-without-weighted", ["weighted"]],
  ["slowStart", "slow-start-without-weighted", ["weighted"]],
  ["failback", "failback-without-failover", ["failover"]],
  ["until", "until-without-override", ["override"]],
  ["reason", "reason-without-override", ["override"]],
];

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
  ...OWN_KEYS.map(([key, policies]) => ({
    key,
    code: `${key}-not-allowed`,
    message: `${key} is allowed in the candidates of ${policies.join(" and ")} only`,
    broken: ({ parent }: BranchKeys) => !policies.some((policy) => policy === parent),
  })),
  ...["override", "draining", "off"].map((key) => ({
    key,
    code: `${key}-at-root`,
    message: `${key} stands at the root of a record set; it is allowed in candidates only`,
    broken: ({ parent }: BranchKeys) => parent === null,
  })),
  ...["default", "continent"].map((key) => ({
    key,
    code: "location-ambiguous",
    message: `${key} stands beside another location; a candidate has one continent, country, subdivision or default`,
    broken: ({ parent, has }: BranchKeys) =>
      parent === "geolocation" && LOCATIONS.some((other) => other !== key && other !== "default" && has(other)),
  })),
  {
    key: "subdivision",
    code: "subdivision-without-country",
    message: "subdivision stands without country; codes of subdivisions mean something inside a country only",
    broken: ({ parent, has }) => parent === "geolocation" && !has("country"),
  },
  {
    key: "default",
    code: "default-beside-networks",
    message: "default stands beside networks; a candidate of ipBased has one of them",
    broken: ({ parent, has }) => parent === "ipBased" && has("networks"),
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
    message: "evaluateTargetHealth is allowed beside alias and pool only",
    broken: ({ has }) => !has("alias") && !has("pool"),
  },
  ...OPTION_KEYS.map(([key, code, beside]) => ({
    key,
    code,
    message: `${key} is allowed beside ${beside.join(", ")} only`,
    broken: ({ has }: BranchKeys) => !beside.some((other) => has(other)),
  })),
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
    code: "region-missing",
    message: "the candidate has no region; it takes a code such as eu-west-1 or weur, or { latitude: …, longitude: … }",
    broken: ({ parent, has }) => (parent === "latency" || parent === "geoproximity") && !has("region"),
  },
  {
    code: "location-missing",
    message: "the candidate of geolocation has no location; it takes one of continent, country and default: true",
    broken: ({ parent, has }) => parent === "geolocation" && !LOCATIONS.some((key) => has(key)),
  },
  {
    code: "networks-missing",
    message: "the candidate of ipBased has no networks; it takes names and address blocks, or default: true",
    broken: ({ parent, has }) => parent === "ipBased" && !has("networks") && !has("default"),
  },
  {
    code: "member-missing",
    message: `the branch holds nothing to answer; exactly one of ${MEMBERS.join(", ")} is allowed`,
    broken: ({ has, hasUnknown }) => !hasUnknown && !hasMember(has),
  },
];

/** Tells whether a member is there. */
function hasMember(has: BranchKeys["has"]): boolean {
  return MEMBERS.some((member) => has(member));
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
