/**
 * Turns offsets in a file's text into places. Lines end with a line feed; columns count UTF-16 units, as editors do.
 */
import type { Place } from "./source.ts";

/** The places of one text. */
export class Places {
  readonly #file: string;
  readonly #lineStarts: number[] = [0];
  /** The line found last: texts are read mostly forwards, so that the next offset is mostly on it. */
  #line = 0;

  constructor(file: string, text: string) {
    this.#file = file;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#lineStarts.push(at + 1);
  }

  /** Gives the place of an offset. */
  at(offset: number): Place {
    if (offset < this.#start(this.#line) || offset >= this.#start(this.#line + 1)) this.#line = this.#find(offset);
    return { file: this.#file, line: this.#line + 1, column: offset - this.#start(this.#line) + 1 };
  }

  #start(line: number): number {
    return this.#lineStarts[line] ?? Number.POSITIVE_INFINITY;
  }

  /** The last line that starts at or before the offset. */
  #find(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
