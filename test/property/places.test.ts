/** The look-up of places against the rule, written bit by bit, on random sets of blocks that lie close together. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "../../src/zone/model.ts";
import { lookUp, placeByBits, publishPlaces, rowOf } from "../support/places.ts";

const SEED = 20261130;

/** Few bits differ, so that blocks lie in one another, begin alike, and are beside each other. */
const near = (octets: 4 | 16): fc.Arbitrary<Block> =>
  fc
    .record({
      bits: fc.array(fc.constantFrom(0, 0, 1), { minLength: 12, maxLength: 12 }),
      prefixLength: fc.integer({ min: 0, max: octets * 8 }),
    })
    .map(({ bits, prefixLength }) => {
      const address = new Uint8Array(octets);
      // Every second or eleventh bit: over the whole of the address.
      const step = Math.floor((octets * 8) / bits.length);
      for (const [index, bit] of bits.entries()) {
        const at = index * step;
        if (bit === 1 && at < prefixLength) address[at >> 3] = (address[at >> 3] ?? 0) | (0x80 >> (at & 7));
      }
      return { address, prefixLength };
    });

const block = fc.oneof(near(4), near(16));

test("place and scope are those of the rule", () => {
  const sets = fc.uniqueArray(block, {
    maxLength: 40,
    selector: ({ address, prefixLength }) => `${address}/${prefixLength}`,
  });
  fc.assert(
    fc.property(sets, fc.array(block, { minLength: 1, maxLength: 20 }), (blocks, clients) => {
      const rows = blocks.map((one, n) => rowOf(one, String(n)));
      const published = publishPlaces(rows);
      for (const client of clients) {
        const { subdivision, scopePrefixLength } = lookUp(published, client).place;
        expect({ subdivision, scopePrefixLength }).toEqual(placeByBits(rows, client));
      }
    }),
    { seed: SEED, numRuns: 500 },
  );
});

test("the same set gives the same blobs, in whatever order its rows are", () => {
  const sets = fc.uniqueArray(block, {
    maxLength: 40,
    selector: ({ address, prefixLength }) => `${address}/${prefixLength}`,
  });
  fc.assert(
    fc.property(sets, (blocks) => {
      const rows = blocks.map((one, n) => rowOf(one, String(n)));
      expect(publishPlaces(rows.toReversed())).toEqual(publishPlaces(rows));
    }),
    { seed: SEED, numRuns: 100 },
  );
});
