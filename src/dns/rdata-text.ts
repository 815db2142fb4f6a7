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
import { cutRdata, type Field } from "./rdata-layout.ts";
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
  const texts = cutRdata(type, rdata)?.map(fieldToText) ?? [null];
  const known = texts.filter((text) => text !== null);
  return known.length === texts.length ? known.filter((text) => text !== "").join(" ") : null;
}

/** Writes record data of whatever type as `\# LENGTH HEX`. */
export function genericText(rdata: Uint8Array): string {
  return `\\# ${rdata.length}${rdata.length === 0 ? "" : ` ${toHex(rdata)}`}`;
}

/** Writes one field; null where its octets are not what its kind holds. Empty text is left out of the line. */
function fieldToText({ kind, octets }: Field): string | null {
  switch (kind) {
    case "u8":
    case "u16":
    case "u32":
    case "algorithm":
      return String(numberOf(octets));
    case "ipv4":
      return ipv4ToText(octets);
    case "ipv6":
      return ipv6ToText(octets);
    case "eui48":
    case "eui64":
      return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("-");
    case "locator64":
      return groupsOf(octets)
        .map((group) => group.toString(16))
        .join(":");
    case "time":
      return dateOf(numberOf(octets));
    case "type":
      return typeToText(numberOf(octets));
    case "certificateType":
      return certificateTypeToText(numberOf(octets));
    case "algorithmName":
      return algorithmToText(numberOf(octets));
    case "scheme":
      return numberOf(octets) === DSYNC_NOTIFY ? "NOTIFY" : String(numberOf(octets));
    case "name":
      return nameToText(nameAt(octets, 0));
    case "string":
      return quoteText(octetString(octets.subarray(1)));
    case "strings":
      return stringsToText(octets, Number.POSITIVE_INFINITY);
    case "oneOrTwoStrings":
      return stringsToText(octets, 2);
    case "tag": {
      const tag = octetString(octets.subarray(1));
      return /^[A-Za-z0-9]+$/.test(tag) ? tag : null;
    }
    case "quotedRest":
      return quoteText(octetString(octets));
    case "salt":
      return octets.length === 1 ? "-" : toHex(octets.subarray(1));
    case "hash":
      return octets.length === 1 ? null : toBase32Hex(octets.subarray(1));
    case "hex":
      return inPieces(toHex(octets));
    case "nsap":
      return octets.length === 0 ? null : `0x${toHex(octets).toLowerCase()}`;
    case "base64":
      return inPieces(toBase64(octets));
    case "base64OrDash":
      return octets.length === 0 ? "-" : inPieces(toBase64(octets));
    case "typeBitmap":
      return typeBitmapToText(octets);
    case "svcParams":
      return svcParamsToText(octets);
    case "loc":
      return locToText(octets);
    case "apl":
      return aplToText(octets);
    case "wks":
      return wksToText(octets);
    case "gateway":
      return gatewayToText(octets);
    case "relay":
      return relayToText(octets);
    case "hip":
      return hipToText(octets);
    default:
      return kind satisfies never;
  }
}

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
