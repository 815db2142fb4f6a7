/**
 * What the error reply to a message that is no query of ours says of itself (RFC 8914): that what it asks for is not
 * supported, and what is. A malformed message has its RCODE, which says as much as a text could.
 */
import type { ExtendedError } from "./edns.ts";
import { uint16At } from "./octets.ts";
import type { Fault } from "./query.ts";
import { CLASS, EDE, RCODE } from "./types.ts";

const NO_ERRORS: readonly ExtendedError[] = [];
const OTHER_OPCODE = [{ infoCode: EDE.NOT_SUPPORTED, text: "only the opcode QUERY is supported" }];
const OTHER_CLASS = [{ infoCode: EDE.NOT_SUPPORTED, text: "only the class IN is supported" }];
const TRANSFER = [{ infoCode: EDE.NOT_SUPPORTED, text: "zones are not transferred" }];

/** Gives what is to be said of a fault of this message. */
export function errorsOfFault(message: Uint8Array, { rcode, questionEnd }: Fault): readonly ExtendedError[] {
  if (rcode === RCODE.NOTIMP) return OTHER_OPCODE;
  if (rcode !== RCODE.REFUSED) return NO_ERRORS;
  return uint16At(message, questionEnd - 2) === CLASS.IN ? TRANSFER : OTHER_CLASS;
}
