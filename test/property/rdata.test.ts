/** Record data of every layout, made at random, survives the way through its text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRdata } from "../../src/cli/compile/rdata.ts";
import { joinBytes, numberBytes } from "../../src/cli/compile/rdata-bytes.ts";
import { readTypeBitmap } from "../../src/cli/compile/rdata-dnssec.ts";
import { brokenRule } from "../../src/cli/compile/rdata-rules.ts";
import { bytesOfName, type Name, nameOfLabels } from "../../src/dns/name.ts";
import { nameToText, parseName } from "../../src/dns/name-text.ts";
import { type FieldKind, layoutOf } from "../../src/dns/rdata-layout.ts";
import { knownText, rdataToText } from "../../src/dns/rdata-text.ts";
import { TYPE, typeToText } from "../../src/dns/types.ts";

const SEED = 20_261_130;
const APEX = nameOfLabels(["example", "com"]);

const octets = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength });
const label = octets(1, 20).map((bytes) => String.fromCharCode(...bytes));
const name: fc.Arbitrary<Name> = fc.array(label, { maxLength: 6 }).map(nameOfLabels);
const nameBytes = name.map(bytesOfName);
const counted = (minLength: number) =>
  octets(minLength, 40).map((bytes) => joinBytes([Uint8Array.of(bytes.length), bytes]));
const joined = (parts: fc.Arbitrary<Uint8Array>, minLength: number, maxLength: number) =>
  fc.array(parts, { minLength, maxLength }).map(joinBytes);
const endpoint = fc.oneof(
  fc.constant({ kind: 0, octets: new Uint8Array() }),
  octets(4, 4).map((bytes) => ({ kind: 1, octets: bytes })),
  octets(16, 16).map((bytes) => ({ kind: 2, octets: bytes })),
  nameBytes.map((bytes) => ({ kind: 3, octets: bytes })),
);
const parameter = fc.tuple(fc.integer({ min: 8, max: 65_534 }), octets(0, 20));

const FIELDS: { readonly [kind in FieldKind]: fc.Arbitrary<Uint8Array> } = {
  u8: octets(1, 1),
  u16: octets(2, 2),
  u32: octets(4, 4),
  ipv4: octets(4, 4),
  ipv6: octets(16, 16),
  eui48: octets(6, 6),
  eui64: octets(8, 8),
  locator64: octets(8, 8),
  time: octets(4, 4),
  type: octets(2, 2),
  certificateType: octets(2, 2),
  algorithm: octets(1, 1),
  digestType: octets(1, 1),
  hashAlgorithm: octets(1, 1),
  keyFlags: octets(2, 2),
  keyProtocol: octets(1, 1),
  algorithmName: octets(1, 1),
  scheme: octets(1, 1),
  name: nameBytes,
  string: counted(0),
  tag: fc.stringMatching(/^[a-z0-9]{1,15}$/).map((tag) => Uint8Array.of(tag.length, ...new TextEncoder().encode(tag))),
  salt: counted(0),
  hash: counted(1),
  strings: joined(counted(0), 1, 5),
  oneOrTwoStrings: joined(counted(0), 1, 2),
  quotedRest: octets(0, 80),
  hex: octets(0, 80),
  nsap: octets(1, 20),
  base64: octets(0, 80),
  base64OrDash: octets(0, 80),
  typeBitmap: fc
    .uniqueArray(fc.integer({ min: 0, max: 65_535 }), { maxLength: 12 })
    .map((types) => readTypeBitmap(types.map(typeToText)))
    .map((bitmap) => (bitmap instanceof Uint8Array ? bitmap : new Uint8Array())),
  svcParams: fc
    .uniqueArray(parameter, { maxLength: 4, selector: ([key]) => key })
    .map((parameters) => parameters.toSorted(([a], [b]) => a - b))
    .map((sorted) =>
      joinBytes(sorted.flatMap(([key, value]) => [numberBytes(key, 2), numberBytes(value.length, 2), value])),
    ),
  loc: fc
    .tuple(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 })), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.integer({ min: -90 * 3_600_000, max: 90 * 3_600_000 }),
      fc.integer({ min: -180 * 3_600_000, max: 180 * 3_600_000 }),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    )
    .map(([sizes, latitude, longitude, altitude]) =>
      joinBytes([
        Uint8Array.of(0, ...sizes.map(([mantissa, exponent]) => (mantissa << 4) | exponent)),
        numberBytes(2 ** 31 + latitude, 4),
        numberBytes(2 ** 31 + longitude, 4),
        numberBytes(altitude, 4),
      ]),
    ),
  apl: joined(
    fc
      .tuple(fc.boolean(), octets(0, 3), fc.integer({ min: 1, max: 255 }))
      .map(([negated, head, last]) =>
        joinBytes([Uint8Array.of(0, 1, 32, (negated ? 0x80 : 0) | (head.length + 1)), head, Uint8Array.of(last)]),
      ),
    1,
    4,
  ),
  wks: fc
    .tuple(octets(1, 20), fc.integer({ min: 1, max: 255 }))
    .map(([head, last]) => joinBytes([head, Uint8Array.of(last)])),
  gateway: fc
    .tuple(octets(1, 1), endpoint, octets(1, 1), octets(0, 40))
    .map(([precedence, { kind, octets: target }, algorithm, key]) =>
      joinBytes([precedence, Uint8Array.of(kind), algorithm, target, key]),
    ),
  relay: fc
    .tuple(octets(1, 1), fc.boolean(), endpoint)
    .map(([precedence, discovery, { kind, octets: target }]) =>
      joinBytes([precedence, Uint8Array.of((discovery ? 0x80 : 0) | kind), target]),
    ),
  hip: fc
    .tuple(octets(1, 20), octets(1, 1), octets(1, 40), joined(nameBytes, 0, 3))
    .map(([tag, algorithm, key, servers]) =>
      joinBytes([Uint8Array.of(tag.length), algorithm, numberBytes(key.length, 2), tag, key, servers]),
    ),
};

/** The rules of these are about their text; their layout is covered by others'. */
const RULED: readonly number[] = [TYPE.X25, TYPE.GPOS, TYPE.NAPTR];
const types = Object.values(TYPE).filter((type) => layoutOf(type) !== null && !RULED.includes(type));

describe("text and octets are one to one", () => {
  test.each(types.map((type) => ({ type, mnemonic: typeToText(type) })))("$mnemonic", ({ type }) => {
    const rdata = fc.tuple(...(layoutOf(type) ?? []).map((kind) => FIELDS[kind])).map(joinBytes);
    fc.assert(
      fc.property(rdata, (octetsOfType) => {
        fc.pre(brokenRule(type, octetsOfType) === null);
        expect(knownText(type, octetsOfType)).not.toBeNull();
        expect(parseRdata(type, rdataToText(type, octetsOfType), APEX)).toEqual({
          kind: "rdata",
          rdata: octetsOfType,
          warnings: [],
        });
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  test("any octets under any type are printed and read back, or are refused by a rule", () => {
    fc.assert(
      fc.property(fc.constantFrom(...types, 65_400), octets(0, 60), (type, rdata) => {
        const text = rdataToText(type, rdata);
        const back = parseRdata(type, text, APEX);
        if (back.kind === "rdata") expect(back.rdata).toEqual(rdata);
        else if (knownText(type, rdata) === null) expect(back.code).toBe("generic-data-unfit");
        else expect(back.code).toBe(brokenRule(type, rdata)?.code);
      }),
      { seed: SEED, numRuns: 5000 },
    );
  });

  test("a name is read back from its text, whatever the origin", () => {
    fc.assert(
      fc.property(name, name, (written, origin) => {
        expect(parseName(nameToText(written), origin)).toEqual({ kind: "name", name: written });
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("no text whatever makes the reader throw", () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.string({ unit: "binary" }), (type, text) => {
        expect(["rdata", "error"]).toContain(parseRdata(type, text, APEX).kind);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
