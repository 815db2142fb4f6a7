import { describe, expect, test } from "vitest";
import { readAddress, readHostName, refuseAddress, refuseHostName } from "../../../../src/cli/compile/address.ts";

/** Addresses that a check may have as its target, with what they are read as. */
const READ = [
  ["192.0.2.10", "192.0.2.10", null],
  ["192.0.2.10:8080", "192.0.2.10", 8080],
  ["2001:DB8:0:0::10", "2001:db8::10", null],
  ["[2001:db8::10]", "2001:db8::10", null],
  ["[2001:db8::10]:8443", "2001:db8::10", 8443],
] as const;

const MISSPELT = [
  ["192.0.2.010", "address-invalid"],
  ["0x7f.1", "address-invalid"],
  ["127.1", "address-invalid"],
  ["3221225994", "address-invalid"],
  ["192.0.2.10.", "address-invalid"],
  ["[192.0.2.10]", "address-invalid"],
  ["www.example.com", "address-invalid"],
  ["", "address-invalid"],
  ["::ffff:192.0.2.1", "address-ipv4-mapped"],
  ["::ffff:c000:201", "address-ipv4-mapped"],
  ["[::FFFF:192.0.2.1]:80", "address-ipv4-mapped"],
  ["fe80::1%eth0", "address-zone-index"],
  ["[fe80::1%25eth0]:80", "address-zone-index"],
  ["192.0.2.10:0", "port-invalid"],
  ["192.0.2.10:080", "port-invalid"],
  ["[2001:db8::10]:65536", "port-invalid"],
  ["[2001:db8::10]:", "port-invalid"],
];

const SPECIAL = [
  ...["10.0.0.1", "127.0.0.1", "100.64.0.1", "169.254.1.1", "224.0.0.1", "::1", "fe80::1", "fc00::1"],
  ...["0.0.0.0", "172.16.0.1", "192.168.0.1", "192.0.0.1", "192.88.99.1", "198.18.0.1", "240.0.0.1", "255.255.255.255"],
  ...[
    "::",
    "::c000:201",
    "64:ff9b::1",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2002:c000:201::1",
    "fec0::1",
    "ff02::1",
    "4000::1",
  ],
];

const DOCUMENTATION = ["192.0.2.1", "198.51.100.255", "203.0.113.1", "2001:db8:ffff::1", "3fff::1"];
const PUBLIC = ["8.8.8.8", "2a00:1450::1", "104.15.255.255", "104.28.0.1"];
const CLOUDFLARE = [
  "104.16.0.1",
  "172.71.255.255",
  "162.159.0.1",
  "198.41.128.1",
  "2606:4700::1",
  "2a06:98c7::1",
  "131.0.75.255",
];

describe("readAddress", () => {
  test.each(READ)("%s is read", (text, address, port) => expect(readAddress(text)).toEqual({ address, port }));

  test.each(MISSPELT)("%j: %s", (text, code) => expect(readAddress(text)).toMatchObject({ kind: "error", code }));
});

describe("refuseAddress", () => {
  test.each(SPECIAL)("T77: %s is rejected, unless private targets are allowed", (address) => {
    expect([refuseAddress(address, false)?.code, refuseAddress(address, true)]).toEqual([
      "target-special-purpose",
      null,
    ]);
  });

  test.each([...DOCUMENTATION, ...PUBLIC])("%s is accepted", (address) =>
    expect(refuseAddress(address, false)).toBeNull(),
  );

  test.each(CLOUDFLARE)("%s is Cloudflare's and rejected whatever is allowed", (address) => {
    expect([refuseAddress(address, false)?.code, refuseAddress(address, true)?.code]).toEqual([
      "target-in-cloudflare-range",
      "target-in-cloudflare-range",
    ]);
  });
});

describe("host names", () => {
  test.each([
    ["West.Origin.example.net.", "west.origin.example.net"],
    ["_x.bücher.example", "_x.xn--bcher-kva.example"],
    ["a.example.test", "a.example.test"],
    ["localhost", "localhost"],
  ])("%s is read as %s", (text, host) => expect(readHostName(text)).toBe(host));

  test.each([
    ...["192.0.2.10", "192.0.2.010", "0x7f.1", "1", "１９２.0.2.1", "a.0x", "[::1]", "www.example.com:80", "::1"],
    ...[
      "",
      ".",
      "a..example.com",
      "-a.example.com",
      "a-.example.com",
      "a b.example.com",
      "%31.example.com",
      "a/b.example.com",
    ],
    ...["*.example.com", `${"a".repeat(64)}.example.com`, `${"a.".repeat(127)}example.com`],
  ])("%j is no host name", (text) => expect(readHostName(text)).toMatchObject({ code: "host-name-invalid" }));

  test.each([
    "localhost",
    "a.localhost",
    "printer.local",
    "db.internal",
    "nas.home.arpa",
    "localhost.localdomain",
    "intranet",
  ])("%s is local and rejected, unless private targets are allowed", (host) =>
    expect([refuseHostName(host, false)?.code, refuseHostName(host, true)]).toEqual(["target-local-name", null]),
  );

  test.each(["www.example.com", "notlocalhost.example.com", "local.example.com"])("%s is accepted", (host) => {
    expect(refuseHostName(host, false)).toBeNull();
  });
});
