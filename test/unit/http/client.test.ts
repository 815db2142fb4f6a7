import { describe, expect, test } from "vitest";
import type { ClientSubnet } from "../../../src/dns/edns.ts";
import { clientOf, networkIsFrom, scopeToTell } from "../../../src/http/client.ts";
import type { Place } from "../../../src/steering/candidate.ts";
import type { Need } from "../../../src/zone/model.ts";
import { getRequest } from "../../support/doh.ts";
import { hexOf, octets } from "../../support/wire.ts";

/** Reads "1 24 cb007100": family, source prefix length and address. */
function subnetOf(text: string): ClientSubnet {
  const [family, sourcePrefixLength, address = ""] = text.split(" ");
  return {
    family: family === "0" ? 0 : family === "1" ? 1 : 2,
    sourcePrefixLength: Number(sourcePrefixLength),
    address: octets(address),
  };
}

const sentOf = (ecs: string | null): ClientSubnet | null => (ecs === null ? null : subnetOf(ecs));

const NO_PLACES = { place: () => null };

const ZEROS_15 = "00".repeat(15);
const MAPPED = `${"00".repeat(10)}ffff`;
const NEARLY = `${"00".repeat(10)}fffe`;
const CONNECTING = "24 c6336400";

/** `expected`: prefix length and address; the connection comes from 198.51.100.7 unless the row says otherwise. */
const ROWS: readonly { name: string; ecs?: string; address?: string | null; expected: string | null }[] = [
  { name: "the connecting IPv4 address is cut to /24", expected: CONNECTING },
  {
    name: "the connecting IPv6 address is cut to /56",
    address: "2001:db8:1:2ff::5",
    expected: `56 20010db8000102${"00".repeat(9)}`,
  },
  { name: "a connecting address that is none is unknown", address: "example.com", expected: null },
  { name: "a connecting address in octal is none", address: "198.51.100.07", expected: null },
  { name: "no connecting address is unknown", address: null, expected: null },
  { name: "ECS decides", ecs: "1 24 cb007100", expected: "24 cb007100" },
  { name: "ECS longer than /24 is taken as sent", ecs: "1 32 cb007105", expected: "32 cb007105" },
  { name: "ECS /0 is unknown", ecs: "1 0 00000000", expected: null },
  { name: "ECS /0 of IPv6 is unknown", ecs: `2 0 00${ZEROS_15}`, expected: null },
  { name: "ECS /0 without a family is unknown", ecs: "0 0 00000000", expected: null },
  { name: "10/8 is private", ecs: "1 8 0a000000", expected: CONNECTING },
  { name: "10/7 is not: half of it is public", ecs: "1 7 0a000000", expected: "7 0a000000" },
  { name: "11/8 is not private", ecs: "1 8 0b000000", expected: "8 0b000000" },
  { name: "172.31/16 is private", ecs: "1 16 ac1f0000", expected: CONNECTING },
  { name: "172.32/16 is not", ecs: "1 16 ac200000", expected: "16 ac200000" },
  { name: "192.168.1/24 is private", ecs: "1 24 c0a80100", expected: CONNECTING },
  { name: "192.169.1/24 is not", ecs: "1 24 c0a90100", expected: "24 c0a90100" },
  { name: "100.127/16 is private (RFC 6598)", ecs: "1 16 647f0000", expected: CONNECTING },
  { name: "100.128/16 is not", ecs: "1 16 64800000", expected: "16 64800000" },
  { name: "127/8 is loopback", ecs: "1 8 7f000000", expected: CONNECTING },
  { name: "169.254/16 is link-local", ecs: "1 16 a9fe0000", expected: CONNECTING },
  { name: "fd00::/8 is private (RFC 4193)", ecs: `2 8 fd${ZEROS_15}`, expected: CONNECTING },
  { name: "fe00::/8 is not", ecs: `2 8 fe${ZEROS_15}`, expected: `8 fe${ZEROS_15}` },
  { name: "febf::/16 is link-local", ecs: `2 16 febf${"00".repeat(14)}`, expected: CONNECTING },
  { name: "::1/128 is loopback", ecs: `2 128 ${ZEROS_15}01`, expected: CONNECTING },
  { name: "::2/128 is not", ecs: `2 128 ${ZEROS_15}02`, expected: `128 ${ZEROS_15}02` },
  { name: "IPv4-mapped ECS is the IPv4 network in it", ecs: `2 120 ${MAPPED}cb007100`, expected: "24 cb007100" },
  { name: "IPv4-mapped ECS of a private network is private", ecs: `2 104 ${MAPPED}0a000000`, expected: CONNECTING },
  {
    name: "all of IPv4, mapped, names no network of IPv4",
    ecs: `2 96 ${MAPPED}00000000`,
    expected: `96 ${MAPPED}00000000`,
  },
  { name: "::fffe:cb00:7100 is not IPv4-mapped", ecs: `2 120 ${NEARLY}cb007100`, expected: `120 ${NEARLY}cb007100` },
  { name: "an IPv4-mapped connecting address is cut to /24", address: "::ffff:198.51.100.7", expected: CONNECTING },
  { name: "private ECS without a connecting address is unknown", ecs: "1 8 0a000000", address: null, expected: null },
];

test.each(ROWS)("$name", ({ ecs = null, address = "198.51.100.7", expected }) => {
  const request = getRequest("");
  if (address !== null) request.headers.set("CF-Connecting-IP", address);
  const { subnet } = clientOf(sentOf(ecs), request, NO_PLACES);
  expect(subnet === null ? null : `${subnet.prefixLength} ${hexOf(subnet.address)}`).toBe(expected);
});

test("a subnet is worked out once", () => {
  const request = getRequest("");
  request.headers.set("CF-Connecting-IP", "198.51.100.7");
  const client = clientOf(sentOf(null), request, NO_PLACES);
  const first = client.subnet;
  request.headers.delete("CF-Connecting-IP");
  expect(client.subnet).toBe(first);
});

describe("what a reply and explain tell of a Client Subnet", () => {
  test.each([
    { name: "a network that counts", ecs: "1 24 cb007100", from: "subnet", told: 20 },
    { name: "a private one: the answer holds for all of them", ecs: "1 24 c0a80100", from: "connection", told: 0 },
    { name: "one that asks not to be located", ecs: "1 0 00000000", from: "nothing", told: 20 },
    { name: "an IPv4-mapped one, in its own bits", ecs: `2 120 ${MAPPED}cb007100`, from: "subnet", told: 116 },
    { name: "a private IPv4-mapped one", ecs: `2 104 ${MAPPED}0a000000`, from: "connection", told: 0 },
  ])("$name", ({ ecs, from, told }) => {
    const sent = subnetOf(ecs);
    // An answer that is the same for everybody is so in any notation.
    expect([networkIsFrom(sent), scopeToTell(sent, 20), scopeToTell(sent, 0)]).toEqual([from, told, 0]);
  });
});

const BERLIN = { continent: "EU", country: "DE", regionCode: "BE", latitude: "52.52", longitude: "13.40" };
const IN_BERLIN: Place = {
  continent: "EU",
  country: "DE",
  subdivision: "BE",
  position: { latitude: 52.52, longitude: 13.4 },
  scopePrefixLength: 0,
};
const NOWHERE = { continent: null, country: null, subdivision: null, position: null, scopePrefixLength: 0 };

/** A request with what Cloudflare says of its connection. */
function requestFrom(cf: object | null): Request {
  const request = getRequest("");
  if (cf !== null) Object.defineProperty(request, "cf", { value: cf });
  return request;
}

describe("the place of a connection", () => {
  test.each([
    { name: "all that Cloudflare tells", cf: BERLIN, place: IN_BERLIN },
    { name: "nothing told", cf: {}, place: null },
    { name: "no object at all", cf: null, place: null },
    { name: "a country that is not known", cf: { country: "XX" }, place: null },
    { name: "the Tor network", cf: { country: "T1", continent: "T1" }, place: null },
    { name: "a country alone", cf: { country: "US" }, place: { ...NOWHERE, country: "US" } },
    { name: "half a position is none", cf: { country: "US", latitude: "1" }, place: { ...NOWHERE, country: "US" } },
    {
      name: "an empty position is none",
      cf: { continent: "NA", latitude: "", longitude: "" },
      place: { ...NOWHERE, continent: "NA" },
    },
    { name: "a position off the earth is none", cf: { latitude: "91", longitude: "0" }, place: null },
    {
      name: "a position alone",
      cf: { latitude: "-33.9", longitude: "151" },
      place: { ...NOWHERE, position: { latitude: -33.9, longitude: 151 } },
    },
  ])("$name", ({ cf, place }) => {
    expect(clientOf(sentOf(null), requestFrom(cf), NO_PLACES).place).toEqual(place);
  });
});

describe("the place of a client", () => {
  const found: Place = { ...NOWHERE, country: "JP", scopePrefixLength: 20 };
  const need: Need = { kind: "need", key: "places/0123" };

  test.each([
    { name: "T66: ECS decides over the connection", ecs: "1 24 cb007100", told: found, place: found, asked: 1 },
    { name: "without ECS the connection decides", ecs: null, told: found, place: IN_BERLIN, asked: 0 },
    { name: "a private ECS leaves it to the connection", ecs: "1 8 0a000000", told: found, place: IN_BERLIN, asked: 0 },
    {
      name: "without a set of places the connection stands in",
      ecs: "1 24 cb007100",
      told: null,
      place: IN_BERLIN,
      asked: 1,
    },
    { name: "ECS /0 is unknown", ecs: "1 0 00000000", told: found, place: null, asked: 0 },
  ])("$name", ({ ecs, told, place, asked }) => {
    let count = 0;
    const places = {
      place: () => {
        count += 1;
        return told;
      },
    };
    const client = clientOf(sentOf(ecs), requestFrom(BERLIN), places);
    expect([client.place, client.place, count]).toEqual([place, place, asked]);
  });

  test("what is not in memory is asked for again", () => {
    const answers = [need, found];
    const client = clientOf(sentOf("1 24 cb007100"), requestFrom(BERLIN), { place: () => answers.shift() ?? null });
    expect([client.place, client.place, client.place]).toEqual([need, found, found]);
  });
});
