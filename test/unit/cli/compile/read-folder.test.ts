import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Problems, problemText } from "../../../../src/cli/compile/problem.ts";
import { readFolder } from "../../../../src/cli/compile/read.ts";

let dir = "";

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fairlead-read-"));
});

afterEach(() => {
  rmSync(dir, { recursive: true });
});

interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly apexes: readonly string[];
  /** With DIR for the folder. */
  readonly problems: readonly string[];
}

const NO_FILE = "DIR:1:1: no-zone-file: there is no zone file in DIR; read are *.yaml, *.yml and *.json directly in it";

const CASES: readonly Case[] = [
  {
    name: "files are read in order of their names, whatever their ending",
    files: { "c.yaml": "zone: c.example.com", "a.yml": "zone: a.example.com", "b.json": '{ "zone": "b.example.com" }' },
    apexes: ["a.example.com", "b.example.com", "c.example.com"],
    problems: [],
  },
  { name: "an empty folder is a problem", files: {}, apexes: [], problems: [NO_FILE] },
  {
    name: "other files, and files that an editor hides, are not read",
    files: { "readme.md": "zone: example.com", ".a.yaml": "zone: example.com", "a.yaml.swp": "zone: example.com" },
    apexes: [],
    problems: [NO_FILE],
  },
  {
    name: "a file with a fault does not hide the others",
    files: { "a.yaml": "zone: [", "b.yaml": "zone: b.example.com", "c.yaml": "ttl: 1" },
    apexes: ["b.example.com"],
    problems: [
      "DIR/a.yaml:1:7: yaml-syntax: the [ that begins here is not closed; its ] is missing or is indented less than this line",
      "DIR/c.yaml:1:1: zone-missing: the key zone is missing; it takes the apex, such as example.com",
    ],
  },
  {
    name: "a byte order mark moves no column",
    files: { "a.yaml": "\uFEFFttl: -1\nzone: example.com", "b.json": '\uFEFF{ "zone": "example.net" }' },
    apexes: ["example.com", "example.net"],
    problems: ["DIR/a.yaml:1:6: ttl-out-of-range: ttl is -1; allowed is a whole number of 0 to 2147483647"],
  },
  {
    name: "octets that are not UTF-8 are a problem",
    files: { "a.yaml": Uint8Array.of(0x7a, 0xff) },
    apexes: [],
    problems: ["DIR/a.yaml:1:1: file-not-utf8: the file is not valid UTF-8; no other encoding is read"],
  },
  {
    name: "a file above the bound is a problem, told before it is read",
    files: { "a.json": new Uint8Array(64 * 1024 * 1024 + 1) },
    apexes: [],
    problems: ["DIR/a.json:1:1: file-too-large: the file has 67108865 octets; allowed are up to 67108864"],
  },
];

test.each(CASES)("$name", ({ files, apexes, problems: expected }) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const problems = new Problems();
  const zones = readFolder(dir, problems);
  expect(zones.map((zone) => zone.apexText)).toEqual(apexes);
  expect(problems.all().map((problem) => problemText(problem).replaceAll(dir, "DIR"))).toEqual(expected);
});

test.each([
  { name: "that is not there", path: "zones", told: "there is no folder DIR/zones" },
  { name: "below a file", path: "a.yaml/zones", told: "there is no folder DIR/a.yaml/zones" },
  { name: "that is a file", path: "a.yaml", told: "DIR/a.yaml is a file; name its folder, DIR" },
])("a folder $name is a problem at the folder", ({ path, told }) => {
  writeFileSync(join(dir, "a.yaml"), "zone: example.com");
  const problems = new Problems();
  expect(readFolder(join(dir, path), problems)).toEqual([]);
  const lines = problems.all().map((problem) => problemText(problem).replaceAll(dir, "DIR"));
  expect(lines).toEqual([`DIR/${path}:1:1: no-zone-file: ${told}`]);
});

test("what is named like a zone file and cannot be read is a problem", () => {
  mkdirSync(join(dir, "a.yaml"));
  const problems = new Problems();
  expect(readFolder(dir, problems)).toEqual([]);
  expect(problems.all().map((problem) => problemText(problem).replaceAll(dir, "DIR"))).toEqual([
    "DIR/a.yaml:1:1: file-unreadable: the file cannot be read: EISDIR: illegal operation on a directory, read",
  ]);
});
