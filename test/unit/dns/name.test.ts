import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalKey,
  compareNames,
  fold,
  isAtOrBelow,
  labelsOf,
  nameOfLabels,
  parentOf,
  ROOT,
  replaceSuffix,
} from "../../../src/dns/name.ts";
import { PROPERTY_SEED } from "../../support/query-packet.ts";
import { wireName } from "../../support/wire.ts";

const OCTETS = { seed: PROPERTY_SEED, numRuns: 500 };
const octet = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const name = fc
  .array(
    fc.array(octet, { minLength: 1, maxLength: 6 }).map((octets) => octets.join("")),
    { maxLength: 5 },
  )
  .map(nameOfLabels);

/** RFC 4034 6.1, its own example, with every escape. */
const IN_ORDER = [
  wireName("example"),
  wireName("a.example"),
  wireName("yljkjljk.a.example"),
  wireName("Z.a.example"),
  wireName("zABC.a.EXAMPLE"),
  wireName("z.example"),
  nameOfLabels(["\x01", "z", "example"]),
  wireName("*.z.example"),
  nameOfLabels(["\xc8", "z", "example"]),
];

describe("the canonical order", () => {
  test("is that of RFC 4034 6.1", () => {
    const folded = IN_ORDER.map(fold);
    expect(folded.toReversed().toSorted(compareNames)).toEqual(folded);
  });

  test("is label by label from the right, octet by octet, for any names", () => {
    const labelsFromRight = fc.tuple(name, name).map((pair) => pair.map(fold));
    fc.assert(
      fc.property(labelsFromRight, ([a = ROOT, b = ROOT]) => {
        expect(Math.sign(compareNames(a, b))).toBe(Math.sign(compareLabels(a, b)));
        expect(canonicalKey(a) === canonicalKey(b)).toBe(a === b);
      }),
      OCTETS,
    );
  });
});

function compareLabels(a: ReturnType<typeof wireName>, b: ReturnType<typeof wireName>): number {
  const [left, right] = [labelsOf(a).toReversed(), labelsOf(b).toReversed()];
  const at = left.findIndex((label, index) => label !== right[index]);
  if (at < 0) return left.length - right.length;
  const other = right[at];
  return other === undefined ? 1 : Buffer.compare(Buffer.from(left[at] ?? "", "latin1"), Buffer.from(other, "latin1"));
}

describe("folding", () => {
  test("A03 takes ASCII capitals alone, so that no other octet changes", () => {
    const all = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
    const changed = all.filter((one) => fold(nameOfLabels([one])) !== nameOfLabels([one]));
    expect(changed.join("")).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  });

  test("once is as good as twice", () => {
    fc.assert(
      fc.property(name, (one) => {
        expect(fold(fold(one))).toBe(fold(one));
      }),
      OCTETS,
    );
  });
});

describe("ancestors", () => {
  const below: readonly (readonly [string, string, boolean])[] = [
    ["www.example.com", "example.com", true],
    ["example.com", "example.com", true],
    ["example.com", "", true],
    ["notexample.com", "example.com", false],
    ["com", "example.com", false],
  ];
  test.each(below)("%s at or below %s: %s", (one, ancestor, expected) => {
    expect(isAtOrBelow(wireName(one), wireName(ancestor))).toBe(expected);
  });

  test("a label that ends in what looks like a name is not below it", () => {
    expect(isAtOrBelow(nameOfLabels(["x\x03com"]), wireName("com"))).toBe(false);
  });

  test("the root is its own parent", () => expect(parentOf(ROOT)).toBe(ROOT));

  test("a suffix is replaced up to 255 octets, and no further", () => {
    const label = "a".repeat(63);
    const longest = wireName(`${label}.${label}.${label}.${"a".repeat(57)}.com`);
    expect(replaceSuffix(longest, wireName("com"), wireName("net"))?.length).toBe(255);
    expect(replaceSuffix(longest, wireName("com"), wireName("info"))).toBe(null);
  });
});
