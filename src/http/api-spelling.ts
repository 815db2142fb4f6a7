/**
 * Names as operators write them to the admin API, brought to the spelling that zone files compile to: of a zone and of
 * an owner, neither the case (RFC 4343), nor a final dot, nor U-labels in place of A-labels make another name; a type
 * may be written in any case, or by its number.
 *
 * What follows the zone in a check's name is an identifier and counts as written. What cannot be read as a zone stays
 * as it is: no check is called so, and the board says that.
 */
import { fold, type Name, ROOT } from "../dns/name.ts";
import { nameToText, parseName } from "../dns/name-text.ts";
import { typeFromText, typeToText } from "../dns/types.ts";
import { toAscii } from "./idn.ts";

/** The key of a record set of both families. */
const BOTH_FAMILIES = "addresses";

/** Gives the full name of a check. */
export function checkNameOf(zone: string, name: string): string {
  return `${zoneOf(zone)}/${name}`;
}

/** Gives what a full name may mean: a zone's own name may hold slashes too (RFC 2317), and so the first need not end it. */
export function checkNamesOf(text: string): readonly string[] {
  const parts = text.split("/");
  return parts.slice(1).map((_, at) => checkNameOf(parts.slice(0, at + 1).join("/"), parts.slice(at + 1).join("/")));
}

/** Gives an owner, absolute; null: it is no name. */
export function ownerOf(text: string): string | null {
  const name = nameOf(text);
  return name && nameToText(name);
}

/** Gives a type's mnemonic, or `addresses`; null: there is none. */
export function typeOf(text: string): string | null {
  if (text.toLowerCase() === BOTH_FAMILIES) return BOTH_FAMILIES;
  const type = typeFromText(text);
  return type === null ? null : typeToText(type);
}

function zoneOf(text: string): string {
  const name = nameOf(text);
  if (name === null) return text;
  return name === ROOT ? "." : nameToText(name).slice(0, -1);
}

function nameOf(text: string): Name | null {
  const ascii = text === "@" ? null : toAscii(text);
  const parsed = ascii === null ? null : parseName(ascii, ROOT);
  return parsed?.kind === "name" ? fold(parsed.name) : null;
}
