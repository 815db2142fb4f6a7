/**
 * Names of numbers that DNSSEC's record data may be written with and is never printed with, as BIND reads them: digest
 * types (RFC 4034 A.2), hash algorithms (RFC 5155 11), and the flags and protocols of keys (RFC 2535 3.1).
 */
import { algorithmFromText } from "../../dns/mnemonics.ts";

const DIGEST_TYPES = new Map([
  ["SHA-1", 1],
  ["SHA1", 1],
  ["SHA-256", 2],
  ["SHA256", 2],
  ["GOST", 3],
  ["SHA-384", 4],
  ["SHA384", 4],
]);

const HASH_ALGORITHMS = new Map([["SHA-1", 1]]);

const KEY_PROTOCOLS = new Map([
  ["NONE", 0],
  ["TLS", 1],
  ["EMAIL", 2],
  ["DNSSEC", 3],
  ["IPSEC", 4],
  ["ALL", 255],
]);

/** Short forms beside the names of the registry. */
const ALGORITHM_SYNONYMS = new Map([
  ["ECDSA256", 13],
  ["ECDSA384", 14],
]);

const KEY_FLAGS = new Map([
  ...Object.entries({ NOCONF: 0x4000, NOAUTH: 0x8000, NOKEY: 0xc000, USER: 0, ZONE: 0x100, HOST: 0x200, NTYP3: 0x300 }),
  ...Object.entries({ EXTEND: 0x1000, FLAG2: 0x2000, FLAG4: 0x800, FLAG5: 0x400, KSK: 1 }),
  ...Object.entries({ FLAG8: 0x80, FLAG9: 0x40, FLAG10: 0x20, FLAG11: 0x10 }),
  ...Array.from({ length: 16 }, (_, signatory) => [`SIG${signatory}`, signatory] as const),
]);

/** Finds the digest type of a DS record, in either case. */
export function digestTypeOf(text: string): number | null {
  return DIGEST_TYPES.get(text.toUpperCase()) ?? null;
}

/** Finds the hash algorithm of NSEC3. */
export function hashAlgorithmOf(text: string): number | null {
  return HASH_ALGORITHMS.get(text.toUpperCase()) ?? null;
}

/** Finds the algorithm of a key. */
export function algorithmOf(text: string): number | null {
  return algorithmFromText(text) ?? ALGORITHM_SYNONYMS.get(text.toUpperCase()) ?? null;
}

/** Finds the protocol of a key. */
export function keyProtocolOf(text: string): number | null {
  return KEY_PROTOCOLS.get(text.toUpperCase()) ?? null;
}

/** Joins flags of a key written `ZONE|KSK`. */
export function keyFlagsOf(text: string): number | null {
  const flags = text.split("|").map((name) => KEY_FLAGS.get(name.toUpperCase()));
  return flags.reduce<number | null>((sum, flag) => (sum === null || flag === undefined ? null : sum | flag), 0);
}
