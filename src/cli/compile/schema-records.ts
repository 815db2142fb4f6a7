/**
 * The keys of `records`: owner names, and the types that an owner holds. Owner names are kept as written; whether two
 * spellings mean one name, and which types may stand together, is judged once all are known.
 */
import { TYPE, typeFromText, typeToText } from "../../dns/types.ts";
import { ADDRESS_TYPES } from "../../zone/model-defaults.ts";
import { quoted } from "./document.ts";
import { asMapping } from "./fields.ts";
import { nearestHint } from "./nearest.ts";
import type { Problems } from "./problem.ts";
import { setShape } from "./schema-tree.ts";
import { DATA_FORM, TEXT_FORM } from "./schema-values.ts";
import type { JsonSchema, Shape } from "./shapes.ts";
import type { Located, Place, SourceOwner, SourceSet } from "./source.ts";

const ADDRESSES = "addresses";
const DATA_SET = setShape(DATA_FORM);
const TEXT_SET = setShape(TEXT_FORM);

/** Types that ask or carry something and are never data (RFC 6895 3.1: 0, OPT, and 128 to 255). */
function isMetaType(type: number): boolean {
  return type === 0 || type === TYPE.OPT || (type >= 128 && type <= 255);
}

function isTextType(type: number | null | undefined): boolean {
  return type === TYPE.TXT || type === TYPE.SPF;
}

const TYPE_KEYS = [
  ...Object.entries(TYPE)
    .filter(([, type]) => type !== TYPE.SOA && !isMetaType(type))
    .map(([mnemonic]) => mnemonic),
  ADDRESSES,
];

/** Reads a type key; null where it may not stand there, which is then told. */
function readTypes({ value, place }: Located<string>, problems: Problems): readonly number[] | null {
  if (value === ADDRESSES) return ADDRESS_TYPES;
  const type = typeFromText(value);
  if (type === null) {
    const message = `${quoted(value)} is no record type${nearestHint(value, TYPE_KEYS)}; types without a name are written TYPEn, n up to 65535`;
    problems.add(place, "type-unknown", message);
    return null;
  }
  if (type === TYPE.SOA) {
    problems.add(place, "soa-in-records", "the SOA is written by the key soa of the zone, not among its records");
    return null;
  }
  if (isMetaType(type)) {
    problems.add(place, "type-not-allowed", `${value} is no type of data (RFC 6895 3.1); such types cannot be stored`);
    return null;
  }
  return [type];
}

const OWNER_SHAPE: Shape<readonly SourceSet[]> = {
  read(node, problems) {
    const mapping = asMapping(node, "a mapping of record types, such as { A: 192.0.2.1 },", problems);
    if (mapping === null) return null;
    if (mapping.entries.length === 0) {
      problems.add(node.place, "owner-empty", "the name has no record set; a name takes at least one");
    }
    const sets: SourceSet[] = [];
    const taken = new Map<number, SourceSet>();
    for (const { key, node: body } of mapping.entries) {
      const types = readTypes(key, problems);
      // What stands under a type that is refused has no meaning that could be judged.
      if (types === null) continue;
      const read = (isTextType(types[0]) ? TEXT_SET : DATA_SET).read(body, problems);
      if (read === null) continue;
      const set: SourceSet = { key: key.value, types, place: key.place, ...read };
      if (isFree(set, taken, key.place, problems)) sets.push(set);
    }
    return sets;
  },
  schema: {
    type: "object",
    minProperties: 1,
    properties: Object.fromEntries(
      TYPE_KEYS.map((key) => [key, (isTextType(typeFromText(key)) ? TEXT_SET : DATA_SET).schema]),
    ),
    // Mnemonics are completed in capitals; the reader takes them in either case.
    patternProperties: { "^[Tt][Yy][Pp][Ee][0-9]{1,5}$": { anyOf: [DATA_SET.schema, TEXT_SET.schema] } },
    additionalProperties: false,
  },
};

/** Tells whether no set of this owner has the set's types yet, and takes them. */
function isFree(set: SourceSet, taken: Map<number, SourceSet>, place: Place, problems: Problems): boolean {
  const clash = set.types.find((type) => taken.has(type));
  const earlier = clash === undefined ? undefined : taken.get(clash);
  if (clash !== undefined && earlier !== undefined) {
    const at = `${earlier.place.line}:${earlier.place.column}`;
    const message = `${set.key} holds ${typeToText(clash)}, which ${earlier.key} at ${at} holds already; a name has one record set of a type`;
    problems.add(place, "type-duplicate", message);
    return false;
  }
  for (const type of set.types) taken.set(type, set);
  return true;
}

/** The mapping `records`. */
export const RECORDS_SHAPE: Shape<readonly SourceOwner[]> = {
  read(node, problems) {
    const mapping = asMapping(node, "a mapping of owner names to record types", problems);
    if (mapping === null) return null;
    const owners: SourceOwner[] = [];
    for (const { key, node: owner } of mapping.entries) {
      const sets = OWNER_SHAPE.read(owner, problems);
      if (sets !== null) owners.push({ name: key, sets });
    }
    return owners;
  },
  schema: { type: "object", additionalProperties: { $ref: "#/definitions/owner" } },
};

/** The JSON Schema of what an owner name holds. */
export const OWNER_SCHEMA: JsonSchema = OWNER_SHAPE.schema;
