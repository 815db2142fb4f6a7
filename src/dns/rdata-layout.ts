/**
 * The one table of record data: which fields each type is made of, for the reader, the writer and whoever needs the
 * names inside.
 *
 * A type that is not listed is opaque octets (RFC 3597). Cutting checks only where fields end; what a field may hold is
 * for the writer (rdata-text.ts) and the compiler to say. Names are uncompressed here: RFC 3597 4 forbids compression
 * for all but the oldest types, and compiled data has none.
 */

import { LABEL_OCTETS_MAX, NAME_OCTETS_MAX, type Name, nameAt } from "./name.ts";
import { TYPE } from "./types.ts";

/** Fields of a fixed number of octets. */
const FIXED = {
  u8: 1,
  u16: 2,
  u32: 4,
  ipv4: 4,
  ipv6: 16,
  eui48: 6,
  eui64: 8,
  /** Four groups of 16 bits, RFC 6742 2.1. */
  locator64: 8,
  /** Seconds since 1970, written as a date (RFC 4034 3.2). */
  time: 4,
  /** An RR type. */
  type: 2,
  /** CERT's type, written by mnemonic where it has one (RFC 4398 2.1). */
  certificateType: 2,
  /** A DNSSEC algorithm, written as a number. */
  algorithm: 1,
  /** Numbers of DNSSEC that may be read by mnemonic too: the type of a digest, a hash, and what a key is for. */
  digestType: 1,
  hashAlgorithm: 1,
  keyFlags: 2,
  keyProtocol: 1,
  /** A DNSSEC algorithm, written by mnemonic, as CERT does. */
  algorithmName: 1,
  /** RFC 9859's only scheme, NOTIFY, or a number. */
  scheme: 1,
} as const;

/** Fields that carry their own length: a name, or a length octet and as many octets. */
type CountedKind = "name" | "string" | "tag" | "salt" | "hash";

/** Fields that take all octets left. */
const REST = [
  /** One or more character strings. */
  "strings",
  /** One or two. */
  "oneOrTwoStrings",
  /** Octets between quotation marks without a length octet (RFC 7553, RFC 8659). */
  "quotedRest",
  "hex",
  /** Written as `0x…`. */
  "nsap",
  "base64",
  /** Base64, or a hyphen for none. */
  "base64OrDash",
  "typeBitmap",
  "svcParams",
  "loc",
  "apl",
  "wks",
  "gateway",
  "relay",
  "hip",
] as const;

/** Kinds that end by themselves, and are one word in presentation form. */
export type WordKind = keyof typeof FIXED | CountedKind;

/** Kinds that take what is left, octets or words. */
export type RestKind = (typeof REST)[number];

export type FieldKind = WordKind | RestKind;

/** One field as it lies in record data. */
export interface Field {
  readonly kind: FieldKind;
  readonly octets: Uint8Array;
}

const KEY: readonly FieldKind[] = ["keyFlags", "keyProtocol", "algorithm", "base64"];
const SIGNATURE: readonly FieldKind[] = ["type", "algorithm", "u8", "u32", "time", "time", "u16", "name", "base64"];
const DIGEST: readonly FieldKind[] = ["u16", "algorithm", "digestType", "hex"];
const OPAQUE_BASE64: readonly FieldKind[] = ["base64"];
const CERTIFICATE_ASSOCIATION: readonly FieldKind[] = ["u8", "u8", "u8", "hex"];
const PREFERENCE_AND_NAME: readonly FieldKind[] = ["u16", "name"];
const SERVICE: readonly FieldKind[] = ["u16", "name", "svcParams"];

const LAYOUTS: ReadonlyMap<number, readonly FieldKind[]> = new Map<number, readonly FieldKind[]>([
  [TYPE.A, ["ipv4"]],
  [TYPE.NS, ["name"]],
  [TYPE.MD, ["name"]],
  [TYPE.MF, ["name"]],
  [TYPE.CNAME, ["name"]],
  [TYPE.SOA, ["name", "name", "u32", "u32", "u32", "u32", "u32"]],
  [TYPE.MB, ["name"]],
  [TYPE.MG, ["name"]],
  [TYPE.MR, ["name"]],
  [TYPE.WKS, ["ipv4", "wks"]],
  [TYPE.PTR, ["name"]],
  [TYPE.HINFO, ["string", "string"]],
  [TYPE.MINFO, ["name", "name"]],
  [TYPE.MX, PREFERENCE_AND_NAME],
  [TYPE.TXT, ["strings"]],
  [TYPE.RP, ["name", "name"]],
  [TYPE.AFSDB, PREFERENCE_AND_NAME],
  [TYPE.X25, ["string"]],
  [TYPE.ISDN, ["oneOrTwoStrings"]],
  [TYPE.RT, PREFERENCE_AND_NAME],
  [TYPE.NSAP, ["nsap"]],
  [TYPE["NSAP-PTR"], ["name"]],
  [TYPE.SIG, SIGNATURE],
  [TYPE.KEY, KEY],
  [TYPE.PX, ["u16", "name", "name"]],
  [TYPE.GPOS, ["string", "string", "string"]],
  [TYPE.AAAA, ["ipv6"]],
  [TYPE.LOC, ["loc"]],
  [TYPE.EID, ["hex"]],
  [TYPE.NIMLOC, ["hex"]],
  [TYPE.SRV, ["u16", "u16", "u16", "name"]],
  [TYPE.NAPTR, ["u16", "u16", "string", "string", "string", "name"]],
  [TYPE.KX, PREFERENCE_AND_NAME],
  [TYPE.CERT, ["certificateType", "u16", "algorithmName", "base64"]],
  [TYPE.DNAME, ["name"]],
  [TYPE.SINK, ["u8", "u8", "u8", "base64"]],
  [TYPE.APL, ["apl"]],
  [TYPE.DS, DIGEST],
  [TYPE.SSHFP, ["u8", "u8", "hex"]],
  [TYPE.IPSECKEY, ["gateway"]],
  [TYPE.RRSIG, SIGNATURE],
  [TYPE.NSEC, ["name", "typeBitmap"]],
  [TYPE.DNSKEY, KEY],
  [TYPE.DHCID, OPAQUE_BASE64],
  [TYPE.NSEC3, ["hashAlgorithm", "u8", "u16", "salt", "hash", "typeBitmap"]],
  [TYPE.NSEC3PARAM, ["hashAlgorithm", "u8", "u16", "salt"]],
  [TYPE.TLSA, CERTIFICATE_ASSOCIATION],
  [TYPE.SMIMEA, CERTIFICATE_ASSOCIATION],
  [TYPE.HIP, ["hip"]],
  [TYPE.NINFO, ["strings"]],
  [TYPE.RKEY, KEY],
  [TYPE.TALINK, ["name", "name"]],
  [TYPE.CDS, DIGEST],
  [TYPE.CDNSKEY, KEY],
  [TYPE.OPENPGPKEY, OPAQUE_BASE64],
  [TYPE.CSYNC, ["u32", "u16", "typeBitmap"]],
  [TYPE.ZONEMD, ["u32", "u8", "u8", "hex"]],
  [TYPE.SVCB, SERVICE],
  [TYPE.HTTPS, SERVICE],
  [TYPE.HHIT, OPAQUE_BASE64],
  [TYPE.BRID, OPAQUE_BASE64],
  [TYPE.DSYNC, ["type", "scheme", "u16", "name"]],
  [TYPE.SPF, ["strings"]],
  [TYPE.NID, ["u16", "locator64"]],
  [TYPE.L32, ["u16", "ipv4"]],
  [TYPE.L64, ["u16", "locator64"]],
  [TYPE.LP, PREFERENCE_AND_NAME],
  [TYPE.EUI48, ["eui48"]],
  [TYPE.EUI64, ["eui64"]],
  [TYPE.URI, ["u16", "u16", "quotedRest"]],
  [TYPE.CAA, ["u8", "tag", "quotedRest"]],
  [TYPE.AVC, ["strings"]],
  [TYPE.DOA, ["u32", "u32", "u8", "string", "base64OrDash"]],
  [TYPE.AMTRELAY, ["relay"]],
  [TYPE.RESINFO, ["strings"]],
  [TYPE.WALLET, ["strings"]],
  [TYPE.TA, DIGEST],
  [TYPE.DLV, DIGEST],
]);

/** Gives the fields of a type, in order; null for a type whose data is opaque. */
export function layoutOf(type: number): readonly FieldKind[] | null {
  return LAYOUTS.get(type) ?? null;
}

/** Cuts record data into the fields of its type; null where the type is opaque or the data does not fit it. */
export function cutRdata(type: number, rdata: Uint8Array): readonly Field[] | null {
  const layout = layoutOf(type);
  if (layout === null) return null;
  const fields: Field[] = [];
  let at = 0;
  for (const kind of layout) {
    const end = fieldEnd(kind, rdata, at);
    if (end === null || end > rdata.length) return null;
    fields.push({ kind, octets: rdata.subarray(at, end) });
    at = end;
  }
  return at === rdata.length ? fields : null;
}

/** Gives the names that stand in record data by its layout, in order: the target of CNAME, DNAME, NS, MX, SRV, PTR, … */
export function namesInRdata(type: number, rdata: Uint8Array): readonly Name[] {
  const fields = cutRdata(type, rdata) ?? [];
  return fields.filter(({ kind }) => kind === "name").map(({ octets }) => nameAt(octets, 0));
}

/** Tells whether a field takes all that is left. */
export function isRest(kind: FieldKind): kind is RestKind {
  return REST.some((rest) => rest === kind);
}

/** Finds where the uncompressed name at `start` ends; null where there is none. */
export function nameEnd(octets: Uint8Array, start: number): number | null {
  let at = start;
  for (;;) {
    const length = octets[at];
    if (length === undefined || length > LABEL_OCTETS_MAX) return null;
    at += 1 + length;
    if (at - start > NAME_OCTETS_MAX) return null;
    if (length === 0) return at;
  }
}

/** Finds where the field at `at` ends, which may be beyond the octets there are; null where it cannot be told. */
export function fieldEnd(kind: FieldKind, rdata: Uint8Array, at: number): number | null {
  if (isFixed(kind)) return at + FIXED[kind];
  if (kind === "name") return nameEnd(rdata, at);
  if (isRest(kind)) return rdata.length;
  const length = rdata[at];
  return length === undefined ? null : at + 1 + length;
}

function isFixed(kind: FieldKind): kind is keyof typeof FIXED {
  return kind in FIXED;
}
