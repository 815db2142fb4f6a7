import { expect, test } from "vitest";
import { Generations } from "../../../src/upstream/generations.ts";

/** Puts values named by letters, 10 bytes each; a letter in brackets is only used. */
function cacheAfter(script: string): Generations<string> {
  const cache = new Generations<string>(40);
  for (const [, used, put] of script.matchAll(/\((.)\)|(.)/g)) {
    if (used !== undefined) cache.get(used);
    if (put !== undefined) cache.put(put, put, 10);
  }
  return cache;
}

/** To look is to use: each value is looked for in a cache of its own. */
const after = (script: string): string => [..."abcdefgh"].filter((key) => cacheAfter(script).get(key) === key).join("");

test.each([
  { name: "keeps what fits", script: "abcd", kept: "abcd" },
  { name: "drops what was used longest ago", script: "abcde", kept: "cde" },
  { name: "keeps what was used of late", script: "abc(a)de", kept: "acde" },
  { name: "counts a value once, however often it is put", script: "aaaab", kept: "ab" },
])("$name", ({ script, kept }) => {
  expect(after(script)).toBe(kept);
});

test("gives the newest value, and nothing once that is deleted", () => {
  const cache = new Generations<number>(40);
  cache.put("a", 1, 20);
  cache.put("b", 1, 20);
  cache.put("a", 2, 20);
  expect([cache.get("a"), cache.size]).toEqual([2, 2]);
  cache.delete("a");
  expect([cache.get("a"), cache.size]).toEqual([undefined, 1]);
});
