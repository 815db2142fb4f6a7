/**
 * As much of HTTP/1.1 as a probe speaks over a raw socket: one GET or HEAD, and the head of its response.
 *
 * Strict where leniency would call a broken server healthy (RFC 9112 4 and 5; Route 53: malformed headers fail). Bare
 * LF as a line end and folded lines are read, as RFC 9112 2.2 and 5.2 have a client do. Where the RFC leaves a choice,
 * `fetch` has made it, which asks the same servers by name. Of the body it says only where it begins and how its end is
 * announced.
 */
import { type Framing, framingOf } from "./framing.ts";

/** RFC 9110 does not bound a head; Route 53 takes 16,384 octets, interim responses included here. */
export const HEAD_OCTETS_MAX = 16_384;

export const USER_AGENT = "Fairlead-Probe/1.0";

export interface Head {
  readonly status: number;
  /** Null: none, or an empty one. Several are one that leads nowhere, as `fetch` shows them. */
  readonly location: string | null;
  readonly framing: Framing;
  /** What the body was packed with, in the order applied, in lower case. */
  readonly codings: readonly string[];
}

export interface ProbeRequest {
  readonly method: "GET" | "HEAD";
  /** Path and query. */
  readonly path: string;
  /** The Host field as sent. */
  readonly host: string;
  /** Further fields, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type HeadOutcome =
  /** `bodyAt`: the offset just behind the head. */
  | { readonly kind: "head"; readonly head: Head; readonly bodyAt: number }
  | { readonly kind: "incomplete" }
  | { readonly kind: "malformed" };

/** Lists a probe's own fields and those asked for, which win over the former. */
export function fieldsOf(headers: ProbeRequest["headers"]): readonly (readonly [name: string, value: string])[] {
  const own = [
    ["User-Agent", USER_AGENT],
    ["Accept", "*/*"],
  ] as const;
  const asked = new Set(headers.map(([name]) => name));
  return [...own.filter(([name]) => !asked.has(name.toLowerCase())), ...headers];
}

/** Writes the request. No part of it may hold a line break. */
export function writeRequest({ method, path, host, headers }: ProbeRequest): Uint8Array {
  const fields = fieldsOf(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...fields, "Connection: close", "", ""];
  return new TextEncoder().encode(lines.join("\r\n"));
}

/** RFC 9112 4. Deviation: the space before an absent reason phrase may be missing, since servers in use omit it. */
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\uffff]*)?$/;

/** RFC 9112 5: a token, and no white space before the colon. RFC 9110 5.5: NUL and CR are refused in a value, other controls kept. */
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\0\r\n]*)$/;

const UTF8 = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

const LINE_END = /\r?\n/;

const FOLD = /[ \t]*\n[ \t]+/g;

/** Deviation: RFC 9112 2.2 has servers alone pass over empty lines before a message; `fetch` does, and so do we. */
const EMPTY_LINES = /^(?:\r?\n)+/;

/**
 * Reads the head of the final response from all octets received so far, skipping interim responses (RFC 9110 15.2).
 * `method`: that of the request, which says whether a body follows.
 */
export function readHead(octets: Uint8Array, method: "GET" | "HEAD"): HeadOutcome {
  const text = new TextDecoder("latin1").decode(octets.subarray(0, HEAD_OCTETS_MAX));
  for (let at = 0; ; ) {
    at += EMPTY_LINES.exec(text.slice(at))?.[0].length ?? 0;
    const rest = text.slice(at);
    const end = /\r?\n\r?\n/.exec(rest);
    if (end === null) return octets.length >= HEAD_OCTETS_MAX || !canBegin(rest) ? MALFORMED : INCOMPLETE;
    // As `fetch` does for a Location beyond ASCII.
    const head = parseHead(UTF8.decode(octets.subarray(at, at + end.index)), method);
    if (head === null) return MALFORMED;
    at += end.index + end[0].length;
    // 101 would answer an Upgrade that was never asked for; it stands as it is and meets no usual expectation.
    if (head.status >= 200 || head.status === 101) return { kind: "head", head, bodyAt: at };
  }
}

const MALFORMED: HeadOutcome = { kind: "malformed" };
const INCOMPLETE: HeadOutcome = { kind: "incomplete" };

/** Tells a server that speaks something else at once, instead of waiting for an end that never comes. */
function canBegin(text: string): boolean {
  const begin = "HTTP/1.";
  return text === "\r" || (text.length < begin.length ? begin.startsWith(text) : text.startsWith(begin));
}

function parseHead(text: string, method: "GET" | "HEAD"): Head | null {
  const [statusLine = "", ...fieldLines] = text.split(LINE_END);
  const [, minor, code] = STATUS_LINE.exec(statusLine) ?? [];
  // White space before the first field would fold the status line (RFC 9112 2.2).
  if (code === undefined || /^[ \t]/.test(fieldLines[0] ?? "")) return null;
  const fields = new Map<string, string[]>();
  // RFC 9112 5.2: each fold is one space.
  for (const line of fieldLines.length === 0 ? [] : fieldLines.join("\n").replace(FOLD, " ").split("\n")) {
    const [, name, value = ""] = FIELD_LINE.exec(line) ?? [];
    if (name === undefined) return null;
    const key = name.toLowerCase();
    fields.set(key, [...(fields.get(key) ?? []), value.trim()]);
  }
  const fieldOf = (key: string): string | null => fields.get(key)?.join(", ") ?? null;
  const status = Number(code);
  const transferCodings = listOf(fieldOf("transfer-encoding"));
  const length = fieldOf("content-length");
  const framing = framingOf(method, { status, isOld: minor === "0", transferCodings, length });
  if (framing === null) return null;
  const codings = codingsOf(fieldOf("content-encoding"), transferCodings);
  return { status, location: fieldOf("location") || null, framing, codings };
}

/** Lists what a body is packed with: a transfer coding other than chunked packs what the content codings packed. */
export function codingsOf(contentEncoding: string | null, transferCodings: readonly string[]): readonly string[] {
  return [...listOf(contentEncoding), ...transferCodings.filter((name) => name !== "chunked")];
}

/** Reads a list of words in lower case (RFC 9110 5.6.1). */
export function listOf(value: string | null): readonly string[] {
  return (value ?? "").split(",").flatMap((word) => word.trim().toLowerCase() || []);
}
