/**
 * Octets as text, both ways, as master files spell them: escapes, hexadecimal, base64 and base32hex.
 *
 * Octet strings hold one character per octet, as names do. Nothing here knows of fields or types.
 * RFC 1035 5.1 (escapes: `\X` and `\DDD`, decimal), RFC 4648 (base64 with padding, base32hex without).
 */

const BASE32HEX = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
const ESCAPE = /\\(?:(\d{3})|([^\d])|)|[^\\]/gsu;

/** Gives the octet string of bytes. */
export function octetString(bytes: Uint8Array): string {
  let text = "";
  for (const octet of bytes) text += String.fromCharCode(octet);
  return text;
}

/** Gives the bytes of an octet string. */
export function bytesOf(octets: string): Uint8Array {
  return Uint8Array.from(octets, (octet) => octet.charCodeAt(0));
}

/** Writes an octet as `\DDD`. */
export function decimalEscape(code: number): string {
  return `\\${String(code).padStart(3, "0")}`;
}

/** Reads escaped text into an octet string, characters beyond ASCII as their UTF-8 octets; null where an escape is broken. */
export function unescapeText(text: string): string | null {
  let octets = "";
  for (const [unit, decimal, literal] of text.matchAll(ESCAPE)) {
    if (decimal !== undefined) {
      if (Number(decimal) > 255) return null;
      octets += String.fromCharCode(Number(decimal));
    } else if (unit.startsWith("\\") && literal === undefined) {
      return null;
    } else {
      octets += utf8(literal ?? unit);
    }
  }
  return octets;
}

/** Writes an octet string between quotation marks, as BIND does. */
export function quoteText(octets: string): string {
  let text = "";
  for (const octet of octets) {
    const code = octet.charCodeAt(0);
    if (octet === '"' || octet === "\\") text += `\\${octet}`;
    else text += code < 0x20 || code > 0x7e ? decimalEscape(code) : octet;
  }
  return `"${text}"`;
}

/** Writes bytes as capital hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const octet of bytes) text += octet.toString(16).padStart(2, "0");
  return text.toUpperCase();
}

/** Reads hexadecimal digits in either case; null where they are not pairs of digits. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** Writes bytes as base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(octetString(bytes));
}

/** Reads base64 with its padding; null where it is anything else, spare bits that are set included (RFC 4648 3.5). */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = bytesOf(atob(text));
  return toBase64(bytes) === text ? bytes : null;
}

/** Writes bytes as base32hex without padding (RFC 5155 3.3). */
export function toBase32Hex(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const octet of bytes) {
    bits = ((bits << 8) | octet) & 0xfff;
    held += 8;
    for (; held >= 5; held -= 5) text += BASE32HEX[(bits >> (held - 5)) & 31] ?? "";
  }
  return held > 0 ? text + (BASE32HEX[(bits << (5 - held)) & 31] ?? "") : text;
}

/** Reads base32hex without padding, in either case; null where it is anything else. */
export function fromBase32Hex(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const digit of text.toUpperCase()) {
    const value = BASE32HEX.indexOf(digit);
    if (value < 0) return null;
    bits = ((bits << 5) | value) & 0xfff;
    held += 5;
    if (held >= 8) {
      held -= 8;
      bytes[at] = (bits >> held) & 0xff;
      at += 1;
    }
  }
  return toBase32Hex(bytes) === text.toUpperCase() ? bytes : null;
}

/** Cuts a long run of digits into pieces of 56, as BIND prints them. */
export function inPieces(digits: string): string {
  return digits.match(/.{1,56}/g)?.join(" ") ?? "";
}

function utf8(character: string): string {
  return character.charCodeAt(0) < 0x80 ? character : octetString(new TextEncoder().encode(character));
}
