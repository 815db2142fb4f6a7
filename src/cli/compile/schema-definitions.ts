/**
 * What the JSON Schema defines of record sets: their values, their roots, and the candidates of each policy, which
 * refer to each other where the tree goes deeper.
 */
import type { PolicyName } from "../../zone/model.ts";
import { MEMBERS } from "./branch-rules.ts";
import { fieldsSchema } from "./fields.ts";
import { MATCH_FIELDS, MATCH_KEYS } from "./schema-match.ts";
import { STATE_DEPENDENCIES, STATE_FIELDS } from "./schema-state.ts";
import { candidateName, outermostTable } from "./schema-tree.ts";
import type { ValueForm } from "./schema-values.ts";
import type { JsonSchema } from "./shapes.ts";

const ONE_MEMBER = { oneOf: MEMBERS.map((member) => ({ required: [member] })) };

/** What must stand beside an option of a branch. */
const OPTION_DEPENDENCIES = {
  answers: ["multivalue"],
  affinity: ["weighted"],
  slowStart: ["weighted"],
  failback: ["failover"],
  onAllUnhealthy: { not: { anyOf: [{ required: ["values"] }, { required: ["alias"] }, { required: ["pool"] }] } },
  evaluateTargetHealth: { anyOf: [{ required: ["alias"] }, { required: ["pool"] }] },
};

/** Which location keys a candidate of a policy needs. */
const MATCH_RULES: Readonly<Record<PolicyName, JsonSchema>> = {
  weighted: {},
  failover: {},
  multivalue: {},
  latency: {},
  geoproximity: {},
  geolocation: { anyOf: [{ required: ["continent"] }, { required: ["country"] }, { required: ["default"] }] },
  ipBased: { anyOf: [{ required: ["networks"] }, { required: ["default"] }] },
};

const REQUIRED: Readonly<Record<PolicyName, readonly string[]>> = {
  weighted: ["id", "weight"],
  failover: ["id"],
  multivalue: ["id"],
  latency: ["id", "region"],
  geoproximity: ["id", "region"],
  geolocation: ["id"],
  ipBased: ["id"],
};

/** Locations that exclude each other. */
const MATCH_DEPENDENCIES = {
  continent: { not: { anyOf: [{ required: ["country"] }, { required: ["subdivision"] }] } },
  subdivision: ["country"],
  default: {
    not: { anyOf: ["continent", "country", "subdivision", "networks"].map((key) => ({ required: [key] })) },
  },
};

/** Gives the definitions of what holds values of a form. */
export function treeDefinitions(form: ValueForm): JsonSchema {
  const { id, weight, ttl, ...table } = outermostTable(form);
  const common = Object.fromEntries(
    Object.entries(table).filter(([key]) => !Object.hasOwn(MATCH_FIELDS, key) && !Object.hasOwn(STATE_FIELDS, key)),
  );
  const rootRules = {
    dependencies: { ...OPTION_DEPENDENCIES, check: ["values"] },
    ...ONE_MEMBER,
    not: { required: ["ttl", "alias"] },
  };
  const candidate = (policy: PolicyName) => {
    const own = Object.fromEntries(MATCH_KEYS[policy].map((key) => [key, MATCH_FIELDS[key]]));
    const weighted = policy === "weighted" ? { weight } : {};
    return fieldsSchema(
      { id, ...weighted, ...own, ...common, ...STATE_FIELDS },
      {
        required: REQUIRED[policy],
        dependencies: { ...OPTION_DEPENDENCIES, ...STATE_DEPENDENCIES, ...MATCH_DEPENDENCIES },
        ...ONE_MEMBER,
        ...MATCH_RULES[policy],
      },
    );
  };
  const policies = Object.keys(MATCH_KEYS) as PolicyName[];
  return {
    [`${form.name}Values`]: form.definition,
    [`${form.name}Set`]: { anyOf: [form.values.schema, fieldsSchema({ ttl, ...common }, rootRules)] },
    ...Object.fromEntries(policies.map((policy) => [`${form.name}${candidateName(policy)}`, candidate(policy)])),
  };
}
