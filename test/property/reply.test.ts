/**
 * The writer of replies, read back by dns-packet, which follows pointers and knows nothing of how they came about.
 */
import { type DecodedPacket, decode } from "dns-packet";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeQuery } from "../../src/dns/query.ts";
import { encodeReply, type Reply, type RRset } from "../../src/dns/reply.ts";
import { TYPE } from "../../src/dns/types.ts";
import { encodePacket, nameText, PROPERTY_SEED, queryPacket } from "../support/query-packet.ts";
import { nameHex, octets, wireName } from "../support/wire.ts";

/** An RRset to write, and the records that dns-packet must read. */
interface Expected {
  readonly rrset: RRset;
  readonly records: readonly object[];
}

/** Names that share suffixes: with each other, and with the query's (whose own prefix "" gives its name itself). */
const prefix = fc.constantFrom("", "a", "b", "a.b", "www");
const suffix = fc.oneof(fc.constantFrom("example.com", "a.example.com", "net", "."), nameText);

const joined = (first: string, rest: string): string =>
  [first, rest].filter((part) => part !== "" && part !== ".").join(".") || ".";

interface Rdata {
  readonly type: number;
  readonly typeText: string;
  readonly wire: string;
  readonly data: unknown;
}

const int32 = fc.integer({ min: 0, max: 0x7fff_ffff });
const hex = (value: number, octetCount: number): string => value.toString(16).padStart(octetCount * 2, "0");

function rdataOf(name: fc.Arbitrary<string>): fc.Arbitrary<Rdata> {
  const named = (typeText: "NS" | "CNAME" | "PTR" | "DNAME") =>
    name.map((data) => ({ type: TYPE[typeText], typeText, wire: nameHex(data), data }));
  return fc.oneof(
    fc.ipV4().map((data) => ({
      type: TYPE.A,
      typeText: "A",
      wire: data
        .split(".")
        .map((octet) => hex(Number(octet), 1))
        .join(""),
      data,
    })),
    named("NS"),
    named("CNAME"),
    named("PTR"),
    named("DNAME"),
    fc.tuple(fc.integer({ min: 0, max: 65_535 }), name).map(([preference, exchange]) => ({
      type: TYPE.MX,
      typeText: "MX",
      wire: hex(preference, 2) + nameHex(exchange),
      data: { preference, exchange },
    })),
    fc.tuple(name, name, fc.tuple(int32, int32, int32, int32, int32)).map(([mname, rname, numbers]) => ({
      type: TYPE.SOA,
      typeText: "SOA",
      wire: nameHex(mname) + nameHex(rname) + numbers.map((number) => hex(number, 4)).join(""),
      data: {
        mname,
        rname,
        serial: numbers[0],
        refresh: numbers[1],
        retry: numbers[2],
        expire: numbers[3],
        minimum: numbers[4],
      },
    })),
    fc.uint8Array({ maxLength: 300 }).map((data) => ({
      type: 65_280,
      typeText: "UNKNOWN_65280",
      wire: Buffer.from(data).toString("hex"),
      data: Buffer.from(data),
    })),
  );
}

function section(qname: string): fc.Arbitrary<readonly Expected[]> {
  const name = fc.tuple(prefix, fc.oneof(fc.constant(qname), suffix)).map(([first, rest]) => joined(first, rest));
  const expected = fc.tuple(name, int32, rdataOf(name)).map(([owner, ttlSeconds, { type, typeText, wire, data }]) => ({
    rrset: { owner: wireName(owner), type, ttlSeconds, rdata: [octets(wire)] },
    records: [{ name: owner, type: typeText, ttl: ttlSeconds, class: "IN", flush: false, data }],
  }));
  return fc.array(expected, { maxLength: 6 });
}

const exchange = queryPacket.chain((packet) => {
  const qname = packet.name.length > 120 ? "example.com" : packet.name;
  return fc.record({
    packet: fc.constant({ ...packet, name: qname }),
    rcode: fc.integer({ min: 0, max: 5 }),
    aa: fc.boolean(),
    ra: fc.boolean(),
    errors: fc.array(fc.record({ infoCode: fc.integer({ min: 0, max: 29 }), text: fc.string({ maxLength: 20 }) }), {
      maxLength: 2,
    }),
    scopePrefixLength: fc.integer({ min: 0, max: 32 }),
    answer: section(qname),
    authority: section(qname),
    additional: section(qname),
  });
});

const rrsets = (list: readonly Expected[]): RRset[] => list.map(({ rrset }) => rrset);
const records = (list: readonly Expected[]): object[] => list.flatMap((entry) => entry.records);

function optionsOf(packet: DecodedPacket): readonly { code: number; data?: Buffer | undefined }[] | null {
  const opt = (packet.additionals ?? []).find((record) => record.type === "OPT");
  return opt === undefined ? null : opt.options;
}

test("dns-packet reads what went in", () => {
  fc.assert(
    fc.property(exchange, (row) => {
      const { packet, rcode, aa, ra, errors, scopePrefixLength } = row;
      const outcome = decodeQuery(encodePacket(packet));
      if (outcome.kind !== "query") throw new Error(outcome.kind);
      const sections = {
        answer: rrsets(row.answer),
        authority: rrsets(row.authority),
        additional: rrsets(row.additional),
      };
      const reply: Reply = { rcode, aa, ra, ...sections, errors, scopePrefixLength };
      const message = encodeReply(outcome.query, reply);
      const read = decode(Buffer.from(message));

      expect({
        id: read.id,
        rcode: (message[3] ?? 0) & 0x0f,
        bits: [read.flag_qr, read.flag_aa, read.flag_tc, read.flag_rd, read.flag_ra, read.flag_ad, read.flag_cd],
        questions: read.questions,
        answers: read.answers,
        authorities: read.authorities,
        additionals: (read.additionals ?? []).filter((record) => record.type !== "OPT"),
      }).toEqual({
        id: packet.id,
        rcode,
        bits: [true, aa, false, (packet.flags & 0x0100) !== 0, ra, false, ra && (packet.flags & 0x0010) !== 0],
        questions: [{ name: packet.name, type: packet.type[0], class: "IN" }],
        answers: records(row.answer),
        authorities: records(row.authority),
        additionals: records(row.additional),
      });

      const { edns } = packet;
      expect(optionsOf(read)?.map(({ code }) => code) ?? null).toEqual(
        edns && [...errors.map(() => 15), ...(edns.subnet ? [8] : []), ...(edns.paddingOctets === null ? [] : [12])],
      );
      if (edns !== null && edns.paddingOctets !== null) expect(message.length % 468).toBe(0);
    }),
    { seed: PROPERTY_SEED, numRuns: 1500 },
  );
});
