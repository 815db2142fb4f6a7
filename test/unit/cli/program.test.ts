import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { buildProgram, runProgram } from "../../../src/cli/program.ts";
import { PROJECT_ROOT } from "../../../src/cli/project.ts";

let told = "";
beforeEach(() => {
  told = "";
  const gather = (text: string | Uint8Array): boolean => {
    told += String(text);
    return true;
  };
  vi.spyOn(process.stdout, "write").mockImplementation(gather);
  vi.spyOn(process.stderr, "write").mockImplementation(gather);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs a command line; gives the exit code. */
async function exitCodeOf(args: readonly string[]): Promise<number> {
  await runProgram(buildProgram(), args);
  return Number(process.exitCode ?? 0);
}

const COMMANDS = ["dev", "check", "build", "plan", "push", "history", "rollback", "gc", "query", "explain"];

describe("help", () => {
  test.each(COMMANDS)("%s --help tells the usage, exit code 0", async (command) => {
    expect(await exitCodeOf([command, "--help"])).toBe(0);
    expect(told).toMatch(new RegExp(`^Usage: fairlead ${command} `));
  });

  test("--help lists every command", async () => {
    expect(await exitCodeOf(["--help"])).toBe(0);
    const listed = [...told.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, command]) => command);
    expect(listed.toSorted()).toEqual([...COMMANDS, "help"].toSorted());
  });
});

test("--version prints the version of package.json, exit code 0", async () => {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8")) as { version: string };
  expect(await exitCodeOf(["--version"])).toBe(0);
  expect(told).toBe(`${version}\n`);
});

describe("wrong usage: exit code 2", () => {
  const rows: readonly { args: readonly string[]; why: string }[] = [
    { args: [], why: "Usage: fairlead" },
    { args: ["serve"], why: "unknown command 'serve'" },
    { args: ["check", "--remote"], why: "unknown option '--remote'" },
    { args: ["check", "a", "b"], why: "too many arguments for 'check'" },
    { args: ["build", "zones"], why: "required option '-o, --out <out>' not specified" },
    {
      args: ["build", "zones", "-o", "out", "--at", "yesterday"],
      why: "A time such as 2026-11-30T12:00:00Z is needed.",
    },
    { args: ["build", "zones", "-o", "out", "--generation", "0"], why: "A number from 1 to 4294967295 is needed." },
    { args: ["dev", "--port", "65536"], why: "A port is 0 to 65535." },
    { args: ["dev", "--tick", "0"], why: "Seconds above 0 and at most 86400 are needed." },
    { args: ["dev", "--tick", "1e3"], why: "Seconds above 0 and at most 86400 are needed." },
    { args: ["dev", "--var", "UPSTREAMS"], why: "It is written KEY=VALUE." },
    { args: ["rollback", "latest"], why: "A generation is a number, as history lists them." },
    { args: ["query"], why: "missing required argument 'name'" },
    { args: ["query", ""], why: "It is not a domain name." },
    { args: ["query", "www.example.com", "B"], why: "It is neither a known record type nor TYPEn." },
    { args: ["query", "www.example.com", "TYPE65536"], why: "It is neither a known record type nor TYPEn." },
    { args: ["query", "www.example.com", "--subnet", "192.0.2.0/33"], why: "A block such as 203.0.113.0/24" },
    { args: ["query", "www.example.com", "--server", "127.0.0.1"], why: "An http or https URL is needed." },
    { args: ["explain", "www.example.com", "--given", "east=down"], why: "CHECK=healthy or CHECK=unhealthy" },
  ];
  test.each(rows)("fairlead $args", async ({ args, why }) => {
    expect(await exitCodeOf(args)).toBe(2);
    expect(told).toContain(why);
  });
});

describe("data that is wrong and servers that are not there: exit code 1", () => {
  const rows: readonly { args: readonly string[]; why: string }[] = [
    { args: ["check", "no-such-folder"], why: "no-such-folder:1:1: no-zone-file: " },
    { args: ["push", "no-such-folder"], why: "no-such-folder:1:1: no-zone-file: " },
    { args: ["query", "www.example.com", "--server", "http://127.0.0.1:1/dns-query"], why: "fairlead: no answer from" },
    {
      args: ["explain", "www.example.com", "--server", "http://127.0.0.1:1/dns-query"],
      why: "fairlead: no answer from",
    },
  ];
  test.each(rows)("fairlead $args", async ({ args, why }) => {
    expect(await exitCodeOf(args)).toBe(1);
    expect(told).toContain(why);
  });
});
