/**
 * Writes a DNS reply: the header, the question byte for byte, the sections with compressed names, and an OPT where
 * the query had one.
 *
 * It refuses to know what is right to answer. TC is never set, since HTTP sets no size (RFC 8484 6); what does not fit
 * into the 65,535 octets of a DNS message (RFC 8484 6) is settled so: an Additional RRset that does not fit is left
 * out whole, and an Answer or Authority section that does not fit turns the reply into SERVFAIL without records.
 */
import { type ExtendedError, type OptContent, optOctets, writeOpt } from "./edns.ts";
import { errorsOfFault } from "./fault-errors.ts";
import { type Name, nameAt } from "./name.ts";
import { putUint16, uint16At } from "./octets.ts";
import { type Fault, HEADER_OCTETS, type Query } from "./query.ts";
import { keep } from "./slab.ts";
import { CLASS, EDE, RCODE, TYPE } from "./types.ts";

export interface RRset {
  readonly owner: Name;
  readonly type: number;
  readonly ttlSeconds: number;
  /** Uncompressed, in the order in which they are written. */
  readonly rdata: readonly Uint8Array[];
}

/** What is answered; the header's ID, opcode, RD, the question and EDNS are taken from the query. */
export interface Reply {
  readonly rcode: number;
  readonly aa: boolean;
  readonly ra: boolean;
  readonly answer: readonly RRset[];
  readonly authority: readonly RRset[];
  readonly additional: readonly RRset[];
  readonly errors: readonly ExtendedError[];
  /** ECS scope; written only where the query carried ECS. */
  readonly scopePrefixLength: number;
}

const TOO_LONG: ExtendedError = { infoCode: EDE.OTHER, text: "the answer exceeds 65,535 octets" };

export const MESSAGE_OCTETS_MAX = 65_535;
/** One record more than fits may be written before it is measured: owner, fixed fields and the longest data. */
const SCRATCH_OCTETS = MESSAGE_OCTETS_MAX + 255 + 10 + 65_535;
const POINTER_TO_QNAME = 0xc000 | HEADER_OCTETS;
/** RFC 1035 4.1.4: a pointer has 14 bits. */
const POINTER_OFFSET_MAX = 0x3fff;

/** Shared by all replies: writing one is synchronous, and what leaves this file is a copy. */
const scratch = new Uint8Array(SCRATCH_OCTETS);

/** The message under construction that `scratch` holds. */
interface Draft {
  readonly query: Query;
  /** Where the records end at the latest; the OPT comes behind them. */
  readonly limit: number;
  /** Offsets of the names written so far and of all their suffixes; null until a name other than the query's comes up. */
  names: Map<string, number> | null;
}

/** Encodes the reply to a query. */
export function encodeReply(query: Query, reply: Reply): Uint8Array {
  const { edns } = query;
  const opt = edns === null ? null : { ...reply, edns };
  const limit = opt === null ? MESSAGE_OCTETS_MAX : MESSAGE_OCTETS_MAX - optOctets(opt);
  const draft: Draft = { query, limit, names: null };
  const start = writeHead(query.message, query.questionEnd, reply);

  const answerEnd = writeSection(draft, start, 6, reply.answer);
  const authorityEnd = answerEnd < 0 ? -1 : writeSection(draft, answerEnd, 8, reply.authority);
  if (authorityEnd < 0) {
    return encodeReply(query, {
      ...reply,
      rcode: RCODE.SERVFAIL,
      aa: false,
      answer: [],
      authority: [],
      additional: [],
      errors: [...reply.errors, TOO_LONG],
    });
  }
  let end = authorityEnd;
  let additionalCount = 0;
  for (const rrset of reply.additional) {
    const rrsetEnd = writeRRset(draft, end, rrset);
    if (rrsetEnd < 0) break;
    end = rrsetEnd;
    additionalCount += rrset.rdata.length;
  }
  return finish(end, additionalCount, opt);
}

/** Encodes the error reply to a message that is no query of ours. */
export function encodeFault(message: Uint8Array, fault: Fault): Uint8Array {
  const { rcode, edns, questionEnd } = fault;
  const opt = edns === null ? null : { edns, rcode, errors: errorsOfFault(message, fault), scopePrefixLength: 0 };
  const end = writeHead(message, questionEnd, { rcode, aa: false, ra: false });
  return finish(end, 0, opt);
}

/** Writes the header with empty sections and the question; gives the offset behind it. */
function writeHead(message: Uint8Array, questionEnd: number, flags: Pick<Reply, "rcode" | "aa" | "ra">): number {
  // QR, AA; opcode and RD are the query's, and CD where recursion is offered (RFC 4035 3.2.2). Nothing here is validated.
  const copied = (message[2] ?? 0) & 0x79;
  scratch[0] = message[0] ?? 0;
  scratch[1] = message[1] ?? 0;
  scratch[2] = 0x80 | copied | (flags.aa ? 0x04 : 0);
  scratch[3] = (flags.ra ? 0x80 | ((message[3] ?? 0) & 0x10) : 0) | (flags.rcode & 0x0f);
  putUint16(scratch, 4, questionEnd > HEADER_OCTETS ? 1 : 0);
  scratch.fill(0, 6, HEADER_OCTETS);
  for (let at = HEADER_OCTETS; at < questionEnd; at += 1) scratch[at] = message[at] ?? 0;
  return questionEnd;
}

/** Writes the OPT and the count of Additional, and copies the message out. */
function finish(recordsEnd: number, additionalCount: number, opt: OptContent | null): Uint8Array {
  putUint16(scratch, 10, additionalCount + (opt === null ? 0 : 1));
  return keep(scratch, opt === null ? recordsEnd : writeOpt(scratch, recordsEnd, opt, MESSAGE_OCTETS_MAX));
}

/** Writes a section and its count at `countAt`; -1 where it does not fit. */
function writeSection(draft: Draft, start: number, countAt: number, section: readonly RRset[]): number {
  let at = start;
  let count = 0;
  for (const rrset of section) {
    at = writeRRset(draft, at, rrset);
    if (at < 0) return -1;
    count += rrset.rdata.length;
  }
  putUint16(scratch, countAt, count);
  return at;
}

function writeRRset(draft: Draft, start: number, rrset: RRset): number {
  const { type, ttlSeconds } = rrset;
  let at = start;
  for (const rdata of rrset.rdata) {
    at = writeName(draft, at, rrset.owner);
    putUint16(scratch, at, type);
    putUint16(scratch, at + 2, CLASS.IN);
    putUint16(scratch, at + 4, ttlSeconds >>> 16);
    putUint16(scratch, at + 6, ttlSeconds);
    const end = writeRdata(draft, at + 10, type, rdata);
    putUint16(scratch, at + 8, end - at - 10);
    if (end > draft.limit) return -1;
    at = end;
  }
  return at;
}

/** RFC 3597 4: names are compressed in the data of RFC 1035's own types and of no other. */
function writeRdata(draft: Draft, at: number, type: number, rdata: Uint8Array): number {
  switch (type) {
    case TYPE.NS:
    case TYPE.CNAME:
    case TYPE.PTR:
      return writeName(draft, at, nameAt(rdata, 0));
    case TYPE.MX:
      putUint16(scratch, at, uint16At(rdata, 0));
      return writeName(draft, at + 2, nameAt(rdata, 2));
    case TYPE.SOA: {
      const mname = nameAt(rdata, 0);
      const rname = nameAt(rdata, mname.length);
      const numbersAt = writeName(draft, writeName(draft, at, mname), rname);
      return copy(rdata.subarray(mname.length + rname.length), numbersAt);
    }
    default:
      return copy(rdata, at);
  }
}

function copy(octets: Uint8Array, at: number): number {
  // Most record data is an address: for so few octets a loop beats the call of `set`.
  if (octets.length > 16) scratch.set(octets, at);
  else for (let index = 0; index < octets.length; index += 1) scratch[at + index] = octets[index] ?? 0;
  return at + octets.length;
}

/**
 * Writes a name, its longest suffix that stands in the message already as a pointer. Suffixes are compared with their
 * case: a name that points at the question would come out in the question's case.
 */
function writeName(draft: Draft, start: number, name: Name): number {
  if (name === draft.query.qname && name.length > 1) {
    putUint16(scratch, start, POINTER_TO_QNAME);
    return start + 2;
  }
  draft.names ??= suffixOffsets(draft.query.qname);
  let at = start;
  let label = 0;
  for (let length = name.charCodeAt(0); length > 0; length = name.charCodeAt(label)) {
    const suffix = name.slice(label);
    const offset = draft.names.get(suffix);
    if (offset !== undefined) {
      putUint16(scratch, at, 0xc000 | offset);
      return at + 2;
    }
    if (at <= POINTER_OFFSET_MAX) draft.names.set(suffix, at);
    for (const end = label + 1 + length; label < end; label += 1, at += 1) scratch[at] = name.charCodeAt(label);
  }
  scratch[at] = 0;
  return at + 1;
}

function suffixOffsets(qname: Name): Map<string, number> {
  const offsets = new Map<string, number>();
  for (let at = 0; qname.charCodeAt(at) > 0; at += 1 + qname.charCodeAt(at)) {
    offsets.set(qname.slice(at), HEADER_OCTETS + at);
  }
  return offsets;
}

/** Tells whether a message carries an RCODE, as far as its header says (the upper bits are in the OPT). */
export function hasRcode(message: Uint8Array, rcode: number): boolean {
  return rcodeInHeader(message) === (rcode & 0x0f);
}

/** Reads the four bits of the RCODE that are in a message's header. */
export function rcodeInHeader(message: Uint8Array): number {
  return (message[3] ?? 0) & 0x0f;
}
