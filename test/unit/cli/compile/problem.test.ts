import { expect, test } from "vitest";
import { problemText } from "../../../../src/cli/compile/problem.ts";

test.each([
  { name: "a line break stays in its line", value: "a\r\nb", shown: "a\\u000d\\u000ab" },
  { name: "a terminal is not driven", value: "\u001b[2J\u009b2J\u007f", shown: "\\u001b[2J\\u009b2J\\u007f" },
  { name: "other ends of lines", value: "\u2028\u2029\u0085", shown: "\\u2028\\u2029\\u0085" },
  { name: "what turns the order of reading", value: "\u202ea\u2066", shown: "\\u202ea\\u2066" },
  { name: "half a surrogate pair", value: "\ud800", shown: "\\ud800" },
  { name: "other letters and signs are as they are", value: "é 例 😀 \\", shown: "é 例 😀 \\" },
])("$name", ({ value, shown }) => {
  const place = { file: `${value}.yaml`, line: 1, column: 2 };
  const text = problemText({ severity: "problem", place, code: "code", message: `"${value}"` });
  expect(text).toBe(`${shown}.yaml:1:2: code: "${shown}"`);
});
