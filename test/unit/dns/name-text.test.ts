import { describe, expect, test } from "vitest";
import { type Name, nameOfLabels, ROOT } from "../../../src/dns/name.ts";
import { nameToText, parseName } from "../../../src/dns/name-text.ts";

const ORIGIN = nameOfLabels(["example", "com"]);
const L63 = "a".repeat(63);

const READ: readonly { name: string; text: string; labels: readonly string[] }[] = [
  { name: "@ is the origin", text: "@", labels: ["example", "com"] },
  { name: "an escaped @ is a label", text: "\\@", labels: ["@", "example", "com"] },
  { name: "a dot alone is the root", text: ".", labels: [] },
  { name: "a name without final dot is relative", text: "www", labels: ["www", "example", "com"] },
  { name: "a final dot makes a name absolute", text: "www.example.net.", labels: ["www", "example", "net"] },
  { name: "an escaped final dot does not", text: "www\\.", labels: ["www.", "example", "com"] },
  { name: "an escaped backslash before the final dot does", text: "www\\\\.", labels: ["www\\"] },
  { name: "an escaped dot stays in its label", text: "host\\.master", labels: ["host.master", "example", "com"] },
  { name: "A10 escapes are decimal: 042 is an asterisk", text: "\\042.", labels: ["*"] },
  { name: "A10 escapes are decimal: 052 is the digit 4", text: "\\052.", labels: ["4"] },
  { name: "every octet can be escaped", text: "\\000\\255.", labels: ["\0\xff"] },
  { name: "A08 underscores are names", text: "_sip._tcp", labels: ["_sip", "_tcp", "example", "com"] },
  { name: "case is kept", text: "WwW.", labels: ["WwW"] },
  { name: "a slash is a name (RFC 2317)", text: "1.0/25", labels: ["1", "0/25", "example", "com"] },
  { name: "63 octets are a label", text: `${L63}.`, labels: [L63] },
  {
    name: "255 octets are a name",
    text: `${L63}.${L63}.${L63}.${"a".repeat(61)}.`,
    labels: [L63, L63, L63, "a".repeat(61)],
  },
];

const REFUSED: readonly { name: string; text: string; message: string }[] = [
  { name: "no text", text: "", message: "a name must not be empty; the zone's own name is written @" },
  { name: "an empty first label", text: ".www", message: '".www" has an empty label; labels are 1 to 63 octets' },
  { name: "an empty label inside", text: "a..b", message: '"a..b" has an empty label; labels are 1 to 63 octets' },
  { name: "two final dots", text: "a..", message: '"a.." has an empty label; labels are 1 to 63 octets' },
  {
    name: "an escape above 255",
    text: "\\256",
    message: '"\\256" holds "\\\\256"; allowed are ASCII, \\X and \\000 to \\255',
  },
  {
    name: "an escape of two digits",
    text: "a\\12",
    message: '"a\\12" holds "\\\\"; allowed are ASCII, \\X and \\000 to \\255',
  },
  {
    name: "a backslash at the end",
    text: "a\\",
    message: '"a\\" holds "\\\\"; allowed are ASCII, \\X and \\000 to \\255',
  },
  { name: "a blank", text: "a b", message: '"a b" holds " "; allowed are ASCII, \\X and \\000 to \\255' },
  { name: "a letter beyond ASCII", text: "ä", message: '"ä" holds "ä"; allowed are ASCII, \\X and \\000 to \\255' },
  {
    name: "a label of 64 octets",
    text: `a${L63}`,
    message: `"a${L63}" has a label of 64 octets; at most 63 are allowed`,
  },
  {
    name: "a name that its origin makes too long",
    text: `${L63}.${L63}.${L63}.${"a".repeat(50)}`,
    message: `"${L63}.${L63}.${L63}.${"a".repeat(50)}" is 256 octets long in full; at most 255 are allowed`,
  },
];

const WRITTEN: readonly { name: string; value: Name; text: string }[] = [
  { name: "the root", value: ROOT, text: "." },
  { name: "an absolute name with its final dot", value: ORIGIN, text: "example.com." },
  { name: "what BIND escapes by a backslash", value: nameOfLabels(['.\\"$@();']), text: '\\.\\\\\\"\\$\\@\\(\\)\\;.' },
  { name: "octets beyond ! to ~ in decimal", value: nameOfLabels([" \0\x7f\xff"]), text: "\\032\\000\\127\\255." },
  { name: "an asterisk as it is", value: nameOfLabels(["*", "a"]), text: "*.a." },
];

describe("parseName", () => {
  test.each(READ)("$name", ({ text, labels }) => {
    expect(parseName(text, ORIGIN)).toEqual({ kind: "name", name: nameOfLabels(labels) });
  });

  test.each(REFUSED)("refuses $name", ({ text, message }) => {
    expect(parseName(text, ORIGIN)).toEqual({ kind: "error", message });
  });
});

describe("nameToText", () => {
  test.each(WRITTEN)("writes $name", ({ value, text }) => expect(nameToText(value)).toBe(text));
});
