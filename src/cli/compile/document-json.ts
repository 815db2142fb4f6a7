/**
 * Reads strict JSON (RFC 8259) into nodes with places. `JSON.parse` tells no places and keeps the last of equal keys in
 * silence, so it judges single strings only. The first fault of the grammar ends the reading.
 */
import { addNestingProblem, Entries, NESTING_LEVELS_MAX, type ScalarNode, type SourceNode } from "./document.ts";
import type { Places } from "./places.ts";
import type { Problems } from "./problem.ts";
import type { Located } from "./source.ts";

const BLANKS = /[ \t\n\r]*/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Reads a whole text; null where it is not JSON, which is then told. */
export function readJson(text: string, places: Places, problems: Problems): SourceNode | null {
  return new JsonReader(text, places, problems).read();
}

class JsonReader {
  readonly #text: string;
  readonly #places: Places;
  readonly #problems: Problems;
  #at = 0;

  constructor(text: string, places: Places, problems: Problems) {
    this.#text = text;
    this.#places = places;
    this.#problems = problems;
  }

  read(): SourceNode | null {
    const node = this.#value(0);
    if (node === null) return null;
    return this.#next() === "" ? node : this.#fault("the end of the file");
  }

  /** The character after blanks; empty at the end. */
  #next(): string {
    BLANKS.lastIndex = this.#at;
    BLANKS.test(this.#text);
    this.#at = BLANKS.lastIndex;
    return this.#text.charAt(this.#at);
  }

  #fault(expected: string): null {
    const found = this.#text.charAt(this.#at);
    const what = found === "" ? "the file ends" : `${JSON.stringify(found)} stands`;
    this.#problems.add(this.#places.at(this.#at), "json-syntax", `${what} where JSON allows ${expected}`);
    return null;
  }

  #value(level: number): SourceNode | null {
    const first = this.#next();
    if (level > NESTING_LEVELS_MAX) {
      addNestingProblem(this.#places.at(this.#at), this.#problems);
      return null;
    }
    if (first === "{") return this.#mapping(level);
    if (first === "[") return this.#list(level);
    if (first === '"') return this.#string();
    return this.#plain();
  }

  #list(level: number): SourceNode | null {
    const place = this.#places.at(this.#at);
    const items: SourceNode[] = [];
    this.#at += 1;
    if (this.#next() !== "]") {
      for (;;) {
        const item = this.#value(level + 1);
        if (item === null) return null;
        items.push(item);
        if (this.#next() !== ",") break;
        this.#at += 1;
      }
      if (this.#next() !== "]") return this.#fault('"," or "]"');
    }
    this.#at += 1;
    return { kind: "list", place, items };
  }

  #mapping(level: number): SourceNode | null {
    const place = this.#places.at(this.#at);
    const entries = new Entries(this.#problems);
    this.#at += 1;
    if (this.#next() !== "}") {
      for (;;) {
        if (this.#next() !== '"') return this.#fault("a key in double quotes");
        const key = this.#string();
        if (key === null) return null;
        if (this.#next() !== ":") return this.#fault('":"');
        this.#at += 1;
        const node = this.#value(level + 1);
        if (node === null) return null;
        const located: Located<string> = { value: key.text, place: key.place };
        entries.add(located, node);
        if (this.#next() !== ",") break;
        this.#at += 1;
      }
      if (this.#next() !== "}") return this.#fault('"," or "}"');
    }
    this.#at += 1;
    return { kind: "mapping", place, entries: entries.all() };
  }

  #string(): ScalarNode | null {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text.charCodeAt(end) !== QUOTE) {
      end += this.#text.charCodeAt(end) === BACKSLASH ? 2 : 1;
    }
    const value = stringValue(this.#text.slice(start, end + 1));
    if (value === null) return this.#fault("a string in double quotes without control characters or unknown escapes");
    this.#at = end + 1;
    return { kind: "scalar", place: this.#places.at(start), value, text: value };
  }

  #plain(): SourceNode | null {
    PLAIN.lastIndex = this.#at;
    const text = PLAIN.exec(this.#text)?.[0];
    if (text === undefined) return this.#fault("a value");
    const place = this.#places.at(this.#at);
    this.#at += text.length;
    const value: unknown = JSON.parse(text);
    return {
      kind: "scalar",
      place,
      value: typeof value === "number" || typeof value === "boolean" ? value : null,
      text,
    };
  }
}

function stringValue(literal: string): string | null {
  try {
    return String(JSON.parse(literal));
  } catch {
    return null;
  }
}
