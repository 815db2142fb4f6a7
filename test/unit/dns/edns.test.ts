import { describe, expect, test } from "vitest";
import { decodeQuery } from "../../../src/dns/query.ts";
import { RCODE } from "../../../src/dns/types.ts";
import { ednsQuery, hexOf } from "../../support/wire.ts";

const IPV6_56 = "0008 000b 0002 3800 20010db8000001";

describe("options of a query", () => {
  const rows = [
    { name: "DO is bit 15 of the flags", options: "", ttl: "00008000", dnssecOk: true },
    { name: "the other flags are ignored", options: "", ttl: "00007fff" },
    { name: "an upper half of the response code is ignored", options: "", ttl: "ff000000" },
    { name: "padding is noticed, whatever fills it", options: "000c 0003 00ff00", padded: true },
    { name: "padding may be empty", options: "000c 0000", padded: true },
    {
      name: "unknown options, cookies and NSID are passed over",
      options: "fde9 0001 aa 000a 0008 0123456789abcdef 0003 0000",
    },
    { name: "ECS of IPv4, /24", options: "0008 0007 0001 1800 cb0071", subnet: "1 24 cb007100" },
    { name: "ECS of IPv4, /32", options: "0008 0008 0001 2000 cb007105", subnet: "1 32 cb007105" },
    { name: "ECS of IPv4, /20, ends within an octet", options: "0008 0007 0001 1400 cb0070", subnet: "1 20 cb007000" },
    { name: "ECS of IPv6, /56", options: IPV6_56, subnet: `2 56 20010db8000001${"00".repeat(9)}` },
    {
      name: "ECS of IPv6, /128",
      options: `0008 0014 0002 8000 ${"fe".repeat(16)}`,
      subnet: `2 128 ${"fe".repeat(16)}`,
    },
    { name: "ECS /0 has no address", options: "0008 0004 0001 0000", subnet: "1 0 00000000" },
    { name: "ECS /0 may have no family", options: "0008 0004 0000 0000", subnet: "0 0 00000000" },
    {
      name: "ECS beside padding",
      options: "000c 0001 00 0008 0005 0001 0800 0a",
      padded: true,
      subnet: "1 8 0a000000",
    },
  ];

  test.each(rows)("$name", ({ options, ttl = "00000000", dnssecOk = false, padded = false, subnet = null }) => {
    const outcome = decodeQuery(ednsQuery(options, ttl));
    const edns = outcome.kind === "query" ? outcome.query.edns : null;
    const sent = edns?.clientSubnet ?? null;
    expect({
      ...edns,
      clientSubnet: sent === null ? null : `${sent.family} ${sent.sourcePrefixLength} ${hexOf(sent.address)}`,
    }).toEqual({ dnssecOk, padded, clientSubnet: subnet });
  });
});

describe("FORMERR", () => {
  test.each([
    { name: "an option that overruns the OPT", options: "fde9 0003 6162" },
    { name: "half an option's head", options: "000c" },
    { name: "ECS of an unknown family", options: "0008 0007 0003 1800 cb0071" },
    { name: "ECS without a family, with a prefix", options: "0008 0005 0000 0800 0a" },
    { name: "ECS of two octets", options: "0008 0002 0001" },
    { name: "ECS with bits beyond the source prefix", options: "0008 0007 0001 1400 cb007f" },
    { name: "ECS with a scope", options: "0008 0007 0001 1818 cb0071" },
    { name: "ECS with an address too short", options: "0008 0006 0001 1800 cb00" },
    { name: "ECS with an address too long", options: "0008 0008 0001 1800 cb007100" },
    { name: "ECS /0 with an address", options: "0008 0005 0001 0000 00" },
    { name: "ECS of IPv4 beyond /32", options: "0008 0009 0001 2100 cb00710500" },
    { name: "ECS of IPv6 beyond /128", options: `0008 0015 0002 8100 ${"00".repeat(17)}` },
    { name: "two ECS", options: "0008 0007 0001 1800 cb0071 0008 0007 0001 1800 cb0071" },
  ])("$name", ({ options }) => {
    expect(decodeQuery(ednsQuery(options, "00008000"))).toEqual({
      kind: "fault",
      rcode: RCODE.FORMERR,
      questionEnd: 33,
      edns: { dnssecOk: true, clientSubnet: null, padded: false },
    });
  });
});
