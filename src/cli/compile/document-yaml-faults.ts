/**
 * What is wrong with the syntax of a YAML file, told where it can be mended.
 *
 * The library goes on after a fault and tells what comes of it too, and it finds the end of a list, mapping or text
 * that is not closed only where something else begins. Told are one fault a line, none that only follows from another,
 * and what is not closed at the place where it begins.
 */
import type { CST, Document } from "yaml";
import type { Places } from "./places.ts";
import type { Problems } from "./problem.ts";

/** A fault at an offset of the text. */
export interface YamlFault {
  readonly at: number;
  readonly message: string;
}

/** A file that is no YAML at all has a fault in nearly every line; more are of no use to a reader. */
const SYNTAX_PROBLEMS_MAX = 100;
/** A sign of YAML with which owner names begin, as `*` is, which is found by its lexeme. */
const UNQUOTED = "@";
/** Faults of the library that stand for something not closed: what begins it is told in their place. */
const ABOUT_END = /^Missing closing ["']quote$|(?:and|must|to) end with a [\]}]$/;

/** Tells the faults of the documents in a text, and those found before; gives whether there are any. */
export function addSyntaxProblems(
  text: string,
  tokens: readonly CST.Token[],
  documents: readonly Document.Parsed[],
  found: readonly YamlFault[],
  places: Places,
  problems: Problems,
): boolean {
  const told = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  if (told.length === 0 && found.length === 0) return false;
  const faults = [...found, ...tokens.flatMap((token) => [...unclosedIn(token)])];
  // A token is unexpected where the reader has lost its way: told only where nothing else says why.
  const causes = told.filter(({ code, message }) => code !== "UNEXPECTED_TOKEN" && !ABOUT_END.test(message));
  const rest = faults.length + causes.length === 0 ? told.slice(0, 1) : causes;
  for (const { pos, message } of rest) {
    const hint = text.charAt(pos[0]) === UNQUOTED ? `; a text that begins with ${UNQUOTED} is written in quotes` : "";
    faults.push({ at: pos[0], message: `${message}${hint}` });
  }
  const lines = new Set<number>();
  for (const { at, message } of faults.toSorted((a, b) => a.at - b.at)) {
    const place = places.at(at);
    if (lines.has(place.line) || lines.size === SYNTAX_PROBLEMS_MAX) continue;
    lines.add(place.line);
    problems.add(place, "yaml-syntax", message);
  }
  return true;
}

/** Gives the innermost lists, mappings and texts that begin and do not end: what is around them fails with them. */
function* unclosedIn(token: CST.Token | null | undefined): Generator<YamlFault> {
  switch (token?.type) {
    case "document":
      yield* unclosedIn(token.value);
      return;
    case "double-quoted-scalar":
    case "single-quoted-scalar": {
      const quote = token.source.charAt(0);
      if (token.source.length === 1 || !token.source.endsWith(quote)) {
        yield { at: token.offset, message: `the text that begins here is not closed; its ${quote} is missing` };
      }
      return;
    }
    case "block-map":
    case "block-seq":
    case "flow-collection": {
      let isSound = true;
      for (const { key, value } of token.items) {
        for (const fault of [...unclosedIn(key), ...unclosedIn(value)]) {
          isSound = false;
          yield fault;
        }
      }
      if (token.type !== "flow-collection" || !isSound) return;
      const begin = token.start.source;
      const end = begin === "{" ? "}" : "]";
      if (token.end[0]?.source === end) return;
      const message = `the ${begin} that begins here is not closed; its ${end} is missing or is indented less than this line`;
      yield { at: token.start.offset, message };
      return;
    }
    default:
      return;
  }
}
