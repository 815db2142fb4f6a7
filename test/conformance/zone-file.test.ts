/**
 * Zone files with one kind of fault each, named for its problem code, against their complete problem lists; and files
 * without a fault. The lists hold `file:line:column: code: message` as `fairlead check` prints it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Problems, problemText } from "../../src/cli/compile/problem.ts";
import { readZone } from "../../src/cli/compile/read.ts";

const FOLDER = join(import.meta.dirname, "zone-file");
const ZONE_FILE = /\.(?:yaml|json)$/;

function filesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => ZONE_FILE.test(name));
}

function problemsOf(folder: string, name: string): string[] {
  const problems = new Problems();
  readZone(readFileSync(join(folder, name), "utf8"), name, problems);
  return problems.all().map(problemText);
}

describe("a zone file with a fault has exactly the problems that stand beside it", () => {
  const folder = join(FOLDER, "invalid");
  test.each(filesIn(folder))("%s", (name) => {
    const expected = readFileSync(join(folder, name.replace(ZONE_FILE, ".expected")), "utf8");
    expect(
      problemsOf(folder, name)
        .map((line) => `${line}\n`)
        .join(""),
    ).toBe(expected);
  });

  test.each(filesIn(folder))("%s is named for a problem that it has", (name) => {
    const codes = problemsOf(folder, name).map((line) => line.split(": ")[1] ?? "");
    expect(codes.filter((code) => name.startsWith(code))).not.toEqual([]);
  });
});

describe("a zone file without a fault has no problem", () => {
  const folder = join(FOLDER, "valid");
  test.each(filesIn(folder))("%s", (name) => {
    expect(problemsOf(folder, name)).toEqual([]);
  });
});
