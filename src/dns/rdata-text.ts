/**
 * Record data in presentation form, as BIND prints it.
 *
 * Data of a type without a layout, or that does not fit it, is written `\# LENGTH HEX` (RFC 3597 5), so that every
 * record can be printed and read back. The way back is the compiler's and never part of the Worker.
 */

import { groupsOf, ipv4ToText, ipv6ToText } from "./address-text.ts";
import { algorithmToText, certificateTypeToText, DSYNC_NOTIFY } from "./mnemonics.ts";
import { nameAt } from "./name.ts";
import { nameToText } from "./name-text.ts";
import { inPieces, octetString, quoteText, toBase32Hex, toBase64, toHex } from "./octet-text.ts";
import { cutRdata, type FieldKind } from "./rdata-layout.ts";
import { dateOf, typeBitmapToText } from "./rdata-text-dnssec.ts";
import { aplToText, gatewayToText, hipToText, locToText, relayToText, wksToText } from "./rdata-text-rare.ts";
import { svcParamsToText } from "./rdata-text-svcb.ts";
import { typeToText } from "./types.ts";

/** Writes record data as master files hold it. */
export function rdataToText(type: number, rdata: Uint8Array): string {
  // The form without length and hexadecimal digits has no spelling for no octets at all.
  return (rdata.length === 0 ? null : knownText(type, rdata)) ?? genericText(rdata);
}

/** Writes record data by the layout of its type; null where the type has none or the data does not fit it. */
export function knownText(type: number, rdata: Uint8Array): string | null {
  const texts = cutRdata(type, rdata)?.map(({ kind, octets }) => WRITERS[kind](octets)) ?? [null];
  const known = texts.filter((text) => text !== null);
  return known.length === texts.length ? known.filter((text) => text !== "").join(" ") : null;
}

/** Writes record data of whatever type as `\# LENGTH HEX`. */
export function genericText(rdata: Uint8Array): string {
  return `\\# ${rdata.length}${rdata.length === 0 ? "" : ` ${toHex(rdata)}`}`;
}

/** Writes a field's octets; null where they are not what its kind holds. Empty text is left out of the line. */
type Writer = (octets: Uint8Array) => string | null;

const number: Writer = (octets) => String(numberOf(octets));
const hyphenated: Writer = (octets) => Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("-");

const WRITERS: { readonly [kind in FieldKind]: Writer } = {
  u8: number,
  u16: number,
  u32: number,
  algorithm: number,
  digestType: number,
  hashAlgorithm: number,
  keyFlags: number,
  keyProtocol: number,
  ipv4: ipv4ToText,
  ipv6: ipv6ToText,
  eui48: hyphenated,
  eui64: hyphenated,
  locator64: (octets) =>
    groupsOf(octets)
      .map((group) => group.toString(16))
      .join(":"),
  time: (octets) => dateOf(numberOf(octets)),
  type: (octets) => typeToText(numberOf(octets)),
  certificateType: (octets) => certificateTypeToText(numberOf(octets)),
  algorithmName: (octets) => algorithmToText(numberOf(octets)),
  scheme: (octets) => (numberOf(octets) === DSYNC_NOTIFY ? "NOTIFY" : number(octets)),
  name: (octets) => nameToText(nameAt(octets, 0)),
  string: (octets) => quoteText(octetString(octets.subarray(1))),
  tag: (octets) => /^[A-Za-z0-9]+$/.exec(octetString(octets.subarray(1)))?.[0] ?? null,
  salt: (octets) => (octets.length === 1 ? "-" : toHex(octets.subarray(1))),
  hash: (octets) => (octets.length === 1 ? null : toBase32Hex(octets.subarray(1))),
  strings: (octets) => stringsToText(octets, Number.POSITIVE_INFINITY),
  oneOrTwoStrings: (octets) => stringsToText(octets, 2),
  quotedRest: (octets) => quoteText(octetString(octets)),
  hex: (octets) => inPieces(toHex(octets)),
  nsap: (octets) => (octets.length === 0 ? null : `0x${toHex(octets).toLowerCase()}`),
  base64: (octets) => inPieces(toBase64(octets)),
  base64OrDash: (octets) => (octets.length === 0 ? "-" : inPieces(toBase64(octets))),
  typeBitmap: typeBitmapToText,
  svcParams: svcParamsToText,
  loc: locToText,
  apl: aplToText,
  wks: wksToText,
  gateway: gatewayToText,
  relay: relayToText,
  hip: hipToText,
};

function stringsToText(octets: Uint8Array, most: number): string | null {
  const strings: string[] = [];
  for (let at = 0; at < octets.length; at += 1 + (octets[at] ?? 0)) {
    const end = at + 1 + (octets[at] ?? 0);
    if (end > octets.length) return null;
    strings.push(quoteText(octetString(octets.subarray(at + 1, end))));
  }
  return strings.length === 0 || strings.length > most ? null : strings.join(" ");
}

/** Reads an unsigned number of up to four octets, most significant first. */
function numberOf(octets: Uint8Array): number {
  return octets.reduce((value, octet) => value * 256 + octet, 0);
}
