/**
 * A DNS reply as tests look at it: header bits from the octets, sections through dns-packet, which is not the product's
 * own reader, and records as presentation text.
 */
import { type Answer, decode, type OptAnswer } from "dns-packet";

export interface Message {
  readonly id: number;
  readonly qr: number;
  readonly opcode: number;
  readonly aa: number;
  readonly rd: number;
  readonly ra: number;
  readonly z: number;
  readonly ad: number;
  readonly cd: number;
  /** With the extended bits of an OPT record (RFC 6891 6.1.3). */
  readonly rcode: string;
  readonly answer: readonly string[];
  readonly answerTypes: readonly string[];
  readonly authorityTypes: readonly string[];
  /** The TTL of a SOA in Authority; null: there is none. */
  readonly soaTtlSeconds: number | null;
  readonly opt: OptAnswer | null;
  readonly bytes: Uint8Array;
}

const RCODES: Readonly<Record<number, string>> = {
  0: "NOERROR",
  1: "FORMERR",
  2: "SERVFAIL",
  3: "NXDOMAIN",
  4: "NOTIMP",
  5: "REFUSED",
  6: "YXDOMAIN",
  9: "NOTAUTH",
  16: "BADVERS",
};

/** Types that dns-packet knows by number only. */
const TYPES: Readonly<Record<string, string>> = { UNKNOWN_64: "SVCB", UNKNOWN_65: "HTTPS" };

const typeName = (type: string): string => TYPES[type] ?? type;

/** Reads a reply; throws where the octets are no DNS message. */
export function readMessage(bytes: Uint8Array): Message {
  const buffer = Buffer.from(bytes);
  const flags = buffer.readUInt16BE(2);
  const bit = (position: number): number => (flags >> position) & 1;
  const packet = decode(buffer);
  const opt = (packet.additionals ?? []).find((record): record is OptAnswer => record.type === "OPT") ?? null;
  const rcode = (flags & 15) | ((opt?.extendedRcode ?? 0) << 4);
  const authorities = packet.authorities ?? [];
  const soa = authorities.find((record) => record.type === "SOA");
  return {
    id: buffer.readUInt16BE(0),
    qr: bit(15),
    opcode: (flags >> 11) & 15,
    aa: bit(10),
    rd: bit(8),
    ra: bit(7),
    z: bit(6),
    ad: bit(5),
    cd: bit(4),
    rcode: RCODES[rcode] ?? String(rcode),
    answer: (packet.answers ?? []).map(recordText),
    answerTypes: (packet.answers ?? []).map((record) => typeName(record.type)),
    authorityTypes: authorities.map((record) => typeName(record.type)),
    soaTtlSeconds: soa !== undefined && "ttl" in soa ? (soa.ttl ?? 0) : null,
    opt,
    bytes,
  };
}

/** Writes a record as `owner. TTL IN TYPE data`. */
function recordText(record: Answer): string {
  if (record.type === "OPT") return "OPT";
  return `${absolute(record.name)} ${record.ttl ?? 0} ${record.class ?? "IN"} ${typeName(record.type)} ${dataText(record)}`;
}

function dataText(record: Exclude<Answer, OptAnswer>): string {
  switch (record.type) {
    case "A":
    case "AAAA":
      return record.data;
    case "CNAME":
    case "DNAME":
    case "NS":
    case "PTR":
      return absolute(record.data);
    case "MX":
      return `${record.data.preference} ${absolute(record.data.exchange)}`;
    case "SOA": {
      const { mname, rname, serial, refresh, retry, expire, minimum } = record.data;
      return `${absolute(mname)} ${absolute(rname)} ${serial} ${refresh} ${retry} ${expire} ${minimum}`;
    }
    default:
      return JSON.stringify(record.data);
  }
}

const absolute = (name: string): string => (name === "." ? name : `${name}.`);
