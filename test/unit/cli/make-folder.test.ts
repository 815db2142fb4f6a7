import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../../src/cli/make-folder.ts";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fairlead-folder-"));
  const made = dir;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

test("every missing folder is made, and one that is there is left as it is", () => {
  for (const path of ["a/b/c", "a/b/c", "a/b/d", "."]) {
    makeFolder(join(dir, path));
    expect(statSync(join(dir, path)).isDirectory()).toBe(true);
  }
});

test("a file in the way is told", () => {
  writeFileSync(join(dir, "file"), "");
  expect(() => makeFolder(join(dir, "file"))).toThrow(`the folder ${join(dir, "file")} cannot be made: EEXIST`);
  expect(() => makeFolder(join(dir, "file", "a"))).toThrow(`the folder ${join(dir, "file")} cannot be made: EEXIST`);
});

// Elsewhere there is no /proc, and the root cannot be written to either.
test.each(["/proc/fairlead", "/proc/fairlead/a", "/proc/self/fairlead"])("%s cannot be made, and that ends", (path) => {
  expect(() => makeFolder(path)).toThrow(/^the folder \/proc\S* cannot be made: /);
});
