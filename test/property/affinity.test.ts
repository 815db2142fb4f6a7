/** Affinity over many clients: shares follow weights, and a candidate's loss and return moves its own clients only (T90). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Affinity } from "../../src/zone/model.ts";
import { clientIn } from "../support/health.ts";
import { healthOf, numbered, numbersAnswered, setOf, zoneSetOf } from "../support/steered-zone.ts";

const CLIENT: Affinity = { seed: "www.example.com.", byType: false };

/** No draw: a placed client leaves nothing to chance. */
const undrawn = (): number => {
  throw new Error("nothing is drawn for");
};

/** Which candidate each of `count` networks gets. */
function answersOf(weights: readonly number[], health: string, count: number, affinity = CLIENT): readonly string[] {
  const zones = zoneSetOf({ www: setOf({ ...numbered("weighted", health, weights), affinity }) });
  return Array.from({ length: count }, (_, n) =>
    numbersAnswered(zones, healthOf(health), undrawn, { client: clientIn(`198.${n >> 8}.${n & 255}.0/24`) }),
  );
}

describe("T90 four equal candidates, of which one is lost and returns", () => {
  const COUNT = 4000;
  const before = answersOf([1, 1, 1, 1], "HHHH", COUNT);
  const during = answersOf([1, 1, 1, 1], "HUHH", COUNT);

  test("only its own clients move, and with its return they are back", () => {
    expect(during.filter((now, at) => now !== before[at]).length).toBe(before.filter((one) => one === "2").length);
    expect(answersOf([1, 1, 1, 1], "HHHH", COUNT)).toEqual(before);
  });

  test("they are a quarter, and go to the others in equal parts", () => {
    const moved = during.filter((_, at) => before[at] === "2");
    // Five standard deviations: 5 × sqrt(4000 × 1/4 × 3/4) = 137; of the 1,000 moved, 5 × sqrt(1000 × 1/3 × 2/3) = 75.
    expect(Math.abs(moved.length - COUNT / 4)).toBeLessThan(137);
    for (const other of ["1", "3", "4"]) {
      expect(Math.abs(moved.filter((one) => one === other).length - moved.length / 3)).toBeLessThan(75);
    }
  });
});

test.each([
  ["small and large", [1, 2, 7]],
  ["far apart", [255, 1]],
  ["all zero: equal", [0, 0, 0]],
])("shares follow the weights: %s", (_name, weights) => {
  const COUNT = 20_000;
  const answers = answersOf(weights, "H".repeat(weights.length), COUNT);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  // Chi-square; 20.5 is passed by chance once in 10,000 for two degrees of freedom, once in 160,000 for one.
  const chiSquare = weights.reduce((total, weight, at) => {
    const expected = COUNT * (sum === 0 ? 1 / weights.length : weight / sum);
    const seen = answers.filter((one) => one === String(at + 1)).length;
    return total + (seen - expected) ** 2 / expected;
  }, 0);
  expect(chiSquare).toBeLessThan(20.5);
});

test("whatever is unhealthy, a client whose own candidate is left keeps it", () => {
  const world = fc.record({
    weights: fc.array(fc.integer({ min: 1, max: 255 }), { minLength: 2, maxLength: 6 }),
    letters: fc.array(fc.constantFrom("H", "U"), { minLength: 6, maxLength: 6 }),
    seed: fc.string({ maxLength: 20 }),
  });
  fc.assert(
    fc.property(world, ({ weights, letters, seed }) => {
      const health = letters.slice(0, weights.length).join("");
      const affinity = { ...CLIENT, seed };
      const all = answersOf(weights, "H".repeat(weights.length), 40, affinity);
      const some = answersOf(weights, health, 40, affinity);
      all.forEach((answer, at) => {
        if (health[Number(answer) - 1] === "H" || !health.includes("H")) expect(some[at]).toBe(answer);
        else expect(health[Number(some[at]) - 1]).toBe("H");
      });
    }),
    { seed: 20261130, numRuns: 100 },
  );
});

test("another seed is another distribution", () => {
  const one = answersOf([1, 1], "HH", 200);
  const other = answersOf([1, 1], "HH", 200, { ...CLIENT, seed: "api.example.com." });
  // Independent: half of 200 agree, give or take five standard deviations of sqrt(200)/2 = 7.1.
  expect(Math.abs(one.filter((answer, at) => answer === other[at]).length - 100)).toBeLessThan(36);
});
