/**
 * One field of record data, from presentation form to octets: the counterpart of dns/rdata-text.ts.
 *
 * A field is read from one word, or from all that are left; whether the value makes sense for its type is said by
 * rdata-rules.ts, which also judges data given in hexadecimal.
 */
import { parseIpv4, parseIpv6 } from "../../dns/address-text.ts";
import { certificateTypeFromText, DSYNC_NOTIFY } from "../../dns/mnemonics.ts";
import { bytesOfName, type Name } from "../../dns/name.ts";
import { bytesOf, fromBase32Hex, fromBase64, fromHex, unescapeText } from "../../dns/octet-text.ts";
import { type FieldKind, isRest, type RestKind, type WordKind } from "../../dns/rdata-layout.ts";
import { typeFromText } from "../../dns/types.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { joinBytes, joinUnlessFault, numberBytes, readNumber } from "./rdata-bytes.ts";
import { readDate, readTypeBitmap } from "./rdata-dnssec.ts";
import { readLoc } from "./rdata-loc.ts";
import { algorithmOf, digestTypeOf, hashAlgorithmOf, keyFlagsOf, keyProtocolOf } from "./rdata-mnemonics.ts";
import { readApl, readGateway, readHip, readRelay, readWks } from "./rdata-rare.ts";
import { readSvcParams } from "./rdata-svcb.ts";
import type { Token } from "./rdata-tokens.ts";
import { resolveOwnerOrTarget } from "./resolve-name.ts";

const STRING_OCTETS_MAX = 255;

/** Kinds whose words may stand between quotation marks. */
const TEXTUAL: ReadonlySet<FieldKind> = new Set([
  ...(["string", "strings", "oneOrTwoStrings", "quotedRest", "svcParams"] as const),
]);

type WordReader = (raw: string, apex: Name) => Uint8Array | Fault;
type RestReader = (raws: readonly string[], apex: Name) => Uint8Array | Fault;

const WORD_READERS: { readonly [kind in WordKind]: WordReader } = {
  u8: (raw) => numberOf(raw, 1),
  u16: (raw) => numberOf(raw, 2),
  u32: (raw) => numberOf(raw, 4),
  algorithm: (raw) => mnemonicOr(algorithmOf(raw), raw, 1),
  algorithmName: (raw) => mnemonicOr(algorithmOf(raw), raw, 1),
  digestType: (raw) => mnemonicOr(digestTypeOf(raw), raw, 1),
  hashAlgorithm: (raw) => mnemonicOr(hashAlgorithmOf(raw), raw, 1),
  keyFlags: (raw) => mnemonicOr(keyFlagsOf(raw), raw, 2),
  keyProtocol: (raw) => mnemonicOr(keyProtocolOf(raw), raw, 1),
  certificateType: (raw) => mnemonicOr(certificateTypeFromText(raw), raw, 2),
  scheme: (raw) => mnemonicOr(raw.toUpperCase() === "NOTIFY" ? DSYNC_NOTIFY : null, raw, 1),
  type: readType,
  time: readDate,
  ipv4: (raw) =>
    parseIpv4(raw) ??
    fault("not-an-ipv4-address", `"${raw}" is not four decimal numbers from 0 to 255 without leading zeros`),
  ipv6: (raw) => parseIpv6(raw) ?? fault("not-an-ipv6-address", `"${raw}" is not an IPv6 address (RFC 4291 2.2)`),
  eui48: (raw) => octetGroups(raw, 6),
  eui64: (raw) => octetGroups(raw, 8),
  locator64: readLocator,
  name: (raw, apex) => {
    const resolved = resolveOwnerOrTarget(raw, apex);
    return resolved.kind === "error" ? resolved : bytesOfName(resolved.name);
  },
  string: characterString,
  tag: (raw) =>
    /^[A-Za-z0-9]{1,255}$/.test(raw)
      ? characterString(raw)
      : fault("caa-tag-invalid", `"${raw}" is not a tag; tags are ASCII letters and digits (RFC 8659 4.1)`),
  salt: (raw) => (raw === "-" ? Uint8Array.of(0) : counted(fromHex(raw), raw, "hexadecimal digits")),
  hash: (raw) => counted(fromBase32Hex(raw), raw, "base32hex digits"),
};

const REST_READERS: { readonly [kind in RestKind]: RestReader } = {
  strings: (raws) => strings(raws, Number.POSITIVE_INFINITY),
  oneOrTwoStrings: (raws) => strings(raws, 2),
  quotedRest: readQuotedRest,
  hex: (raws) =>
    fromHex(raws.join("")) ?? fault("hex-invalid", `"${raws.join(" ")}" is not pairs of hexadecimal digits`),
  nsap: readNsap,
  base64: readBase64,
  base64OrDash: (raws) => (raws.join("") === "-" ? new Uint8Array() : readBase64(raws)),
  typeBitmap: readTypeBitmap,
  svcParams: readSvcParams,
  loc: readLoc,
  apl: readApl,
  wks: readWks,
  gateway: readGateway,
  relay: readRelay,
  hip: readHip,
};

/** Reads the fields of a layout from all words of a value. */
export function readFields(layout: readonly FieldKind[], tokens: readonly Token[], apex: Name): Uint8Array | Fault {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const kind of layout) {
    const words = isRest(kind) ? tokens.slice(at) : tokens.slice(at, at + 1);
    const quoted = words.find((word) => word.quoted && !TEXTUAL.has(kind));
    if (quoted !== undefined)
      return fault("quotes-not-allowed", `"${quoted.raw}" must be written without quotation marks`);
    const octets = readField(kind, words, apex);
    if (isFault(octets)) return octets;
    parts.push(octets);
    at += words.length;
  }
  const extra = tokens[at];
  return extra === undefined ? joinBytes(parts) : tooLong(extra.raw);
}

function readField(kind: FieldKind, words: readonly Token[], apex: Name): Uint8Array | Fault {
  const raws = words.map(({ raw }) => raw);
  if (isRest(kind)) return REST_READERS[kind](raws, apex);
  const [raw] = raws;
  return raw === undefined ? incomplete() : WORD_READERS[kind](raw, apex);
}

function incomplete(): Fault {
  return fault("record-data-incomplete", "the record data ends before it is whole");
}

function tooLong(extra: string): Fault {
  return fault("record-data-too-long", `"${extra}" follows record data that is already whole`);
}

function readType(raw: string): Uint8Array | Fault {
  const type = typeFromText(raw);
  return type === null ? fault("type-unknown", `"${raw}" is not a record type`) : numberBytes(type, 2);
}

function readLocator(raw: string): Uint8Array | Fault {
  return /^(?:[0-9a-f]{1,4}:){3}[0-9a-f]{1,4}$/i.test(raw)
    ? joinBytes(raw.split(":").map((group) => numberBytes(Number.parseInt(group, 16), 2)))
    : fault("locator-invalid", `"${raw}" is not four groups of up to four hexadecimal digits with colons`);
}

function readQuotedRest([raw, extra]: readonly string[]): Uint8Array | Fault {
  if (raw === undefined) return incomplete();
  return extra === undefined ? literal(raw) : tooLong(extra);
}

function readNsap(raws: readonly string[]): Uint8Array | Fault {
  const joined = raws.join("");
  const octets = /^0x/i.test(joined) ? fromHex(joined.slice(2).replaceAll(".", "")) : null;
  if (octets !== null && octets.length > 0) return octets;
  return fault("nsap-invalid", `"${joined}" is not 0x and pairs of hexadecimal digits (RFC 1706 7)`);
}

function numberOf(raw: string, octets: number): Uint8Array | Fault {
  const value = readNumber(raw, 256 ** octets - 1);
  return typeof value === "number" ? numberBytes(value, octets) : value;
}

function mnemonicOr(known: number | null, raw: string, octets: number): Uint8Array | Fault {
  return known === null ? numberOf(raw, octets) : numberBytes(known, octets);
}

function octetGroups(raw: string, count: number): Uint8Array | Fault {
  const groups = raw.split("-");
  const valid = groups.length === count && groups.every((group) => /^[0-9a-f]{2}$/i.test(group));
  return (
    (valid ? fromHex(groups.join("")) : null) ??
    fault("eui-invalid", `"${raw}" is not ${count} pairs of hexadecimal digits with hyphens (RFC 7043)`)
  );
}

function literal(raw: string): Uint8Array | Fault {
  const octets = unescapeText(raw);
  return octets === null
    ? fault("escape-invalid", `"${raw}" has an escape other than \\X and \\000 to \\255`)
    : bytesOf(octets);
}

function characterString(raw: string): Uint8Array | Fault {
  const octets = literal(raw);
  if (isFault(octets)) return octets;
  if (octets.length > STRING_OCTETS_MAX) {
    return fault(
      "string-too-long",
      `a string is ${octets.length} octets long; at most ${STRING_OCTETS_MAX} are allowed`,
    );
  }
  return joinBytes([Uint8Array.of(octets.length), octets]);
}

function strings(raws: readonly string[], most: number): Uint8Array | Fault {
  if (raws.length === 0) return incomplete();
  if (raws.length > most)
    return fault("record-data-too-long", `there are ${raws.length} strings; at most ${most} are allowed`);
  return joinUnlessFault(raws.map(characterString));
}

function counted(octets: Uint8Array | null, raw: string, what: string): Uint8Array | Fault {
  if (octets === null || octets.length === 0 || octets.length > 255) {
    return fault("digits-invalid", `"${raw}" is not 1 to 255 octets in ${what}`);
  }
  return joinBytes([Uint8Array.of(octets.length), octets]);
}

function readBase64(raws: readonly string[]): Uint8Array | Fault {
  const digits = raws.join("");
  return fromBase64(digits) ?? fault("base64-invalid", `"${digits}" is not base64 with its padding (RFC 4648 4)`);
}
