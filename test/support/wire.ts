/**
 * DNS messages written by hand, as hexadecimal text. Nothing here uses the product's own reader or writer.
 */
import type { Name } from "../../src/dns/name.ts";

/** Makes octets of hexadecimal text; white space is ignored. */
export function octets(...parts: readonly string[]): Uint8Array {
  return new Uint8Array(Buffer.from(parts.join("").replace(/\s/g, ""), "hex"));
}

/** Writes octets as hexadecimal text. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Writes a name without escapes, such as "www.example.com", in wire form, as hexadecimal text. */
export function nameHex(text: string): string {
  const labels = text.split(".").filter((label) => label !== "");
  return `${labels.map((label) => hexOf(Uint8Array.of(label.length)) + Buffer.from(label, "latin1").toString("hex")).join("")}00`;
}

/** Gives a name without escapes as the core handles it. */
export function wireName(text: string): Name {
  return Buffer.from(nameHex(text), "hex").toString("latin1") as Name;
}

/** Writes octets as the `dns` parameter carries them. */
export function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** What a query for `www.example.com A` with ID 0x1234 and no flags is changed in. */
export interface QueryParts {
  readonly flags?: string;
  /** QDCOUNT, ANCOUNT, NSCOUNT, ARCOUNT. */
  readonly counts?: string;
  readonly question?: string;
  readonly records?: string;
}

export const QUESTION_WWW_A = `${nameHex("www.example.com")} 0001 0001`;

/** Makes a query's message. */
export function queryMessage(parts: QueryParts = {}): Uint8Array {
  const { flags = "0000", counts = "0001 0000 0000 0000", question = QUESTION_WWW_A, records = "" } = parts;
  return octets("1234", flags, counts, question, records);
}

/** An OPT record with a payload size of 1232, as hexadecimal text. */
export function optHex(options = "", ttl = "00000000"): string {
  const data = options.replace(/\s/g, "");
  return `00 0029 04d0 ${ttl} ${(data.length / 2).toString(16).padStart(4, "0")} ${data}`;
}

/** A query for `www.example.com A` whose only other record is the OPT. */
export function ednsQuery(options = "", ttl = "00000000"): Uint8Array {
  return queryMessage({ counts: "0001 0000 0000 0001", records: optHex(options, ttl) });
}
