/**
 * A record set's tree: which keys its branches take, and which of them may stand together. A branch is the root of a
 * set or a candidate of a policy; it holds exactly one member: values, a policy or an alias.
 *
 * A branch that cannot be read in full stays in the tree with what could be read, and with no values where its member
 * could not, so that what else is wrong in the set is told in the same run.
 */
import type { PolicyName } from "../../zone/model.ts";
import { addPlacementProblems, MEMBERS, MEMBERS_NOT_YET } from "./branch-rules.ts";
import { type MappingNode, quoted } from "./document.ts";
import { asMapping, type Fields, fieldsSchema, readFields } from "./fields.ts";
import type { Problems } from "./problem.ts";
import { CHECK_USE_SHAPE } from "./schema-checks.ts";
import type { ValueForm } from "./schema-values.ts";
import { addNotYet, BOOLEAN, integer, type JsonSchema, limited, listOf, located, type Shape, TEXT } from "./shapes.ts";
import type { Located, Place, SourceBranch, SourceCheckUse, SourceMember } from "./source.ts";

/** Policies inside each other, the root's included: as deep as a person can read. */
const POLICY_LEVELS_MAX = 8;
export const TTL_SECONDS_MAX = 2_147_483_647;
const ID_CHARACTERS_MAX = 128;
const ANSWERS_MAX = 8;
const WEIGHT_MAX = 255;

const BRANCH_NOT_YET = new Set([
  ...MEMBERS_NOT_YET,
  "override",
  "until",
  "reason",
  "draining",
  "off",
  "affinity",
  "onAllUnhealthy",
  "failback",
  "slowStart",
  "region",
  "bias",
  "continent",
  "country",
  "subdivision",
  "default",
  "networks",
]);

const ID = limited(
  TEXT,
  "id-length-out-of-range",
  (id) =>
    id !== "" && [...id].length <= ID_CHARACTERS_MAX
      ? null
      : `the id ${quoted(id)} has ${[...id].length} characters; allowed are 1 to ${ID_CHARACTERS_MAX}`,
  { minLength: 1, maxLength: ID_CHARACTERS_MAX },
);

const ALIAS: Shape<Located<string>> = {
  read(node, problems) {
    if (node.kind === "mapping" && node.entries.some(({ key }) => key.value === "host")) {
      addNotYet(node, "the form alias: { host: … }", "allowed is the name of a record set", problems);
      return null;
    }
    return located(TEXT).read(node, problems);
  },
  schema: TEXT.schema,
};

type Candidates = readonly SourceBranch[];

const ONE_MEMBER = { oneOf: MEMBERS.map((member) => ({ required: [member] })) };
const NO_VALUES: SourceMember = { kind: "values", values: [] };

/** The keys of a branch. A type rather than an interface, so that it is a table too. */
type BranchTable = {
  readonly values: ValueForm["values"];
  readonly weighted: Shape<Candidates>;
  readonly failover: Shape<Candidates>;
  readonly multivalue: Shape<Candidates>;
  readonly alias: Shape<Located<string>>;
  readonly ttl: Shape<Located<number>>;
  readonly id: Shape<Located<string>>;
  readonly weight: Shape<number>;
  readonly check: Shape<SourceCheckUse>;
  readonly evaluateTargetHealth: Shape<boolean>;
  readonly answers: Shape<number>;
};

const TOO_DEEP: Shape<Candidates> = {
  read(node, problems) {
    const message = `this policy stands inside ${POLICY_LEVELS_MAX} others; at most ${POLICY_LEVELS_MAX} may stand inside each other, the outermost included`;
    problems.add(node.place, "tree-too-deep", message);
    return null;
  },
  schema: {},
};

/** The keys of a branch whose policy, if it has one, is on `level`; the root's is on 1. */
function branchTable(form: ValueForm, level: number): BranchTable {
  const members = level > POLICY_LEVELS_MAX ? null : branchTable(form, level + 1);
  const candidates = (policy: PolicyName) => (members === null ? TOO_DEEP : candidatesShape(policy, form, members));
  return {
    values: form.values,
    weighted: candidates("weighted"),
    failover: candidates("failover"),
    multivalue: candidates("multivalue"),
    alias: ALIAS,
    ttl: located(integer("ttl", 0, TTL_SECONDS_MAX)),
    id: located(ID),
    weight: integer("weight", 0, WEIGHT_MAX),
    check: CHECK_USE_SHAPE,
    evaluateTargetHealth: BOOLEAN,
    answers: integer("answers", 1, ANSWERS_MAX),
  };
}

/** The candidates of a policy. */
function candidatesShape(policy: PolicyName, form: ValueForm, table: BranchTable): Shape<Candidates> {
  const least = policy === "failover" ? 2 : 1;
  const candidate: Shape<SourceBranch> = {
    read(node, problems) {
      const mapping = asMapping(node, `a candidate, such as { id: east, values: [ … ] },`, problems);
      return mapping === null ? null : readBranch(mapping, table, policy, problems).root;
    },
    schema: { $ref: `#/definitions/${form.name}${policy === "weighted" ? "WeightedCandidate" : "Candidate"}` },
  };
  const list = listOf(candidate);
  return {
    read(node, problems) {
      const candidates = list.read(node, problems);
      if (node.kind === "list" && node.items.length === 1 && least === 2) {
        problems.add(node.place, "failover-too-few", "failover has one candidate; allowed are two or more");
      }
      addDuplicateIds(candidates ?? [], problems);
      return candidates;
    },
    schema: { ...list.schema, minItems: least },
  };
}

function addDuplicateIds(candidates: Candidates, problems: Problems): void {
  const seen = new Map<string, Place>();
  for (const { id } of candidates) {
    if (id === null) continue;
    const earlier = seen.get(id.value);
    if (earlier === undefined) seen.set(id.value, id.place);
    else {
      const message = `the id ${quoted(id.value)} is taken by the candidate at ${earlier.line}:${earlier.column}; siblings need different ids`;
      problems.add(id.place, "set-identifier-duplicate", message);
    }
  }
}

/** Reads the branch that a mapping is; `parent` is null for the root of a set. */
function readBranch(mapping: MappingNode, table: BranchTable, parent: PolicyName | null, problems: Problems): SetBody {
  const fields = readFields(mapping, table, BRANCH_NOT_YET, problems);
  addPlacementProblems({ parent, keys: fields.keys, has: fields.has }, mapping.place, problems);
  const { id, weight, check, ttl } = fields.values;
  const member = readMember(fields, mapping.place, problems);
  return { ttlSeconds: ttl, root: { id, place: mapping.place, weight, check, member } };
}

function readMember({ values, keys }: Fields<BranchTable>, place: Place, problems: Problems): SourceMember {
  const [held, second] = [...keys.keys()].filter((key) => isMember(key));
  if (second !== undefined) {
    const message = `${held} and ${second} stand in one branch; exactly one of ${MEMBERS.join(", ")} is allowed`;
    problems.add(keys.get(second) ?? place, "member-ambiguous", message);
  }
  switch (held) {
    case "weighted":
    case "failover":
    case "multivalue": {
      const candidates = values[held];
      if (candidates === null) return NO_VALUES;
      return { kind: "policy", policy: held, candidates, answers: values.answers ?? ANSWERS_MAX };
    }
    case "alias":
      if (values.alias === null) return NO_VALUES;
      return { kind: "alias", target: values.alias, evaluateTargetHealth: values.evaluateTargetHealth ?? true };
    case "values":
    case undefined:
      return { kind: "values", values: values.values ?? [] };
    default:
      return held satisfies never;
  }
}

function isMember(key: string): key is (typeof MEMBERS)[number] {
  return MEMBERS.some((member) => member === key);
}

/** What the key of a record set holds. */
export interface SetBody {
  readonly ttlSeconds: Located<number> | null;
  readonly root: SourceBranch;
}

/** A record set whose values are of a form: plain values, or the mapping that is its root. */
export function setShape(form: ValueForm): Shape<SetBody> {
  const table = branchTable(form, 1);
  return {
    read(node, problems) {
      if (node.kind === "mapping" && !form.isValue(node)) return readBranch(node, table, null, problems);
      const values = form.values.read(node, problems) ?? [];
      const root: SourceBranch = {
        id: null,
        place: node.place,
        weight: null,
        check: null,
        member: { kind: "values", values },
      };
      return { ttlSeconds: null, root };
    },
    schema: { $ref: `#/definitions/${form.name}Set` },
  };
}

/** The JSON Schema's definitions of what holds values of a form. */
export function treeDefinitions(form: ValueForm): JsonSchema {
  const { id, weight, ttl, ...common } = branchTable(form, 1);
  const rules = { dependencies: { answers: ["multivalue"], evaluateTargetHealth: ["alias"] }, ...ONE_MEMBER };
  const rootRules = {
    dependencies: { ...rules.dependencies, check: ["values"] },
    ...ONE_MEMBER,
    not: { required: ["ttl", "alias"] },
  };
  return {
    [`${form.name}Values`]: form.definition,
    [`${form.name}Set`]: { anyOf: [form.values.schema, fieldsSchema({ ttl, ...common }, rootRules)] },
    [`${form.name}Candidate`]: fieldsSchema({ id, ...common }, { required: ["id"], ...rules }),
    [`${form.name}WeightedCandidate`]: fieldsSchema(
      { id, weight, ...common },
      { required: ["id", "weight"], ...rules },
    ),
  };
}
