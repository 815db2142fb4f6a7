/** The exact chances of answers of www.example.com A, by the numbers of the candidates in them. */
import { expect } from "vitest";
import type { HealthView } from "../../src/steering/candidate.ts";
import type { ZoneSet } from "../../src/zone/model.ts";
import { distribution } from "./distribution.ts";
import { type Asking, numbersAnswered } from "./steered-zone.ts";

/** Walks through all draws. The order of several records is drawn too: `numbersAnswered` sorts, and so forgets it. */
export function chancesOf(zones: ZoneSet, health: HealthView, asking: Asking = {}): Record<string, number> {
  return Object.fromEntries(distribution((draw) => numbersAnswered(zones, health, draw, asking)));
}

/** Compares to twelve digits: sums of fractions are rounded. */
export function expectChances(
  actual: Readonly<Record<string, number>>,
  expected: Readonly<Record<string, number>>,
): void {
  const rounded = (chances: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(chances).map(([answered, p]) => [answered, p.toFixed(12)]));
  expect(rounded(actual)).toEqual(rounded(expected));
}
