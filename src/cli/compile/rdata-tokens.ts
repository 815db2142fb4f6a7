/**
 * Record data cut into words, as master files do (RFC 1035 5.1).
 *
 * Parentheses are accepted, since people paste, and mean nothing on a value of its own. A comment is refused rather than
 * dropped: what follows a semicolon is as often data that lacks its quotation marks.
 */
import { type Fault, fault } from "./fault.ts";

/** One word; its escapes are kept, its quotation marks are not. */
export interface Token {
  readonly raw: string;
  readonly quoted: boolean;
}

/** Escape, quoted run, special character, blanks, or plain run. */
const PIECE = /\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|[();"\\]|\s+|[^\\"();\s]+/g;

/** Cuts text into words. */
export function cutTokens(text: string): readonly Token[] | Fault {
  const tokens: Token[] = [];
  let word = null as Token | null;
  let depth = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === ";") {
      return fault(
        "comment-in-record-data",
        `a semicolon begins a comment; write it as \\; or between quotation marks: ${text}`,
      );
    }
    if (piece === "\\") return fault("escape-unfinished", `a backslash at the end escapes nothing: ${text}`);
    if (piece === '"') return fault("quote-unterminated", `a quotation mark is not closed: ${text}`);
    if (/^[\s()]/.test(piece)) {
      depth += piece === "(" ? 1 : piece === ")" ? -1 : 0;
      if (depth < 0) break;
      if (word !== null) tokens.push(word);
      word = null;
      continue;
    }
    const quoted = piece.startsWith('"');
    // RFC 9460 A: a quoted value may follow an equals sign; elsewhere a quotation mark begins a word and ends it.
    if (word !== null && (quoted ? word.quoted || !word.raw.endsWith("=") : word.quoted)) {
      return fault("quote-inside-word", `a quotation mark stands inside a word; write it as \\": ${text}`);
    }
    const raw = quoted ? piece.slice(1, -1) : piece;
    word = { raw: (word?.raw ?? "") + raw, quoted };
  }
  if (depth !== 0) return fault("parentheses-unbalanced", `the parentheses do not match: ${text}`);
  if (word !== null) tokens.push(word);
  return tokens;
}
