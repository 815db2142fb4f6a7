import { expect, test } from "vitest";
import { hashOf } from "../../../../src/cli/compile/hash.ts";

test("a hash is the first half of SHA-256 of the UTF-8 octets (FIPS 180-4: abc)", () => {
  expect(hashOf("abc")).toBe("ba7816bf8f01cfea414140de5dae2223");
});
