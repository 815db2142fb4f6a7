/**
 * The mapping `checks`, and checks where they are used. The single fields are in schema-check-fields.ts; what they mean
 * together, and what urls, addresses and codes may be, is judged where checks are compiled.
 */
import { asMapping, fieldsSchema, readFields } from "./fields.ts";
import type { Problems } from "./problem.ts";
import { CHECK_FIELDS, CHECK_NAME_SHAPE } from "./schema-check-fields.ts";
import type { Shape } from "./shapes.ts";
import type { Located, Place, SourceCheck, SourceCheckUse } from "./source.ts";

const UNCALCULATED = ["http", "https", "tcp", "push"];

/** Keys that say where a check is aimed, each by itself or with the others. */
const TARGET_KEYS = ["url", "address", "hostname", "port"] as const;

/** A check without its name. */
export const CHECK_SHAPE: Shape<SourceCheck> = {
  read(node, problems) {
    const mapping = asMapping(node, `a check, such as { type: tcp, address: 192.0.2.1, port: 53 },`, problems);
    if (mapping === null) return null;
    const { values, keys, has } = readFields(mapping, CHECK_FIELDS, problems);
    const { type } = values;
    if (!has("type")) {
      problems.add(
        node.place,
        "check-type-missing",
        "the check has no type; allowed are http, https, tcp, calculated, push",
      );
    }
    if (type === "calculated") addMissing(has, node.place, problems);
    // What the rest would mean without them cannot be judged.
    if (type === null || TARGET_KEYS.some((key) => has(key) && values[key] === null)) return null;
    const timeout = has("interval") && values.interval === null ? null : values.timeout;
    return { ...values, type, timeout, keys, name: null, place: node.place };
  },
  schema: fieldsSchema(CHECK_FIELDS, {
    required: ["type"],
    anyOf: [{ properties: { type: { enum: UNCALCULATED } } }, { required: ["of", "atLeast"] }],
  }),
};

function addMissing(has: (key: string) => boolean, place: Place, problems: Problems): void {
  if (!has("of")) problems.add(place, "of-missing", "a calculated check needs of, a list of names of checks");
  if (has("atLeast")) return;
  problems.add(place, "at-least-missing", "a calculated check needs atLeast: a count, all, any or a percentage");
}

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
    propertyNames: { pattern: CHECK_NAME_SHAPE.schema.pattern },
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
