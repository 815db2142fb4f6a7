/**
 * Random valid queries, as dns-packet describes and encodes them: another implementation than the one under test.
 */
import { DNSSEC_OK, encode, type OptAnswer, type PacketOpt, type RecordType } from "dns-packet";
import fc from "fast-check";

/** One seed for all property tests, so that a failure comes back. */
export const PROPERTY_SEED = 20_261_130;

/** Header bits RD and CD (RFC 1035 4.1.1, RFC 4035 3.1.6). */
const QUERY_FLAGS = [0x0000, 0x0100, 0x0010, 0x0110] as const;

/** Types that dns-packet knows by name, and their numbers. */
const QTYPES: readonly (readonly [RecordType | "ANY", number])[] = [
  ["A", 1],
  ["NS", 2],
  ["CNAME", 5],
  ["SOA", 6],
  ["MX", 15],
  ["TXT", 16],
  ["AAAA", 28],
  ["SRV", 33],
  ["DS", 43],
  ["CAA", 257],
  ["ANY", 255],
];

export interface SubnetOption {
  readonly family: 1 | 2;
  readonly sourcePrefixLength: number;
  /** 4 or 16, zero beyond the prefix. */
  readonly octets: readonly number[];
}

export interface QueryPacket {
  readonly id: number;
  readonly flags: number;
  readonly name: string;
  readonly type: readonly [RecordType | "ANY", number];
  readonly edns: {
    readonly dnssecOk: boolean;
    readonly subnet: SubnetOption | null;
    readonly paddingOctets: number | null;
    /** A cookie stands first. */
    readonly cookie: boolean;
  } | null;
}

const label = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/);

/** Names of up to eight labels, at most 168 octets; the root is ".". */
export const nameText = fc
  .array(label, { maxLength: 8 })
  .map((labels) => (labels.length === 0 ? "." : labels.join(".")));

function subnetOf(family: 1 | 2): fc.Arbitrary<SubnetOption> {
  const length = family === 1 ? 4 : 16;
  return fc
    .tuple(fc.integer({ min: 0, max: length * 8 }), fc.uint8Array({ minLength: length, maxLength: length }))
    .map(([sourcePrefixLength, octets]) => ({
      family,
      sourcePrefixLength,
      octets: Array.from(octets, (octet, at) => {
        const bits = Math.max(0, Math.min(8, sourcePrefixLength - 8 * at));
        return octet & (0xff00 >> bits) & 0xff;
      }),
    }));
}

export const queryPacket: fc.Arbitrary<QueryPacket> = fc.record({
  id: fc.integer({ min: 0, max: 65_535 }),
  flags: fc.constantFrom(...QUERY_FLAGS),
  name: nameText,
  type: fc.constantFrom(...QTYPES),
  edns: fc.option(
    fc.record({
      dnssecOk: fc.boolean(),
      subnet: fc.option(fc.oneof(subnetOf(1), subnetOf(2))),
      paddingOctets: fc.option(fc.integer({ min: 0, max: 200 })),
      cookie: fc.boolean(),
    }),
  ),
});

/** Encodes a query with dns-packet. */
export function encodePacket({ id, flags, name, type, edns }: QueryPacket): Uint8Array {
  const additionals = edns === null ? [] : [optOf(edns)];
  // The published types leave ANY out, which the package itself knows.
  const questions = [{ name, type: type[0] as RecordType }];
  return new Uint8Array(encode({ type: "query", id, flags, questions, additionals }));
}

function optOf(edns: NonNullable<QueryPacket["edns"]>): OptAnswer {
  const options: PacketOpt[] = [];
  if (edns.cookie) options.push({ code: 10, data: Buffer.alloc(8, 0xc0) } as unknown as PacketOpt);
  if (edns.paddingOctets !== null) options.push({ code: 12, length: edns.paddingOctets });
  if (edns.subnet !== null) {
    const { family, sourcePrefixLength, octets } = edns.subnet;
    options.push({ code: 8, family, sourcePrefixLength, scopePrefixLength: 0, ip: addressText(octets) });
  }
  return {
    type: "OPT",
    name: ".",
    udpPayloadSize: 1232,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: edns.dnssecOk ? DNSSEC_OK : 0,
    flag_do: edns.dnssecOk,
    options,
  };
}

function addressText(octets: readonly number[]): string {
  if (octets.length === 4) return octets.join(".");
  const hex = Buffer.from(octets).toString("hex");
  return (hex.match(/.{4}/g) ?? []).join(":");
}

/** Octets near a valid query: some overwritten, then cut or followed by others. */
export const mutatedMessage = fc
  .record({
    packet: queryPacket,
    changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    cut: fc.option(fc.nat()),
    tail: fc.uint8Array({ maxLength: 8 }),
  })
  .map(({ packet, changes, cut, tail }) => {
    const message = encodePacket(packet);
    for (const [at, octet] of changes) message[at % message.length] = octet;
    const kept = cut === null ? message : message.subarray(0, cut % (message.length + 1));
    return Uint8Array.of(...kept, ...tail);
  });
