import { describe, expect, test } from "vitest";
import { compileValue, parseRdata, textRdata } from "../../../../src/cli/compile/rdata.ts";
import type { SourceValue } from "../../../../src/cli/compile/source.ts";
import { nameOfLabels } from "../../../../src/dns/name.ts";
import { toHex } from "../../../../src/dns/octet-text.ts";
import { rdataToText } from "../../../../src/dns/rdata-text.ts";
import { TYPE } from "../../../../src/dns/types.ts";

const APEX = nameOfLabels(["example", "com"]);
const L255 = "x".repeat(255);

function code(type: number, text: string): string {
  const result = parseRdata(type, text, APEX);
  return result.kind === "error" ? result.code : rdataToText(type, result.rdata);
}

const READ = [
  { name: "names are relative to the apex", type: TYPE.MX, text: "10 mail", printed: "10 mail.example.com." },
  { name: "@ is the apex", type: TYPE.CNAME, text: "@", printed: "example.com." },
  {
    name: "U-labels become A-labels",
    type: TYPE.CNAME,
    text: "bücher.example.net.",
    printed: "xn--bcher-kva.example.net.",
  },
  {
    name: "parentheses and line breaks are accepted",
    type: TYPE.MX,
    text: "( 10\n  mail )",
    printed: "10 mail.example.com.",
  },
  {
    name: "digits may be in pieces",
    type: TYPE.DS,
    text: `1 8 1 ${"AB ".repeat(20)}`,
    printed: `1 8 1 ${"AB".repeat(20)}`,
  },
  {
    name: "algorithms may be written by mnemonic",
    type: TYPE.DNSKEY,
    text: "257 3 ed25519 AQID",
    printed: "257 3 15 AQID",
  },
  { name: "strings are UTF-8", type: TYPE.HINFO, text: '"ü" b', printed: '"\\195\\188" "b"' },
  { name: "an escaped semicolon is data", type: TYPE.CAA, text: "0 issue a\\;b", printed: '0 issue "a;b"' },
  { name: "a dotted tail ends an IPv6 address", type: TYPE.AAAA, text: "::10.0.0.4", printed: "::a00:4" },
  { name: "generic data of an unknown type", type: 65_400, text: "\\# 4 DEAD beef", printed: "\\# 4 DEADBEEF" },
  { name: "generic data of a known type", type: TYPE.A, text: "\\# 4 C0000201", printed: "192.0.2.1" },
  { name: "a quoted \\# is a string", type: TYPE.TXT, text: '"\\#" 2 0145', printed: '"#" "2" "0145"' },
  { name: "an alias record whose target is the root", type: TYPE.HTTPS, text: "0 .", printed: "0 ." },
  { name: "X.25 and ISDN", type: TYPE.X25, text: "311061700956", printed: '"311061700956"' },
  {
    name: "GPOS in decimals",
    type: TYPE.GPOS,
    text: "-32.6882 116.8652 10.0",
    printed: '"-32.6882" "116.8652" "10.0"',
  },
];

const REFUSED = [
  { type: TYPE.A, text: "192.0.2.010", expected: "not-an-ipv4-address" },
  { type: TYPE.A, text: "2001:db8::1", expected: "not-an-ipv4-address" },
  { type: TYPE.A, text: '"192.0.2.1"', expected: "quotes-not-allowed" },
  { type: TYPE.A, text: "192.0.2.1 192.0.2.2", expected: "record-data-too-long" },
  { type: TYPE.A, text: "", expected: "record-data-incomplete" },
  { type: TYPE.AAAA, text: "192.0.2.1", expected: "not-an-ipv6-address" },
  { type: TYPE.AAAA, text: "fe80::1%eth0", expected: "not-an-ipv6-address" },
  { type: TYPE.MX, text: "10", expected: "record-data-incomplete" },
  { type: TYPE.MX, text: "mail 10", expected: "number-out-of-range" },
  { type: TYPE.MX, text: "65536 mail", expected: "number-out-of-range" },
  { type: TYPE.MX, text: "-1 mail", expected: "number-out-of-range" },
  { type: TYPE.MX, text: "10 mail.example.com", expected: "name-ends-in-apex" },
  { type: TYPE.MX, text: "10 a..b", expected: "name-invalid" },
  { type: TYPE.CNAME, text: "www ; the site", expected: "comment-in-record-data" },
  { type: TYPE.CNAME, text: "( www", expected: "parentheses-unbalanced" },
  { type: TYPE.CNAME, text: "www )", expected: "parentheses-unbalanced" },
  { type: TYPE.HINFO, text: '"a b', expected: "quote-unterminated" },
  { type: TYPE.HINFO, text: 'a"b" c', expected: "quote-inside-word" },
  { type: TYPE.HINFO, text: '"a"b c', expected: "quote-inside-word" },
  { type: TYPE.HINFO, text: "a b\\", expected: "escape-unfinished" },
  { type: TYPE.HINFO, text: "a \\300", expected: "escape-invalid" },
  { type: TYPE.HINFO, text: `a ${"x".repeat(256)}`, expected: "string-too-long" },
  { type: TYPE.CAA, text: "0 is-sue x", expected: "caa-tag-invalid" },
  { type: TYPE.CAA, text: "0 issue ca.example.net; account=1", expected: "comment-in-record-data" },
  { type: TYPE.DS, text: "1 8 2 ABCD", expected: "digest-length-wrong" },
  { type: TYPE.DS, text: "1 8 2 XY", expected: "hex-invalid" },
  { type: TYPE.DS, text: "1 8 2", expected: "record-data-incomplete" },
  { type: TYPE.TLSA, text: "3 1 1 ABCD", expected: "digest-length-wrong" },
  { type: TYPE.SSHFP, text: "4 2 ABCD", expected: "digest-length-wrong" },
  { type: TYPE.OPENPGPKEY, text: "AQI", expected: "base64-invalid" },
  { type: TYPE.URI, text: '1 1 ""', expected: "uri-target-empty" },
  { type: TYPE.NAPTR, text: '1 1 "U" "E2U+sip" "!a!b" .', expected: "naptr-regexp-invalid" },
  { type: TYPE.NAPTR, text: '1 1 "!" "" "" .', expected: "naptr-flags-invalid" },
  { type: TYPE.LOC, text: "91 N 0 E 0m", expected: "loc-latitude-invalid" },
  { type: TYPE.LOC, text: "1 60 N 0 E 0m", expected: "loc-latitude-invalid" },
  { type: TYPE.LOC, text: "1 N 181 E 0m", expected: "loc-longitude-invalid" },
  { type: TYPE.LOC, text: "1 N 1 E", expected: "loc-altitude-invalid" },
  { type: TYPE.LOC, text: "1 N 1 E 0m 1m 1m 1m 1m", expected: "record-data-too-long" },
  { type: TYPE.LOC, text: "1 N 1 E 0m -1m", expected: "loc-precision-invalid" },
  { type: TYPE.NSEC, text: "a. A FOO", expected: "type-unknown" },
  { type: TYPE.RRSIG, text: "A 8 2 60 20230229000000 20230101000000 1 a. AQID", expected: "date-invalid" },
  { type: TYPE.EUI48, text: "00:00:5e:00:53:2a", expected: "eui-invalid" },
  { type: TYPE.NID, text: "10 1:2:3", expected: "locator-invalid" },
  { type: TYPE.X25, text: "123", expected: "x25-invalid" },
  { type: TYPE.GPOS, text: "a b c", expected: "gpos-invalid" },
  { type: TYPE.APL, text: "3:192.0.2.0/24", expected: "apl-item-invalid" },
  { type: TYPE.IPSECKEY, text: "1 1 2 2001:db8::1 AQID", expected: "gateway-invalid" },
  { type: TYPE.NSEC3PARAM, text: "1 0 0 xy", expected: "digits-invalid" },
  { type: TYPE.NSAP, text: "4700", expected: "nsap-invalid" },
  { type: TYPE.A, text: "\\# 5 C0000201", expected: "generic-length-mismatch" },
  { type: TYPE.A, text: "\\# 5 C000020101", expected: "generic-data-unfit" },
  { type: TYPE.A, text: "\\# x C0000201", expected: "generic-length-invalid" },
  { type: TYPE.A, text: "\\#", expected: "generic-length-invalid" },
  { type: 65_400, text: "\\# 1 0Z", expected: "hex-invalid" },
  { type: 65_400, text: "some text", expected: "generic-data-expected" },
  { type: TYPE.SVCB, text: "\\# 10 0001000002000000000000", expected: "generic-length-mismatch" },
  { type: TYPE.SVCB, text: "\\# 7 00010000020000", expected: "svcb-no-default-alpn-alone" },
  { type: TYPE.ANY, text: "\\# 0", expected: "type-not-storable" },
  { type: TYPE.OPT, text: "\\# 0", expected: "type-not-storable" },
];

const TEXTS: readonly { name: string; value: SourceValue; hex: string }[] = [
  { name: "a text is one string", value: "v=spf1 -all", hex: "0B763D73706631202D616C6C" },
  { name: "no text is one empty string", value: "", hex: "00" },
  { name: "A09 quotation marks, backslashes and semicolons are text", value: '"\\;', hex: "03225C3B" },
  { name: "RFC 3597 has no meaning in text", value: "\\# 0", hex: "045C232030" },
  { name: "text is UTF-8", value: "é", hex: "02C3A9" },
  { name: "255 octets are one string", value: L255, hex: `FF${"78".repeat(255)}` },
  { name: "A09 a longer text is cut every 255 octets", value: `${L255}yy`, hex: `FF${"78".repeat(255)}027979` },
  {
    name: "A09 a list is one record of several strings",
    value: { strings: ["a", "", { hex: "ff00" }] },
    hex: "01610002FF00",
  },
];

const TEXTS_REFUSED: readonly { value: SourceValue; expected: string }[] = [
  { value: { strings: [] }, expected: "text-without-strings" },
  { value: { strings: [`${L255}x`] }, expected: "string-too-long" },
  { value: { strings: [{ hex: "0" }] }, expected: "hex-invalid" },
  { value: "\ud800", expected: "text-not-unicode" },
  { value: "x".repeat(65_300), expected: "record-data-over-65535" },
];

describe("parseRdata", () => {
  test.each(READ)("$name", ({ type, text, printed }) => expect(code(type, text)).toBe(printed));

  test.each(REFUSED)("refuses type $type with $text", ({ type, text, expected }) =>
    expect(code(type, text)).toBe(expected),
  );

  test.each([
    { type: TYPE.MX, text: "10 192.0.2.1", warning: "name-looks-like-address" },
    { type: TYPE.LOC, text: "1 N 1 E 0m 15m", warning: "loc-precision-cut" },
  ])("warns of $warning", ({ type, text, warning }) => {
    const result = parseRdata(type, text, APEX);
    expect(result.kind === "rdata" ? result.warnings.map((remark) => remark.code) : result).toEqual([warning]);
  });
});

describe("textRdata", () => {
  test.each(TEXTS)("$name", ({ value, hex }) => {
    const result = textRdata(value);
    expect(result.kind === "rdata" ? toHex(result.rdata) : result).toBe(hex);
  });

  test.each(TEXTS_REFUSED)("refuses: $expected", ({ value, expected }) => {
    const result = textRdata(value);
    expect(result.kind === "error" ? result.code : toHex(result.rdata)).toBe(expected);
  });
});

describe("compileValue", () => {
  const compiled = (key: string, type: number, value: SourceValue): string => {
    const result = compileValue(key, type, value, APEX);
    return result.kind === "error" ? result.code : toHex(result.rdata);
  };

  test("TXT is literal text, TYPE16 is presentation format", () => {
    expect([compiled("TXT", TYPE.TXT, '"a" b'), compiled("TYPE16", TYPE.TXT, '"a" b')]).toEqual([
      "0522612220" + "62",
      "01610162",
    ]);
  });

  test("only TXT and SPF take lists of strings", () => {
    expect([compiled("SPF", TYPE.SPF, { strings: ["a"] }), compiled("MX", TYPE.MX, { strings: ["10 a"] })]).toEqual([
      "0161",
      "strings-not-allowed",
    ]);
  });
});
