import { describe, expect, test } from "vitest";
import { readForeign, uint32At } from "../../../src/dns/foreign.ts";
import {
  A_RECORD,
  ASKED,
  type ForeignParts,
  foreignMessage,
  foreignOf,
  recordHex,
  soaRecord,
} from "../../support/foreign.ts";
import { hexOf, nameHex, optHex, wireName } from "../../support/wire.ts";

const OPT = optHex();

/** Records of which each has the owner of the one before by a pointer to its pointer; the first begins at 33. */
const longWayBack = (records: number): readonly string[] =>
  Array.from({ length: records }, (_, at) =>
    recordHex("ff00", "0000012c", "", at === 0 ? "c00c" : (0xc000 + 33 + 12 * (at - 1)).toString(16)),
  );

describe("a reply is not believed", () => {
  const rows: readonly (ForeignParts & { readonly name: string })[] = [
    { name: "with another ID", id: "0001" },
    { name: "without QR", flags: "0180" },
    { name: "with another opcode", flags: "a980" },
    { name: "with TC", flags: "8380" },
    { name: "without a question", counts: "0000 0000 0000 0000", question: "" },
    { name: "with two questions", counts: "0002 0000 0000 0000", tail: "c00c 0001 0001" },
    { name: "with another name", question: `${nameHex("wwx.example.com")} 0001 0001` },
    { name: "with a longer name", question: `${nameHex("a.www.example.com")} 0001 0001` },
    { name: "with another type", question: `${nameHex("www.example.com")} 001c 0001` },
    { name: "with another class", question: `${nameHex("www.example.com")} 0001 0003` },
    { name: "with a question that points to itself", question: "c00c 0001 0001" },
    { name: "with a record fewer than it counts", counts: "0001 0002 0000 0000", tail: A_RECORD },
    { name: "with octets behind its last record", answer: [A_RECORD], tail: "00" },
    { name: "with an owner that points forwards", answer: [recordHex("0001", "0000012c", "c0000207", "c0ff")] },
    { name: "with an owner behind more pointers than there can be labels", answer: longWayBack(128) },
    {
      name: "with an owner in data that has no names",
      answer: [recordHex("ff00", "0000012c", "00"), recordHex("0001", "0000012c", "c0000207", "c02d")],
    },
    { name: "with an owner in a TTL", answer: [A_RECORD, recordHex("0001", "0000012c", "c0000207", "c027")] },
    { name: "with an owner in its header", answer: [recordHex("0001", "0000012c", "c0000207", "c004")] },
    { name: "with a CNAME to its header", answer: [recordHex("0005", "0000012c", "c000")] },
    { name: "with an owner of an unknown label type", answer: [recordHex("0001", "0000012c", "c0000207", "40")] },
    { name: "with data beyond its end", tail: "c00c 0001 0001 0000012c 0005 c0000207", counts: "0001 0001 0000 0000" },
    { name: "with an address of five octets", answer: [recordHex("0001", "0000012c", "c000020700")] },
    { name: "with a CNAME that is longer than its name", answer: [recordHex("0005", "0000012c", "c01000")] },
    { name: "with an MX whose name runs out of its data", answer: [recordHex("000f", "0000012c", "000a 03 6d78")] },
    { name: "with two OPTs", additional: [OPT, OPT] },
    { name: "with an OPT in Answer", answer: [OPT] },
    { name: "with an OPT that is not the root's", additional: [`c00c ${OPT.slice(3)}`] },
    { name: "with an option beyond its OPT", additional: [optHex("000f 0009 0006")] },
  ];
  test.each(rows)("$name", (parts) => {
    expect(readForeign(foreignMessage(parts), ASKED)).toBeNull();
  });

  test("of fewer octets than a header", () => {
    expect(readForeign(foreignMessage().subarray(0, 11), ASKED)).toBeNull();
  });
});

describe("a reply that is believed", () => {
  test("keeps its octets but for the OPT, which says the rest", () => {
    const ede = "000f 0008 0016 6e6f2077 6179".replaceAll(" ", "");
    const opt = optHex(`${ede} 0008 0007 0001 18 10 c63364`, "01000000");
    expect({ ...foreignOf({ flags: "81a2", answer: [A_RECORD], additional: [opt] }), message: null }).toEqual({
      message: null,
      questionEnd: 33,
      ttlOffsets: [39],
      rcode: 18,
      isReferral: false,
      chain: [],
      ad: true,
      errors: [{ infoCode: 22, text: "no way" }],
      scopePrefixLength: 0,
      lifetimeSeconds: null,
    });
    const { message } = foreignOf({ answer: [A_RECORD], additional: [opt] });
    expect(hexOf(message)).toBe(hexOf(foreignMessage({ answer: [A_RECORD] })));
  });

  test("loses what stands behind the OPT, since it would have to move", () => {
    const { message } = foreignOf({ additional: [A_RECORD, OPT, A_RECORD] });
    expect(hexOf(message)).toBe(hexOf(foreignMessage({ additional: [A_RECORD] })));
  });

  test.each([
    { name: "is no more than MINIMUM, which does not age", ttl: "00000384", seconds: 120 },
    { name: "is its own where that is smaller", ttl: "00000010", seconds: 16 },
    { name: "is zero with its highest bit set", ttl: "80000000", seconds: 0 },
  ])("has a SOA in Authority whose TTL $name", ({ ttl, seconds }) => {
    const { message, ttlOffsets } = foreignOf({ flags: "8183", authority: [soaRecord(ttl)] });
    expect(ttlOffsets.map((at) => uint32At(message, at))).toEqual([seconds]);
  });

  test("has the text of an error without the zero that some writers end it with", () => {
    const { errors } = foreignOf({ additional: [optHex("000f 0007 0003 6f6c64 0000".replaceAll(" ", ""))] });
    expect(errors).toEqual([{ infoCode: 3, text: "old" }]);
  });

  test("may have an owner behind as many pointers as there can be labels", () => {
    expect(foreignOf({ answer: longWayBack(127) }).ttlOffsets.length).toBe(127);
  });

  test("may echo the question in another case", () => {
    expect(foreignOf({ question: `${nameHex("WWW.eXample.com")} 0001 0001` }).rcode).toBe(0);
  });
});

describe("a network that was told", () => {
  const rows: readonly { name: string; prefixLength: number; option: string; scope: number | null }[] = [
    { name: "has the scope that comes back", prefixLength: 24, option: "0001 18 10 c63364", scope: 16 },
    { name: "has none where nothing comes back", prefixLength: 24, option: "", scope: 0 },
    { name: "has at most its whole address", prefixLength: 24, option: "0001 18 fa c63364", scope: 32 },
    { name: "is not another one's", prefixLength: 24, option: "0001 18 18 c63365", scope: null },
    { name: "has the length that was told", prefixLength: 24, option: "0001 14 14 c63360", scope: null },
    { name: "has the family that was told", prefixLength: 24, option: "0002 18 18 c63364", scope: null },
    { name: "comes back whole", prefixLength: 24, option: "0001 18 18 c633", scope: null },
    { name: "may be filled in where it was withheld", prefixLength: 0, option: "0001 18 18 c63364", scope: 0 },
  ];
  test.each(rows)("$name", ({ prefixLength, option, scope }) => {
    const subnet = { address: Uint8Array.of(198, 51, 100, 0), prefixLength };
    const value = option.replaceAll(" ", "");
    const options = value === "" ? "" : `0008 ${(value.length / 2).toString(16).padStart(4, "0")} ${value}`;
    const foreign = readForeign(foreignMessage({ additional: [optHex(options)] }), { ...ASKED, subnet });
    expect(foreign === null ? null : foreign.scopePrefixLength).toBe(scope);
  });
});

describe("the chain", () => {
  const cname = (target: string, owner: string): string => recordHex("0005", "0000012c", nameHex(target), owner);
  const rows: readonly (ForeignParts & { readonly name: string; readonly type?: number; readonly chain: string[] })[] =
    [
      { name: "is empty without a CNAME", answer: [A_RECORD], chain: [] },
      {
        name: "goes from the question on, whatever the order and case",
        answer: [cname("c.example.net", nameHex("B.example.net")), cname("b.Example.net", "c00c")],
        chain: ["b.Example.net", "c.example.net"],
      },
      { name: "leaves out what does not begin there", answer: [cname("c.example.net", "c010")], chain: [] },
      { name: "ends where it comes back", answer: [cname("www.example.com", "c00c")], chain: ["www.example.com"] },
      { name: "is not looked for outside Answer", authority: [cname("b.example.net", "c00c")], chain: [] },
      { name: "is not followed by who asks for CNAME", type: 5, answer: [cname("b.example.net", "c00c")], chain: [] },
      { name: "nor by who asks for ANY", type: 255, answer: [cname("b.example.net", "c00c")], chain: [] },
    ];
  test.each(rows)("$name", ({ type = 1, chain, ...parts }) => {
    const question = `${nameHex("www.example.com")} ${type.toString(16).padStart(4, "0")} 0001`;
    const foreign = readForeign(foreignMessage({ ...parts, question }), { ...ASKED, type });
    expect(foreign?.chain).toEqual(chain.map(wireName));
  });
});

describe("a referral", () => {
  const ns = recordHex("0002", "0000012c", "c010", "c010");
  const rows: readonly (ForeignParts & { readonly name: string; readonly isReferral: boolean })[] = [
    { name: "has NS and nothing else", authority: [ns], isReferral: true },
    { name: "has no SOA", authority: [ns, soaRecord("00000384")], isReferral: false },
    { name: "has no answer", answer: [A_RECORD], authority: [ns], isReferral: false },
    { name: "has NS", isReferral: false },
    { name: "has the RCODE NOERROR", flags: "8183", authority: [ns], isReferral: false },
  ];
  test.each(rows)("$name", ({ isReferral, ...parts }) => {
    expect(foreignOf(parts).isReferral).toBe(isReferral);
  });
});

describe("the lifetime", () => {
  const cname = recordHex("0005", "0000003c", "c010");
  const rows: readonly (ForeignParts & { readonly name: string; readonly seconds: number | null })[] = [
    { name: "is the smallest TTL in Answer", answer: [cname, A_RECORD], seconds: 60 },
    { name: "is that of the answer whatever Additional says", answer: [A_RECORD], additional: [cname], seconds: 300 },
    {
      name: "is the SOA's MINIMUM where that is smaller",
      flags: "8183",
      authority: [soaRecord("00000384")],
      seconds: 120,
    },
    { name: "is the SOA's TTL where that is smaller", authority: [soaRecord("00000010")], seconds: 16 },
    {
      name: "is a link's where a chain ends in nothing",
      answer: [cname],
      authority: [soaRecord("00000384")],
      seconds: 60,
    },
    { name: "is none without a SOA", flags: "8183", seconds: null },
    { name: "is none of a chain that ends in nothing without a SOA", answer: [cname], seconds: null },
    { name: "is none of SERVFAIL", flags: "8182", answer: [A_RECORD], seconds: null },
    { name: "is at most a day", answer: [recordHex("0001", "7fffffff", "c0000207")], seconds: 86_400 },
    { name: "is zero with the highest bit of a TTL", answer: [recordHex("0001", "80000000", "c0000207")], seconds: 0 },
  ];
  test.each(rows)("$name", ({ seconds, ...parts }) => {
    expect(foreignOf(parts).lifetimeSeconds).toBe(seconds);
  });

  test("of a negative answer is at most three hours", () => {
    const soa = soaRecord("7fffffff").replace(/00000078$/, "7fffffff");
    expect(foreignOf({ flags: "8183", authority: [soa] }).lifetimeSeconds).toBe(10_800);
  });
});
