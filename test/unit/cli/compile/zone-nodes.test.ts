import { expect, test } from "vitest";
import { nodesOf } from "../../../../src/cli/compile/zone-nodes.ts";
import { fold, type Name, ROOT } from "../../../../src/dns/name.ts";
import { nameToText, parseName } from "../../../../src/dns/name-text.ts";
import { TYPE } from "../../../../src/dns/types.ts";
import type { RecordSet } from "../../../../src/zone/model.ts";

function name(text: string): Name {
  const parsed = parseName(text, ROOT);
  if (parsed.kind === "error") throw new Error(parsed.message);
  return fold(parsed.name);
}

function entry(owner: string, ...types: number[]): { owner: Name; set: RecordSet } {
  const tree = { kind: "values" as const, rdata: new Map() };
  return { owner: name(owner), set: { types, ttlSeconds: 60, check: null, tree } };
}

function nodeText(node: ReturnType<typeof nodesOf>[number]): string {
  const { owner, sets, cut, occluded, dname, wildcard } = node;
  const flags = Object.entries({ cut, occluded, dname, wildcard }).flatMap(([flag, set]) => (set ? [flag] : []));
  return [nameToText(owner), ...(sets?.keys() ?? []), ...flags].join(" ");
}

test("nodes stand in canonical order with their types and flags, empty non-terminals among them", () => {
  const nodes = nodesOf(name("example.com"), [
    entry("*.dev.example.com", TYPE.CNAME),
    entry("www.example.com", TYPE.TXT),
    entry("www.example.com", TYPE.A, TYPE.AAAA),
    entry("ns1.sub.example.com", TYPE.A),
    entry("sub.example.com", TYPE.NS),
    entry("sub.example.com", TYPE.DS),
    entry("subway.example.com", TYPE.A),
    entry("d.example.com", TYPE.DNAME),
    entry("a.b.c.example.com", TYPE.A),
  ]);
  expect(nodes.map(nodeText)).toEqual([
    "example.com.",
    "c.example.com.",
    "b.c.example.com.",
    "a.b.c.example.com. 1",
    "d.example.com. 39 dname",
    "dev.example.com. wildcard",
    "*.dev.example.com. 5",
    "sub.example.com. 2 43 cut",
    "ns1.sub.example.com. 1 occluded",
    "subway.example.com. 1",
    "www.example.com. 1 16 28",
  ]);
});

test("NS at the apex is no cut, and a cut below a cut is occluded", () => {
  const nodes = nodesOf(name("example.com"), [
    entry("example.com", TYPE.NS),
    entry("a.example.com", TYPE.NS),
    entry("b.a.example.com", TYPE.NS),
  ]);
  expect(nodes.map(nodeText)).toEqual(["example.com. 2", "a.example.com. 2 cut", "b.a.example.com. 2 occluded"]);
});

test("the apex of a hosted zone below exists, with the names between, and hides no cut", () => {
  const sets = [entry("*.example.com", TYPE.A), entry("sub.example.com", TYPE.NS)];
  const nodes = nodesOf(name("example.com"), sets, ["a.b.example.com", "sub.example.com"].map(name));
  expect(nodes.map(nodeText)).toEqual([
    "example.com. wildcard",
    "*.example.com. 1",
    "b.example.com.",
    "a.b.example.com.",
    "sub.example.com. 2 cut",
  ]);
});

test("an empty zone has its apex", () => {
  expect(nodesOf(ROOT, []).map(nodeText)).toEqual(["."]);
});
