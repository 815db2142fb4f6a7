/** The names of Extended DNS Errors as the IANA registry writes them (RFC 8914 4). */
import { EDE } from "./types.ts";

/** Words of a name that are not written with one capital. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...["DNSSEC", "DNSKEY", "DS", "NSEC", "NSEC3", "NXDOMAIN"].map((word): [string, string] => [word, word]),
  ["RRSIGS", "RRSIGs"],
]);

const names = new Map<number, string>(Object.entries(EDE).map(([key, code]) => [code, nameOf(key)]));

/** Gives the name of an info code; null where it has none here. */
export function edeToText(infoCode: number): string | null {
  return names.get(infoCode) ?? null;
}

function nameOf(key: string): string {
  const words = key.split("_").map((word) => WORDS.get(word) ?? word.slice(0, 1) + word.slice(1).toLowerCase());
  return words.join(" ");
}
