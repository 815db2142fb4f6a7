import { expect, test } from "vitest";
import { Places } from "../../../../src/cli/compile/places.ts";

const TEXT = "ab\n\ncd\r\né😀f";

test.each([
  { name: "the first character", offset: 0, line: 1, column: 1 },
  { name: "a line feed belongs to the line that it ends", offset: 2, line: 1, column: 3 },
  { name: "an empty line", offset: 3, line: 2, column: 1 },
  { name: "the start of a line", offset: 4, line: 3, column: 1 },
  { name: "a carriage return is a column", offset: 6, line: 3, column: 3 },
  { name: "columns are UTF-16 units", offset: 11, line: 4, column: 4 },
  { name: "the end of the text", offset: 12, line: 4, column: 5 },
])("$name", ({ offset, line, column }) => {
  expect(new Places("a.yaml", TEXT).at(offset)).toEqual({ file: "a.yaml", line, column });
});

test("places come out the same in whatever order they are asked", () => {
  const forwards = new Places("a.yaml", TEXT);
  const backwards = new Places("a.yaml", TEXT);
  const offsets = Array.from({ length: TEXT.length + 1 }, (_, offset) => offset);
  const there = offsets.map((offset) => forwards.at(offset));
  const back = offsets.toReversed().map((offset) => backwards.at(offset));
  expect(back.toReversed()).toEqual(there);
});
