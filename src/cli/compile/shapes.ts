/**
 * The shapes that values of a zone file may have. Each shape reads a node, telling its problems, and says the same as
 * JSON Schema, so that the schema that editors complete from cannot drift from what is accepted.
 *
 * Tables of shapes rather than a schema library over plain values: a problem needs the place, the text as written and
 * a code of its own, all of which are lost where YAML becomes objects first.
 */
import { described, type SourceNode } from "./document.ts";
import { nearestHint } from "./nearest.ts";
import type { Problems } from "./problem.ts";
import type { Located } from "./source.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Shape<T> {
  /** Reads a node; null where it is not of this shape, which is then told. */
  read(node: SourceNode, problems: Problems): T | null;
  readonly schema: JsonSchema;
}

/** Text; a number is read as the text it is written in. Booleans and null may be slips (`no`, nothing at all). */
export const TEXT: Shape<string> = {
  read(node, problems) {
    const text = textOf(node);
    if (text !== null) return text;
    const hint = node.kind === "scalar" ? "; where that word itself is meant, write it in quotes" : "";
    problems.add(node.place, "text-expected", `${described(node)} stands where text is allowed${hint}`);
    return null;
  },
  schema: { type: ["string", "number"] },
};

function textOf(node: SourceNode): string | null {
  if (node.kind !== "scalar" || node.value === null || typeof node.value === "boolean") return null;
  return node.text;
}

export const BOOLEAN: Shape<boolean> = {
  read(node, problems) {
    if (node.kind === "scalar" && typeof node.value === "boolean") return node.value;
    problems.add(node.place, "boolean-expected", `${described(node)} stands where true or false is allowed`);
    return null;
  },
  schema: { type: "boolean" },
};

/** A whole number in bounds; others are the problem `NAME-out-of-range`. */
export function integer(name: string, minimum: number, maximum: number): Shape<number> {
  const allowed = `a whole number of ${minimum} to ${maximum}`;
  return {
    read(node, problems) {
      const value = node.kind === "scalar" ? node.value : null;
      if (typeof value !== "number") {
        problems.add(node.place, "integer-expected", `${described(node)} stands where ${name} takes ${allowed}`);
        return null;
      }
      if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
      const code = `${kebab(name)}-out-of-range`;
      problems.add(node.place, code, `${name} is ${described(node).replace("the number ", "")}; allowed is ${allowed}`);
      return null;
    },
    schema: { type: "integer", minimum, maximum },
  };
}

/** One of some words; others are the problem CODE. */
export function choice<T extends string>(code: string, allowed: readonly T[]): Shape<T> {
  return {
    read(node, problems) {
      const text = TEXT.read(node, problems);
      if (text === null) return null;
      const found = allowed.find((word) => word === text);
      if (found !== undefined) return found;
      const known = `allowed are ${allowed.join(", ")}`;
      problems.add(node.place, code, `${described(node)} is not known; ${known}${nearestHint(text, allowed)}`);
      return null;
    },
    schema: { enum: allowed },
  };
}

/** The same shape, keeping the place. */
export function located<T>(shape: Shape<T>): Shape<Located<T>> {
  return {
    read(node, problems) {
      const value = shape.read(node, problems);
      return value === null ? null : { value, place: node.place };
    },
    schema: shape.schema,
  };
}

/** The same shape under a further condition; `fault` says what is wrong with a value and what is allowed. */
export function limited<T>(
  shape: Shape<T>,
  code: string,
  fault: (value: T) => string | null,
  limit: JsonSchema,
): Shape<T> {
  return {
    read(node, problems) {
      const value = shape.read(node, problems);
      const wrong = value === null ? null : fault(value);
      if (wrong !== null) problems.add(node.place, code, wrong);
      return wrong === null ? value : null;
    },
    schema: { ...shape.schema, ...limit },
  };
}

/** A list with at least one item; items that cannot be read are told and left out. */
export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    read(node, problems) {
      if (node.kind === "list") return readItems(node.items, node, item, problems);
      problems.add(node.place, "list-expected", `${described(node)} stands where a list is allowed`);
      return null;
    },
    schema: { type: "array", items: item.schema, minItems: 1 },
  };
}

/** A list with at least one item, or the only item itself. */
export function oneOrMany<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    read: (node, problems) => readItems(node.kind === "list" ? node.items : [node], node, item, problems),
    schema: { anyOf: [item.schema, { type: "array", items: item.schema, minItems: 1 }] },
  };
}

function readItems<T>(
  items: readonly SourceNode[],
  list: SourceNode,
  item: Shape<T>,
  problems: Problems,
): readonly T[] {
  if (items.length === 0) problems.add(list.place, "list-empty", "the list is empty; it takes at least one item");
  return items.map((node) => item.read(node, problems)).filter((value) => value !== null);
}

/** Writes a key of the format as part of a problem code: `healthyThreshold` as `healthy-threshold`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
