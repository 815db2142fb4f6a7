/**
 * Writes a DNS reply. (Types first; the writer follows.)
 */
import type { Name } from "./name.ts";

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

/** RFC 8914. */
export interface ExtendedError {
  readonly infoCode: number;
  readonly text: string;
}
