/**
 * Both ends of the OPT record (RFC 6891): what a query's says, and the one that goes into a reply.
 *
 * Read are the version, DO, Client Subnet (RFC 7871) and the presence of padding (RFC 7830); written are DO, Extended
 * DNS Errors (RFC 8914), Client Subnet with a scope, and padding. Every other option is ignored and never echoed.
 * The requestor's payload size is not even read: a message over HTTP has no such limit (RFC 8484 6).
 */
import { putUint16, uint16At } from "./octets.ts";
import { OPTION, OPTION_HEAD_OCTETS, RCODE, TYPE } from "./types.ts";

/** What a query's OPT says. */
export interface Edns {
  readonly dnssecOk: boolean;
  readonly clientSubnet: ClientSubnet | null;
  /** The query carried a padding option (RFC 7830). */
  readonly padded: boolean;
}

/** EDNS Client Subnet as sent (RFC 7871 6), valid: known family, no bits beyond the source prefix. */
export interface ClientSubnet {
  /** 0 stands only beside a source prefix of 0: `dig +subnet=0` sends it. */
  readonly family: 0 | 1 | 2;
  readonly sourcePrefixLength: number;
  /** 4 or 16 octets, zero beyond the prefix. */
  readonly address: Uint8Array;
}

/** What an answer says of itself where it is not plain (RFC 8914). */
export interface ExtendedError {
  readonly infoCode: number;
  readonly text: string;
}

/** What an OPT says; with FORMERR or BADVERS, `edns` holds what the error reply's OPT is made from. */
export interface OptReading {
  readonly rcode: number;
  readonly edns: Edns | null;
}

/** FAMILY, SOURCE PREFIX-LENGTH and SCOPE PREFIX-LENGTH. */
const CLIENT_SUBNET_HEAD_OCTETS = 4;
/** Root owner, TYPE, CLASS, TTL and RDLENGTH. */
const OPT_HEAD_OCTETS = 11;
/** Octets of an address, by ECS family; family 0 has none, and is kept as the unspecified IPv4 address. */
const ADDRESS_OCTETS = { 0: 4, 1: 4, 2: 16 } as const;
/** RFC 8467 4.1: the block that replies are padded to. */
const PADDING_BLOCK_OCTETS = 468;
/** RFC 6891 6.2.5 recommends this size for those who do not know better; over HTTP it means nothing. */
const PAYLOAD_OCTETS = 1232;
const DNSSEC_OK_BIT = 0x80;

const utf8 = new TextEncoder();

/** Reads the OPT whose TYPE is at `fixedAt` and whose options fill `dataAt` to `end`, all within the message. */
export function readOpt(message: Uint8Array, fixedAt: number, dataAt: number, end: number): OptReading {
  const dnssecOk = ((message[fixedAt + 6] ?? 0) & DNSSEC_OK_BIT) !== 0;
  const plain = { dnssecOk, clientSubnet: null, padded: false };
  // RFC 6891 6.1.3. What the options of a later version look like is not for this one to say.
  if (message[fixedAt + 5] !== 0) return { rcode: RCODE.BADVERS, edns: plain };
  let clientSubnet: ClientSubnet | null = null;
  let padded = false;
  let at = dataAt;
  while (at < end) {
    const valueAt = at + OPTION_HEAD_OCTETS;
    const valueEnd = valueAt + uint16At(message, at + 2);
    if (valueEnd > end) return { rcode: RCODE.FORMERR, edns: plain };
    const code = uint16At(message, at);
    if (code === OPTION.PADDING) padded = true;
    if (code === OPTION.CLIENT_SUBNET) {
      // Two of them would name two clients, and RFC 7871 has no rule for choosing.
      const sent: ClientSubnet | null =
        clientSubnet === null ? readClientSubnet(message.subarray(valueAt, valueEnd)) : null;
      if (sent === null) return { rcode: RCODE.FORMERR, edns: plain };
      clientSubnet = sent;
    }
    at = valueEnd;
  }
  return { rcode: RCODE.NOERROR, edns: { dnssecOk, clientSubnet, padded } };
}

/** Reads the value of an ECS option of a query; null where RFC 7871 asks for FORMERR. */
function readClientSubnet(value: Uint8Array): ClientSubnet | null {
  if (value.length < CLIENT_SUBNET_HEAD_OCTETS) return null;
  const family = uint16At(value, 0);
  const sourcePrefixLength = value[2] ?? 0;
  if (family !== 0 && family !== 1 && family !== 2) return null;
  if (family === 0 && sourcePrefixLength > 0) return null;
  // RFC 7871 6: the scope is zero in queries.
  if (value[3] !== 0) return null;
  const octets = ADDRESS_OCTETS[family];
  const sent = value.length - CLIENT_SUBNET_HEAD_OCTETS;
  if (sourcePrefixLength > octets * 8 || sent !== Math.ceil(sourcePrefixLength / 8)) return null;
  const address = new Uint8Array(octets);
  address.set(value.subarray(CLIENT_SUBNET_HEAD_OCTETS));
  // RFC 7871 6: the bits beyond the source prefix are zero.
  const bitsInLast = sourcePrefixLength % 8;
  if (bitsInLast > 0 && ((address[sent - 1] ?? 0) & (0xff >> bitsInLast)) !== 0) return null;
  return { family, sourcePrefixLength, address };
}

/** What the OPT of a reply is made from. */
export interface OptContent {
  readonly edns: Edns;
  readonly rcode: number;
  readonly errors: readonly ExtendedError[];
  readonly scopePrefixLength: number;
}

/** Counts the octets that `writeOpt` writes, an empty padding option included and its filling not. */
export function optOctets(content: OptContent): number {
  const { edns, errors } = content;
  let octets = OPT_HEAD_OCTETS;
  for (const error of errors) octets += OPTION_HEAD_OCTETS + 2 + utf8Octets(error.text);
  if (edns.clientSubnet !== null) {
    octets += OPTION_HEAD_OCTETS + CLIENT_SUBNET_HEAD_OCTETS + addressOctetsSent(edns.clientSubnet);
  }
  return edns.padded ? octets + OPTION_HEAD_OCTETS : octets;
}

/** Writes the OPT of a reply, a message's last record, at `start`; gives the end. Padding never goes beyond `limit`. */
export function writeOpt(target: Uint8Array, start: number, content: OptContent, limit: number): number {
  const { edns, rcode, errors } = content;
  target[start] = 0;
  putUint16(target, start + 1, TYPE.OPT);
  putUint16(target, start + 3, PAYLOAD_OCTETS);
  target[start + 5] = rcode >> 4;
  target[start + 6] = 0;
  target[start + 7] = edns.dnssecOk ? DNSSEC_OK_BIT : 0;
  target[start + 8] = 0;
  let at = start + OPT_HEAD_OCTETS;
  for (const error of errors) {
    const { written } = utf8.encodeInto(error.text, target.subarray(at + OPTION_HEAD_OCTETS + 2));
    putUint16(target, at, OPTION.EXTENDED_ERROR);
    putUint16(target, at + 2, 2 + written);
    putUint16(target, at + 4, error.infoCode);
    at += OPTION_HEAD_OCTETS + 2 + written;
  }
  if (edns.clientSubnet !== null) at = writeClientSubnet(target, at, edns.clientSubnet, content.scopePrefixLength);
  if (edns.padded) at = writePadding(target, at, limit);
  putUint16(target, start + 9, at - start - OPT_HEAD_OCTETS);
  return at;
}

/** Echoes family, source prefix and address (RFC 7871 7.2.1). */
function writeClientSubnet(target: Uint8Array, at: number, subnet: ClientSubnet, scopePrefixLength: number): number {
  const sent = addressOctetsSent(subnet);
  putUint16(target, at, OPTION.CLIENT_SUBNET);
  putUint16(target, at + 2, CLIENT_SUBNET_HEAD_OCTETS + sent);
  putUint16(target, at + 4, subnet.family);
  target[at + 6] = subnet.sourcePrefixLength;
  target[at + 7] = scopePrefixLength;
  target.set(subnet.address.subarray(0, sent), at + 8);
  return at + OPTION_HEAD_OCTETS + CLIENT_SUBNET_HEAD_OCTETS + sent;
}

/** Fills up to the next block border, or as near as `limit` allows (RFC 8467 4.1). */
function writePadding(target: Uint8Array, at: number, limit: number): number {
  const from = at + OPTION_HEAD_OCTETS;
  const end = Math.min(Math.ceil(from / PADDING_BLOCK_OCTETS) * PADDING_BLOCK_OCTETS, limit);
  putUint16(target, at, OPTION.PADDING);
  putUint16(target, at + 2, end - from);
  target.fill(0, from, end);
  return end;
}

function addressOctetsSent(subnet: ClientSubnet): number {
  return Math.ceil(subnet.sourcePrefixLength / 8);
}

function utf8Octets(text: string): number {
  return utf8.encode(text).length;
}
