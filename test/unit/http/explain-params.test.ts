import { describe, expect, test } from "vitest";
import { parseNetwork } from "../../../src/dns/address-text.ts";
import { parseExplainParams } from "../../../src/http/explain-params.ts";

describe("a subnet", () => {
  test.each([
    { text: "203.0.113.77/24", octets: "203.0.113.0", prefixLength: 24 },
    { text: "203.0.113.77/25", octets: "203.0.113.0", prefixLength: 25 },
    { text: "203.0.113.255/25", octets: "203.0.113.128", prefixLength: 25 },
    { text: "203.0.113.77/32", octets: "203.0.113.77", prefixLength: 32 },
    { text: "203.0.113.77", octets: "203.0.113.77", prefixLength: 32 },
    { text: "203.0.113.77/0", octets: "0.0.0.0", prefixLength: 0 },
    { text: "2001:db8:ffff::/36", octets: "32.1.13.184.240.0.0.0.0.0.0.0.0.0.0.0", prefixLength: 36 },
    { text: "2001:db8::1", octets: "32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1", prefixLength: 128 },
  ])("$text is read, without the bits beyond its prefix", ({ text, octets, prefixLength }) => {
    const subnet = parseNetwork(text);
    expect([subnet?.address.join("."), subnet?.prefixLength]).toEqual([octets, prefixLength]);
  });

  test.each([
    "",
    "/24",
    "203.0.113.0/33",
    "203.0.113.0/",
    "203.0.113.0/024",
    "203.0.113.0/-1",
    "203.0.113.0/24/1",
    "2001:db8::/129",
    "203.0.113/24",
    "example.com/24",
  ])("%j is none", (text) => expect(parseNetwork(text)).toBe(null));
});

describe("the parameters of explain", () => {
  test("default to type A, no subnet and nothing supposed", () => {
    expect(parseExplainParams(new URLSearchParams("name=www.example.com"))).toEqual({
      kind: "params",
      params: { name: "\x03www\x07example\x03com\0", type: 1, subnet: null, given: new Map() },
    });
  });

  test("may be empty, and `given` repeats; the check's name is all before the last equals sign", () => {
    const search = new URLSearchParams(
      "name=.&type=&subnet=&given=example.com/a=b=healthy&given=example.com/c=unhealthy",
    );
    const given = new Map([
      ["example.com/a=b", "healthy"],
      ["example.com/c", "unhealthy"],
    ]);
    expect(parseExplainParams(search)).toEqual({
      kind: "params",
      params: { name: "\0", type: 1, subnet: null, given },
    });
  });
});
