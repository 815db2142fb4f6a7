/**
 * The body rule: whether a text lies wholly in the first 5,120 octets of the decoded body (Route 53 H3.3).
 *
 * Stops reading as soon as that is decided, so that a text which is there counts even if the body breaks off behind
 * it. gzip and deflate are decoded, other codings are not, and then the text is not found. No more than the 5,120
 * octets are kept, and what is unpacked is bounded too: packed octets are handed over in small pieces, each after the
 * one before has been looked at, so that a few octets of zeros without end cannot fill the memory.
 */
import { type Deadline, TimeIsUp } from "./deadline.ts";

/** Gives the next octets of a body; null: it is complete. Rejects with `Truncated` where it breaks off. */
export type NextOctets = () => Promise<Uint8Array | null>;

/** Thrown where a body ends before its announced end. */
export class Truncated extends Error {}

export type BodyOutcome = "ok" | "body-mismatch" | "truncated" | "timeout";

/** Route 53 H3.3. */
export const SEARCHED_OCTETS_MAX = 5120;

/** Deflate packs 1,032 octets into one at the most (RFC 1951 3.2.5): a piece unpacks to 66 kB. */
const PIECE_OCTETS_MAX = 64;

/** Judges a body by its content codings, in the order they were applied, in lower case. Never rejects for what the target does. */
export async function judgeBody(
  next: NextOctets,
  codings: readonly string[],
  contains: string,
  deadline: Deadline,
): Promise<BodyOutcome> {
  const search = new Search(new TextEncoder().encode(contains));
  try {
    const [coding = "identity", ...others] = codings.filter((name) => name !== "identity");
    if (others.length > 0) return "body-mismatch";
    if (coding === "identity") await searchPlain(next, search);
    else if (coding === "gzip" || coding === "x-gzip") await searchPacked(next, () => "gzip", search, deadline);
    else if (coding === "deflate") await searchPacked(next, deflateFormatOf, search, deadline);
    return search.isFound ? "ok" : "body-mismatch";
  } catch (error) {
    if (search.isFound) return "ok";
    if (error instanceof TimeIsUp) return "timeout";
    if (error instanceof Truncated) return "truncated";
    throw error;
  }
}

/** Looks for octets in the first part of a body, and keeps that part. */
class Search {
  readonly #wanted: Uint8Array;
  readonly #seen = new Uint8Array(SEARCHED_OCTETS_MAX);
  #length = 0;
  #isFound = false;

  constructor(wanted: Uint8Array) {
    this.#wanted = wanted;
  }

  get isFound(): boolean {
    return this.#isFound;
  }

  get isDecided(): boolean {
    return this.#isFound || this.#length === SEARCHED_OCTETS_MAX;
  }

  add(octets: Uint8Array): void {
    const own = octets.subarray(0, SEARCHED_OCTETS_MAX - this.#length);
    const from = Math.max(0, this.#length - this.#wanted.length + 1);
    this.#seen.set(own, this.#length);
    this.#length += own.length;
    for (let at = from; at + this.#wanted.length <= this.#length && !this.#isFound; at += 1) {
      this.#isFound = this.#wanted.every((octet, index) => this.#seen[at + index] === octet);
    }
  }
}

type PackedFormat = "gzip" | "deflate" | "deflate-raw";

async function searchPlain(next: NextOctets, search: Search): Promise<void> {
  while (!search.isDecided) {
    const octets = await next();
    if (octets === null) return;
    search.add(octets);
  }
}

/**
 * RFC 9110 8.4.1.2: deflate means zlib's format. Deviation: some servers send bare deflate data, as they always have;
 * clients read both, and so do we. zlib's first two octets tell (RFC 1950 2.2).
 */
function deflateFormatOf(first: Uint8Array): PackedFormat {
  const [cmf = 0, flg = 0] = first;
  return (cmf & 0x0f) === 8 && ((cmf << 8) | flg) % 31 === 0 ? "deflate" : "deflate-raw";
}

async function searchPacked(
  next: NextOctets,
  formatOf: (first: Uint8Array) => PackedFormat,
  search: Search,
  deadline: Deadline,
): Promise<void> {
  const first = await firstOctets(next);
  if (first === null) return;
  const { writable, readable } = new DecompressionStream(formatOf(first));
  const writer = writable.getWriter();
  const reader: ReadableStreamDefaultReader<Uint8Array> = readable.getReader();
  const fed = feed(writer, first, next, search);
  // Its failure is heard below, once the reader has got all that was unpacked before it.
  fed.catch(() => undefined);
  try {
    while (!search.isDecided) {
      const { done, value } = await deadline.race(reader.read());
      if (done) break;
      search.add(value);
    }
  } catch (error) {
    // Octets that cannot be unpacked hold no text; what broke off says so itself.
    if (error instanceof TimeIsUp) throw error;
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (!search.isDecided) await fed;
}

/** Two octets, which is what a format is told by; null: the body is shorter and packs nothing. */
async function firstOctets(next: NextOctets): Promise<Uint8Array | null> {
  let first = new Uint8Array(0);
  while (first.length < 2) {
    const octets = await next();
    if (octets === null) return null;
    first = Uint8Array.of(...first, ...octets);
  }
  return first;
}

/** Hands packed octets over until the search is decided. Rejects with what `next` rejects with. */
async function feed(
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
  first: Uint8Array,
  next: NextOctets,
  search: Search,
): Promise<void> {
  try {
    for (let octets: Uint8Array | null = first; octets !== null; octets = await next()) {
      for (let at = 0; at < octets.length; at += PIECE_OCTETS_MAX) {
        if (search.isDecided) return;
        const isTaken = await writer.write(octets.slice(at, at + PIECE_OCTETS_MAX)).then(
          () => true,
          () => false,
        );
        if (!isTaken) return;
      }
    }
    await writer.close().catch(() => undefined);
  } catch (error) {
    writer.abort(error).catch(() => undefined);
    throw error;
  }
}
