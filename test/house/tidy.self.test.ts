/** Every house rule catches the fault that it is there for, and lets its nearest innocent neighbour pass. */
import { expect, test } from "vitest";
import { RULES, suppressionsOf } from "./rules.ts";
import { parseFile } from "./source.ts";

interface Row {
  readonly name: string;
  readonly path?: string;
  readonly text: string;
  /** Rule and fault, in order; none: the text is innocent. */
  readonly faults: readonly string[];
}

const HEAD = "/** Head. */\n";
const lines = (count: number): string => "0;\n".repeat(count);

const IMPORTS: readonly Row[] = [
  {
    name: "a room does not import from a later one, types included",
    path: "src/zone/a.ts",
    text: `${HEAD}import type { A } from "../steering/a.ts";\nimport { B } from "../dns/b.ts";\n`,
    faults: ["importDirection: zone imports steering"],
  },
  {
    name: "the pure core does not re-export from the shell",
    path: "src/answer/a.ts",
    text: `${HEAD}export * from "../store/env.ts";\n`,
    faults: ["importDirection: answer imports store"],
  },
  {
    name: "the order of the shell is store, probe, http, worker",
    path: "src/probe/a.ts",
    text: `${HEAD}import "../store/a.ts";\nimport "../http/a.ts";\nimport "../worker.ts";\n`,
    faults: ["importDirection: probe imports http", "importDirection: probe imports worker.ts"],
  },
  {
    name: "the Worker never imports the command",
    path: "src/worker.ts",
    text: `${HEAD}import "./http/app.ts";\nimport "./cli/main.ts";\n`,
    faults: ["importDirection: worker.ts imports cli"],
  },
  {
    name: "the command imports the core and not the shell",
    path: "src/cli/compile/a.ts",
    text: `${HEAD}import "yaml";\nimport "../../zone/a.ts";\nimport "../../store/a.ts";\n`,
    faults: ["importDirection: cli imports store"],
  },
  {
    name: "the core imports no package, and the shell only what a Worker carries",
    path: "src/http/a.ts",
    text: `${HEAD}import { Hono } from "hono";\nimport "yaml";\n`,
    faults: ["importDirection: http imports the package yaml"],
  },
  {
    name: "an import names its file's ending",
    path: "src/dns/a.ts",
    text: `${HEAD}import "./b";\n`,
    faults: ["importDirection: import of ./b without its ending"],
  },
  {
    name: "src imports nothing from beside it",
    path: "src/dns/a.ts",
    text: `${HEAD}import "../../test/a.ts";\n`,
    faults: ["importDirection: src imports ../../test/a.ts from outside"],
  },
  {
    name: "a room that nobody has planned is told",
    path: "src/util/a.ts",
    text: HEAD,
    faults: ["importDirection: no such room: util"],
  },
];

const PURITY: readonly Row[] = [
  {
    name: "the core knows no clock, chance, waiting or environment",
    path: "src/health/a.ts",
    text: `${HEAD}const a = Date.now();\nconst b = Math.random();\nconst c = async () => await fetch(env.URL);\nlet d: Promise<void>;\n`,
    faults: [
      "corePurity: line 2: Date",
      "corePurity: line 3: Math.random",
      "corePurity: line 4: async",
      "corePurity: line 4: async",
      "corePurity: line 4: fetch",
      "corePurity: line 4: env",
      "corePurity: line 5: Promise",
    ],
  },
  {
    name: "a field of that name, a comment and a string are innocent",
    path: "src/health/a.ts",
    text: `${HEAD}// No Date here.\nconst a = "fetch" + b.env + Math.max(1, 2);\nconst c = { fetch: 1 };\n`,
    faults: [],
  },
  {
    name: "the shell may wait",
    path: "src/store/a.ts",
    text: `${HEAD}const a = async () => await fetch("x");\n`,
    faults: [],
  },
];

const SYNTAX: readonly Row[] = [
  { name: "a file has at most 250 lines", text: lines(251), faults: ["sizes: 251 lines, at most 250"] },
  { name: "250 lines are allowed", text: lines(250), faults: [] },
  {
    name: "a function has at most 70 lines",
    text: `const a = () => {\n${lines(69)}};\nfunction b() {\n${lines(68)}}\n`,
    faults: ["sizes: line 1: a function of 71 lines, at most 70"],
  },
  { name: "a chapter of tests may be longer", text: `describe("a", () => {\n${lines(100)}});\n`, faults: [] },
  {
    name: "file names are kebab-case",
    path: "src/dns/nameText.ts",
    text: HEAD,
    faults: ["kebabCase: nameText.ts is not kebab-case"],
  },
  {
    name: "any, non-null assertions and syntax that needs a compiler are banned",
    text: "let a: any;\na!.b;\nenum C {}\nnamespace D { let e; }\nclass F { constructor(private g: string) {} }\n",
    faults: [
      "bannedSyntax: line 1: any",
      "bannedSyntax: line 2: non-null assertion",
      "bannedSyntax: line 3: enum",
      "bannedSyntax: line 4: namespace",
      "bannedSyntax: line 5: parameter property",
    ],
  },
  {
    name: "a namespace that is only declared is allowed",
    text: 'declare module "a" { interface B {} }\ndeclare namespace C { namespace D { let e: F; } }\n',
    faults: [],
  },
  {
    name: "a switch over a kind is closed",
    text: "switch (a.kind) { case 1: break; }\nswitch (a.kind) { default: a satisfies never; }\nswitch (a.type) { case 1: }\n",
    faults: ["exhaustiveSwitches: line 1: a switch over kind without satisfies never"],
  },
];

const COMMENTS: readonly Row[] = [
  {
    name: "banners are banned",
    text: "// ---- reading ----\n/* ===== */\n",
    faults: ["comments: line 1: a banner", "comments: line 2: a banner"],
  },
  {
    name: "unfinished work is banned",
    text: `const a = 1; // ${"TO"}DO: more\n`,
    faults: ["comments: line 1: unfinished work"],
  },
  {
    name: "a file of src says at its head what it is about",
    path: "src/dns/a.ts",
    text: "let a;\n/** Late. */\n",
    faults: ["headComment: no comment at the head"],
  },
  {
    name: "a shebang stands before the head",
    path: "src/cli/a.ts",
    text: `#!/usr/bin/env node\n${HEAD}let a;\n`,
    faults: [],
  },
  {
    name: "an exported function says what it does",
    path: "src/dns/a.ts",
    text: `${HEAD}let z;\nexport function a() {}\n/** Does. */\nexport function b() {}\n`,
    faults: ["docstrings: line 3: an export without a docstring"],
  },
  {
    name: "no test is switched off or alone",
    text: "test.only('a', b);\ndescribe.skip('c', d);\ntest.each([1])('e', f);\n",
    faults: ["runningTests: line 1: test.only", "runningTests: line 2: describe.skip"],
  },
];

test.each([...IMPORTS, ...PURITY, ...SYNTAX, ...COMMENTS])("$name", ({ path = "test/a.ts", text, faults }) => {
  const file = parseFile(path, text);
  const found = Object.entries(RULES).flatMap(([name, rule]) => rule(file).map((fault) => `${name}: ${fault}`));
  expect(found).toEqual(faults);
});

test("comments that silence a checker are counted, in comments only", () => {
  const text = `// ${"biome"}-ignore lint/a/b: the reason\n// ${"@ts"}-expect-error\nconst a = "${"@ts"}-ignore";\n`;
  expect(suppressionsOf(parseFile("test/a.ts", text))).toEqual([
    "test/a.ts:1: biome-ignore lint/a/b: the reason",
    "test/a.ts:2: @ts-expect-error",
  ]);
});
