import { describe, expect, test } from "vitest";
import { Problems } from "../../../../src/cli/compile/problem.ts";
import { readZone } from "../../../../src/cli/compile/read.ts";
import type { SourceBranch, SourceSet } from "../../../../src/cli/compile/source.ts";
import { readSoundZone } from "../../../support/read-zone.ts";

/** Reads what the name `www` holds under one key; the text begins at line 3, column 10. */
function readSet(key: string, text: string): SourceSet {
  const set = readSoundZone(`zone: example.com\nrecords:\n  www: { ${key}: ${text} }\n`).owners[0]?.sets[0];
  if (set === undefined) throw new Error("the set could not be read");
  return set;
}

describe("the apex", () => {
  test.each([
    { name: "is absolute without its final dot", text: "example.com", apexText: "example.com" },
    { name: "is folded and loses its final dot", text: "WWW.Example.com.", apexText: "www.example.com" },
    { name: "may be the root", text: ".", apexText: "." },
    { name: "may be written in U-labels", text: "bücher.example", apexText: "xn--bcher-kva.example" },
    { name: "may look like a number", text: "10", apexText: "10" },
  ])("$name", ({ text, apexText }) => {
    expect(readSoundZone(`zone: ${text}`).apexText).toBe(apexText);
  });
});

describe("values", () => {
  test.each([
    { name: "one value needs no list", key: "NS", text: "ns1", values: ["ns1"] },
    { name: "a list is several records", key: "NS", text: "[ns1, ns2]", values: ["ns1", "ns2"] },
    { name: "a plain scalar may hold blanks", key: "MX", text: "10 mail", values: ["10 mail"] },
    {
      name: "a number is the text it is written in",
      key: "TXT",
      text: "[5, 1.50, 0x1F, 1e3, .inf]",
      values: ["5", "1.50", "0x1F", "1e3", ".inf"],
    },
    { name: "data is not judged here", key: "A", text: "1.5", values: ["1.5"] },
    { name: "yes and no are text in YAML 1.2", key: "TXT", text: "[yes, no]", values: ["yes", "no"] },
    { name: "a tag makes text", key: "TXT", text: "!!str true", values: ["true"] },
    {
      name: "a list in the list of TXT is one record of several strings",
      key: "TXT",
      text: "[[a, b], c]",
      values: [{ strings: ["a", "b"] }, "c"],
    },
    { name: "octets stand alone", key: "TXT", text: "{ hex: 00ff }", values: [{ strings: [{ hex: "00ff" }] }] },
    {
      name: "octets stand among strings, and may be none",
      key: "SPF",
      text: '[[a, { hex: "" }]]',
      values: [{ strings: ["a", { hex: "" }] }],
    },
    { name: "TXT by its number is TXT", key: "TYPE16", text: "[[a, b]]", values: [{ strings: ["a", "b"] }] },
  ])("$name", ({ key, text, values }) => {
    const { member } = readSet(key, text).root;
    expect(member.kind === "values" && member.values.map(({ value }) => value)).toEqual(values);
  });
});

describe("type keys", () => {
  test.each([
    { key: "addresses", types: [1, 28] },
    { key: "AAAA", types: [28] },
    { key: "caa", types: [257] },
    { key: "TYPE65400", types: [65400] },
    { key: "TYPE65535", types: [65535] },
  ])("$key stands for $types and is kept as written", ({ key, types }) => {
    const set = readSet(key, "x");
    expect({ key: set.key, types: set.types }).toEqual({ key, types });
  });
});

test("owner names that look like numbers keep their text", () => {
  const zone = readSoundZone(
    "zone: 2.0.192.in-addr.arpa\nrecords:\n  10: { PTR: a }\n  1.20: { PTR: a }\n  0x1: { PTR: a }\n",
  );
  expect(zone.owners.map(({ name }) => name.value)).toEqual(["10", "1.20", "0x1"]);
});

/** A branch without places. */
function shapeOf({ id, weight, check, member }: SourceBranch): unknown {
  const shown =
    member.kind === "policy"
      ? { [member.policy]: member.candidates.map(shapeOf), answers: member.answers }
      : member.kind === "alias"
        ? { alias: member.target.value, evaluateTargetHealth: member.evaluateTargetHealth }
        : member.kind === "pool"
          ? { pool: member.use.name.value }
          : { values: member.values.map(({ value }) => value) };
  const checkShown =
    check?.kind === "named" ? check.name.value : check?.kind === "inline" ? check.check.type : check?.kind;
  return { id: id?.value, weight, check: checkShown, ...shown };
}

test("a tree of policies is read level by level", () => {
  const set = readSet(
    "addresses",
    `{ failover: [{ id: a, check: web, weighted: [{ id: 1, weight: 0, values: 192.0.2.1 }] },
      { id: b, check: { type: tcp, address: 192.0.2.2, port: 1 }, multivalue: [{ id: c, alias: x, evaluateTargetHealth: false }], answers: 3 }] }`,
  );
  expect(shapeOf(set.root)).toEqual({
    id: undefined,
    weight: null,
    check: undefined,
    answers: 8,
    failover: [
      {
        id: "a",
        weight: null,
        check: "web",
        answers: 8,
        weighted: [{ id: "1", weight: 0, check: undefined, values: ["192.0.2.1"] }],
      },
      {
        id: "b",
        weight: null,
        check: "tcp",
        answers: 3,
        multivalue: [{ id: "c", weight: null, check: undefined, alias: "x", evaluateTargetHealth: false }],
      },
    ],
  });
});

test("what could be read of a broken zone stays, and broken checks keep their names", () => {
  const problems = new Problems();
  const zone = readZone(
    `zone: example.com
checks: { web: { type: pull }, db: { type: tcp, address: 192.0.2.1, port: 0 } }
records: { www: { A: { weighted: [{ weight: 300, values: [192.0.2.1], check: web }, { id: b, weight: 1, alias: { hst: www.example.net }, check: db }] } } }`,
    "zone.yaml",
    problems,
  );
  expect(problems.all().map(({ code }) => code)).toEqual([
    "check-type-unknown",
    "port-out-of-range",
    "id-missing",
    "weight-out-of-range",
    "unknown-key",
  ]);
  expect(zone?.unreadableChecks).toEqual(new Set(["web", "db"]));
  expect(zone?.checks).toEqual([]);
  expect(zone?.owners[0]?.sets.map(({ root }) => shapeOf(root))).toEqual([
    {
      id: undefined,
      weight: null,
      check: undefined,
      answers: 8,
      weighted: [
        { id: undefined, weight: null, check: "unreadable", values: ["192.0.2.1"] },
        { id: "b", weight: 1, check: "unreadable", values: [] },
      ],
    },
  ]);
});
