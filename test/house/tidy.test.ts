/** The house rules, held over every TypeScript file of the project. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RULES, suppressionsOf } from "./rules.ts";
import { parseFile } from "./source.ts";

const ROOT = join(import.meta.dirname, "../..");
const SUPPRESSIONS_MAX = 3;

/** Files that git knows or would take, so that nothing generated is judged. */
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "*.ts"], {
  cwd: ROOT,
});
const paths = listed
  .toString()
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));
const files = paths.toSorted().map((path) => parseFile(path, readFileSync(join(ROOT, path), "utf8")));

test("the rules see the whole project", () => {
  const rooms = new Set(files.map((file) => file.path.split("/").slice(0, 2).join("/")));
  const expected = [
    "src/dns",
    "src/zone",
    "src/steering",
    "src/health",
    "src/answer",
    "src/store",
    "src/probe",
    "src/http",
    "src/cli",
  ];
  expect(expected.filter((room) => !rooms.has(room))).toEqual([]);
});

test.each(Object.entries(RULES))("%s", (_name, rule) => {
  expect(files.flatMap((file) => rule(file).map((fault) => `${file.path}: ${fault}`))).toEqual([]);
});

test(`at most ${SUPPRESSIONS_MAX} comments silence a checker, each with its reason`, () => {
  const found = files.flatMap(suppressionsOf);
  expect(found.slice(SUPPRESSIONS_MAX)).toEqual([]);
  expect(found.filter((comment) => !/: \S+ \S+/.test(comment))).toEqual([]);
});
