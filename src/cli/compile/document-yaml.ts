/**
 * Reads YAML 1.2 (core schema) into nodes with places. One document a file.
 *
 * The parser is driven lexeme by lexeme, so that nesting and size are bounded before anything recurses over them, and
 * equal keys are found by our own set: the library compares each key with all others. Aliases share one node; what
 * they would expand to is bounded, so that no small file reads as a huge one.
 */
import {
  type Alias,
  Composer,
  CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  Parser,
  type Scalar,
} from "yaml";
import { addNestingProblem, Entries, NESTING_LEVELS_MAX, quoted, type SourceNode } from "./document.ts";
import { addSyntaxProblems, type YamlFault } from "./document-yaml-faults.ts";
import type { Places } from "./places.ts";
import type { Problems } from "./problem.ts";
import type { Located } from "./source.ts";

/** A zone of 100,000 names has about 3 million; each costs up to 600 octets of memory while the file is read. */
const LEXEMES_MAX = 5_000_000;
const TOO_MANY_LEXEMES = `the file has more than ${LEXEMES_MAX} words and signs; a zone of this size is read from JSON, for which that bound does not hold`;
const ALIASED_NODES_MAX = 1_000_000;
const WILDCARD_KEY = /^\*.*:$/;

/** Reads a whole text; null where it is not one sound document, which is then told. */
export function readYaml(text: string, places: Places, problems: Problems): SourceNode | null {
  const read = readTokens(text, places, problems);
  if (read === null) return null;
  const { tokens, faults } = read;
  // The tags of other schemas stay unknown: a date or a set has no meaning here.
  const composer = new Composer({ version: "1.2", resolveKnownTags: false, uniqueKeys: false, prettyErrors: false });
  const documents = [...composer.compose(tokens)];
  if (addVersionProblem(documents, places, problems)) return null;
  if (addSyntaxProblems(text, tokens, documents, faults, places, problems)) return null;
  const second = documents[1];
  if (second !== undefined) {
    const message = `the file holds ${documents.length} YAML documents; one zone, in one document, is allowed`;
    problems.add(places.at(second.range[0]), "multiple-documents", message);
    return null;
  }
  const contents = documents[0]?.contents ?? null;
  const empty = contents === null || (isScalar(contents) && contents.value === null && contents.source === "");
  if (!empty) return new Converter(places, problems).convert(contents);
  problems.add(places.at(0), "file-empty", "the file holds nothing; a zone file has at least the key zone");
  return null;
}

interface ReadTokens {
  readonly tokens: readonly CST.Token[];
  readonly faults: readonly YamlFault[];
}

function readTokens(text: string, places: Places, problems: Problems): ReadTokens | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const faults: YamlFault[] = [];
  let lexemes = 0;
  let before = "";
  for (const lexeme of new Lexer().lex(text)) {
    const isWildcard = before !== CST.SCALAR && WILDCARD_KEY.test(lexeme);
    if (isWildcard) faults.push(unquotedWildcard(parser.offset, lexeme.slice(0, -1)));
    // Read on as the key that was meant, so that nothing else is told of it.
    const parts = isWildcard ? [lexeme.slice(0, -1), ":"] : [lexeme];
    for (const part of parts) for (const token of parser.next(part)) tokens.push(token);
    before = lexeme;
    if (parser.stack.length > NESTING_LEVELS_MAX) {
      addNestingProblem(places.at(parser.offset - lexeme.length), problems);
      return null;
    }
    lexemes += 1;
    if (lexemes > LEXEMES_MAX) {
      problems.add(places.at(0), "file-too-large", TOO_MANY_LEXEMES);
      return null;
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, faults };
}

/** To YAML it is an alias whose name ends in a colon, and then no key. */
function unquotedWildcard(at: number, name: string): YamlFault {
  return { at, message: `a name that begins with * is written in quotes: ${quoted(name)}` };
}

/** Another version would bring other scalars: in YAML 1.1 `no` is a boolean. */
function addVersionProblem(documents: readonly Document.Parsed[], places: Places, problems: Problems): boolean {
  const other = documents.map(({ directives }) => directives.yaml.version).find((version) => version !== "1.2");
  if (other === undefined) return false;
  problems.add(places.at(0), "yaml-version", `%YAML ${other} is declared; allowed is YAML 1.2`);
  return true;
}

/** A node to which aliases may point, with the number of nodes that it stands for. */
interface Anchored {
  /** Null: a problem inside is told already. */
  readonly node: SourceNode | null;
  readonly size: number;
}

class Converter {
  readonly #places: Places;
  readonly #problems: Problems;
  readonly #anchors = new Map<string, Anchored>();
  #nodes = 0;
  #aliased = 0;

  constructor(places: Places, problems: Problems) {
    this.#places = places;
    this.#problems = problems;
  }

  /** Null: an alias cannot be followed. */
  convert(node: ParsedNode): SourceNode | null {
    if (isAlias(node)) return this.#follow(node);
    const { anchor } = node;
    const before = this.#nodes;
    this.#nodes += 1;
    // Until its end an anchor is not there: what points into itself has no finite form.
    if (anchor !== undefined) this.#anchors.delete(anchor);
    const converted = this.#convertOwn(node);
    if (anchor !== undefined) this.#anchors.set(anchor, { node: converted, size: this.#nodes - before });
    return converted;
  }

  #convertOwn(node: Exclude<ParsedNode, Alias>): SourceNode | null {
    const place = this.#places.at(node.range[0]);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.convert(item));
      return items.includes(null) ? null : { kind: "list", place, items: items.filter((item) => item !== null) };
    }
    if (isMap(node)) return this.#convertMap(node);
    const { value, source } = node;
    if (typeof value === "string") return { kind: "scalar", place, value, text: value };
    const known = typeof value === "number" || typeof value === "boolean" ? value : null;
    return { kind: "scalar", place, value: known, text: source };
  }

  #convertMap(map: Extract<ParsedNode, { items: { key: unknown }[] }>): SourceNode | null {
    const entries = new Entries(this.#problems);
    let sound = true;
    for (const { key, value } of map.items) {
      const keyNode = isMergeKey(key) ? this.#refuseMerge(key) : this.convert(key);
      const node = value === null ? nullAfter(keyNode) : this.convert(value);
      if (keyNode === null || node === null) sound = false;
      else {
        const text = this.#keyText(keyNode);
        if (text !== null) entries.add(text, node);
      }
    }
    return sound ? { kind: "mapping", place: this.#places.at(map.range[0]), entries: entries.all() } : null;
  }

  #refuseMerge({ range }: Scalar.Parsed): null {
    const message = `"<<" is a merge key of YAML 1.1; YAML 1.2, which is read here, has none: write the keys out, or give a whole value by an alias`;
    this.#problems.add(this.#places.at(range[0]), "yaml-merge-key", message);
    return null;
  }

  #keyText(key: SourceNode): Located<string> | null {
    if (key.kind === "scalar" && typeof key.value !== "boolean" && key.value !== null) {
      return { value: key.text, place: key.place };
    }
    const message =
      key.kind === "scalar"
        ? `the key ${key.text === "" ? "null" : key.text} is not text; where that word itself is meant, write it in quotes`
        : `a ${key.kind} stands as a key; keys are text`;
    this.#problems.add(key.place, "key-not-text", message);
    return null;
  }

  #follow(alias: Alias.Parsed): SourceNode | null {
    const place = this.#places.at(alias.range[0]);
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      const message = `*${alias.source} points to no anchor that ends before it; a text that begins with * is written in quotes: ${quoted(`*${alias.source}`)}`;
      this.#problems.add(place, "yaml-alias-unresolved", message);
      return null;
    }
    this.#nodes += target.size;
    this.#aliased += target.size;
    if (this.#aliased <= ALIASED_NODES_MAX) return target.node;
    // Told once: every further alias is one too many as well.
    if (this.#aliased - target.size <= ALIASED_NODES_MAX) {
      const message = `the aliases up to here stand for more than ${ALIASED_NODES_MAX} nodes`;
      this.#problems.add(place, "yaml-alias-too-large", message);
    }
    return null;
  }
}

/** Between quotation marks it is the text itself. */
function isMergeKey(node: ParsedNode): node is Scalar.Parsed {
  return isScalar(node) && node.type === "PLAIN" && node.value === "<<";
}

/** A key without a value, as in `{ key }`, holds null. */
function nullAfter(key: SourceNode | null): SourceNode | null {
  return key === null ? null : { kind: "scalar", place: key.place, value: null, text: "" };
}
