import { describe, expect, test } from "vitest";
import { decodeQuery, type Query } from "../../../src/dns/query.ts";
import { isNamedByQuery, subnetToTell } from "../../../src/upstream/told-subnet.ts";
import { ednsQuery, hexOf } from "../../support/wire.ts";

const NAMED = "0008 0007 0001 1800 c63364";
const OPTED_OUT = "0008 0004 0001 0000";

function queryWith(option: string): Query {
  const outcome = decodeQuery(ednsQuery(option));
  if (outcome.kind !== "query") throw new Error("no query");
  return outcome.query;
}

const ipv4 = (prefixLength: number) => ({ address: Uint8Array.of(198, 51, 100, 7), prefixLength });
const ipv6 = (prefixLength: number) => ({ address: new Uint8Array(16).fill(0x20), prefixLength });

describe("an upstream is told", () => {
  test.each([
    { name: "a short prefix as it is", option: NAMED, subnet: ipv4(20), told: "20/c6336407" },
    { name: "24 bits of an IPv4 address", option: NAMED, subnet: ipv4(32), told: "24/c6336400" },
    {
      name: "56 bits of an IPv6 address",
      option: "",
      subnet: ipv6(128),
      told: `56/${"20".repeat(7)}${"00".repeat(9)}`,
    },
    { name: "nothing of a client that is not known", option: "", subnet: null, told: null },
    { name: "that a client will not be located", option: OPTED_OUT, subnet: null, told: "0/00000000" },
  ])("$name", ({ option, subnet, told }) => {
    const tells = subnetToTell(queryWith(option), { subnet });
    expect(tells && `${tells.prefixLength}/${hexOf(tells.address)}`).toBe(told);
  });
});

describe("a scope speaks", () => {
  test.each([
    { name: "of the network that the query named", option: NAMED, address: [198, 51, 100, 0], is: true },
    { name: "not of the connection's", option: NAMED, address: [203, 0, 113, 0], is: false },
    { name: "not to a query without Client Subnet", option: "", address: [198, 51, 100, 0], is: false },
  ])("$name", ({ option, address, is }) => {
    const told = { address: Uint8Array.from(address), prefixLength: 24 };
    expect(isNamedByQuery(queryWith(option), told)).toBe(is);
  });
});
