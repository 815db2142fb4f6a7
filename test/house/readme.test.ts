/**
 * The examples of the README and its pages: every zone checks clean, every YAML parses, every command, flag and script exists. What its
 * transcripts answer is asked end to end, in `test/e2e`.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { blocksOf, commandsOf, isShell, wordsOf } from "../support/markdown.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCS = (await readdir(join(ROOT, "docs"))).filter((file) => file.endsWith(".md"));
const PAGES = ["README.md", ...DOCS.map((file) => `docs/${file}`)];
const scripts: Record<string, string> = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")).scripts;

const blocks = (
  await Promise.all(
    PAGES.map(async (page) => {
      const text = await readFile(join(ROOT, page), "utf8");
      return blocksOf(text).map((block) => ({ ...block, line: `${page}:${block.line}` }));
    }),
  )
).flat();
const yamls = blocks.filter((block) => ["yaml", "yml"].includes(block.info[0] ?? ""));
const zones = yamls.filter((block) => /^zone:/m.test(block.text));
const commands = blocks
  .filter(isShell)
  .flatMap((block) =>
    commandsOf(block).flatMap(({ text }) => wordsOf(text).map((words) => ({ line: block.line, text, words }))),
  );
const fairlead = commands.filter(({ words }) => words[0] === "npx" && words[1] === "fairlead");
const npm = commands.filter(({ words }) => words[0] === "npm");

interface Told {
  readonly code: number;
  readonly output: string;
}

function runFairlead(...args: readonly string[]): Promise<Told> {
  return new Promise((resolve) => {
    const command = [join(ROOT, "src/cli/main.ts"), ...args];
    execFile(process.execPath, command, { cwd: ROOT, timeout: 20_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr });
    });
  });
}

test("the README has zones, commands and scripts to try", () => {
  const counts = { zones: zones.length, fairlead: fairlead.length, npm: npm.length };
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

test.each(yamls.map(({ line, text }) => ({ line, text })))("the YAML at $line parses", ({ text }) => {
  expect(() => parse(text)).not.toThrow();
});

test.each(zones.map(({ line, text }) => ({ line, text })))("the zone at $line checks clean", async ({ text }) => {
  const folder = await mkdtemp(join(tmpdir(), "fairlead-readme-"));
  try {
    await writeFile(join(folder, "zone.yaml"), text);
    // Only an example that says loopback is about this machine; all others must pass as an operator's own files do.
    const flags = text.includes("127.0.0.") ? ["--allow-private-targets"] : [];
    expect(await runFairlead("check", folder, ...flags)).toEqual({
      code: 0,
      output: expect.not.stringContaining(folder),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("every fairlead command and flag exists", async () => {
  const names = [...new Set(fairlead.map(({ words }) => words[2] ?? ""))].filter((name) => !name.startsWith("-"));
  const help = new Map(
    await Promise.all(names.map(async (name) => [name, await runFairlead(name, "--help")] as const)),
  );
  const faults = fairlead.flatMap(({ line, text, words }) => {
    const told = help.get(words[2] ?? "");
    if (told === undefined) return [];
    if (told.code !== 0) return [`${line}: no such command: ${text}`];
    const flags = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.replace(/=.*/, ""));
    const known = new Set(told.output.match(/(?<![\w-])--?[a-z][\w-]*/g));
    return flags.filter((flag) => !known.has(flag)).map((flag) => `${line}: no such flag ${flag}: ${text}`);
  });
  expect(faults).toEqual([]);
});

test("the README has a line for each variable and binding that the Worker reads", async () => {
  const env = await readFile(join(ROOT, "src/store/env.ts"), "utf8");
  const known = [...env.matchAll(/^ {2}readonly ([A-Z_]+)\?:/gm)].map(([, name = ""]) => name).sort();
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const rows = readme.match(/^\| `[A-Z_]+`.*?\|/gm) ?? [];
  const told = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name)).sort();
  expect(told).toEqual(known);
});

test("every npm script exists", () => {
  const builtIn = ["ci", "install", "exec"];
  const called = npm.map(({ line, words }) => ({ line, script: (words[1] === "run" ? words[2] : words[1]) ?? "" }));
  expect(called.filter(({ script }) => !(script in scripts) && !builtIn.includes(script))).toEqual([]);
});
