/** Runs a table of rules: zone files in, every problem and warning out, in order of place. */
import { expect, test } from "vitest";
import { compileTexts } from "../../support/build.ts";

export interface RuleCase {
  readonly name: string;
  /** What follows `zone: example.com` and `records:`; each line is indented by two spaces. */
  readonly records?: string;
  /** Whole zone files, where `records` is not enough. */
  readonly zones?: readonly string[];
  /** `LINE CODE` of file 1, or `FILE:LINE CODE`; a warning ends in ` (warning)`. The records begin at line 3. */
  readonly found: readonly string[];
}

/** Checks every case against the real reader and compiler. */
export function testRules(cases: readonly RuleCase[]): void {
  test.each(cases)("$name", ({ records, zones, found }) => {
    const texts = zones ?? [`zone: example.com\nrecords:\n${indent(records ?? "")}`];
    const { problems, compilation } = compileTexts(texts);
    expect(problems.map(textOf)).toEqual(found);
    expect(compilation === null).toBe(problems.some(({ severity }) => severity === "problem"));
  });
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

type Found = ReturnType<typeof compileTexts>["problems"][number];

function textOf({ place: { file, line }, code, severity }: Found): string {
  const number = file.replace(".yaml", "");
  return `${number === "1" ? "" : `${number}:`}${line} ${code}${severity === "warning" ? " (warning)" : ""}`;
}
