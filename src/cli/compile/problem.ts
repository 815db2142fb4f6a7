/**
 * Problems and warnings of the operator's data: collected, never thrown, so that all are told at once.
 * Codes are kebab sentences and are never renamed once released.
 */
import type { Place } from "./source.ts";

export interface Problem {
  readonly severity: "problem" | "warning";
  readonly place: Place;
  /** For instance `weight-out-of-range`. */
  readonly code: string;
  /** What is wrong, with the value and what is allowed. */
  readonly message: string;
}

/** Collects problems while files are read and judged. */
export class Problems {
  readonly #found: Problem[] = [];

  add(place: Place, code: string, message: string): void {
    this.#found.push({ severity: "problem", place, code, message });
  }

  warn(place: Place, code: string, message: string): void {
    this.#found.push({ severity: "warning", place, code, message });
  }

  /** All in order of file, line and column. */
  all(): readonly Problem[] {
    return this.#found.toSorted(
      (a, b) =>
        (a.place.file < b.place.file ? -1 : a.place.file > b.place.file ? 1 : 0) ||
        a.place.line - b.place.line ||
        a.place.column - b.place.column,
    );
  }

  get hasProblems(): boolean {
    return this.#found.some((problem) => problem.severity === "problem");
  }
}

/** What ends a line, drives a terminal or changes the order of what is read: values are shown without acting. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;

/** Writes a text as one line that acts on nothing. */
export function inOneLine(text: string): string {
  return text.replace(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes a problem as one line, `file:line:column: code: message`. */
export function problemText({ place, code, message }: Problem): string {
  return inOneLine(`${place.file}:${place.line}:${place.column}: ${code}: ${message}`);
}
