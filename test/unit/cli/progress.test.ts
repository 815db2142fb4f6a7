import { describe, expect, test } from "vitest";
import { batches } from "../../../src/cli/kv.ts";
import { progressOn } from "../../../src/cli/progress.ts";

function shown(isTTY: boolean, steps: readonly (readonly [done: number, total: number])[]): string[] {
  const written: string[] = [];
  const onProgress = progressOn({ isTTY, write: (text) => written.push(text) });
  for (const [done, total] of steps) onProgress(done, total);
  return written;
}

describe("progress", () => {
  test("is a bar that ends its line on a terminal", () => {
    expect(
      shown(true, [
        [1, 3],
        [3, 3],
      ]),
    ).toEqual(["\r[##########--------------------] 1 of 3 blobs", "\r[##############################] 3 of 3 blobs\n"]);
  });

  test("is one line for each tenth elsewhere", () => {
    expect(
      shown(false, [
        [1, 100],
        [10, 100],
        [11, 100],
        [35, 100],
        [100, 100],
      ]),
    ).toEqual(["uploaded 10 of 100 blobs\n", "uploaded 35 of 100 blobs\n", "uploaded 100 of 100 blobs\n"]);
  });
});

describe("uploads are cut into batches", () => {
  const entry = (key: string, length: number) => ({ key, value: "v".repeat(length) });
  const rows = [
    { name: "nothing", entries: [], cut: [] },
    { name: "by number", entries: [entry("a", 1), entry("b", 1), entry("c", 1)], cut: [["a", "b"], ["c"]] },
    { name: "by size", entries: [entry("a", 6), entry("b", 6)], cut: [["a"], ["b"]] },
    { name: "one that is too large goes alone", entries: [entry("a", 50), entry("b", 1)], cut: [["a"], ["b"]] },
  ];
  test.each(rows)("$name", ({ entries, cut }) => {
    expect(batches(entries, 2, 10).map((batch) => batch.map(({ key }) => key))).toEqual(cut);
  });
});
