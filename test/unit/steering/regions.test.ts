import { expect, test } from "vitest";
import { kilometresBetween } from "../../../src/steering/distance.ts";
import { positionOfRegion, REGION_CODES } from "../../../src/steering/regions.ts";

test.each([
  ["us-east-1", "eu-west-1", 5450],
  ["ap-northeast-1", "ap-southeast-2", 7800],
  ["wnam", "enam", 3850],
  ["sa-east-1", "af-south-1", 6400],
])("from %s to %s it is about %i km", (from, to, kilometres) => {
  const [a, b] = [positionOfRegion(from), positionOfRegion(to)];
  if (a === null || b === null) throw new Error("both have a position");
  expect(Math.abs(kilometresBetween(a, b) / kilometres - 1)).toBeLessThan(0.03);
});

test("every region is somewhere on earth, and an unknown one nowhere", () => {
  for (const code of REGION_CODES) {
    const { latitude, longitude } = positionOfRegion(code) ?? { latitude: Number.NaN, longitude: Number.NaN };
    expect([code, Math.abs(latitude) <= 60, Math.abs(longitude) <= 180]).toEqual([code, true, true]);
  }
  expect(positionOfRegion("us-east-9")).toBeNull();
});

test("half way round the earth is the longest there is", () => {
  const there = kilometresBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 });
  expect(there).toBeCloseTo(Math.PI * 6371, 6);
});
