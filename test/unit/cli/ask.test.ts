import { InvalidArgumentError } from "commander";
import { describe, expect, test } from "vitest";
import { encodeQuery } from "../../../src/cli/ask.ts";
import { readQname } from "../../../src/cli/query.ts";
import { parseNetwork } from "../../../src/dns/address-text.ts";
import { nameToText } from "../../../src/dns/name-text.ts";
import { toHex } from "../../../src/dns/octet-text.ts";

describe("parseNetwork", () => {
  const rows = [
    { text: "203.0.113.0/24", subnet: { address: [203, 0, 113, 0], prefixLength: 24 } },
    { text: "203.0.113.77/20", subnet: { address: [203, 0, 112, 0], prefixLength: 20 } },
    { text: "203.0.113.7", subnet: { address: [203, 0, 113, 7], prefixLength: 32 } },
    { text: "0.0.0.0/0", subnet: { address: [0, 0, 0, 0], prefixLength: 0 } },
    {
      text: "2001:db8:ffff::/33",
      subnet: { address: [0x20, 1, 0xd, 0xb8, 0x80, ...Array(11).fill(0)], prefixLength: 33 },
    },
    { text: "203.0.113.0/33", subnet: null },
    { text: "203.0.113/24", subnet: null },
    { text: "203.0.113.0/24/1", subnet: null },
    { text: "203.0.113.0/", subnet: null },
    { text: "office", subnet: null },
  ];
  test.each(rows)("$text", ({ text, subnet }) => {
    const found = parseNetwork(text);
    expect(found && { address: [...found.address], prefixLength: found.prefixLength }).toEqual(subnet);
  });
});

describe("encodeQuery", () => {
  const head = "000001000001000000000001037777770765" + "78616d706c6500";
  const rows = [
    { name: "without a subnet the OPT is bare", subnet: null, tail: "0029 04d0 00000000 0000" },
    {
      name: "a /20 sends three octets",
      subnet: "203.0.112.0/20",
      tail: "0029 04d0 00000000 000b 0008 0007 0001 14 00 cb0070",
    },
    { name: "a /0 sends none", subnet: "0.0.0.0/0", tail: "0029 04d0 00000000 0008 0008 0004 0001 00 00" },
    {
      name: "an IPv6 /48 sends six",
      subnet: "2001:db8:1::/48",
      tail: "0029 04d0 00000000 000e 0008 000a 0002 30 00 20010db80001",
    },
  ];
  test.each(rows)("$name", ({ subnet, tail }) => {
    const question = {
      qname: readQname("www.example"),
      qtype: 28,
      subnet: subnet === null ? null : parseNetwork(subnet),
    };
    expect(toHex(encodeQuery(question)).toLowerCase()).toBe(`${head}001c000100${tail.replaceAll(" ", "")}`);
  });
});

test.each([
  { name: "a name without its final dot", text: "www.Example.com", read: "www.Example.com." },
  { name: "U-labels, beside labels of digits and escapes", text: "bücher.1\\.2.3", read: "xn--bcher-kva.1\\.2.3." },
  { name: "the root", text: ".", read: "." },
])("the command line takes $name: $text", ({ text, read }) => {
  expect(nameToText(readQname(text))).toBe(read);
});

test.each(["", "a..b", "ü\\032.example"])("the command line takes no name %j", (text) => {
  expect(() => readQname(text)).toThrow(InvalidArgumentError);
});
