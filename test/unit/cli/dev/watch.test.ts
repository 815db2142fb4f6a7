import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lookAt, Settling } from "../../../../src/cli/dev/watch.ts";

describe("a change is told once it has stood still for one look", () => {
  const rows = [
    { name: "nothing changes", first: "a", looks: ["a", "a"], told: [false, false] },
    { name: "a change", first: "a", looks: ["b", "b", "b"], told: [false, true, false] },
    { name: "a file that is still being written", first: "a", looks: ["b", "c", "c"], told: [false, false, true] },
    { name: "a change that is taken back", first: "a", looks: ["b", "a", "a"], told: [false, false, false] },
    { name: "two changes", first: "a", looks: ["b", "b", "a", "a"], told: [false, true, false, true] },
  ];
  test.each(rows)("$name", ({ first, looks, told }) => {
    const settling = new Settling(first);
    expect(looks.map((seen) => settling.step(seen))).toEqual(told);
  });
});

describe("a look sees", () => {
  const rows: { name: string; change: (dir: string) => Promise<void>; seen: boolean }[] = [
    { name: "an edited file", change: (dir) => writeFile(join(dir, "a.yaml"), "zone: example.net"), seen: true },
    { name: "a new file", change: (dir) => writeFile(join(dir, "b.json"), "{}"), seen: true },
    { name: "a removed file", change: (dir) => rm(join(dir, "a.yaml")), seen: true },
    { name: "a renamed file", change: (dir) => rename(join(dir, "a.yaml"), join(dir, "c.yaml")), seen: true },
    { name: "a removed folder", change: (dir) => rm(dir, { recursive: true }), seen: true },
    { name: "no other file", change: (dir) => writeFile(join(dir, "a.yaml~"), "x"), seen: false },
    { name: "no folder inside", change: async (dir) => void (await mkdir(join(dir, "old"))), seen: false },
  ];
  test.each(rows)("$name", async ({ change, seen }) => {
    const dir = await mkdtemp(join(tmpdir(), "fairlead-watch-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    await writeFile(join(dir, "a.yaml"), "zone: example.com");
    const before = await lookAt(dir);
    await change(dir);
    expect((await lookAt(dir)) !== before).toBe(seen);
  });
});
