import { describe, expect, test } from "vitest";
import { blockText, looksLikeBlock, readBlock } from "../../../../src/cli/compile/blocks.ts";
import { COUNTRIES } from "../../../../src/cli/compile/countries.ts";
import { isFault } from "../../../../src/cli/compile/fault.ts";

function textOf(text: string): string {
  const block = readBlock(text);
  return isFault(block) ? block.code : [blockText(block.block), block.remark?.code].filter(Boolean).join(" ");
}

describe("an address block (T62, T63: /32 and /48; T65: no /25, no /49)", () => {
  test.each([
    { text: "203.0.113.0/24", read: "203.0.113.0/24" },
    { text: "128.0.0.0/1", read: "128.0.0.0/1" },
    { text: "2001:DB8:0:0::/33", read: "2001:db8::/33" },
    { text: "8000::/1", read: "8000::/1" },
    { text: "2001:db8::/32", read: "2001:db8::/32" },
    { text: "2001:db8:0:1234::/48", read: "2001:db8::/48 block-host-bits" },
    { text: "2001:db8:1234::/48", read: "2001:db8:1234::/48" },
    { text: "203.0.113.0/25", read: "block-prefix-out-of-range" },
    { text: "2001:db8::/49", read: "block-prefix-out-of-range" },
    { text: "0.0.0.0/0", read: "block-prefix-out-of-range" },
    { text: "203.0.112.0/19", read: "203.0.96.0/19 block-host-bits" },
    { text: "64.0.0.0/1", read: "0.0.0.0/1 block-host-bits" },
    { text: "2001:db8:0:8000::/48", read: "2001:db8::/48 block-host-bits" },
    { text: "203.0.113.0", read: "block-invalid" },
    { text: "203.0.113.00/24", read: "block-invalid" },
    { text: "203.0.113.0/+24", read: "block-invalid" },
    { text: "[2001:db8::]/32", read: "block-invalid" },
    { text: "office", read: "block-invalid" },
  ])("$text is $read", ({ text, read }) => expect(textOf(text)).toBe(read));

  test.each([
    { text: "office", looks: false },
    { text: "203.0.113", looks: false },
    { text: "203.0.113.7", looks: true },
    { text: "::1", looks: true },
    { text: "a/b", looks: true },
  ])("$text is meant as one: $looks", ({ text, looks }) => expect(looksLikeBlock(text)).toBe(looks));
});

describe("codes of countries", () => {
  test("are the 249 of ISO 3166-1 and Kosovo's, in order and each once", () => {
    expect(COUNTRIES).toHaveLength(250);
    expect(COUNTRIES).toEqual([...new Set(COUNTRIES)].toSorted());
  });
});
