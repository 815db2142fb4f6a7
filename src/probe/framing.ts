/**
 * Where a response's body ends (RFC 9112 6 and 7): its announced length, its last chunk, or the end of the connection.
 *
 * Takes octets as they come and gives the body's own; reads nothing itself and keeps no body octet. Trailer fields are
 * not waited for, since the body is complete without them.
 */

export type Framing =
  /** A response to HEAD, 204 or 304: whatever is announced, nothing follows. */
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly octets: number }
  | { readonly kind: "chunked" }
  /** Nothing is announced: the connection's end is the body's. */
  | { readonly kind: "close" }
  /** A length that is none, or two that differ (RFC 9112 6.3): the end cannot be known. */
  | { readonly kind: "unknowable" };

/** `open`: more may follow; `complete`: all is there; `broken`: the end that was announced can no longer come. */
export type BodyState = "open" | "complete" | "broken";

/** Decides a response's framing from its fields, in the order of RFC 9112 6.3; values as sent, null: absent. */
export function framingOf(
  method: "GET" | "HEAD",
  status: number,
  transferCodings: readonly string[],
  contentLength: string | null,
): Framing {
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return { kind: "none" };
  // RFC 9112 6.3: a transfer coding overrides a length; one whose last is not chunked ends with the connection.
  if (transferCodings.length > 0) return { kind: transferCodings.at(-1) === "chunked" ? "chunked" : "close" };
  if (contentLength === null) return { kind: "close" };
  const lengths = new Set(contentLength.split(",").map((text) => text.trim()));
  const [length = ""] = lengths;
  if (lengths.size > 1 || !/^\d{1,15}$/.test(length)) return { kind: "unknowable" };
  return { kind: "length", octets: Number(length) };
}

/** Chunk sizes have few digits; extensions are ignored, within reason. */
const CHUNK_LINE_OCTETS_MAX = 1024;

/** RFC 9112 7.1: a size in hexadecimal, then perhaps extensions. */
const CHUNK_LINE = /^([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?$/;

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
    this.#state = framing.kind === "unknowable" ? "broken" : "open";
    if (framing.kind === "none" || (framing.kind === "length" && framing.octets === 0)) this.#state = "complete";
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
    const line = this.#line.replace(/\r$/, "");
    this.#line = "";
    if (this.#expects === "data-end") {
      if (line === "") this.#expects = "size";
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
