/**
 * Reads a DNS query from its bytes: header, question and OPT, or the one fault that decides the error reply.
 *
 * Total: every input has an outcome and nothing throws. Records other than OPT are read only as far as their bounds,
 * and what a question asks for is not judged here, save for the classes and types that this server never answers.
 * Where faults meet, the order is that of the header: QR, opcode, counts, sections, EDNS version, class and type.
 */
import { type Edns, type OptReading, readOpt } from "./edns.ts";
import { LABEL_OCTETS_MAX, NAME_OCTETS_MAX, type Name } from "./name.ts";
import { uint16At } from "./octets.ts";
import { CLASS, OPCODE, RCODE, TYPE } from "./types.ts";

export interface Query {
  /** The whole message as received; the question is echoed from it. */
  readonly message: Uint8Array;
  readonly rd: boolean;
  readonly cd: boolean;
  /** As sent, case included. */
  readonly qname: Name;
  readonly qtype: number;
  readonly qclass: number;
  /** Offset just behind the question. */
  readonly questionEnd: number;
  /** Null where the query carried no OPT. */
  readonly edns: Edns | null;
}

/** A message that is answered with an error of DNS; what `encodeFault` needs besides the message itself. */
export interface Fault {
  readonly kind: "fault";
  readonly rcode: number;
  /** Offset just behind the question to echo; HEADER_OCTETS where none could be read. */
  readonly questionEnd: number;
  /** As far as the OPT could be read; null where there was none (RFC 6891 6.1.1: an OPT only to those who sent one). */
  readonly edns: Edns | null;
}

/** `not-a-message`: too short for a header, so that there is no ID to answer. */
export type DecodeOutcome =
  | { readonly kind: "query"; readonly query: Query }
  | Fault
  | { readonly kind: "not-a-message" };

export const HEADER_OCTETS = 12;
/** QTYPE and QCLASS behind the name. */
const QUESTION_TAIL_OCTETS = 4;
/** TYPE, CLASS, TTL and RDLENGTH behind the owner name. */
const RECORD_FIXED_OCTETS = 10;
const POINTER_MIN = 0xc0;
/** Stands in NSEC for a name that does not exist, and has no records. */
const NXNAME = 128;
/** Types of records that are about messages, or stand for no record at all (RFC 6895 3.1, RFC 9824 3.4). */
const NEVER_ASKED: ReadonlySet<number> = new Set([TYPE.OPT, NXNAME, TYPE.TKEY, TYPE.TSIG]);

/** Reads a message that was sent as a query. */
export function decodeQuery(message: Uint8Array): DecodeOutcome {
  if (message.length < HEADER_OCTETS) return { kind: "not-a-message" };
  const questionEnd = uint16At(message, 4) === 1 ? questionEndOf(message) : HEADER_OCTETS;
  const { rcode: sectionsRcode, edns } = readRecords(message, questionEnd);
  const rcode = judge(message, questionEnd, sectionsRcode);
  if (rcode !== RCODE.NOERROR) return { kind: "fault", rcode, questionEnd, edns };
  const query: Query = {
    message,
    rd: ((message[2] ?? 0) & 0x01) !== 0,
    cd: ((message[3] ?? 0) & 0x10) !== 0,
    qname: qnameOf(message, questionEnd - QUESTION_TAIL_OCTETS),
    qtype: uint16At(message, questionEnd - 4),
    qclass: uint16At(message, questionEnd - 2),
    questionEnd,
    edns,
  };
  return { kind: "query", query };
}

function judge(message: Uint8Array, questionEnd: number, sectionsRcode: number): number {
  const flags = message[2] ?? 0;
  if ((flags & 0x80) !== 0) return RCODE.FORMERR;
  if (((flags >> 3) & 0x0f) !== OPCODE.QUERY) return RCODE.NOTIMP;
  // RFC 9619 4: a QUERY has exactly one question.
  if (questionEnd === HEADER_OCTETS) return RCODE.FORMERR;
  if (sectionsRcode !== RCODE.NOERROR) return sectionsRcode;
  if (uint16At(message, questionEnd - 2) !== CLASS.IN) return RCODE.REFUSED;
  const qtype = uint16At(message, questionEnd - 4);
  if (NEVER_ASKED.has(qtype)) return RCODE.FORMERR;
  return qtype === TYPE.AXFR || qtype === TYPE.IXFR ? RCODE.REFUSED : RCODE.NOERROR;
}

/**
 * Finds the end of the one question; HEADER_OCTETS where it is malformed. The name is the message's first: a pointer
 * in it could only go forwards, to itself or into the header (RFC 1035 4.1.4: to a prior occurrence of a name).
 */
function questionEndOf(message: Uint8Array): number {
  let at = HEADER_OCTETS;
  for (let length = message[at]; length !== 0; length = message[at]) {
    if (length === undefined || length > LABEL_OCTETS_MAX) return HEADER_OCTETS;
    at += 1 + length;
    if (at - HEADER_OCTETS >= NAME_OCTETS_MAX) return HEADER_OCTETS;
  }
  const end = at + 1 + QUESTION_TAIL_OCTETS;
  return end > message.length ? HEADER_OCTETS : end;
}

function qnameOf(message: Uint8Array, end: number): Name {
  let octets = "";
  for (let at = HEADER_OCTETS; at < end; at += 1) octets += String.fromCharCode(message[at] ?? 0);
  return octets as Name;
}

function readRecords(message: Uint8Array, from: number): OptReading {
  const additionalFrom = uint16At(message, 6) + uint16At(message, 8);
  const count = additionalFrom + uint16At(message, 10);
  let reading: OptReading = NO_OPT;
  let at = from;
  for (let index = 0; index < count; index += 1) {
    const fixedAt = ownerEndOf(message, at);
    const dataAt = fixedAt + RECORD_FIXED_OCTETS;
    const end = dataAt + uint16At(message, dataAt - 2);
    if (fixedAt < 0 || end > message.length) return malformed(reading);
    if (uint16At(message, fixedAt) === TYPE.OPT) {
      // RFC 6891 6.1.1, 6.1.2: in Additional, once, and its owner is the root.
      if (index < additionalFrom || fixedAt !== at + 1 || reading !== NO_OPT) return malformed(reading);
      reading = readOpt(message, fixedAt, dataAt, end);
    }
    at = end;
  }
  return at === message.length ? reading : malformed(reading);
}

const NO_OPT: OptReading = { rcode: RCODE.NOERROR, edns: null };

function malformed(reading: OptReading): OptReading {
  return { rcode: RCODE.FORMERR, edns: reading.edns };
}

/** Finds the end of an owner name, which may end in a pointer to before its own start; -1 where it is malformed. */
function ownerEndOf(message: Uint8Array, from: number): number {
  let at = from;
  for (let length = message[at]; length !== 0; length = message[at]) {
    if (length === undefined) return -1;
    if (length >= POINTER_MIN) return (uint16At(message, at) & 0x3fff) < from ? at + 2 : -1;
    if (length > LABEL_OCTETS_MAX) return -1;
    at += 1 + length;
    if (at - from >= NAME_OCTETS_MAX) return -1;
  }
  return at + 1;
}
