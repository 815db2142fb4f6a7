/**
 * Names in presentation form, both ways (RFC 1035 5.1, RFC 4343 2.1).
 *
 * Text is ASCII here: U-labels are turned into A-labels before it arrives. Master files escape in decimal; the octal
 * escapes of Route 53 are not read here.
 */

import { LABEL_OCTETS_MAX, labelsOf, NAME_OCTETS_MAX, type Name, nameOfLabels, ROOT } from "./name.ts";
import { decimalEscape } from "./octet-text.ts";

/** What reading a name came to; the message says what is wrong and what is allowed. */
export type ParsedName =
  | { readonly kind: "name"; readonly name: Name }
  | { readonly kind: "error"; readonly message: string };

const SPECIAL = new Set('.\\"$@();');
const UNIT = /\\(?:\d{3}|[^\d])|[^\\]|\\/gs;

/** Writes a name as BIND does: absolute, with its final dot, special characters and octets beyond `!`–`~` escaped. */
export function nameToText(name: Name): string {
  return name === ROOT
    ? "."
    : labelsOf(name)
        .map((label) => `${labelToText(label)}.`)
        .join("");
}

function labelToText(label: string): string {
  let text = "";
  for (const octet of label) {
    const code = octet.charCodeAt(0);
    if (SPECIAL.has(octet)) text += `\\${octet}`;
    else text += code > 0x20 && code < 0x7f ? octet : decimalEscape(code);
  }
  return text;
}

/** Reads a name: `@` is the origin, and a name without an unescaped final dot is relative to it. */
export function parseName(text: string, origin: Name): ParsedName {
  if (text === "@") return { kind: "name", name: origin };
  if (text === ".") return { kind: "name", name: ROOT };
  if (text === "") return fault("a name must not be empty; the zone's own name is written @");
  const labels: string[] = [];
  let label = "";
  for (const [unit] of text.matchAll(UNIT)) {
    if (unit === ".") {
      if (label === "") return fault(`"${text}" has an empty label; labels are 1 to ${LABEL_OCTETS_MAX} octets`);
      labels.push(label);
      label = "";
      continue;
    }
    const octet = unescapeUnit(unit);
    if (octet === null)
      return fault(`"${text}" holds ${JSON.stringify(unit)}; allowed are ASCII, \\X and \\000 to \\255`);
    label += octet;
  }
  if (label !== "") labels.push(label);
  return joinLabels(text, labels, label === "" ? ROOT : origin);
}

function joinLabels(text: string, labels: readonly string[], origin: Name): ParsedName {
  const long = labels.find((label) => label.length > LABEL_OCTETS_MAX);
  if (long !== undefined) {
    return fault(`"${text}" has a label of ${long.length} octets; at most ${LABEL_OCTETS_MAX} are allowed`);
  }
  const name = (nameOfLabels(labels).slice(0, -1) + origin) as Name;
  if (name.length > NAME_OCTETS_MAX) {
    return fault(`"${text}" is ${name.length} octets long in full; at most ${NAME_OCTETS_MAX} are allowed`);
  }
  return { kind: "name", name };
}

function unescapeUnit(unit: string): string | null {
  const escaped = unit.startsWith("\\") ? unit.slice(1) : unit;
  if (escaped.length === 3) return Number(escaped) <= 255 ? String.fromCharCode(Number(escaped)) : null;
  // A space that is not escaped ends a name in a master file, so inside one it can only be a slip.
  if (escaped === unit && /\s/.test(unit)) return null;
  return escaped.length === 1 && escaped.charCodeAt(0) < 0x80 ? escaped : null;
}

function fault(message: string): ParsedName {
  return { kind: "error", message };
}
