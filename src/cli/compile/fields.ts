/**
 * Mappings with known keys: a table of key and shape for each object of the format. A key outside the table is a
 * problem at its place, whatever else the mapping holds: nothing is ignored.
 */
import { described, type MappingNode, quoted, type SourceNode } from "./document.ts";
import { nearestHint, nearestTo } from "./nearest.ts";
import type { Problems } from "./problem.ts";
import type { JsonSchema, Shape } from "./shapes.ts";
import type { Place } from "./source.ts";

export type Table = Readonly<Record<string, Shape<unknown>>>;

/** What the mapping's keys came to; null: not there, or a problem that is told. */
export type FieldValues<T extends Table> = {
  readonly [K in keyof T]: T[K] extends Shape<infer V> ? V | null : never;
};

export interface Fields<T extends Table> {
  readonly values: FieldValues<T>;
  /** The places of the known keys that are there, in the order written, readable or not. */
  readonly keys: ReadonlyMap<string, Place>;
  /** Tells whether a key is there or an unknown one may stand for it: then its absence is no problem of its own. */
  has(key: string): boolean;
  /** A key is there that the table does not know. */
  readonly hasUnknown: boolean;
}

/** Reads a mapping's keys by their table. */
export function readFields<T extends Table>(mapping: MappingNode, table: T, problems: Problems): Fields<T> {
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(table)) values[key] = null;
  const keys = new Map<string, Place>();
  const guessed = new Set<string>();
  for (const { key, node } of mapping.entries) {
    const shape = Object.hasOwn(table, key.value) ? table[key.value] : undefined;
    if (shape !== undefined) {
      keys.set(key.value, key.place);
      values[key.value] = shape.read(node, problems);
    } else {
      const known = Object.keys(table);
      guessed.add(nearestTo(key.value, known) ?? "");
      const message = `the key ${quoted(key.value)} is not known here${nearestHint(key.value, known)}; ${knownKeys(table)}`;
      problems.add(key.place, "unknown-key", message);
    }
  }
  const has = (key: string): boolean => keys.has(key) || guessed.has(key);
  return { values: values as FieldValues<T>, keys, has, hasUnknown: guessed.size > 0 };
}

function knownKeys(table: Table): string {
  return `known are ${Object.keys(table).join(", ")}`;
}

/** Gives the node as a mapping; null where it is none, which is then told. */
export function asMapping(node: SourceNode, what: string, problems: Problems): MappingNode | null {
  if (node.kind === "mapping") return node;
  problems.add(node.place, "mapping-expected", `${described(node)} stands where ${what} is allowed`);
  return null;
}

/** Says a table as JSON Schema. */
export function fieldsSchema(table: Table, rest: JsonSchema = {}): JsonSchema {
  const properties = Object.fromEntries(Object.entries(table).map(([key, { schema }]) => [key, schema]));
  return { type: "object", properties, additionalProperties: false, ...rest };
}
