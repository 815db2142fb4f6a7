import { describe, expect, test } from "vitest";
import { isAddress, isSpecialPurpose } from "../../../src/probe/private.ts";

describe("T77: special-purpose addresses", () => {
  test.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "169.254.1.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::1",
    "100::1",
    "2001:0:1::1",
    "2001:1ff::1",
    "2002:a00:1::1",
    "fc00::1",
    "fdff::1",
    "fe80::1",
    "febf::1",
    "fec0::1",
    "ff02::1",
  ])("%s is one", (address) => {
    expect(isSpecialPurpose(address)).toBe(true);
  });

  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.2.10",
    "198.17.255.255",
    "198.20.0.0",
    "198.51.100.1",
    "203.0.113.9",
    "223.255.255.255",
    "2001:200::1",
    "2001:db8::10",
    "2606:4700::1111",
  ])("%s is none", (address) => {
    expect(isSpecialPurpose(address)).toBe(false);
  });

  test.each(["localhost", "", "0x7f.1", "192.0.2.010", "127.1", "fe80::1%eth0", "[2001:db8::1]"])(
    "what is no address literal cannot be judged and is refused: %s",
    (text) => {
      expect([isAddress(text), isSpecialPurpose(text)]).toEqual([false, true]);
    },
  );
});
