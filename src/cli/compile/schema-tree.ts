/**
 * A record set's tree: which keys its branches take, and which of them may stand together. A branch is the root of a
 * set or a candidate of a policy; it holds exactly one member: values, a policy, an alias or a pool.
 *
 * A branch that cannot be read in full stays in the tree with what could be read, and with no values where its member
 * could not, so that what else is wrong in the set is told in the same run.
 */
import type { PolicyName } from "../../zone/model.ts";
import { addPlacementProblems, MEMBERS } from "./branch-rules.ts";
import { type MappingNode, quoted } from "./document.ts";
import { asMapping, type Fields, readFields } from "./fields.ts";
import type { Problems } from "./problem.ts";
import { ANSWERS_MAX, type BranchTable, branchTable, type Candidates } from "./schema-branch.ts";
import { matchOf } from "./schema-match.ts";
import { addUncheckedProblems, optionsOf } from "./schema-options.ts";
import { NO_SOURCE_STATE, stateOf } from "./schema-state.ts";
import type { ValueForm } from "./schema-values.ts";
import { listOf, type Shape } from "./shapes.ts";
import type { Located, Place, SourceBranch, SourceMember } from "./source.ts";

/** Policies inside each other, the root's included: as deep as a person can read. */
const POLICY_LEVELS_MAX = 8;

const NO_VALUES: SourceMember = { kind: "values", values: [] };

const TOO_DEEP: Shape<Candidates> = {
  read(node, problems) {
    const message = `this policy stands inside ${POLICY_LEVELS_MAX} others; at most ${POLICY_LEVELS_MAX} may stand inside each other, the outermost included`;
    problems.add(node.place, "tree-too-deep", message);
    return null;
  },
  schema: {},
};

/** The keys of a branch whose policy, if it has one, is on `level`; the root's is on 1. */
function tableOf(form: ValueForm, level: number): BranchTable {
  const members = level > POLICY_LEVELS_MAX ? null : tableOf(form, level + 1);
  return branchTable(form, (policy) => (members === null ? TOO_DEEP : candidatesShape(policy, form, members)));
}

/** The candidates of a policy. */
function candidatesShape(policy: PolicyName, form: ValueForm, table: BranchTable): Shape<Candidates> {
  const least = policy === "failover" ? 2 : 1;
  const candidate: Shape<SourceBranch> = {
    read(node, problems) {
      const mapping = asMapping(node, `a candidate, such as { id: east, values: [ … ] },`, problems);
      return mapping === null ? null : readBranch(mapping, table, policy, problems).root;
    },
    schema: { $ref: `#/definitions/${form.name}${candidateName(policy)}` },
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

/** The part of the name under which the JSON Schema defines the candidates of a policy. */
export function candidateName(policy: PolicyName): string {
  return `${policy[0]?.toUpperCase()}${policy.slice(1)}Candidate`;
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
  const fields = readFields(mapping, table, problems);
  const { keys, has, hasUnknown } = fields;
  addPlacementProblems({ parent, keys, has, hasUnknown }, mapping.place, problems);
  const { id, weight, check, ttl } = fields.values;
  const hasCheck = fields.has("check");
  const match = matchOf(parent, fields.values);
  const state = stateOf(fields.values);
  const member = readMember(fields, mapping.place, problems);
  return { ttlSeconds: ttl, root: { id, place: mapping.place, weight, check, hasCheck, match, state, member } };
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
    case "multivalue":
    case "latency":
    case "geolocation":
    case "geoproximity":
    case "ipBased": {
      const candidates = values[held];
      if (candidates === null) return NO_VALUES;
      const options = optionsOf(values);
      addUncheckedProblems(held, options, candidates, problems);
      return { kind: "policy", policy: held, candidates, answers: values.answers ?? ANSWERS_MAX, options };
    }
    case "alias":
      if (values.alias === null) return NO_VALUES;
      return { kind: "alias", ...values.alias, evaluateTargetHealth: values.evaluateTargetHealth ?? true };
    case "pool":
      if (values.pool === null) return NO_VALUES;
      return { kind: "pool", use: values.pool, evaluateTargetHealth: values.evaluateTargetHealth ?? true };
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
  const table = tableOf(form, 1);
  return {
    read(node, problems) {
      if (node.kind === "mapping" && !form.isValue(node)) return readBranch(node, table, null, problems);
      const values = form.values.read(node, problems) ?? [];
      const root: SourceBranch = {
        id: null,
        place: node.place,
        weight: null,
        check: null,
        hasCheck: false,
        match: null,
        state: NO_SOURCE_STATE,
        member: { kind: "values", values },
      };
      return { ttlSeconds: null, root };
    },
    schema: { $ref: `#/definitions/${form.name}Set` },
  };
}

/** The branch of the outermost level, as the JSON Schema says it at every level. */
export function outermostTable(form: ValueForm): BranchTable {
  return tableOf(form, 1);
}
