import { describe, expect, test } from "vitest";
import { ipv4ToText, ipv6ToText, parseIpv4, parseIpv6 } from "../../../src/dns/address-text.ts";

const IPV4_REFUSED = [
  ...["192.0.2", "192.0.2.1.1", "192.0.2.010", "192.0.2.256", "0x7f.0.0.1", "127.1", "3221225985", "192.0.2.1 "],
  ...["", "192.0.2.", "192.0.2.-1", "192.0.2.1e1", "::1", "١.2.3.4"],
];

const IPV6_WRITTEN = [
  ["::", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["2001:DB8:0:0:0:0:0:10", "2001:db8::10"],
  ["2001:db8::0:1", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["::10.0.0.4", "::a00:4"],
  ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
  ["::ffff:c000:201", "::ffff:192.0.2.1"],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4:5:6:c000:201"],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
];

const IPV6_REFUSED = [
  ...["", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "12345::", "g::"],
  ...["fe80::1%eth0", "[::1]", "::192.0.2.010", "::1.2.3", "1.2.3.4", "1.2.3.4::", ":1::", "1::2:", "::1/64"],
];

describe("IPv4", () => {
  test.each(["0.0.0.0", "192.0.2.1", "255.255.255.255"])("%s is read and written", (text) => {
    expect(ipv4ToText(parseIpv4(text) ?? new Uint8Array())).toBe(text);
  });

  test.each(IPV4_REFUSED)("%j is refused", (text) => expect(parseIpv4(text)).toBeNull());
});

describe("IPv6", () => {
  test.each(IPV6_WRITTEN)("%s is written %s", (text, canonical) => {
    expect(ipv6ToText(parseIpv6(text) ?? new Uint8Array())).toBe(canonical);
  });

  test.each(IPV6_REFUSED)("%j is refused", (text) => expect(parseIpv6(text)).toBeNull());
});
