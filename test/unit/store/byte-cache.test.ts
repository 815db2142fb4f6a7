import { describe, expect, test } from "vitest";
import { ByteCache } from "../../../src/store/byte-cache.ts";

type Step = readonly ["put", string, number] | readonly ["use", string];

interface Case {
  readonly name: string;
  readonly capacity: number;
  readonly steps: readonly Step[];
  readonly left: readonly string[];
  readonly bytes: number;
}

const cases: readonly Case[] = [
  {
    name: "keeps all that fits, to the last byte",
    capacity: 10,
    steps: [
      ["put", "a", 4],
      ["put", "b", 6],
    ],
    left: ["a", "b"],
    bytes: 10,
  },
  {
    name: "evicts what was used longest ago, not what came first",
    capacity: 10,
    steps: [
      ["put", "a", 4],
      ["put", "b", 4],
      ["use", "a"],
      ["put", "c", 4],
    ],
    left: ["a", "c"],
    bytes: 8,
  },
  {
    name: "evicts as many as it takes",
    capacity: 10,
    steps: [
      ["put", "a", 3],
      ["put", "b", 3],
      ["put", "c", 3],
      ["put", "d", 7],
    ],
    left: ["c", "d"],
    bytes: 10,
  },
  {
    name: "counts a replaced entry once",
    capacity: 10,
    steps: [
      ["put", "a", 9],
      ["put", "a", 2],
      ["put", "b", 8],
    ],
    left: ["a", "b"],
    bytes: 10,
  },
  {
    name: "keeps the newest entry alone where it is over the capacity",
    capacity: 10,
    steps: [
      ["put", "a", 4],
      ["put", "b", 25],
    ],
    left: ["b"],
    bytes: 25,
  },
  {
    name: "lets go of an entry over the capacity for the next one",
    capacity: 10,
    steps: [
      ["put", "a", 25],
      ["put", "b", 1],
    ],
    left: ["b"],
    bytes: 1,
  },
];

describe("a cache bounded in bytes", () => {
  test.each(cases)("$name", ({ capacity, steps, left, bytes }) => {
    const cache = new ByteCache<string>(capacity);
    for (const step of steps) {
      if (step[0] === "put") cache.put(step[1], step[1].toUpperCase(), step[2]);
      else cache.get(step[1]);
    }
    expect(cache.bytes).toBe(bytes);
    expect(["a", "b", "c", "d"].filter((key) => cache.get(key) === key.toUpperCase())).toEqual(left);
  });
});
