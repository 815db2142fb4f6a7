/**
 * Where a response's body ends (RFC 9112 6 and 7): its announced length, its last chunk, or the end of the connection.
 *
 * Takes octets as they come and gives the body's own; reads nothing itself and keeps no body octet. Trailer fields are
 * not waited for, since the body is complete without them.
 */

export type Framing =
  /** A response to HEAD, 204, 205 or 304: whatever is announced, nothing follows. */
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly octets: number }
  | { readonly kind: "chunked" }
  /** Nothing is announced: the connection's end is the body's. */
  | { readonly kind: "close" };

/** What a response says of its own body. */
export interface Announced {
  readonly status: number;
  /** It is of HTTP/1.0. */
  readonly isOld: boolean;
  readonly transferCodings: readonly string[];
  /** Content-Length as sent, several joined by commas; null: absent. */
  readonly length: string | null;
}

/** `open`: more may follow; `complete`: all is there; `broken`: the end that was announced can no longer come. */
export type BodyState = "open" | "complete" | "broken";

/** Decides a response's framing, in the order of RFC 9112 6.3; null: it is faulty, and the response to be discarded. */
export function framingOf(
  method: "GET" | "HEAD",
  { status, isOld, transferCodings, length }: Announced,
): Framing | null {
  // RFC 9110 15.3.6: 205 has no content; RFC 9112 leaves it out.
  if (method === "HEAD" || status < 200 || [204, 205, 304].includes(status)) return { kind: "none" };
  // RFC 9112 6.3: a transfer coding overrides a length; one whose last is not chunked ends with the connection.
  if (transferCodings.length > 0) {
    // RFC 9112 6.1: HTTP/1.0 knows no transfer codings.
    return isOld ? null : { kind: transferCodings.at(-1) === "chunked" ? "chunked" : "close" };
  }
  if (length === null) return { kind: "close" };
  const [first = "", ...others] = length.split(",").map((text) => text.trim());
  if (!LENGTH.test(first) || others.some((other) => Number(other) !== Number(first) || !LENGTH.test(other)))
    return null;
  return { kind: "length", octets: Number(first) };
}

/** Zeros may stand before a number of any size that can be meant (RFC 9110 8.6, RFC 9112 7.1). */
const LENGTH = /^0*\d{1,19}$/;
const CHUNK_LINE_OCTETS_MAX = 1024;

/** RFC 9112 7.1: a size in hexadecimal, then perhaps extensions. Only a head's lines may end in a bare LF (2.2). */
const CHUNK_LINE = /^0*([0-9A-Fa-f]{1,16})[ \t]*(?:;.*)?\r$/;

const LINE_FEED = 0x0a;

/** Takes the framing off a body. */
export class Unframer {
  readonly #framing: Framing;
  #state: BodyState;
  /** Octets of the body, or of its present chunk, that are still to come. */
  #left: number;
  /** What stands in a line so far: a chunk's size, or the empty end of the chunk before it. */
  #line = "";
  #expects: "size" | "data" | "data-end" = "size";

  constructor(framing: Framing) {
    this.#framing = framing;
    this.#left = framing.kind === "length" ? framing.octets : 0;
    const isEmpty = framing.kind === "none" || (framing.kind === "length" && framing.octets === 0);
    this.#state = isEmpty ? "complete" : "open";
  }

  get state(): BodyState {
    return this.#state;
  }

  /** Takes the next octets of the connection; gives those of the body. What follows the body is ignored. */
  push(octets: Uint8Array): readonly Uint8Array[] {
    if (this.#state !== "open") return [];
    if (this.#framing.kind === "chunked") return this.#pushChunked(octets);
    if (this.#framing.kind === "close") return [octets];
    const own = octets.subarray(0, this.#left);
    this.#left -= own.length;
    if (this.#left === 0) this.#state = "complete";
    return [own];
  }

  /** Takes note that the connection has ended. */
  end(): void {
    if (this.#state === "open") this.#state = this.#framing.kind === "close" ? "complete" : "broken";
  }

  #pushChunked(octets: Uint8Array): readonly Uint8Array[] {
    const payload: Uint8Array[] = [];
    for (let at = 0; at < octets.length && this.#state === "open"; ) {
      if (this.#expects === "data") {
        const own = octets.subarray(at, at + this.#left);
        payload.push(own);
        at += own.length;
        this.#left -= own.length;
        if (this.#left === 0) this.#expects = "data-end";
      } else {
        const octet = octets[at] ?? 0;
        at += 1;
        if (octet === LINE_FEED) this.#endLine();
        else if (this.#line.length < CHUNK_LINE_OCTETS_MAX) this.#line += String.fromCharCode(octet);
        else this.#state = "broken";
      }
    }
    return payload;
  }

  #endLine(): void {
    const line = this.#line;
    this.#line = "";
    if (this.#expects === "data-end") {
      if (line === "\r") this.#expects = "size";
      else this.#state = "broken";
      return;
    }
    const size = CHUNK_LINE.exec(line)?.[1];
    if (size === undefined) {
      this.#state = "broken";
      return;
    }
    this.#left = Number.parseInt(size, 16);
    this.#expects = "data";
    if (this.#left === 0) this.#state = "complete";
  }
}
