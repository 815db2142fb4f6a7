/**
 * Passes another resolver's reply on to a client: its records byte for byte with their TTLs aged, under the client's own
 * ID and question, with an OPT of this server's own where the client sent one (RFC 6891 6.1.1).
 *
 * AA is cleared, for nothing here is authoritative; RA is set; AD goes to those who can read it (RFC 6840 5.8), and to
 * nobody with a stale answer, whose signatures may have run out. The record's original TTL in an RRSIG is not touched.
 */

import { readRdata } from "./compressed.ts";
import { type ExtendedError, optOctets, writeOpt } from "./edns.ts";
import { type Foreign, locateRecords, uint32At } from "./foreign.ts";
import { fold } from "./name.ts";
import { putUint16, uint16At } from "./octets.ts";
import { HEADER_OCTETS, type Query } from "./query.ts";
import { encodeReply, MESSAGE_OCTETS_MAX, type Reply, type RRset } from "./reply.ts";
import { keep } from "./slab.ts";
import { CLASS, EDE, RCODE } from "./types.ts";

/** How long ago a reply came, and what to say of it besides. */
export interface Ageing {
  readonly elapsedSeconds: number;
  /** Beyond its lifetime: what has run out is given `STALE_TTL_SECONDS`. */
  readonly stale: boolean;
  /** Before the other resolver's own. */
  readonly errors: readonly ExtendedError[];
  /** What the client is told of its own Client Subnet. */
  readonly scopePrefixLength: number;
}

/** RFC 8767 4: the TTL of an answer that stands in. */
const STALE_TTL_SECONDS = 30;

const scratch = new Uint8Array(MESSAGE_OCTETS_MAX);

/** Writes the reply to a client; its RCODE is one that speaks of the name, and fits the header. */
export function relay(query: Query, foreign: Foreign, ageing: Ageing): Uint8Array {
  const { edns } = query;
  const { message } = foreign;
  const { rcode } = foreign;
  const errors = ageing.errors.length === 0 ? foreign.errors : [...ageing.errors, ...foreign.errors];
  const opt = edns && { edns, rcode, errors, scopePrefixLength: ageing.scopePrefixLength };
  if (opt !== null && message.length + optOctets(opt) > MESSAGE_OCTETS_MAX) return encodeReply(query, TOO_LONG);
  scratch.set(message);
  scratch[0] = query.message[0] ?? 0;
  scratch[1] = query.message[1] ?? 0;
  scratch[2] = 0x80 | ((query.message[2] ?? 0) & 0x01);
  scratch[3] = 0x80 | (isAdTold(query, foreign, ageing) ? 0x20 : 0) | (query.cd ? 0x10 : 0) | (rcode & 0x0f);
  // The name has the same length in either case, and pointers to it find the client's.
  for (let at = HEADER_OCTETS; at < query.questionEnd; at += 1) scratch[at] = query.message[at] ?? 0;
  if (ageing.elapsedSeconds > 0) age(scratch, foreign, ageing);
  if (opt === null) return keep(scratch, message.length);
  putUint16(scratch, 10, uint16At(message, 10) + 1);
  return keep(scratch, writeOpt(scratch, message.length, opt, MESSAGE_OCTETS_MAX));
}

const TOO_LONG: Reply = {
  rcode: RCODE.SERVFAIL,
  aa: false,
  ra: true,
  answer: [],
  authority: [],
  additional: [],
  errors: [{ infoCode: EDE.OTHER, text: "the answer exceeds 65,535 octets" }],
  scopePrefixLength: 0,
};

/** RFC 6840 5.7, 5.8: a query asks for AD by its own AD bit or by DO. */
function isAdTold(query: Query, foreign: Foreign, { stale }: Ageing): boolean {
  if (!foreign.ad || stale) return false;
  return query.edns?.dnssecOk === true || ((query.message[3] ?? 0) & 0x20) !== 0;
}

/** Writes the aged TTLs. */
function age(target: Uint8Array, { message, ttlOffsets }: Foreign, ageing: Ageing): void {
  for (const at of ttlOffsets) {
    const ttl = agedTtl(uint32At(message, at), ageing);
    putUint16(target, at, ttl >>> 16);
    putUint16(target, at + 2, ttl);
  }
}

/** Gives what is left of a TTL. */
export function agedTtl(
  ttlSeconds: number,
  { elapsedSeconds, stale }: Pick<Ageing, "elapsedSeconds" | "stale">,
): number {
  const left = Math.max(0, ttlSeconds - elapsedSeconds);
  return left === 0 && stale ? STALE_TTL_SECONDS : left;
}

/** The Answer and Authority sections of a reply as record sets with aged TTLs, to be put behind records of another origin. */
export function sectionsOf(
  foreign: Foreign,
  ageing: Pick<Ageing, "elapsedSeconds" | "stale">,
): Pick<Reply, "answer" | "authority"> {
  const { message, questionEnd } = foreign;
  const sections = { answer: new Map<string, MutableSet>(), authority: new Map<string, MutableSet>() };
  for (const { section, owner, type, class: ofClass, ttlAt, dataAt, end } of locateRecords(message, questionEnd) ??
    []) {
    const rdata = section === "additional" || ofClass !== CLASS.IN ? null : readRdata(message, type, dataAt, end);
    if (section === "additional" || rdata === null) continue;
    const ttlSeconds = agedTtl(uint32At(message, ttlAt), ageing);
    const key = `${type}/${ttlSeconds}/${fold(owner)}`;
    const set = sections[section].get(key);
    if (set === undefined) sections[section].set(key, { owner, type, ttlSeconds, rdata: [rdata] });
    else set.rdata.push(rdata);
  }
  return { answer: [...sections.answer.values()], authority: [...sections.authority.values()] };
}

type MutableSet = Omit<RRset, "rdata"> & { readonly rdata: Uint8Array[] };
