/**
 * Judges values by JSON Schema draft 7, as far as the published schema uses it. A keyword that is not known here
 * throws, so that no rule of the schema goes unjudged.
 */

type Schema = Readonly<Record<string, unknown>>;
type Definitions = Readonly<Record<string, Schema>>;
type Judge = (argument: never, value: unknown, schema: Schema, definitions: Definitions) => boolean;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeIs(type: string, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

const holdsAll = (value: unknown, keys: readonly string[]) => !isObject(value) || keys.every((key) => key in value);

/** A dependency is a list of further keys, or a schema for the whole. */
function meets(needed: readonly string[] | Schema, value: unknown, definitions: Definitions): boolean {
  return isKeys(needed) ? holdsAll(value, needed) : accepts(needed, value, definitions);
}

const isKeys = (needed: readonly string[] | Schema): needed is readonly string[] => Array.isArray(needed);

const KEYWORDS: Readonly<Record<string, Judge>> = {
  type: (types: string | readonly string[], value) => [types].flat().some((type) => typeIs(type, value)),
  enum: (allowed: readonly unknown[], value) => allowed.includes(value),
  minimum: (least: number, value) => typeof value !== "number" || value >= least,
  maximum: (most: number, value) => typeof value !== "number" || value <= most,
  pattern: (pattern: string, value) => typeof value !== "string" || new RegExp(pattern, "u").test(value),
  minLength: (least: number, value) => typeof value !== "string" || [...value].length >= least,
  maxLength: (most: number, value) => typeof value !== "string" || [...value].length <= most,
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  minProperties: (least: number, value) => !isObject(value) || Object.keys(value).length >= least,
  items: (item: Schema, value, _, definitions) =>
    !Array.isArray(value) || value.every((each) => accepts(item, each, definitions)),
  required: (keys: readonly string[], value) => holdsAll(value, keys),
  dependencies: (needs: Readonly<Record<string, readonly string[] | Schema>>, value, _, definitions) =>
    !isObject(value) ||
    Object.entries(needs).every(([key, needed]) => !(key in value) || meets(needed, value, definitions)),
  properties: (properties: Definitions, value, _, definitions) =>
    !isObject(value) ||
    Object.entries(properties).every(([key, each]) => !(key in value) || accepts(each, value[key], definitions)),
  patternProperties: (patterns: Definitions, value, _, definitions) =>
    !isObject(value) ||
    Object.entries(patterns).every(([pattern, each]) =>
      Object.entries(value).every(
        ([key, held]) => !new RegExp(pattern, "u").test(key) || accepts(each, held, definitions),
      ),
    ),
  propertyNames: (names: Schema, value, _, definitions) =>
    !isObject(value) || Object.keys(value).every((key) => accepts(names, key, definitions)),
  additionalProperties: (rest: Schema | false, value, { properties = {}, patternProperties = {} }, definitions) =>
    !isObject(value) ||
    Object.entries(value).every(([key, held]) => {
      const known = Object.hasOwn(properties as object, key);
      const matched = Object.keys(patternProperties as object).some((pattern) => new RegExp(pattern, "u").test(key));
      return known || matched || (rest !== false && accepts(rest, held, definitions));
    }),
  anyOf: (schemas: readonly Schema[], value, _, definitions) =>
    schemas.some((each) => accepts(each, value, definitions)),
  oneOf: (schemas: readonly Schema[], value, _, definitions) =>
    schemas.filter((each) => accepts(each, value, definitions)).length === 1,
  not: (refused: Schema, value, _, definitions) => !accepts(refused, value, definitions),
  $ref: (path: string, value, _, definitions) =>
    accepts(definitions[path.replace("#/definitions/", "")] ?? {}, value, definitions),
  $schema: () => true,
  title: () => true,
  definitions: () => true,
};

/** Tells whether a schema accepts a value. */
export function accepts(schema: Schema, value: unknown, definitions = schema.definitions as Definitions): boolean {
  return Object.entries(schema).every(([keyword, argument]) => {
    const judge = KEYWORDS[keyword];
    if (judge === undefined) throw new Error(`the keyword ${keyword} is not known`);
    return judge(argument as never, value, schema, definitions);
  });
}
