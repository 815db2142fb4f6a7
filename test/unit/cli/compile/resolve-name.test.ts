import { describe, expect, test } from "vitest";
import { toAsciiName } from "../../../../src/cli/compile/idna.ts";
import { resolveOwnerOrTarget } from "../../../../src/cli/compile/resolve-name.ts";
import { nameOfLabels, ROOT } from "../../../../src/dns/name.ts";
import { nameToText } from "../../../../src/dns/name-text.ts";

const APEX = nameOfLabels(["example", "com"]);

function resolved(text: string, apex = APEX): string {
  const result = resolveOwnerOrTarget(text, apex);
  return result.kind === "name" ? nameToText(result.name) : `${result.code}: ${result.message}`;
}

const RESOLVED = [
  { name: "@ is the apex", text: "@", absolute: "example.com." },
  { name: "a relative name is below the apex", text: "mail", absolute: "mail.example.com." },
  { name: "an absolute name stands", text: "mail.example.net.", absolute: "mail.example.net." },
  { name: "the apex with its dot stands", text: "mail.example.com.", absolute: "mail.example.com." },
  { name: "the root stands", text: ".", absolute: "." },
  {
    name: "a name that only resembles the apex is relative",
    text: "notexample.com",
    absolute: "notexample.com.example.com.",
  },
  { name: "the apex's first label alone is relative", text: "example", absolute: "example.example.com." },
  { name: "a U-label becomes an A-label", text: "_sip.MÜnchen", absolute: "_sip.xn--mnchen-3ya.example.com." },
  { name: "a wildcard keeps its asterisk beside a U-label", text: "*.faß", absolute: "*.xn--fa-hia.example.com." },
];

const REFUSED = [
  {
    name: "a name that ends in the apex without its dot",
    text: "mail.example.com",
    problem:
      'name-ends-in-apex: "mail.example.com" ends in the zone\'s name without a final dot: write "mail.example.com." for that very name, or "mail.example.com.example.com." for the name below the zone',
  },
  {
    name: "the apex itself without its dot, in whatever case",
    text: "Example.COM",
    problem:
      'name-ends-in-apex: "Example.COM" ends in the zone\'s name without a final dot: write "Example.COM." for that very name, or "Example.COM.example.com." for the name below the zone',
  },
  {
    name: "a name with an empty label",
    text: "a..b",
    problem: 'name-invalid: "a..b" has an empty label; labels are 1 to 63 octets',
  },
  {
    name: "a label that is not valid in an internationalised name",
    text: "a＠b",
    problem: 'name-invalid: "a＠b" is not a name; characters beyond ASCII must form valid labels (UTS 46)',
  },
];

describe("resolveOwnerOrTarget", () => {
  test.each(RESOLVED)("$name", ({ text, absolute }) => expect(resolved(text)).toBe(absolute));

  test.each(REFUSED)("refuses $name", ({ text, problem }) => expect(resolved(text)).toBe(problem));

  test("in the root zone both readings are one", () =>
    expect(resolved("www.example.com", ROOT)).toBe("www.example.com."));

  test("a name too long only because of the apex is told the two readings", () => {
    const labels = Array.from({ length: 15 }, (_, at) => `${String(at).padStart(2, "0")}-34567890123`);
    expect(resolved(`${labels.join(".")}.example.com`)).toMatch(/^name-ends-in-apex: /);
    expect(resolved(`${labels.join(".")}.${labels.join(".")}.example.net`)).toMatch(/^name-invalid: /);
  });
});

describe("toAsciiName", () => {
  test.each([
    ["faß.de", "xn--fa-hia.de"],
    ["a\\.b.bücher", "a\\.b.xn--bcher-kva"],
    ["１", "1"],
    ["bücher.", "xn--bcher-kva."],
    ["bücher。例え", "xn--bcher-kva.xn--r8jz45g"],
    ["b\\252cher.é", "b\\252cher.xn--9ca"],
    ["é\\.a", null],
    ["\u00ad", null],
    ["a b.é", "a b.xn--9ca"],
  ])("%j becomes %j", (text, ascii) => expect(toAsciiName(text)).toBe(ascii));
});
