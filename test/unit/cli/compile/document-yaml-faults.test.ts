import { expect, test } from "vitest";
import { Problems, problemText } from "../../../../src/cli/compile/problem.ts";
import { readZone } from "../../../../src/cli/compile/read.ts";

interface Row {
  readonly name: string;
  /** What stands under `records:`, from line 3. */
  readonly records: string;
  /** Without the file and the code. */
  readonly told: readonly string[];
}

const notClosed = (begin: string, end: string) =>
  `the ${begin} that begins here is not closed; its ${end} is missing or is indented less than this line`;
const wildcard = (name: string) => `a name that begins with * is written in quotes: "${name}"`;

const ROWS: readonly Row[] = [
  {
    name: "wildcards without quotes are told each, and nothing that comes of it",
    records: `  *.dev: { A: 192.0.2.1 }
  www: { A: 192.0.2.2 }
  *:
    A: 192.0.2.3
  api: { A: 192.0.2.4 }`,
    told: [`3:3: ${wildcard("*.dev")}`, `5:3: ${wildcard("*")}`],
  },
  {
    name: "a text, a comment and a block may hold what looks like one",
    records: `  www:
    TXT: [x *.a:, "*.b:"] # *.c:
    SPF: |
      *.d:
    CNAME: *.e:`,
    told: [`7:12: ${wildcard("*.e")}`],
  },
  {
    name: "one fault a line",
    records: "  @: { A: @, NS: @ }\n  www: { A: @ }",
    told: [
      "3:3: Plain value cannot start with reserved character @; a text that begins with @ is written in quotes",
      "4:13: Plain value cannot start with reserved character @; a text that begins with @ is written in quotes",
    ],
  },
  {
    name: "a mapping that is not closed is told where it begins",
    records: "  www: { A: 192.0.2.1\n  api: { A: 192.0.2.2 }\n  ftp: { A: 192.0.2.3",
    told: [`3:8: ${notClosed("{", "}")}`, `5:8: ${notClosed("{", "}")}`],
  },
  {
    name: "of several around each other the innermost is told",
    records: "  www: { A: [192.0.2.1, 192.0.2.2 }\n  api: { A: 192.0.2.2 }",
    told: [`3:13: ${notClosed("[", "]")}`],
  },
  {
    name: "an end at the margin closes nothing",
    records: "  www: {\n    A: 192.0.2.1\n}",
    told: [`3:8: ${notClosed("{", "}")}`],
  },
  {
    name: "a text that is not closed is told where it begins",
    records: `  www: { TXT: "a, b }\n  api: { A: 192.0.2.2 }`,
    told: ['3:15: the text that begins here is not closed; its " is missing'],
  },
  {
    name: "one end too many is told once",
    records: "  www: { A: 192.0.2.1 } }\n  api: { A: 192.0.2.2 }",
    told: ['3:25: Unexpected flow-map-end token in YAML stream: "}"'],
  },
];

test.each(ROWS)("$name", ({ records, told }) => {
  const problems = new Problems();
  expect(readZone(`zone: example.com\nrecords:\n${records}\n`, "z.yaml", problems)).toBeNull();
  const lines = problems.all().map((problem) => problemText(problem).replace("yaml-syntax: ", ""));
  expect(lines).toEqual(told.map((line) => `z.yaml:${line}`));
});
