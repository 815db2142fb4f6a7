/** Replies of other resolvers, written by hand, to a question for `www.example.com A`. */
import { type Foreign, readForeign } from "../../src/dns/foreign.ts";
import { nameHex, octets, QUESTION_WWW_A, wireName } from "./wire.ts";

export const ASKED = { name: wireName("www.example.com"), type: 1 };

export interface ForeignParts {
  readonly id?: string;
  readonly flags?: string;
  readonly question?: string;
  /** Records as hexadecimal text. */
  readonly answer?: readonly string[];
  readonly authority?: readonly string[];
  readonly additional?: readonly string[];
  readonly counts?: string;
  readonly tail?: string;
}

const count = (records: readonly string[]): string => records.length.toString(16).padStart(4, "0");

/** Makes a reply's message. */
export function foreignMessage(parts: ForeignParts = {}): Uint8Array {
  const { id = "0000", flags = "8180", question = QUESTION_WWW_A, tail = "" } = parts;
  const { answer = [], authority = [], additional = [] } = parts;
  const counts = parts.counts ?? `0001 ${count(answer)} ${count(authority)} ${count(additional)}`;
  return octets(id, flags, counts, question, ...answer, ...authority, ...additional, tail);
}

/** Writes a record; the owner is the question's name unless told otherwise. */
export function recordHex(type: string, ttl: string, data: string, owner = "c00c"): string {
  const hex = data.replace(/\s/g, "");
  return `${owner} ${type} 0001 ${ttl} ${(hex.length / 2).toString(16).padStart(4, "0")} ${hex}`;
}

export const A_RECORD = recordHex("0001", "0000012c", "c0000207");

/** With a MINIMUM of 120 seconds. */
export const soaRecord = (ttl: string): string =>
  recordHex("0006", ttl, `${nameHex("ns.example.com")} 00 00000001 00000001 00000001 00000001 00000078`, "c010");

/** Reads a reply that is to be believed. */
export function foreignOf(parts: ForeignParts): Foreign {
  const foreign = readForeign(foreignMessage(parts), ASKED);
  if (foreign === null) throw new Error("not believed");
  return foreign;
}
