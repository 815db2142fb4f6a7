/**
 * Reads a DNS query from its bytes. (Types first; the reader follows.)
 */
import type { Name } from "./name.ts";

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

export interface Edns {
  readonly dnssecOk: boolean;
  readonly clientSubnet: ClientSubnet | null;
  /** The query carried a padding option (RFC 7830). */
  readonly padded: boolean;
}

/** EDNS Client Subnet as sent (RFC 7871 6), valid: known family, no bits beyond the source prefix. */
export interface ClientSubnet {
  readonly family: 1 | 2;
  readonly sourcePrefixLength: number;
  /** 4 or 16 octets, zero beyond the prefix. */
  readonly address: Uint8Array;
}
