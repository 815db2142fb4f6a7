/**
 * Reads the OPT of a reply that another resolver sent (RFC 6891): the upper bits of the RCODE, what went wrong
 * (RFC 8914), and the Client Subnet (RFC 7871). Other options are of no use to anyone but who asked.
 */
import type { ExtendedError } from "./edns.ts";
import { uint16At } from "./octets.ts";
import { OPTION, OPTION_HEAD_OCTETS } from "./types.ts";

export interface ForeignOpt {
  /** The RCODE's upper eight bits, shifted to their place. */
  readonly rcodeBits: number;
  readonly errors: readonly ExtendedError[];
  /** The value of the Client Subnet option as it came; null: there is none. */
  readonly clientSubnet: Uint8Array | null;
}

export const NO_FOREIGN_OPT: ForeignOpt = { rcodeBits: 0, errors: [], clientSubnet: null };

/** RFC 8914 2: the text should be short; a longer one is cut, and more errors than this are left out. */
const TEXT_OCTETS_MAX = 128;
const ERRORS_MAX = 4;
const TRAILING_ZEROS = /\0+$/;

const utf8 = new TextDecoder();

/** Reads the OPT whose TYPE is at `fixedAt`; null where an option runs beyond the record's end. */
export function readForeignOpt(message: Uint8Array, fixedAt: number, dataAt: number, end: number): ForeignOpt | null {
  const errors: ExtendedError[] = [];
  let clientSubnet: Uint8Array | null = null;
  let at = dataAt;
  while (at < end) {
    const valueAt = at + OPTION_HEAD_OCTETS;
    const valueEnd = valueAt + uint16At(message, at + 2);
    if (valueEnd > end) return null;
    const code = uint16At(message, at);
    const octets = valueEnd - valueAt;
    if (code === OPTION.EXTENDED_ERROR && octets >= 2 && errors.length < ERRORS_MAX) {
      const textEnd = Math.min(valueEnd, valueAt + 2 + TEXT_OCTETS_MAX);
      // RFC 8914 2: some writers end it with a zero, which is no part of the text.
      const text = utf8.decode(message.subarray(valueAt + 2, textEnd)).replace(TRAILING_ZEROS, "");
      errors.push({ infoCode: uint16At(message, valueAt), text });
    }
    if (code === OPTION.CLIENT_SUBNET) clientSubnet = message.slice(valueAt, valueEnd);
    at = valueEnd;
  }
  return { rcodeBits: (message[fixedAt + 4] ?? 0) << 4, errors, clientSubnet };
}
