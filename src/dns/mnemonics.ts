/**
 * Names of numbers inside record data: certificate types (RFC 4398 2.1), DNSSEC algorithms (the IANA registry, spelt as
 * BIND does) and the scheme of DSYNC. A number without a name here is written and read as a number.
 */

const CERTIFICATE_TYPES = {
  PKIX: 1,
  SPKI: 2,
  PGP: 3,
  IPKIX: 4,
  ISPKI: 5,
  IPGP: 6,
  ACPKIX: 7,
  IACPKIX: 8,
  URI: 253,
  OID: 254,
};

const ALGORITHMS = {
  DELETE: 0,
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  ECC: 4,
  RSASHA1: 5,
  NSEC3DSA: 6,
  NSEC3RSASHA1: 7,
  RSASHA256: 8,
  RSASHA512: 10,
  ECCGOST: 12,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
  INDIRECT: 252,
  PRIVATEDNS: 253,
  PRIVATEOID: 254,
};

/** The only scheme of DSYNC (RFC 9859 2.2). */
export const DSYNC_NOTIFY = 1;

const certificateTypes = new Map(Object.entries(CERTIFICATE_TYPES));
const certificateTypeNames = new Map(Object.entries(CERTIFICATE_TYPES).map(([name, value]) => [value, name]));
const algorithms = new Map(Object.entries(ALGORITHMS));
const algorithmNames = new Map(Object.entries(ALGORITHMS).map(([name, value]) => [value, name]));

/** Writes a CERT type by mnemonic where it has one. */
export function certificateTypeToText(value: number): string {
  return certificateTypeNames.get(value) ?? String(value);
}

/** Finds the CERT type of a mnemonic, in either case. */
export function certificateTypeFromText(text: string): number | null {
  return certificateTypes.get(text.toUpperCase()) ?? null;
}

/** Writes a DNSSEC algorithm by mnemonic where it has one. */
export function algorithmToText(value: number): string {
  return algorithmNames.get(value) ?? String(value);
}

/** Finds the DNSSEC algorithm of a mnemonic, in either case. */
export function algorithmFromText(text: string): number | null {
  return algorithms.get(text.toUpperCase()) ?? null;
}
