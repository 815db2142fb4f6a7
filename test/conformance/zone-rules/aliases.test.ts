import { describe } from "vitest";
import { testRules } from "./rules.ts";

/** `a0` is an address, and each further one an alias to the one before. */
function levels(count: number): string {
  const aliases = Array.from({ length: count }, (_, at) => `a${at + 1}: { A: { alias: a${at} } }`);
  return ["a0: { A: 192.0.2.1 }", ...aliases].join("\n");
}

describe("alias targets", () => {
  testRules([
    { name: "the apex may be an alias", records: '"@": { A: { alias: www } }\nwww: { A: 192.0.2.1 }', found: [] },
    {
      name: "a target in another hosted zone",
      zones: [
        "zone: example.com\nrecords:\n  a: { A: { alias: b.example.net. } }",
        "zone: example.net\nrecords:\n  b: { A: 192.0.2.1 }",
      ],
      found: [],
    },
    {
      name: "the longest zone holds the target",
      zones: [
        "zone: example.com\nrecords:\n  a: { A: { alias: b.sub } }\n  sub: { NS: ns1 }\n  b.sub: { A: 192.0.2.1 }",
        "zone: sub.example.com\nrecords:\n  c: { A: 192.0.2.1 }",
      ],
      found: ["3 alias-target-missing"],
    },
    {
      name: "a target outside the folder is refused",
      records: "a: { A: { alias: www.example.net. } }",
      found: ["3 alias-target-not-hosted"],
    },
    {
      name: "a target that is nowhere is refused",
      records: "a: { A: { alias: b } }",
      found: ["3 alias-target-missing"],
    },
    {
      name: "a target that a wildcard would answer is not there",
      records: '"*": { A: 192.0.2.1 }\na: { A: { alias: b } }',
      found: ["4 alias-target-missing"],
    },
    {
      name: "a wildcard is named as written",
      records: '"*.w": { A: 192.0.2.1 }\na: { A: { alias: "*.w" } }',
      found: [],
    },
    {
      name: "an empty non-terminal has no type",
      records: "x.b: { A: 192.0.2.1 }\na: { A: { alias: b } }",
      found: ["4 alias-target-without-type"],
    },
    {
      name: "the target must have the type",
      records: "b: { AAAA: '2001:db8::1' }\na: { A: { alias: b } }",
      found: ["4 alias-target-without-type"],
    },
    {
      name: "a CNAME is not followed",
      records: "b: { CNAME: c }\na: { A: { alias: b } }",
      found: ["4 alias-target-without-type"],
    },
    { name: "A may point at addresses", records: "b: { addresses: '2001:db8::1' }\na: { A: { alias: b } }", found: [] },
    {
      name: "addresses need one of both types",
      records:
        "b: { AAAA: '2001:db8::1' }\na: { addresses: { alias: b } }\nc: { TXT: x }\nd: { addresses: { alias: c } }",
      found: ["6 alias-target-without-type"],
    },
    {
      name: "glue is no target",
      records: "sub: { NS: ns1.sub }\nns1.sub: { A: 192.0.2.1 }\na: { A: { alias: ns1.sub } }",
      found: ["5 alias-target-delegated"],
    },
    {
      name: "an alias inside a tree is judged too",
      records:
        "a:\n  A:\n    weighted:\n      - { id: x, weight: 1, alias: nowhere }\n      - { id: y, weight: 1, values: 192.0.2.1 }",
      found: ["6 alias-target-missing", "7 weighted-candidate-without-check (warning)"],
    },
  ]);
});

/** `a0` is an address, and each further one chooses among aliases to the one before. */
function fan(type: string, levelCount: number, width: number): string {
  const candidates = (target: string): string =>
    Array.from({ length: width }, (_, at) => `{ id: c${at}, weight: 1, alias: ${target} }`).join(", ");
  const sets = Array.from(
    { length: levelCount },
    (_, at) => `a${at + 1}: { ${type}: { weighted: [${candidates(`a${at}`)}] } }`,
  );
  return [`a0: { ${type}: 192.0.2.1 }`, ...sets].join("\n");
}

describe("branches that are reached through aliases", () => {
  testRules([
    // Each of W candidates leads to a tree of 1 + W branches and, W times, to one of 1: W(1 + 2W).
    { name: "9,870 are allowed", records: fan("A", 2, 70), found: [] },
    { name: "10,153 are refused", records: fan("A", 2, 71), found: ["5 tree-too-large"] },
    { name: "it is told where the bound is first passed", records: fan("A", 8, 9), found: ["7 tree-too-large"] },
    { name: "both families are one record set", records: fan("addresses", 2, 71), found: ["5 tree-too-large"] },
  ]);
});

describe("alias levels and loops (T50)", () => {
  testRules([
    { name: "8 levels are allowed", records: levels(8), found: [] },
    { name: "9 levels are refused", records: levels(9), found: ["12 alias-too-deep"] },
    { name: "an alias to itself", records: "a: { A: { alias: a } }", found: ["3 alias-loop"] },
    {
      name: "a loop of two is told once",
      records: "a: { A: { alias: b } }\nb: { A: { alias: a } }",
      found: ["3 alias-loop"],
    },
    {
      name: "what runs into a loop is not the loop",
      records: "c: { A: { alias: a } }\na: { A: { alias: b } }\nb: { A: { alias: a } }",
      found: ["4 alias-loop"],
    },
    {
      name: "a loop across zones",
      zones: [
        "zone: example.com\nrecords:\n  a: { A: { alias: b.example.net. } }",
        "zone: example.net\nrecords:\n  b: { A: { alias: a.example.com. } }",
      ],
      found: ["3 alias-loop"],
    },
    {
      name: "a loop through one candidate of a tree",
      records:
        "a:\n  A:\n    weighted:\n      - { id: x, weight: 0, alias: b }\n      - { id: y, weight: 1, values: 192.0.2.1 }\nb: { A: { alias: a } }",
      found: ["6 alias-loop", "7 weighted-candidate-without-check (warning)"],
    },
    { name: "a loop of addresses is told once", records: "a: { addresses: { alias: a } }", found: ["3 alias-loop"] },
    {
      name: "a loop of one family",
      records: "a: { addresses: { alias: b } }\nb: { A: { alias: a }, AAAA: '2001:db8::1' }",
      found: ["3 alias-loop"],
    },
    {
      name: "two families that point at each other's names do not loop",
      records: "a: { A: { alias: b }, AAAA: '2001:db8::1' }\nb: { A: 192.0.2.1, AAAA: { alias: a } }",
      found: [],
    },
  ]);
});

describe("loops of CNAMEs and DNAMEs", () => {
  testRules([
    { name: "a CNAME to itself", records: "a: { CNAME: a }", found: ["3 cname-loop"] },
    { name: "a loop of two, whatever the case", records: "a: { CNAME: B }\nb: { CNAME: A }", found: ["3 cname-loop"] },
    {
      name: "a loop across zones",
      zones: [
        "zone: example.com\nrecords:\n  a: { CNAME: b.example.net. }",
        "zone: example.net\nrecords:\n  b: { CNAME: a.example.com. }",
      ],
      found: ["3 cname-loop"],
    },
    {
      name: "a wildcard whose target is under the wildcard, and exists",
      records: '"*": { CNAME: proxy }\nproxy: { A: 192.0.2.9 }',
      found: [],
    },
    {
      name: "a wildcard whose target is under the wildcard, and does not exist",
      records: '"*": { CNAME: proxy }',
      found: ["3 cname-loop"],
    },
    {
      name: "a loop through a wildcard and back",
      records: 'a: { CNAME: x.w }\n"*.w": { CNAME: a }',
      found: ["3 cname-loop"],
    },
    {
      name: "a loop of a CNAME and an alias to it",
      records: "a: { CNAME: b }\nb: { CNAME: { alias: a } }",
      found: ["4 cname-loop"],
    },
    {
      name: "each is the other's last resort",
      records:
        "a:\n  CNAME:\n    failover:\n      - { id: x, values: x.example.net., check: { type: tcp, address: 192.0.2.1, port: 80 } }\n      - { id: y, values: b }\nb:\n  CNAME:\n    failover:\n      - { id: x, values: y.example.net., check: { type: tcp, address: 192.0.2.1, port: 80 } }\n      - { id: y, values: a }",
      found: ["4 cname-loop"],
    },
    {
      name: "one candidate of a weight of 0 that loops",
      records:
        "a:\n  CNAME:\n    weighted:\n      - { id: x, weight: 1, values: x.example.net. }\n      - { id: y, weight: 0, values: b }\nb: { CNAME: a }",
      found: ["4 cname-loop"],
    },
    {
      name: "one candidate that loops through an alias",
      records:
        "a:\n  CNAME:\n    weighted:\n      - { id: x, weight: 0, values: x.example.net. }\n      - { id: y, weight: 1, alias: b }\nb: { CNAME: a }",
      found: ["4 cname-loop"],
    },
    {
      name: "candidates that meet again do not loop",
      records:
        "a:\n  CNAME:\n    weighted:\n      - { id: x, weight: 1, values: b }\n      - { id: y, weight: 1, values: c }\nb: { CNAME: c }\nc: { A: 192.0.2.1 }",
      found: [],
    },
    {
      name: "whatever is chosen loops",
      records:
        "a:\n  CNAME:\n    weighted:\n      - { id: x, weight: 1, values: b }\n      - { id: y, weight: 1, values: a }\nb: { CNAME: a }",
      found: ["4 cname-loop"],
    },
    {
      name: "a CNAME through a DNAME and back",
      records: "a: { CNAME: x.d }\nd: { DNAME: e }\nx.e: { CNAME: a }",
      found: ["3 cname-loop"],
    },
    { name: "two DNAMEs", records: "a: { DNAME: b }\nb: { DNAME: a }", found: ["3 dname-loop"] },
    { name: "a DNAME to below itself", records: "a: { DNAME: x.a }", found: ["3 dname-loop"] },
    { name: "a DNAME to itself", records: "a: { DNAME: a }", found: ["3 dname-loop"] },
    { name: "a DNAME to above itself ends", records: "x.a: { DNAME: a }", found: [] },
    {
      name: "a chain that leaves the hosted zones ends",
      records: "a: { CNAME: b }\nb: { CNAME: a.example.net. }",
      found: [],
    },
    { name: "a chain into a delegation ends", records: "sub: { NS: ns1 }\na: { CNAME: a.sub }", found: [] },
  ]);
});
