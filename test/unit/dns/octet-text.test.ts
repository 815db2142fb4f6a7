import { describe, expect, test } from "vitest";
import {
  fromBase32Hex,
  fromBase64,
  fromHex,
  inPieces,
  quoteText,
  toBase32Hex,
  toBase64,
  toHex,
  unescapeText,
} from "../../../src/dns/octet-text.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** RFC 4648 10. */
const VECTORS = [
  { text: "", base64: "", base32Hex: "", hex: "" },
  { text: "f", base64: "Zg==", base32Hex: "CO", hex: "66" },
  { text: "fo", base64: "Zm8=", base32Hex: "CPNG", hex: "666F" },
  { text: "foo", base64: "Zm9v", base32Hex: "CPNMU", hex: "666F6F" },
  { text: "foob", base64: "Zm9vYg==", base32Hex: "CPNMUOG", hex: "666F6F62" },
  { text: "fooba", base64: "Zm9vYmE=", base32Hex: "CPNMUOJ1", hex: "666F6F6261" },
  { text: "foobar", base64: "Zm9vYmFy", base32Hex: "CPNMUOJ1E8", hex: "666F6F626172" },
];

describe("RFC 4648 10", () => {
  test.each(VECTORS)("$text", ({ text, base64, base32Hex, hex }) => {
    expect([toBase64(bytes(text)), toBase32Hex(bytes(text)), toHex(bytes(text))]).toEqual([base64, base32Hex, hex]);
    expect(fromBase64(base64)).toEqual(bytes(text));
    expect(fromBase32Hex(base32Hex.toLowerCase())).toEqual(bytes(text));
    expect(fromHex(hex.toLowerCase())).toEqual(bytes(text));
  });

  test.each(["Zg", "Zg=", "Zh==", "Zg==Zg==", "Z-_=", "Zm9v\n"])("base64 %j is refused", (text) => {
    expect(fromBase64(text)).toBeNull();
  });

  test.each(["C", "CP", "CPNMUOJ1E9", "CPNW", "CPN="])("base32hex %j is refused", (text) => {
    expect(fromBase32Hex(text)).toBeNull();
  });

  test.each(["A", "0x", "GG", "a b"])("hexadecimal %j is refused", (text) => expect(fromHex(text)).toBeNull());
});

describe("escapes", () => {
  test.each([
    ['a\\"b', 'a"b'],
    ["\\\\", "\\"],
    ["\\065\\255", "A\xff"],
    ["ü", "\xc3\xbc"],
    ["\\ü", "\xc3\xbc"],
  ])("%s is read", (text, octets) => expect(unescapeText(text)).toBe(octets));

  test.each(["\\", "\\1", "\\12x", "\\256"])("%s is refused", (text) => expect(unescapeText(text)).toBeNull());

  test("quotation marks and backslashes are escaped, other octets beyond ASCII in decimal", () => {
    expect(quoteText('a "b" \\ \t\xff')).toBe('"a \\"b\\" \\\\ \\009\\255"');
  });

  test("long digits are cut into pieces of 56", () => {
    expect([inPieces(""), inPieces("A".repeat(56)), inPieces("A".repeat(57))]).toEqual([
      "",
      "A".repeat(56),
      `${"A".repeat(56)} A`,
    ]);
  });
});
