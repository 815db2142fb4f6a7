/**
 * The keys of a branch: the root of a record set, or a candidate of a policy. What may stand beside what is for
 * branch-rules.ts, how the tree is read for schema-tree.ts.
 */
import type { PolicyName } from "../../zone/model.ts";
import { quoted } from "./document.ts";
import { fieldsSchema, readFields } from "./fields.ts";
import { CHECK_USE_SHAPE } from "./schema-checks.ts";
import { MATCH_FIELDS } from "./schema-match.ts";
import { type OptionFields, optionFields } from "./schema-options.ts";
import { POOL_USE_SHAPE } from "./schema-pool-names.ts";
import { STATE_FIELDS } from "./schema-state.ts";
import type { ValueForm } from "./schema-values.ts";
import { BOOLEAN, integer, limited, located, type Shape, TEXT } from "./shapes.ts";
import type { Located, SourceBranch, SourceCheckUse, SourceMember } from "./source.ts";
import type { SourcePoolUse } from "./source-pool.ts";

export const TTL_SECONDS_MAX = 2_147_483_647;
/** Multivalue's default, and the most that an answer of 512 octets holds (Route 53 R1.11). */
export const ANSWERS_MAX = 8;
const ID_CHARACTERS_MAX = 128;
export const WEIGHT_MAX = 255;

const ID = limited(
  TEXT,
  "id-length-out-of-range",
  (id) =>
    id !== "" && [...id].length <= ID_CHARACTERS_MAX
      ? null
      : `the id ${quoted(id)} has ${[...id].length} characters; allowed are 1 to ${ID_CHARACTERS_MAX}`,
  { minLength: 1, maxLength: ID_CHARACTERS_MAX },
);

const LOCATED_TEXT = located(TEXT);
const HOST_FIELDS = { host: LOCATED_TEXT };

/** The name of a record set, or `{ host: NAME }`. */
const ALIAS: Shape<SourceAlias> = {
  read(node, problems) {
    if (node.kind !== "mapping") {
      const target = LOCATED_TEXT.read(node, problems);
      return target === null ? null : { target, outside: false };
    }
    const { values, has } = readFields(node, HOST_FIELDS, problems);
    if (!has("host")) {
      const message = "the mapping has no host; alias takes the name of a record set, or { host: lb.example.net }";
      problems.add(node.place, "alias-without-host", message);
    }
    return values.host === null ? null : { target: values.host, outside: true };
  },
  schema: { anyOf: [TEXT.schema, fieldsSchema(HOST_FIELDS, { required: ["host"] })] },
};

type SourceAlias = Pick<Extract<SourceMember, { kind: "alias" }>, "target" | "outside">;

export type Candidates = readonly SourceBranch[];

/** The keys of a branch. A type rather than an interface, so that it is a table too. */
export type BranchTable = {
  readonly values: ValueForm["values"];
  readonly alias: Shape<SourceAlias>;
  readonly pool: Shape<SourcePoolUse>;
  readonly ttl: Shape<Located<number>>;
  readonly id: Shape<Located<string>>;
  readonly weight: Shape<number>;
  readonly check: Shape<SourceCheckUse>;
  readonly evaluateTargetHealth: Shape<boolean>;
  readonly answers: Shape<number>;
} & { readonly [policy in PolicyName]: Shape<Candidates> } & OptionFields &
  typeof STATE_FIELDS &
  typeof MATCH_FIELDS;

/** The keys of a branch whose values are of a form and whose candidates, if it is a policy, have the shapes given. */
export function branchTable(form: ValueForm, candidates: (policy: PolicyName) => Shape<Candidates>): BranchTable {
  return {
    values: form.values,
    weighted: candidates("weighted"),
    failover: candidates("failover"),
    multivalue: candidates("multivalue"),
    latency: candidates("latency"),
    geolocation: candidates("geolocation"),
    geoproximity: candidates("geoproximity"),
    ipBased: candidates("ipBased"),
    alias: ALIAS,
    pool: POOL_USE_SHAPE,
    ttl: located(integer("ttl", 0, TTL_SECONDS_MAX)),
    id: located(ID),
    weight: integer("weight", 0, WEIGHT_MAX),
    ...MATCH_FIELDS,
    check: CHECK_USE_SHAPE,
    ...STATE_FIELDS,
    evaluateTargetHealth: BOOLEAN,
    answers: integer("answers", 1, ANSWERS_MAX),
    ...optionFields(form),
  };
}
