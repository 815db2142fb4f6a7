/**
 * The numbers of the DNS and their names: RR types, classes, response codes, opcodes, EDE info codes.
 *
 * Sources: the IANA registry "Domain Name System (DNS) Parameters"; the types are those that a current BIND knows by
 * name. A type without a name here is written TYPEn (RFC 3597 5), so that nothing depends on this list being whole.
 */

/** RR types by mnemonic. */
export const TYPE = {
  A: 1,
  NS: 2,
  MD: 3,
  MF: 4,
  CNAME: 5,
  SOA: 6,
  MB: 7,
  MG: 8,
  MR: 9,
  NULL: 10,
  WKS: 11,
  PTR: 12,
  HINFO: 13,
  MINFO: 14,
  MX: 15,
  TXT: 16,
  RP: 17,
  AFSDB: 18,
  X25: 19,
  ISDN: 20,
  RT: 21,
  NSAP: 22,
  "NSAP-PTR": 23,
  SIG: 24,
  KEY: 25,
  PX: 26,
  GPOS: 27,
  AAAA: 28,
  LOC: 29,
  NXT: 30,
  EID: 31,
  NIMLOC: 32,
  SRV: 33,
  ATMA: 34,
  NAPTR: 35,
  KX: 36,
  CERT: 37,
  A6: 38,
  DNAME: 39,
  SINK: 40,
  OPT: 41,
  APL: 42,
  DS: 43,
  SSHFP: 44,
  IPSECKEY: 45,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  DHCID: 49,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  SMIMEA: 53,
  HIP: 55,
  NINFO: 56,
  RKEY: 57,
  TALINK: 58,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  CSYNC: 62,
  ZONEMD: 63,
  SVCB: 64,
  HTTPS: 65,
  DSYNC: 66,
  HHIT: 67,
  BRID: 68,
  SPF: 99,
  UINFO: 100,
  UID: 101,
  GID: 102,
  UNSPEC: 103,
  NID: 104,
  L32: 105,
  L64: 106,
  LP: 107,
  EUI48: 108,
  EUI64: 109,
  TKEY: 249,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  MAILB: 253,
  MAILA: 254,
  ANY: 255,
  URI: 256,
  CAA: 257,
  AVC: 258,
  DOA: 259,
  AMTRELAY: 260,
  RESINFO: 261,
  WALLET: 262,
  TA: 32768,
  DLV: 32769,
} as const;

/** Classes by mnemonic (RFC 1035 3.2.4, RFC 2136 2.4). */
export const CLASS = { IN: 1, CH: 3, HS: 4, NONE: 254, ANY: 255 } as const;

/** Response codes, the extended ones included (RFC 6895 2.3). */
export const RCODE = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  YXDOMAIN: 6,
  YXRRSET: 7,
  NXRRSET: 8,
  NOTAUTH: 9,
  NOTZONE: 10,
  DSOTYPENI: 11,
  BADVERS: 16,
  BADKEY: 17,
  BADTIME: 18,
  BADMODE: 19,
  BADNAME: 20,
  BADALG: 21,
  BADTRUNC: 22,
  BADCOOKIE: 23,
} as const;

/** Opcodes (RFC 6895 2.2). */
export const OPCODE = { QUERY: 0, IQUERY: 1, STATUS: 2, NOTIFY: 4, UPDATE: 5, DSO: 6 } as const;

/** Options of an OPT record that are read or written here: RFC 5001, RFC 7871, RFC 7830, RFC 8914. */
export const OPTION = { NSID: 3, CLIENT_SUBNET: 8, PADDING: 12, EXTENDED_ERROR: 15 } as const;
/** Before each option's data: its code and its length (RFC 6891 6.1.2). */
export const OPTION_HEAD_OCTETS = 4;

/** Info codes of Extended DNS Errors (RFC 8914 4 and the IANA registry). */
export const EDE = {
  OTHER: 0,
  UNSUPPORTED_DNSKEY_ALGORITHM: 1,
  UNSUPPORTED_DS_DIGEST_TYPE: 2,
  STALE_ANSWER: 3,
  FORGED_ANSWER: 4,
  DNSSEC_INDETERMINATE: 5,
  DNSSEC_BOGUS: 6,
  SIGNATURE_EXPIRED: 7,
  SIGNATURE_NOT_YET_VALID: 8,
  DNSKEY_MISSING: 9,
  RRSIGS_MISSING: 10,
  NO_ZONE_KEY_BIT_SET: 11,
  NSEC_MISSING: 12,
  CACHED_ERROR: 13,
  NOT_READY: 14,
  BLOCKED: 15,
  CENSORED: 16,
  FILTERED: 17,
  PROHIBITED: 18,
  STALE_NXDOMAIN_ANSWER: 19,
  NOT_AUTHORITATIVE: 20,
  NOT_SUPPORTED: 21,
  NO_REACHABLE_AUTHORITY: 22,
  NETWORK_ERROR: 23,
  INVALID_DATA: 24,
  SIGNATURE_EXPIRED_BEFORE_VALID: 25,
  TOO_EARLY: 26,
  UNSUPPORTED_NSEC3_ITERATIONS_VALUE: 27,
  UNABLE_TO_CONFORM_TO_POLICY: 28,
  SYNTHESIZED: 29,
} as const;

const TYPE_NUMBER_MAX = 65_535;
const GENERIC_TYPE = /^TYPE(0|[1-9][0-9]{0,4})$/;

const typeNames = new Map<number, string>(Object.entries(TYPE).map(([name, value]) => [value, name]));
const typeNumbers = new Map<string, number>(Object.entries(TYPE));
const rcodeNames = new Map<number, string>(Object.entries(RCODE).map(([name, value]) => [value, name]));

/** Writes a type as its mnemonic, or as TYPEn where it has none (RFC 3597 5). */
export function typeToText(type: number): string {
  return typeNames.get(type) ?? `TYPE${type}`;
}

/** Reads a mnemonic or TYPEn, in either case; null where the text is neither. */
export function typeFromText(text: string): number | null {
  const upper = text.toUpperCase();
  const known = typeNumbers.get(upper);
  if (known !== undefined) return known;
  const digits = GENERIC_TYPE.exec(upper)?.[1];
  const value = Number(digits ?? Number.NaN);
  return value <= TYPE_NUMBER_MAX ? value : null;
}

/** Writes a response code as its mnemonic, or as RCODEn where it has none. */
export function rcodeToText(rcode: number): string {
  return rcodeNames.get(rcode) ?? `RCODE${rcode}`;
}
