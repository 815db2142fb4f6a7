import { expect, test } from "vitest";
import { nearestHint, nearestTo } from "../../../../src/cli/compile/nearest.ts";

const KNOWN = ["values", "weighted", "weight", "alias", "evaluateTargetHealth", "A", "AAAA"];

test.each([
  { name: "a missing letter", word: "vales", nearest: "values" },
  { name: "a letter too many", word: "aliass", nearest: "alias" },
  { name: "swapped neighbours cost one", word: "weigth", nearest: "weight" },
  { name: "another letter", word: "weighteb", nearest: "weighted" },
  { name: "case does not count", word: "EVALUATETARGETHEALTH", nearest: "evaluateTargetHealth" },
  { name: "the first of equals", word: "AAA", nearest: "AAAA" },
  { name: "something is nearest to anything", word: "?", nearest: "A" },
  { name: "a word longer than any slip is as far from all", word: "x".repeat(1_000_000), nearest: "values" },
])("$name: $nearest", ({ word, nearest }) => {
  expect(nearestTo(word, KNOWN)).toBe(nearest);
});

test.each([
  { word: "vales", hint: '; the nearest is "values"' },
  { word: "AAA", hint: '; the nearest is "AAAA"' },
  { word: "EvaluateTargetHealht", hint: '; the nearest is "evaluateTargetHealth"' },
  { word: "wieghtd", hint: '; the nearest is "weighted"' },
  { word: "?", hint: "" },
  { word: "<<", hint: "" },
  { word: "serial", hint: "" },
  { word: "weighing", hint: "" },
  { word: "x".repeat(1_000_000), hint: "" },
])("one slip, or one in three letters, is near: $word", ({ word, hint }) => {
  expect(nearestHint(word, KNOWN)).toBe(hint);
});

test("where nothing is known, nothing is near", () => {
  expect(nearestTo("www", [])).toBeNull();
});
