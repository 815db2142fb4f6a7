/** Spellings that BIND takes or refuses (named-checkzone 9.18) beside those of the RFCs. */
import { expect, test } from "vitest";
import { parseRdata } from "../../../../src/cli/compile/rdata.ts";
import { nameOfLabels } from "../../../../src/dns/name.ts";
import { rdataToText } from "../../../../src/dns/rdata-text.ts";
import { typeFromText } from "../../../../src/dns/types.ts";

const APEX = nameOfLabels(["example", "com"]);
const D20 = "AB".repeat(20);
const D32 = `${"AB".repeat(28)} ABABABAB`;
const D48 = `${"AB".repeat(28)} ${"AB".repeat(20)}`;
const HASH = "2T7B4G4VSA5SMI47K61MV5BV1A22BOJR";

/** The data as printed, or the code of what is wrong. */
function read(type: string, text: string): string {
  const number = typeFromText(type) ?? 0;
  const result = parseRdata(number, text, APEX);
  return result.kind === "error" ? result.code : rdataToText(number, result.rdata);
}

test.each([
  ["DS", `1 RSASHA256 SHA-1 ${D20}`, `1 8 1 ${D20}`],
  ["DS", `1 8 sha-256 ${D32}`, `1 8 2 ${D32}`],
  ["CDS", `1 8 SHA256 ${D32}`, `1 8 2 ${D32}`],
  ["DLV", `1 8 GOST ${D32}`, `1 8 3 ${D32}`],
  ["TA", `1 8 SHA-384 ${D48}`, `1 8 4 ${D48}`],
  ["DS", `1 8 SHA-512 ${D48}`, "number-out-of-range"],
  ["DNSKEY", "257 DNSSEC RSASHA256 AQID", "257 3 8 AQID"],
  ["DNSKEY", "zone|ksk 3 ECDSAP256SHA256 AQID", "257 3 13 AQID"],
  ["CDNSKEY", "ZONE ALL ECDSA384 AQID", "256 255 14 AQID"],
  ["KEY", "NOCONF|NOAUTH|SIG15 EMAIL ED448 AQID", "49167 2 16 AQID"],
  ["RKEY", "FLAG2|EXTEND|FLAG4|FLAG5|FLAG8|FLAG9|FLAG10|FLAG11 TLS 8 AQID", "15600 1 8 AQID"],
  ["DNSKEY", "ZONE|1 3 8 AQID", "number-out-of-range"],
  ["DNSKEY", "ZONE|REVOKE 3 8 AQID", "number-out-of-range"],
  ["NSEC3PARAM", "SHA-1 0 0 -", "1 0 0 -"],
  ["NSEC3", `sha-1 0 0 - ${HASH}`, `1 0 0 - ${HASH}`],
  ["NSEC3PARAM", "SHA1 0 0 -", "number-out-of-range"],
  ["HHIT", "AQ ID", "AQID"],
  ["BRID", "AQID", "AQID"],
  ["HHIT", "AQI", "base64-invalid"],
  ["A6", "64 ::1 a.", "generic-data-expected"],
  ["WKS", "192.0.2.1 TCP 25 80", "192.0.2.1 6 25 80"],
  ["WKS", "192.0.2.1 TCP smtp", "number-out-of-range"],
  ["LOC", "1 N 1 E .5m", "1 0 0.000 N 1 0 0.000 E 0.50m 1m 10000m 10m"],
  ["LOC", "1 N 1 E -.5m", "1 0 0.000 N 1 0 0.000 E -0.50m 1m 10000m 10m"],
  ["LOC", "1 N 1 E +5m +1m", "1 0 0.000 N 1 0 0.000 E 5.00m 1m 10000m 10m"],
  ["LOC", "1 N 1 E 1.m .5m 1.m 1.5", "1 0 0.000 N 1 0 0.000 E 1.00m 0.50m 1m 1m"],
  ["LOC", "1 1 1. N 1 1 .5 E 1m", "1 1 1.000 N 1 1 0.500 E 1.00m 1m 10000m 10m"],
  ["LOC", "1 N 1 E .m", "loc-altitude-invalid"],
  ["LOC", "1 N 1 E +.5m", "loc-altitude-invalid"],
  ["LOC", "1 N 1 E -m", "loc-altitude-invalid"],
  ["LOC", "1 1 . N 1 E 0m", "loc-latitude-invalid"],
  ["NSEC", "a.", "nsec-without-types"],
  ["NSEC", "\\# 3 016100", "nsec-without-types"],
  ["CSYNC", "1 3", "1 3"],
  ["CAA", '0 "issue" "x"', "quotes-not-allowed"],
  ["NAPTR", '1 1 "U" "E2U" "!(a)!\\\\1!" .', '1 1 "U" "E2U" "!(a)!\\\\1!" .'],
  ["NAPTR", '1 1 "U" "E2U" "!a)|b{2}!x!" .', '1 1 "U" "E2U" "!a)|b{2}!x!" .'],
  ["NAPTR", '1 1 "U" "E2U" "!!x!" .', "naptr-regexp-invalid"],
  ["NAPTR", '1 1 "U" "E2U" "!(!x!" .', "naptr-regexp-invalid"],
  ["NAPTR", '1 1 "U" "E2U" "!a[!x!" .', "naptr-regexp-invalid"],
  ["NAPTR", '1 1 "U" "E2U" "!(a)!\\\\2!" .', "naptr-regexp-invalid"],
  ["NAPTR", '1 1 "U" "E2U" "!a!\\\\0!" .', "naptr-regexp-invalid"],
  ["SVCB", "1 . key1=\\002h2", '1 . alpn="h2"'],
  ["HTTPS", "1 . key3=\\001\\187", "1 . port=443"],
  ["HTTPS", "1 . key4=\\192\\000\\002\\001 key5=abc", "1 . ipv4hint=192.0.2.1 ech=YWJj"],
  ["HTTPS", "1 . key0=\\000\\001 alpn=h2 key2", '1 . mandatory=alpn alpn="h2" no-default-alpn'],
  ["HTTPS", '1 . key7="/q{?dns}"', '1 . dohpath="/q{?dns}"'],
  ["HTTPS", "1 . key1=h2", "svcb-value-invalid"],
  ["HTTPS", "1 . key3=443", "svcb-value-invalid"],
  ["HTTPS", "1 . key0=\\001 alpn=h2", "svcb-value-invalid"],
  ["HTTPS", "1 . alpn=h2 key2=a", "svcb-value-invalid"],
  ["HTTPS", "1 . key6=\\300", "escape-invalid"],
  ["HTTPS", "1 . alpn=h2 key1=\\002h2", "svcb-key-repeated"],
])("%s %s: %s", (type, text, expected) => expect(read(type, text)).toBe(expected));

test.each([
  ["MG", "a.b@example.com"],
  ["MR", "a@example.net."],
  ["MINFO", "errors a@b"],
  ["RP", "hostmaster@example.com ."],
])("a mailbox is a name, without an @: %s %s", (type, text) => expect(read(type, text)).toBe("mailbox-with-at"));

test.each([
  ["RP", "@ .", "example.com. ."],
  ["RP", "a\\@b .", "a\\@b.example.com. ."],
  ["RP", "a t@x", "a.example.com. t\\@x.example.com."],
  ["MX", "1 a@b", "1 a\\@b.example.com."],
])("an @ that is meant: %s %s", (type, text, printed) => expect(read(type, text)).toBe(printed));
