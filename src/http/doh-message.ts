/**
 * Takes a DNS message out of an HTTP request: the `dns` parameter of a URL, or a body (RFC 8484 4.1).
 *
 * It knows nothing of DNS. The alphabet is checked before anything is decoded, for lenient decoders skip what they do
 * not know and find another message. The URL is read as the string it is: parsing it whole would cost more than the
 * answer, and URLSearchParams turns "+" into a space.
 */
import { MESSAGE_OCTETS_MAX } from "../dns/reply.ts";
import { readBounded } from "../store/read-bounded.ts";

/** A message as it came, or why HTTP has to refuse it. */
export type Received = { readonly kind: "message"; readonly message: Uint8Array } | Rejection;

export interface Rejection {
  readonly kind: "rejected";
  readonly status: 400 | 413 | 415;
  /** What is wrong and what to do, for a person; one sentence or two. */
  readonly text: string;
  /** Fields that tell what would be taken. */
  readonly headers: Readonly<Record<string, string>>;
}

export const DNS_MEDIA_TYPE = "application/dns-message";

const ASCII_COUNT = 128;
const NOT_IN_ALPHABET = -1;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const DIGITS = Int8Array.from({ length: ASCII_COUNT }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));

const TOO_LONG = rejected(413, `A DNS message has at most ${MESSAGE_OCTETS_MAX} octets.`);
const NO_PARAMETER = rejected(400, "Give the query as one parameter: ?dns=, in base64url without padding.");
const NOT_BASE64URL = rejected(
  400,
  "The parameter dns is not base64url (RFC 4648 5): use A-Z a-z 0-9 - _ alone, without padding, and no spare bits.",
);
const WRONG_MEDIA_TYPE = rejected(415, `Send the query with Content-Type: ${DNS_MEDIA_TYPE}.`);
/** RFC 9110 15.5.16 and 12.5.3: a 415 for a coding tells which would have been taken. */
const ENCODED_BODY = rejected(415, "Send the query without a Content-Encoding.", { "Accept-Encoding": "identity" });
const BROKEN_BODY = rejected(400, "The body broke off; send the query again.");

/** Reads the `dns` parameter of a request's URL. */
export function messageFromUrl(url: string): Received {
  const value = dnsParameter(url);
  if (value === null || value === "") return NO_PARAMETER;
  // Four digits carry three octets.
  if (Math.floor((value.length * 3) / 4) > MESSAGE_OCTETS_MAX) return TOO_LONG;
  return decodeBase64url(value);
}

/** Gives the value of the one `dns` parameter, percent-decoded; null where there is none, or more than one. */
function dnsParameter(url: string): string | null {
  const hash = url.indexOf("#");
  const end = hash < 0 ? url.length : hash;
  const mark = url.indexOf("?");
  if (mark < 0) return null;
  // What every client sends: nothing but `dns=`, nothing encoded.
  if (url.startsWith("dns=", mark + 1) && !url.includes("&", mark) && !url.includes("%", mark)) {
    return url.slice(mark + 5, end);
  }
  let value: string | null = null;
  for (const pair of url.slice(mark + 1, end).split("&")) {
    const equals = pair.indexOf("=");
    if (percentDecode(equals < 0 ? pair : pair.slice(0, equals)) !== "dns") continue;
    if (value !== null) return null;
    value = equals < 0 ? "" : percentDecode(pair.slice(equals + 1));
  }
  return value;
}

/** RFC 3986 6.2.2.2: an encoded unreserved character is that character. What is no encoding stays, and fails later. */
function percentDecode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function decodeBase64url(text: string): Received {
  const octets = Math.floor((text.length * 3) / 4);
  if (text.length % 4 === 1) return NOT_BASE64URL;
  const message = new Uint8Array(octets);
  let written = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = DIGITS[text.charCodeAt(at)] ?? NOT_IN_ALPHABET;
    if (digit < 0) return NOT_BASE64URL;
    held = (held << 6) | digit;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      message[written] = held >> bits;
      held &= (1 << bits) - 1;
      written += 1;
    }
  }
  // RFC 4648 3.5: spare bits that are not zero would give one message several spellings, and caches several entries.
  return held === 0 ? { kind: "message", message } : NOT_BASE64URL;
}

/** Reads the body of a POST, never more of it than a DNS message may have. */
export async function messageFromBody(request: Request): Promise<Received> {
  if (mediaTypeOf(request.headers.get("Content-Type")) !== DNS_MEDIA_TYPE) return WRONG_MEDIA_TYPE;
  if (isEncoded(request.headers.get("Content-Encoding"))) return ENCODED_BODY;
  const declared = request.headers.get("Content-Length");
  if (declared !== null && Number(declared) > MESSAGE_OCTETS_MAX) return TOO_LONG;
  try {
    const message =
      declared === null
        ? await readBounded(request.body, MESSAGE_OCTETS_MAX)
        : new Uint8Array(await request.arrayBuffer());
    return message === null || message.length > MESSAGE_OCTETS_MAX ? TOO_LONG : { kind: "message", message };
  } catch {
    return BROKEN_BODY;
  }
}

/** Gives the essence of a Content-Type: parameters taken off, case folded (RFC 9110 8.3.1). */
function mediaTypeOf(contentType: string | null): string | null {
  if (contentType === null || contentType === DNS_MEDIA_TYPE) return contentType;
  const semicolon = contentType.indexOf(";");
  return (semicolon < 0 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
}

/** RFC 9110 8.4: no coding is read here, and "identity" is none, though it should not be sent. */
function isEncoded(contentEncoding: string | null): boolean {
  return contentEncoding?.split(",").some((coding) => !/^\s*(identity)?\s*$/i.test(coding)) ?? false;
}

function rejected(status: Rejection["status"], text: string, headers: Rejection["headers"] = {}): Rejection {
  return { kind: "rejected", status, text, headers };
}
