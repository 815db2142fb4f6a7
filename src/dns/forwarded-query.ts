/**
 * Writes the query that goes to another resolver in a client's stead.
 *
 * Nothing of the client is in it but the question, CD and DO; the Client Subnet only where it is given. The ID is 0
 * (RFC 8484 4.1), the name is folded, and the length is padded to whole blocks so that it says little about the name
 * (RFC 8467 4.1). AD asks for the AD bit of the reply without signatures (RFC 6840 5.7).
 */
import { bytesOfName, type Name } from "./name.ts";
import { putUint16 } from "./octets.ts";
import { HEADER_OCTETS } from "./query.ts";
import { CLASS, OPTION, OPTION_HEAD_OCTETS, TYPE } from "./types.ts";

/** The network that is told (RFC 7871); a prefix of 0 asks not to be located. */
export interface ToldSubnet {
  /** 4 or 16 octets, zero beyond the prefix. */
  readonly address: Uint8Array;
  readonly prefixLength: number;
}

export interface ForwardedQuestion {
  /** Folded where an upstream is asked. */
  readonly name: Name;
  readonly type: number;
  readonly dnssecOk: boolean;
  readonly cd: boolean;
  readonly subnet: ToldSubnet | null;
}

/** RFC 8467 4.1: the block that queries are padded to. */
const PADDING_BLOCK_OCTETS = 128;
const OPT_HEAD_OCTETS = 11;
const PAYLOAD_OCTETS = 1232;

/** Writes the query. */
export function encodeForwardedQuery({ name, type, dnssecOk, cd, subnet }: ForwardedQuestion): Uint8Array {
  const subnetOctets = subnet === null ? 0 : Math.ceil(subnet.prefixLength / 8);
  const optAt = HEADER_OCTETS + name.length + 4;
  const paddingAt = optAt + OPT_HEAD_OCTETS + (subnet === null ? 0 : OPTION_HEAD_OCTETS + 4 + subnetOctets);
  const end = Math.ceil((paddingAt + OPTION_HEAD_OCTETS) / PADDING_BLOCK_OCTETS) * PADDING_BLOCK_OCTETS;
  const message = new Uint8Array(end);
  message[2] = 0x01;
  message[3] = 0x20 | (cd ? 0x10 : 0);
  putUint16(message, 4, 1);
  putUint16(message, 10, 1);
  message.set(bytesOfName(name), HEADER_OCTETS);
  putUint16(message, optAt - 4, type);
  putUint16(message, optAt - 2, CLASS.IN);
  putUint16(message, optAt + 1, TYPE.OPT);
  putUint16(message, optAt + 3, PAYLOAD_OCTETS);
  message[optAt + 7] = dnssecOk ? 0x80 : 0;
  putUint16(message, optAt + 9, end - optAt - OPT_HEAD_OCTETS);
  if (subnet !== null) {
    const at = optAt + OPT_HEAD_OCTETS;
    putUint16(message, at, OPTION.CLIENT_SUBNET);
    putUint16(message, at + 2, 4 + subnetOctets);
    putUint16(message, at + 4, subnet.address.length === 4 ? 1 : 2);
    message[at + 6] = subnet.prefixLength;
    message.set(subnet.address.subarray(0, subnetOctets), at + 8);
  }
  putUint16(message, paddingAt, OPTION.PADDING);
  putUint16(message, paddingAt + 2, end - paddingAt - OPTION_HEAD_OCTETS);
  return message;
}
