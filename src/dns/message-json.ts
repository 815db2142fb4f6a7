/**
 * A DNS reply in the JSON that Google's and Cloudflare's public resolvers document: names and data in presentation
 * form, types and the RCODE as numbers. There is no standard for it (RFC 8427 is another format), so that a key here is
 * one of theirs or none.
 *
 * Sections without records are left out, as both do. Comment holds the Extended DNS Errors, one a line; the OPT itself is no record.
 */

import { networkToText } from "./address-text.ts";
import { readName, readRdata } from "./compressed.ts";
import { edeToText } from "./ede-text.ts";
import type { ExtendedError } from "./edns.ts";
import { type Located, locateRecords, uint32At } from "./foreign.ts";
import { NO_FOREIGN_OPT, readForeignOpt } from "./foreign-opt.ts";
import type { ToldSubnet } from "./forwarded-query.ts";
import { nameToText } from "./name-text.ts";
import { uint16At } from "./octets.ts";
import { HEADER_OCTETS } from "./query.ts";
import { rdataToText } from "./rdata-text.ts";
import { TYPE } from "./types.ts";

export interface JsonRecord {
  readonly name: string;
  readonly type: number;
  readonly TTL: number;
  readonly data: string;
}

export interface JsonReply {
  readonly Status: number;
  readonly TC: boolean;
  readonly RD: boolean;
  readonly RA: boolean;
  readonly AD: boolean;
  readonly CD: boolean;
  readonly Question: readonly { readonly name: string; readonly type: number }[];
  readonly Answer?: readonly JsonRecord[];
  readonly Authority?: readonly JsonRecord[];
  readonly Additional?: readonly JsonRecord[];
  /** The network that the query named, with the prefix length that the answer holds for. */
  readonly edns_client_subnet?: string;
  readonly Comment?: string;
}

const QUESTION_TAIL_OCTETS = 4;
/** Behind FAMILY and SOURCE PREFIX-LENGTH (RFC 7871 6). */
const SCOPE_AT = 3;

/** Writes a reply with one question; null where it is not well formed. `told` is the network that the query named. */
export function messageToJson(message: Uint8Array, told: ToldSubnet | null): JsonReply | null {
  const question = message.length < HEADER_OCTETS ? null : readName(message, HEADER_OCTETS);
  const records = question && locateRecords(message, question.end + QUESTION_TAIL_OCTETS);
  if (question === null || records === null) return null;
  const found = records.find(({ type }) => type === TYPE.OPT);
  const opt = found === undefined ? NO_FOREIGN_OPT : readForeignOpt(message, found.ttlAt - 4, found.dataAt, found.end);
  if (opt === null) return null;
  const high = message[2] ?? 0;
  const low = message[3] ?? 0;
  return {
    Status: (low & 0x0f) | opt.rcodeBits,
    TC: (high & 0x02) !== 0,
    RD: (high & 0x01) !== 0,
    RA: (low & 0x80) !== 0,
    AD: (low & 0x20) !== 0,
    CD: (low & 0x10) !== 0,
    Question: [{ name: nameToText(question.name), type: uint16At(message, question.end) }],
    ...sectionOf("Answer", message, records),
    ...sectionOf("Authority", message, records),
    ...sectionOf("Additional", message, records),
    ...(told && { edns_client_subnet: networkToText(told.address, opt.clientSubnet?.[SCOPE_AT] ?? 0) }),
    ...(opt.errors.length > 0 && { Comment: opt.errors.map(errorToText).join("\n") }),
  };
}

type Section = "Answer" | "Authority" | "Additional";

function sectionOf(
  key: Section,
  message: Uint8Array,
  records: readonly Located[],
): { [key in Section]?: JsonRecord[] } {
  const section = key.toLowerCase();
  const own = records.filter((record) => record.section === section && record.type !== TYPE.OPT);
  return own.length === 0 ? {} : { [key]: own.map((record) => recordOf(message, record)) };
}

function recordOf(message: Uint8Array, { owner, type, ttlAt, dataAt, end }: Located): JsonRecord {
  // Records are located only where their data can be read.
  const rdata = readRdata(message, type, dataAt, end) ?? message.subarray(dataAt, end);
  return { name: nameToText(owner), type, TTL: uint32At(message, ttlAt), data: rdataToText(type, rdata) };
}

/** Writes an Extended DNS Error as `EDE 3 (Stale Answer): text`. */
function errorToText({ infoCode, text }: ExtendedError): string {
  const name = edeToText(infoCode);
  return `EDE ${infoCode}${name === null ? "" : ` (${name})`}${text === "" ? "" : `: ${text}`}`;
}
