/**
 * A zone file's tree before anything knows what it means: the one form that YAML and JSON are both read into, so that
 * no reader of keys sees a parser's own types. Every node has its place; keys are text and unique.
 *
 * Numbers keep the text they were written in: where text is meant (an owner name of a reverse zone, a TXT string),
 * `10`, `1.50` and `0x1F` mean what the file says, not what a number prints as.
 */
import type { Problems } from "./problem.ts";
import type { Located, Place } from "./source.ts";

export type SourceNode = ScalarNode | ListNode | MappingNode;

export interface ScalarNode {
  readonly kind: "scalar";
  readonly place: Place;
  readonly value: string | number | boolean | null;
  /** As written, for a number; the string itself for a string. */
  readonly text: string;
}

export interface ListNode {
  readonly kind: "list";
  readonly place: Place;
  readonly items: readonly SourceNode[];
}

export interface MappingNode {
  readonly kind: "mapping";
  readonly place: Place;
  readonly entries: readonly MappingEntry[];
}

export interface MappingEntry {
  readonly key: Located<string>;
  readonly node: SourceNode;
}

/** Levels of lists and mappings inside each other: a tree of the deepest policies needs about 25. */
export const NESTING_LEVELS_MAX = 200;

/** Adds the problem of a text nested deeper than any zone needs. */
export function addNestingProblem(place: Place, problems: Problems): void {
  problems.add(place, "nesting-too-deep", `lists and mappings are nested deeper than ${NESTING_LEVELS_MAX} levels`);
}

/** Gathers a mapping's entries: a key that was there already is a problem, and the first one counts (YAML 1.2.2 3.2.1.1). */
export class Entries {
  readonly #entries = new Map<string, MappingEntry>();
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  add(key: Located<string>, node: SourceNode): void {
    const earlier = this.#entries.get(key.value);
    if (earlier === undefined) this.#entries.set(key.value, { key, node });
    else {
      const { line, column } = earlier.key.place;
      this.#problems.add(
        key.place,
        "duplicate-key",
        `the key ${quoted(key.value)} stands already at ${line}:${column}; a key may be written once`,
      );
    }
  }

  all(): MappingEntry[] {
    return [...this.#entries.values()];
  }
}

const SHOWN_CHARACTERS_MAX = 60;

/** Quotes a text for a message, shortened where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length <= SHOWN_CHARACTERS_MAX ? text : `${text.slice(0, SHOWN_CHARACTERS_MAX)}…`);
}

/** Says what a node is, for a message that something else was expected. */
export function described(node: SourceNode): string {
  switch (node.kind) {
    case "list":
      return "a list";
    case "mapping":
      return "a mapping";
    case "scalar":
      if (node.value === null) return "null";
      if (typeof node.value === "boolean") return `the boolean ${node.value}`;
      return typeof node.value === "number" ? `the number ${node.text}` : `the text ${quoted(node.value)}`;
    default:
      return node satisfies never;
  }
}
