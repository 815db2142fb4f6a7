/**
 * The keys of `checks` and of a check written in place. Fields are read one by one; what they mean together, and what
 * urls, addresses and codes may be, is judged where checks are compiled.
 */
import { quoted } from "./document.ts";
import { asMapping, fieldsSchema, readFields } from "./fields.ts";
import type { Problems } from "./problem.ts";
import { BOOLEAN, choice, integer, limited, located, oneOrMany, type Shape, TEXT } from "./shapes.ts";
import type { Located, SourceCheck, SourceCheckUse } from "./source.ts";

const CHECK_NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** A check's name, where it is given one and where it is used. */
const CHECK_NAME_SHAPE = limited(
  TEXT,
  "check-name-invalid",
  (name) =>
    CHECK_NAME.test(name)
      ? null
      : `the name of a check is ${quoted(name)}; allowed are 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-"`,
  { pattern: CHECK_NAME.source },
);

const LOCATED_TEXT = located(TEXT);

const CHECK_FIELDS = {
  type: choice("check-type-unknown", ["http", "https", "tcp"], ["calculated", "push"]),
  url: LOCATED_TEXT,
  address: LOCATED_TEXT,
  hostname: LOCATED_TEXT,
  port: located(integer("port", 1, 65_535)),
  path: LOCATED_TEXT,
  host: LOCATED_TEXT,
  expect: oneOrMany(LOCATED_TEXT),
  follow: integer("follow", 0, 5),
  interval: located(integer("interval", 1, 3600)),
  timeout: located(integer("timeout", 1, 60)),
  unhealthyThreshold: integer("unhealthyThreshold", 1, 10),
  healthyThreshold: integer("healthyThreshold", 1, 10),
  initial: choice("initial-unknown", ["healthy", "unhealthy"]),
  backoff: BOOLEAN,
};

/** Keys that say where a check is aimed, each by itself or with the others. */
const TARGET_KEYS = ["url", "address", "hostname", "port"] as const;

const CHECK_NOT_YET = new Set([
  "contains",
  "method",
  "headers",
  "inverted",
  "disabled",
  "regions",
  "quorum",
  "of",
  "atLeast",
  "expires",
  "whenSilent",
]);

/** A check without its name. */
export const CHECK_SHAPE: Shape<SourceCheck> = {
  read(node, problems) {
    const mapping = asMapping(node, `a check, such as { type: tcp, address: 192.0.2.1, port: 53 },`, problems);
    if (mapping === null) return null;
    const { values, has } = readFields(mapping, CHECK_FIELDS, CHECK_NOT_YET, problems);
    const { type } = values;
    if (!has("type")) {
      problems.add(node.place, "check-type-missing", "the check has no type; allowed are http, https, tcp");
    }
    // What the rest would mean without them cannot be judged.
    if (type === null || TARGET_KEYS.some((key) => has(key) && values[key] === null)) return null;
    const timeout = has("interval") && values.interval === null ? null : values.timeout;
    return { ...values, type, timeout, name: null, place: node.place };
  },
  schema: fieldsSchema(CHECK_FIELDS, { required: ["type"] }),
};

/** The checks of a zone, and the names under which something stands that could not be read. */
export interface NamedChecks {
  readonly checks: readonly SourceCheck[];
  readonly unreadable: ReadonlySet<string>;
}

/** The mapping `checks`. */
export const CHECKS_SHAPE: Shape<NamedChecks> = {
  read(node, problems) {
    const mapping = asMapping(node, "a mapping of names to checks", problems);
    if (mapping === null) return null;
    const checks: SourceCheck[] = [];
    const unreadable = new Set<string>();
    for (const { key, node: check } of mapping.entries) {
      const name = readCheckName(key, problems);
      const read = CHECK_SHAPE.read(check, problems);
      if (name !== null && read !== null) checks.push({ ...read, name });
      else unreadable.add(key.value);
    }
    return { checks, unreadable };
  },
  schema: {
    type: "object",
    propertyNames: { pattern: CHECK_NAME.source },
    additionalProperties: { $ref: "#/definitions/check" },
  },
};

function readCheckName({ value, place }: Located<string>, problems: Problems): Located<string> | null {
  const name = CHECK_NAME_SHAPE.read({ kind: "scalar", place, value, text: value }, problems);
  return name === null ? null : { value: name, place };
}

/** The use of a check that could not be read. */
export const UNREADABLE: SourceCheckUse = { kind: "unreadable" };

/** The key `check` of a record set: a name from `checks`, or a check in place. */
export const CHECK_USE_SHAPE: Shape<SourceCheckUse> = {
  read(node, problems) {
    if (node.kind === "mapping") {
      const check = CHECK_SHAPE.read(node, problems);
      return check === null ? UNREADABLE : { kind: "inline", check };
    }
    const name = CHECK_NAME_SHAPE.read(node, problems);
    return name === null ? UNREADABLE : { kind: "named", name: { value: name, place: node.place } };
  },
  schema: { anyOf: [CHECK_NAME_SHAPE.schema, { $ref: "#/definitions/check" }] },
};
