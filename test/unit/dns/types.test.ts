import { describe, expect, test } from "vitest";
import { rcodeToText, TYPE, typeFromText, typeToText } from "../../../src/dns/types.ts";

describe("typeFromText", () => {
  test.each([
    { name: "a mnemonic", text: "AAAA", type: 28 },
    { name: "a mnemonic in any case", text: "cName", type: 5 },
    { name: "a mnemonic with a hyphen", text: "nsap-ptr", type: 23 },
    { name: "a number behind TYPE (RFC 3597 5)", text: "TYPE65280", type: 65_280 },
    { name: "TYPE in any case", text: "type1", type: 1 },
    { name: "the number 0", text: "TYPE0", type: 0 },
    { name: "the greatest number", text: "TYPE65535", type: 65_535 },
    { name: "a number beyond 16 bits is no type", text: "TYPE65536", type: null },
    { name: "leading zeros are no number", text: "TYPE01", type: null },
    { name: "a bare number is no type", text: "28", type: null },
    { name: "TYPE alone is no type", text: "TYPE", type: null },
    { name: "an unknown word is no type", text: "ADDRESS", type: null },
    { name: "a property of every object is no type", text: "constructor", type: null },
    { name: "nothing is no type", text: "", type: null },
  ])("$name", ({ text, type }) => {
    expect(typeFromText(text)).toBe(type);
  });

  test("every mnemonic reads back as the type that wrote it", () => {
    const types = Object.values(TYPE);
    expect(types.map((type) => typeFromText(typeToText(type)))).toEqual(types);
  });
});

describe("typeToText and rcodeToText", () => {
  test.each([
    { name: "a type with a mnemonic", text: typeToText(65), expected: "HTTPS" },
    { name: "a type without one", text: typeToText(65_280), expected: "TYPE65280" },
    { name: "a response code with a mnemonic", text: rcodeToText(3), expected: "NXDOMAIN" },
    { name: "an extended response code", text: rcodeToText(16), expected: "BADVERS" },
    { name: "a response code without a mnemonic", text: rcodeToText(12), expected: "RCODE12" },
  ])("$name", ({ text, expected }) => {
    expect(text).toBe(expected);
  });
});
