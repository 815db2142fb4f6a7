import { describe, expect, test } from "vitest";
import { nameToText } from "../../../src/dns/name-text.ts";
import { fromHex } from "../../../src/dns/octet-text.ts";
import { cutRdata, layoutOf, namesInRdata } from "../../../src/dns/rdata-layout.ts";
import { rdataToText } from "../../../src/dns/rdata-text.ts";
import { TYPE } from "../../../src/dns/types.ts";

const octets = (hex: string): Uint8Array => fromHex(hex.replaceAll(" ", "")) ?? new Uint8Array();

const NAMES = [
  { name: "the target of a CNAME", type: TYPE.CNAME, hex: "01610162 00", names: ["a.b."] },
  { name: "the host of an MX", type: TYPE.MX, hex: "000a 0161 00", names: ["a."] },
  { name: "the target of an SRV", type: TYPE.SRV, hex: "0000 0000 0050 0161 00", names: ["a."] },
  { name: "the target of an HTTPS record", type: TYPE.HTTPS, hex: "0001 0161 00", names: ["a."] },
  { name: "both names of an RP", type: TYPE.RP, hex: "0161 00 00", names: ["a.", "."] },
  { name: "none in an address", type: TYPE.A, hex: "c0000201", names: [] },
  { name: "none in data that does not fit", type: TYPE.MX, hex: "00", names: [] },
  { name: "none in an unknown type", type: 65_400, hex: "0161 00", names: [] },
];

const UNFIT = [
  { name: "an address of three octets", type: TYPE.A, hex: "c00002", text: "\\# 3 C00002" },
  { name: "octets after a name", type: TYPE.NS, hex: "0000", text: "\\# 2 0000" },
  { name: "a name that is cut off", type: TYPE.NS, hex: "0361", text: "\\# 2 0361" },
  { name: "a compression pointer", type: TYPE.NS, hex: "c00c", text: "\\# 2 C00C" },
  { name: "a label of 64 octets", type: TYPE.NS, hex: `40${"61".repeat(64)}00`, text: `\\# 66 40${"61".repeat(64)}00` },
  { name: "a string beyond the end", type: TYPE.HINFO, hex: "0161 0261", text: "\\# 4 01610261" },
  { name: "TXT without a string", type: TYPE.TXT, hex: "", text: "\\# 0" },
  { name: "an empty APL, whose text would be nothing", type: TYPE.APL, hex: "", text: "\\# 0" },
  { name: "a third ISDN string", type: TYPE.ISDN, hex: "000000", text: "\\# 3 000000" },
  { name: "a CAA tag that is no word", type: TYPE.CAA, hex: "00012d", text: "\\# 3 00012D" },
  { name: "a type bitmap that ends in zero", type: TYPE.NSEC, hex: "0000024000", text: "\\# 5 0000024000" },
  {
    name: "service parameters out of order",
    type: TYPE.SVCB,
    hex: "000100 00090000 00080000",
    text: "\\# 11 0001000009000000080000",
  },
  { name: "LOC of another version", type: TYPE.LOC, hex: `01${"00".repeat(15)}`, text: `\\# 16 01${"00".repeat(15)}` },
  {
    name: "LOC beyond the pole",
    type: TYPE.LOC,
    hex: "00121613 ffffffff 80000000 00989680",
    text: "\\# 16 00121613FFFFFFFF8000000000989680",
  },
  { name: "an unknown type", type: 65_400, hex: "deadbeef", text: "\\# 4 DEADBEEF" },
];

describe("namesInRdata", () => {
  test.each(NAMES)("finds $name", ({ type, hex, names }) => {
    expect(namesInRdata(type, octets(hex)).map(nameToText)).toEqual(names);
  });
});

describe("rdataToText falls back to RFC 3597", () => {
  test.each(UNFIT)("for $name", ({ type, hex, text }) => expect(rdataToText(type, octets(hex))).toBe(text));
});

describe("cutRdata", () => {
  test("gives each field its octets", () => {
    expect(cutRdata(TYPE.MX, octets("000a 0161 00"))).toEqual([
      { kind: "u16", octets: octets("000a") },
      { kind: "name", octets: octets("0161 00") },
    ]);
  });

  test("types that are for queries and transactions have no layout", () => {
    expect([TYPE.OPT, TYPE.TKEY, TYPE.TSIG, TYPE.ANY, TYPE.AXFR, TYPE.NULL].map(layoutOf)).toEqual(Array(6).fill(null));
  });
});
