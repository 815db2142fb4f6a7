import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runBuild } from "../../../src/cli/build.ts";
import { runCheck } from "../../../src/cli/check.ts";
import { compileFolder } from "../../../src/cli/compile/folder.ts";
import { hashOf } from "../../../src/cli/compile/hash.ts";
import { reportProblems } from "../../../src/cli/report.ts";

let dir: string;
let printed: { out: string; err: string };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fairlead-build-"));
  printed = { out: "", err: "" };
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed.out += text;
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    printed.err += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

const write = (name: string, text: string): void => writeFileSync(join(dir, name), text);
const options = { allowPrivateTargets: false };
const flags = { ...options, at: "2026-11-30T12:00:00Z", generation: null, by: "ada", note: "" };

describe("check", () => {
  test("prints problems and warnings in the form of compilers, and fails for problems", async () => {
    write("a.yaml", 'zone: example.com\nrecords:\n  "@": { CNAME: a }\n  b: { A: [192.0.2.1, 192.0.2.1] }\n');
    expect(await runCheck(dir, options)).toBe(1);
    const file = join(dir, "a.yaml");
    expect(printed).toEqual({
      out: `${file}:3:10: cname-at-apex: example.com./CNAME: the apex has a SOA, and a CNAME allows no other data; write A: {alias: …} instead\n`,
      err: `${file}:4:23: duplicate-record: b.example.com./A has this record twice; it is published once\n`,
    });
  });

  test("passes for warnings alone", async () => {
    write("a.yaml", "zone: example.com\nrecords: { b: { A: [192.0.2.1, 192.0.2.1] } }\n");
    expect(await runCheck(dir, options)).toBe(0);
    expect(printed.out).toBe("");
  });

  describe("on a terminal", () => {
    const zone = (name: string, records: string) => `zone: ${name}\nrecords: ${records}\n`;
    const twice = "{ b: { A: [192.0.2.1, 192.0.2.1] } }";

    test.each([
      {
        name: "praises a sound folder",
        files: {
          "a.yaml": zone("example.com", "{ a: { A: 192.0.2.1, TXT: x }, b: { AAAA: 2001:db8::1 } }"),
          "b.yaml": "zone: example.net\n",
        },
        praise: "2 zones, 3 record sets: fine\n",
      },
      {
        name: "says that there are warnings",
        files: { "a.yaml": zone("example.com", twice) },
        praise: "1 zone, 1 record set: fine, with 1 warning\n",
      },
      { name: "praises nothing that is not sound", files: { "a.yaml": "zone: -" }, praise: "" },
    ])("$name", async ({ files, praise }) => {
      for (const [name, text] of Object.entries(files)) write(name, text);
      let shown = "";
      await runCheck(dir, options, { isTTY: true, write: (text) => (shown += text) });
      expect(shown).toBe(praise);
    });

    test("alone: elsewhere a sound folder is passed in silence", async () => {
      write("a.yaml", "zone: example.com\n");
      expect(await runCheck(dir, options, { write: (text) => (printed.err += text) })).toBe(0);
      expect(printed).toEqual({ out: "", err: "" });
    });
  });

  test("a folder without zone files is a problem", async () => {
    write("a.txt", "zone: example.com");
    expect(await runCheck(dir, options)).toBe(1);
    expect(printed.out).toMatch(/^[^\n]+:1:1: no-zone-file: [^\n]+\n$/);
  });

  test("a zone in two files is a problem", async () => {
    write("a.yaml", "zone: example.com\n");
    write("b.json", '{"zone": "Example.Com."}');
    expect(await runCheck(dir, options)).toBe(1);
    expect(printed.out).toBe(
      `${join(dir, "b.json")}:1:10: zone-duplicate: the zone example.com. is in ${join(dir, "a.yaml")} too\n`,
    );
  });
});

describe("what the Worker needs", () => {
  const zone = "zone: example.com\nrecords: { www: { A: { alias: { host: lb.example.net } } } }\n";

  test.each([
    {
      name: "is told where wrangler.toml does not say that it has it",
      vars: {},
      codes: ["alias-host-needs-upstreams"],
    },
    { name: "is not told where it has it", vars: { UPSTREAMS: "https://dns.example.net/dns-query" }, codes: [] },
  ])("$name", async ({ vars, codes }) => {
    write("a.yaml", zone);
    expect(await reportProblems(compileFolder(dir, options).problems, vars)).toBe(codes.length);
    expect([...printed.err.matchAll(/: (alias[a-z-]+): /g)].map(([, code]) => code)).toEqual(codes);
  });
});

describe("build", () => {
  const read = (name: string): string => readFileSync(join(dir, "made", "out", name), "utf8");
  const out = (): string => join(dir, "made", "out");

  test("writes every blob, the history and the catalog, without a parent", async () => {
    write("a.yaml", "zone: example.com\nrecords: { www: { A: 192.0.2.1 } }\n");
    expect(await runBuild(dir, { ...flags, out: out() })).toBe(0);
    const generation = 1_796_040_000;
    const blobs = JSON.parse(read("blobs.json")) as { key: string; value: string }[];
    const hashOfKind = (kind: string): string =>
      blobs.find(({ key }) => key.startsWith(`${kind}/`))?.key.slice(kind.length + 1) ?? "";
    expect(JSON.parse(read("catalog.json"))).toEqual({
      format: 1,
      generation,
      parent: null,
      zones: { "example.com": { hash: hashOfKind("zone"), previous: null, serial: generation } },
      checks: hashOfKind("checks"),
      published: { at: "2026-11-30T12:00:00Z", by: "ada", note: "" },
    });
    expect(blobs.map(({ key }) => key)).toEqual([
      `checks/${hashOfKind("checks")}`,
      `history/${generation}`,
      `zone/${hashOfKind("zone")}`,
    ]);
    expect(blobs[1]?.value).toBe(read("catalog.json"));
    for (const { key, value } of [blobs[0], blobs[2]].filter((each) => each !== undefined)) {
      expect(key.split("/")[1]).toBe(hashOf(value));
    }
  });

  test("gives the same octets for the same input and flags, and takes the generation it is given", async () => {
    write("a.yaml", "zone: example.com\nrecords: { www: { A: 192.0.2.1 } }\n");
    const texts: string[][] = [];
    for (const _attempt of [1, 2]) {
      await runBuild(dir, { ...flags, generation: 7, out: out() });
      texts.push([read("blobs.json"), read("catalog.json")]);
    }
    expect(texts[0]).toEqual(texts[1]);
    expect((JSON.parse(read("catalog.json")) as { generation: number }).generation).toBe(7);
  });

  test("writes nothing where there is a problem", async () => {
    write("a.yaml", 'zone: example.com\nrecords: { "@": { CNAME: a } }\n');
    expect(await runBuild(dir, { ...flags, out: out() })).toBe(1);
    expect(existsSync(out())).toBe(false);
  });

  test("refuses a time that gives no generation", async () => {
    write("a.yaml", "zone: example.com\n");
    expect(await runBuild(dir, { ...flags, at: "1969-01-01T00:00:00Z", out: out() })).toBe(2);
    expect(existsSync(out())).toBe(false);
  });
});
