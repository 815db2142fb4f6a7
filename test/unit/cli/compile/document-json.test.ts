import { describe, expect, test } from "vitest";
import { readJson } from "../../../../src/cli/compile/document-json.ts";
import { Places } from "../../../../src/cli/compile/places.ts";
import { Problems, problemText } from "../../../../src/cli/compile/problem.ts";

function problemsOf(text: string): string[] {
  const problems = new Problems();
  readJson(text, new Places("a.json", text), problems);
  return problems.all().map(problemText);
}

const KEY = "a key in double quotes";
const STRING = "a string in double quotes without control characters or unknown escapes";

describe("a text that is not JSON has its first fault told", () => {
  test.each([
    {
      name: "a comma before the end of a mapping",
      text: '{\n  "a": 1,\n}',
      at: "3:1",
      found: '"}" stands',
      allowed: KEY,
    },
    { name: "a comma before the end of a list", text: "[1,]", at: "1:4", found: '"]" stands', allowed: "a value" },
    { name: "a key without quotes, as in YAML", text: "{ a: 1 }", at: "1:3", found: '"a" stands', allowed: KEY },
    { name: "YAML without braces", text: "zone: x", at: "1:1", found: '"z" stands', allowed: "a value" },
    { name: "single quotes", text: "['a']", at: "1:2", found: '"\'" stands', allowed: "a value" },
    { name: "a comment", text: "// a\n{}", at: "1:1", found: '"/" stands', allowed: "a value" },
    { name: "a number with a leading zero", text: "[060]", at: "1:3", found: '"6" stands', allowed: '"," or "]"' },
    { name: "a number without digits", text: "[-]", at: "1:2", found: '"-" stands', allowed: "a value" },
    { name: "an unknown escape", text: '["\\x"]', at: "1:2", found: '"\\"" stands', allowed: STRING },
    { name: "a line feed in a string", text: '["a\n"]', at: "1:2", found: '"\\"" stands', allowed: STRING },
    { name: "a string without end", text: '["a', at: "1:2", found: '"\\"" stands', allowed: STRING },
    { name: "a mapping without end", text: '{ "a": 1', at: "1:9", found: "the file ends", allowed: '"," or "}"' },
    { name: "a key without value", text: '{ "a" }', at: "1:7", found: '"}" stands', allowed: '":"' },
    { name: "a second value", text: "{} {}", at: "1:4", found: '"{" stands', allowed: "the end of the file" },
    { name: "no value at all", text: " \n", at: "2:1", found: "the file ends", allowed: "a value" },
  ])("$name", ({ text, at, found, allowed }) => {
    expect(problemsOf(text)).toEqual([`a.json:${at}: json-syntax: ${found} where JSON allows ${allowed}`]);
  });
});

test("equal keys are told, in whatever spelling, and the first counts", () => {
  expect(problemsOf('{ "www": 1,\n  "w\\u0077w": 2 }')).toEqual([
    'a.json:2:3: duplicate-key: the key "www" stands already at 1:3; a key may be written once',
  ]);
});

test("nesting is bounded: 200 levels are read, one more is a problem", () => {
  expect(problemsOf(`${"[".repeat(200)}1${"]".repeat(200)}`)).toEqual([]);
  expect(problemsOf("[".repeat(1_000_000))).toEqual([
    "a.json:1:202: nesting-too-deep: lists and mappings are nested deeper than 200 levels",
  ]);
});
