import { expect, test } from "vitest";
import { COUNTRIES, countryFault } from "../../../../src/cli/compile/countries.ts";

const about = (code: string, hint: string) => `"${code}" is no country's code of two capitals (ISO 3166-1)${hint}`;

test.each([
  { name: "a code is none", code: "SA", told: null },
  { name: "three letters are told their two", code: "USA", told: about("USA", "; write US") },
  { name: "also where they begin otherwise", code: "DNK", told: about("DNK", "; write DK") },
  { name: "capitals are meant by small letters", code: "de", told: about("de", "; write DE") },
  { name: "a reserved code is told what is meant", code: "uk", told: about("uk", "; write GB") },
  { name: "what nobody means is near to nothing", code: "XX", told: about("XX", ", such as DE") },
  { name: "three letters that nobody means either", code: "MAR S", told: about("MAR S", ", such as DE") },
])("$name: $code", ({ code, told }) => {
  expect(countryFault(code)).toBe(told);
});

test("every code that three letters are told is one, and another one each", () => {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}`)));
  const meant = codes.flatMap((code) => / write (\S+)$/.exec(countryFault(code) ?? "")?.[1] ?? []);
  expect(meant.filter((code) => !COUNTRIES.includes(code))).toEqual([]);
  expect(new Set(meant).size).toBe(meant.length);
});
