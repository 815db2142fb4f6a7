/**
 * The values of a record set: record data in master-file form for every type but TXT and SPF, whose strings are the
 * literal text, a list of strings for one record of several, or octets in hexadecimal. What the text says is judged
 * where record data is compiled.
 */
import { type MappingNode, quoted } from "./document.ts";
import { asMapping, fieldsSchema, readFields } from "./fields.ts";
import { type JsonSchema, limited, listOf, located, oneOrMany, type Shape, TEXT } from "./shapes.ts";
import type { Located, SourceValue } from "./source.ts";

const HEX = /^(?:[0-9A-Fa-f]{2})*$/;

const HEX_FIELDS = {
  hex: limited(
    TEXT,
    "hex-invalid",
    (text) => (HEX.test(text) ? null : `hex is ${quoted(text)}; allowed are pairs of hexadecimal digits`),
    { pattern: HEX.source },
  ),
};

/** One string of a TXT record. */
const STRING: Shape<string | { readonly hex: string }> = {
  read(node, problems) {
    if (node.kind === "scalar") return TEXT.read(node, problems);
    const mapping = asMapping(node, "a text or { hex: … }", problems);
    if (mapping === null) return null;
    const { hex } = readFields(mapping, HEX_FIELDS, problems).values;
    if (mapping.entries.length === 0) {
      problems.add(
        node.place,
        "hex-invalid",
        "the mapping is empty; allowed is { hex: … } with pairs of hexadecimal digits",
      );
    }
    return hex === null ? null : { hex };
  },
  schema: { anyOf: [TEXT.schema, fieldsSchema(HEX_FIELDS, { required: ["hex"] })] },
};

const STRINGS = listOf(STRING);

/** One TXT record. */
const TEXT_RECORD: Shape<SourceValue> = {
  read(node, problems) {
    if (node.kind === "scalar") return TEXT.read(node, problems);
    const strings = node.kind === "list" ? STRINGS.read(node, problems) : [STRING.read(node, problems)];
    const sound = (strings ?? []).filter((string) => string !== null);
    return sound.length === 0 ? null : { strings: sound };
  },
  schema: { anyOf: [STRING.schema, STRINGS.schema] },
};

/** How the values of a type are written. */
export interface ValueForm {
  /** Part of the names under which the JSON Schema defines what holds such values. */
  readonly name: "data" | "text";
  readonly values: Shape<readonly Located<SourceValue>[]>;
  /** The JSON Schema that `values` refers to. */
  readonly definition: JsonSchema;
  /** Tells whether a mapping in place of a record set is a value rather than a branch. */
  isValue(mapping: MappingNode): boolean;
}

function valueForm(name: ValueForm["name"], value: Shape<SourceValue>, isValue: ValueForm["isValue"]): ValueForm {
  const { read, schema } = oneOrMany(located(value));
  return { name, values: { read, schema: { $ref: `#/definitions/${name}Values` } }, definition: schema, isValue };
}

/** Master-file form, for every type but TXT and SPF. */
export const DATA_FORM = valueForm("data", TEXT, () => false);

/** Literal text, for TXT and SPF. */
export const TEXT_FORM = valueForm("text", TEXT_RECORD, (mapping) =>
  mapping.entries.some(({ key }) => key.value === "hex"),
);
