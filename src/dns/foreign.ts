/**
 * Reads what another resolver sent as the reply to a question, and believes it only where all of it holds: ID, QR,
 * opcode, the question echoed, and every record well formed up to the last octet.
 *
 * What is believed is kept as the octets that came, so that types nobody here knows pass through unharmed (RFC 3597);
 * known are only the places of the TTLs, which age, and what the OPT said, which is cut off: an OPT speaks from hop to
 * hop (RFC 6891 6.1.1). A reply with TC is not believed, since nobody can ask again in another way (RFC 8484 6).
 */

import { type Places, readName, readRdata } from "./compressed.ts";
import type { ExtendedError } from "./edns.ts";
import { type ForeignOpt, NO_FOREIGN_OPT, readForeignOpt } from "./foreign-opt.ts";
import type { ToldSubnet } from "./forwarded-query.ts";
import { fold, type Name } from "./name.ts";
import { putUint16, uint16At } from "./octets.ts";
import { HEADER_OCTETS } from "./query.ts";
import { MESSAGE_OCTETS_MAX } from "./reply.ts";
import { CLASS, RCODE, TYPE } from "./types.ts";

/** What was asked of the other resolver: its name folded, in class IN, with ID 0. */
export interface Asked {
  readonly name: Name;
  readonly type: number;
  /** The network that was told; absent as null. */
  readonly subnet?: ToldSubnet | null;
}

export interface Foreign {
  /** Without OPT. Nobody writes into it. */
  readonly message: Uint8Array;
  readonly questionEnd: number;
  /** Where TTLs stand, in the order of the records. */
  readonly ttlOffsets: readonly number[];
  /** With the extended bits. */
  readonly rcode: number;
  /** It sends whoever asked to other servers (RFC 2308 2.2), as no resolver does. */
  readonly isReferral: boolean;
  /** Where the CNAMEs that begin at the question lead, name by name; none where they are what was asked for. */
  readonly chain: readonly Name[];
  /** The resolver vouches for the signatures (RFC 4035 3.2.3). */
  readonly ad: boolean;
  readonly errors: readonly ExtendedError[];
  /** Of the network that was told (RFC 7871 7.2.1). */
  readonly scopePrefixLength: number;
  /**
   * The smallest TTL in Answer and, of a SOA in Authority, of its TTL and MINIMUM (RFC 2308 5, RFC 8484 5.1); null:
   * there is neither, or the reply says nothing of the name. Bounded.
   */
  readonly lifetimeSeconds: number | null;
}

/** One record of a message, in place. */
export interface Located {
  readonly section: "answer" | "authority" | "additional";
  readonly owner: Name;
  readonly type: number;
  readonly class: number;
  readonly ttlAt: number;
  readonly dataAt: number;
  readonly end: number;
}

const RECORD_FIXED_OCTETS = 10;
const TC_BIT = 0x02;
const NO_NAMES: readonly Name[] = [];
/** As many as the resolvers in use follow. */
const CHAIN_MAX = 16;
/** What can be kept: other codes speak of the resolver, not of the name. */
const IS_KEPT: ReadonlySet<number> = new Set([RCODE.NOERROR, RCODE.NXDOMAIN, RCODE.YXDOMAIN]);
/** A day: whoever forgets to lower a TTL before a move waits no longer than that. */
const POSITIVE_SECONDS_MAX = 86_400;
/** RFC 2308 5: three hours at most. */
const NEGATIVE_SECONDS_MAX = 10_800;
/** SOA's MINIMUM is its last field. */
const MINIMUM_OCTETS = 4;
/** FAMILY, SOURCE PREFIX-LENGTH and SCOPE PREFIX-LENGTH. */
const CLIENT_SUBNET_HEAD_OCTETS = 4;

/** Reads a reply; null where it is not to be believed. The octets given are not kept. */
export function readForeign(received: Uint8Array, asked: Asked): Foreign | null {
  const questionEnd = judgeHead(received, asked);
  const isCut = ((received[2] ?? 0) & TC_BIT) !== 0;
  if (questionEnd === null || isCut || received.length > MESSAGE_OCTETS_MAX) return null;
  const records = locateRecords(received, questionEnd);
  const first = records?.findIndex(({ type }) => type === TYPE.OPT);
  if (records === null || first === undefined) return null;
  const opt = first < 0 ? NO_FOREIGN_OPT : readOptAt(received, records, first);
  const scopePrefixLength = opt === null ? null : scopeOf(opt.clientSubnet, asked.subnet ?? null);
  if (opt === null || scopePrefixLength === null) return null;
  // What an OPT is followed by would have to move, pointers and all; it is Additional, which may be left out.
  const kept = first < 0 ? records : records.slice(0, first);
  const message = received.slice(0, kept.at(-1)?.end ?? questionEnd);
  putUint16(message, 10, kept.filter(({ section }) => section === "additional").length);
  for (const record of kept) settleTtl(message, record);
  const rcode = ((message[3] ?? 0) & 0x0f) | opt.rcodeBits;
  return {
    message,
    questionEnd,
    ttlOffsets: kept.map(({ ttlAt }) => ttlAt),
    rcode,
    isReferral: rcode === RCODE.NOERROR && isReferral(kept),
    chain: asked.type === TYPE.CNAME || asked.type === TYPE.ANY ? NO_NAMES : chainOf(message, kept, asked.name),
    ad: ((message[3] ?? 0) & 0x20) !== 0,
    errors: opt.errors,
    scopePrefixLength,
    lifetimeSeconds: IS_KEPT.has(rcode) ? lifetimeOf(message, kept, asked.type) : null,
  };
}

/**
 * Tells whether octets are a reply to what was asked, at least in header and question. Where the rest is not to be
 * believed the fault may well be the name's own servers'.
 */
export function isReplyTo(received: Uint8Array, asked: Asked): boolean {
  return judgeHead(received, asked) !== null;
}

/** Gives the end of the question where header and question are those of a reply to what was asked. */
function judgeHead(message: Uint8Array, asked: Asked): number | null {
  if (message.length < HEADER_OCTETS || uint16At(message, 0) !== 0) return null;
  // QR set, opcode QUERY; AA and RD are the other's affair.
  if (((message[2] ?? 0) & 0xf8) !== 0x80 || uint16At(message, 4) !== 1) return null;
  const question = readName(message, HEADER_OCTETS);
  if (question === null || question.end - HEADER_OCTETS !== asked.name.length) return null;
  const { end } = question;
  if (end + 4 > message.length || fold(question.name) !== asked.name) return null;
  return uint16At(message, end) === asked.type && uint16At(message, end + 2) === CLASS.IN ? end + 4 : null;
}

/** Finds all records of a message; null where one is malformed or octets are left over. */
export function locateRecords(message: Uint8Array, questionEnd: number): readonly Located[] | null {
  const authorityFrom = uint16At(message, 6);
  const additionalFrom = authorityFrom + uint16At(message, 8);
  const count = additionalFrom + uint16At(message, 10);
  const records: Located[] = [];
  const places: Places = new Set();
  readName(message, HEADER_OCTETS, places);
  let at = questionEnd;
  for (let index = 0; index < count; index += 1) {
    const owner = readName(message, at, places);
    if (owner === null) return null;
    const dataAt = owner.end + RECORD_FIXED_OCTETS;
    const end = dataAt + uint16At(message, dataAt - 2);
    if (dataAt > message.length || end > message.length) return null;
    const type = uint16At(message, owner.end);
    if (type !== TYPE.OPT && readRdata(message, type, dataAt, end, places) === null) return null;
    const section = index < authorityFrom ? "answer" : index < additionalFrom ? "authority" : "additional";
    const recordClass = uint16At(message, owner.end + 2);
    records.push({ section, owner: owner.name, type, class: recordClass, ttlAt: owner.end + 4, dataAt, end });
    at = end;
  }
  return at === message.length ? records : null;
}

function chainOf(message: Uint8Array, records: readonly Located[], qname: Name): readonly Name[] {
  const links = records.filter(({ section, type }) => section === "answer" && type === TYPE.CNAME);
  if (links.length === 0) return NO_NAMES;
  const chain: Name[] = [];
  const seen = new Set<Name>();
  for (let name = qname; !seen.has(name) && chain.length < CHAIN_MAX; ) {
    seen.add(name);
    const link = links.find(({ owner }) => fold(owner) === name);
    const target = link && readName(message, link.dataAt);
    if (!target) break;
    chain.push(target.name);
    name = fold(target.name);
  }
  return chain;
}

function isReferral(records: readonly Located[]): boolean {
  const authority = records.filter(({ section }) => section === "authority");
  return (
    records.every(({ section }) => section !== "answer") &&
    authority.some(({ type }) => type === TYPE.NS) &&
    authority.every(({ type }) => type !== TYPE.SOA)
  );
}

/** RFC 7871 7.3: a reply that names another network than the query is dropped; one that was not asked for says nothing. */
function scopeOf(sent: Uint8Array | null, told: ToldSubnet | null): number | null {
  if (sent === null || told === null || told.prefixLength === 0) return 0;
  const { address, prefixLength } = told;
  const family = address.length === 4 ? 1 : 2;
  const octets = Math.ceil(prefixLength / 8);
  const isSame =
    sent.length >= CLIENT_SUBNET_HEAD_OCTETS + octets &&
    uint16At(sent, 0) === family &&
    sent[2] === prefixLength &&
    address.subarray(0, octets).every((octet, at) => octet === sent[CLIENT_SUBNET_HEAD_OCTETS + at]);
  return isSame ? Math.min(sent[3] ?? 0, address.length * 8) : null;
}

/** Brings a TTL to what it means: from then on it only ages. */
function settleTtl(message: Uint8Array, { section, type, ttlAt, end }: Located): void {
  // RFC 2181 8: with its highest bit set it counts as zero.
  if ((message[ttlAt] ?? 0) >= 0x80) message.fill(0, ttlAt, ttlAt + 4);
  if (section !== "authority" || type !== TYPE.SOA) return;
  // RFC 2308 5: a negative answer's is no more than MINIMUM, which does not age.
  const minimumAt = end - MINIMUM_OCTETS;
  if (uint32At(message, minimumAt) < uint32At(message, ttlAt)) message.copyWithin(ttlAt, minimumAt, end);
}

/** RFC 6891 6.1.1: once, in Additional, owned by the root. */
function readOptAt(message: Uint8Array, records: readonly Located[], index: number): ForeignOpt | null {
  const record = records[index];
  if (record?.section !== "additional" || record.owner.length !== 1) return null;
  if (records.slice(index + 1).some(({ type }) => type === TYPE.OPT)) return null;
  return readForeignOpt(message, record.ttlAt - 4, record.dataAt, record.end);
}

function lifetimeOf(message: Uint8Array, records: readonly Located[], qtype: number): number | null {
  let least = Number.POSITIVE_INFINITY;
  let isAnswered = false;
  let hasSoa = false;
  for (const { section, type, ttlAt } of records) {
    if (section === "answer") {
      least = Math.min(least, uint32At(message, ttlAt));
      isAnswered ||= type === qtype || qtype === TYPE.ANY;
    }
    if (section === "authority" && type === TYPE.SOA) {
      least = Math.min(least, uint32At(message, ttlAt));
      hasSoa = true;
    }
  }
  // RFC 2308 5: a negative answer without a SOA is not kept, whatever the TTLs of its links.
  if (!isAnswered && !hasSoa) return null;
  return Math.min(least, isAnswered ? POSITIVE_SECONDS_MAX : NEGATIVE_SECONDS_MAX);
}

/** Reads a number of four octets, unsigned. */
export function uint32At(bytes: Uint8Array, at: number): number {
  return uint16At(bytes, at) * 0x1_0000 + uint16At(bytes, at + 2);
}
