/**
 * Names of pools and of their parts: what they may be, mappings that are keyed by them, and the key `pool` of a branch.
 */
import { quoted } from "./document.ts";
import { asMapping, fieldsSchema, readFields } from "./fields.ts";
import { limited, located, type Shape, TEXT } from "./shapes.ts";
import type { Located } from "./source.ts";
import type { SourcePoolUse } from "./source-pool.ts";

const NAME = /^[A-Za-z0-9._-]{1,64}$/;
/** The name of a pool, a zone of one, a target group or a target. */
export const NAME_SHAPE = limited(
  TEXT,
  "pool-name-invalid",
  (name) =>
    NAME.test(name)
      ? null
      : `${quoted(name)} is no name for a pool or a part of one; allowed are 1 to 64 of A-Z, a-z, 0-9, ".", "_" and "-"`,
  { pattern: NAME.source },
);

/** What stands under a name. */
export interface NamedShape<T> extends Pick<Shape<T>, "schema"> {
  read(name: Located<string>, ...rest: Parameters<Shape<T>["read"]>): T | null;
}

/** A mapping of names to things of a shape; what has a bad name is told and left out. */
export function namedShape<T>(what: string, item: NamedShape<T>): Shape<readonly T[]> {
  return {
    read(node, problems) {
      const mapping = asMapping(node, `a mapping of names to ${what}`, problems);
      if (mapping === null) return null;
      return mapping.entries.flatMap(({ key, node: body }) => {
        const { value, place } = key;
        const name = NAME_SHAPE.read({ kind: "scalar", place, value, text: value }, problems);
        const read = item.read(key, body, problems);
        return name === null || read === null ? [] : [read];
      });
    },
    schema: { type: "object", propertyNames: { pattern: NAME.source }, additionalProperties: item.schema },
  };
}

const LOCATED_NAME = located(NAME_SHAPE);
const USE_FIELDS = { name: LOCATED_NAME, zone: LOCATED_NAME };

/** The key `pool` of a branch: a pool's name, or one zone of it. */
export const POOL_USE_SHAPE: Shape<SourcePoolUse> = {
  read(node, problems) {
    if (node.kind !== "mapping") {
      const name = LOCATED_NAME.read(node, problems);
      return name === null ? null : { name, zone: null };
    }
    const { values, has } = readFields(node, USE_FIELDS, problems);
    if (!has("name"))
      problems.add(
        node.place,
        "pool-use-without-name",
        "the mapping has no name; pool takes a name, or { name: web, zone: az2 }",
      );
    return values.name === null ? null : { name: values.name, zone: values.zone };
  },
  schema: { anyOf: [NAME_SHAPE.schema, fieldsSchema(USE_FIELDS, { required: ["name"] })] },
};
