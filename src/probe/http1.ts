/**
 * As much of HTTP/1.1 as a probe speaks over a raw socket: one GET, and the head of its response.
 *
 * Strict where leniency would call a broken server healthy (RFC 9112 4 and 5; Route 53: malformed headers fail). Bare
 * LF as a line end and folded lines are read, as RFC 9112 2.2 and 5.2 allow a client. The body is nobody's concern.
 */

/** RFC 9110 does not bound a head; Route 53 takes 16,384 octets, interim responses included here. */
export const HEAD_OCTETS_MAX = 16_384;

export const USER_AGENT = "Fairlead-Probe/1.0";

export interface Head {
  readonly status: number;
  /** The first Location field; null: none. */
  readonly location: string | null;
}

export type HeadOutcome =
  | { readonly kind: "head"; readonly head: Head }
  | { readonly kind: "incomplete" }
  | { readonly kind: "malformed" };

/** Writes the request. The Host field is sent as given; neither argument may hold a line break. */
export function writeRequest(path: string, host: string): Uint8Array {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    `User-Agent: ${USER_AGENT}`,
    "Accept: */*",
    "Connection: close",
    "",
    "",
  ];
  return new TextEncoder().encode(lines.join("\r\n"));
}

/** RFC 9112 4. Deviation: the space before an absent reason phrase may be missing, since servers in use omit it. */
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;

/** RFC 9112 5: a token, no white space before the colon, and no control characters in the value. */
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)$/;

const FOLDED_LINE = /^[ \t][\t\x20-\x7e\x80-\xff]*$/;

/** Reads the head of the final response from all octets received so far, skipping interim responses (RFC 9110 15.2). */
export function readHead(octets: Uint8Array): HeadOutcome {
  const text = new TextDecoder("latin1").decode(octets.subarray(0, HEAD_OCTETS_MAX));
  let rest = text;
  for (;;) {
    const end = /\r?\n\r?\n/.exec(rest);
    if (end === null) return octets.length >= HEAD_OCTETS_MAX || !canBegin(rest) ? MALFORMED : INCOMPLETE;
    const head = parseHead(rest.slice(0, end.index));
    if (head === null) return MALFORMED;
    // 101 would answer an Upgrade that was never asked for; it stands as it is and meets no usual expectation.
    if (head.status >= 200 || head.status === 101) return { kind: "head", head };
    rest = rest.slice(end.index + end[0].length);
  }
}

const MALFORMED: HeadOutcome = { kind: "malformed" };
const INCOMPLETE: HeadOutcome = { kind: "incomplete" };

/** Tells a server that speaks something else at once, instead of waiting for an end that never comes. */
function canBegin(text: string): boolean {
  const begin = "HTTP/1.";
  return text.length < begin.length ? begin.startsWith(text) : text.startsWith(begin);
}

function parseHead(text: string): Head | null {
  const [statusLine = "", ...fieldLines] = text.split(/\r?\n/);
  const status = STATUS_LINE.exec(statusLine)?.[1];
  if (status === undefined) return null;
  let location: string | null = null;
  for (const [index, line] of fieldLines.entries()) {
    if (index > 0 && FOLDED_LINE.test(line)) continue;
    const field = FIELD_LINE.exec(line);
    if (field === null) return null;
    if (location === null && field[1]?.toLowerCase() === "location") location = (field[2] ?? "").trim();
  }
  return { status: Number(status), location };
}
