import { describe, expect, test } from "vitest";
import { probesByRegion } from "../../../../src/health/assignment.ts";
import type { ChecksDocument } from "../../../../src/health/check.ts";
import { compileTexts } from "../../../support/build.ts";

function checksOf(...texts: readonly string[]): ChecksDocument {
  const { compilation, problems } = compileTexts(texts);
  if (!compilation) throw new Error(JSON.stringify(problems));
  return compilation.checks;
}

const HEAD = "zone: example.com\nchecks: { up: { type: push } }\nrecords:\n";
const PAIR = "[{ id: a, values: 192.0.2.1, check: up }, { id: b, values: 192.0.2.2 }]";
const slow = (seconds: number) =>
  `{ slowStart: ${seconds}, weighted: [{ id: a, weight: 1, values: 192.0.2.1, check: up }] }`;

describe("what the board must know of the trees", () => {
  test.each([
    { name: "600 s without anything that waits", records: "www: { A: 192.0.2.1 }", sinceSeconds: 600 },
    { name: "600 s with what waits less", records: `www: { A: ${slow(599)} }`, sinceSeconds: 600 },
    {
      name: "the longest slow start",
      records: `www: { A: ${slow(601)} }\n  x: { A: ${slow(900)} }`,
      sinceSeconds: 900,
    },
    {
      name: "the longest delayed failback, inside another policy",
      records: `www: { A: { multivalue: [{ id: m, failback: { after: 1200 }, failover: ${PAIR} }] } }\n  x: { A: ${slow(900)} }`,
      sinceSeconds: 1200,
    },
  ])("changes are told with their time for $name", ({ records, sinceSeconds }) => {
    expect(checksOf(`${HEAD}  ${records}`).sinceSeconds).toBe(sinceSeconds);
  });

  test("latches are those candidates of manual failbacks that have a check, sorted", () => {
    const { latches } = checksOf(
      `${HEAD}  www:
    A: { failback: manual, failover: ${PAIR} }
    AAAA: { failback: auto, failover: [{ id: a, values: "2001:db8::1", check: up }, { id: b, values: "2001:db8::2" }] }
  "*.Dev":
    addresses:
      multivalue:
        - id: m
          failback: manual
          failover:
            - { id: p, values: 192.0.2.1, check: { type: push } }
            - { id: q, values: 192.0.2.2, check: up }`,
      "zone: example.net\nrecords: { www: { A: 192.0.2.1 } }",
    );
    expect(latches).toEqual([
      { name: "*.dev.example.com./addresses/m/p", check: "example.com/*.dev/addresses/m/p" },
      { name: "*.dev.example.com./addresses/m/q", check: "example.com/up" },
      { name: "www.example.com./A/a", check: "example.com/up" },
    ]);
  });

  test.each([
    {
      records: `www: { A: { latency: [{ id: a, region: weur, values: 192.0.2.1, check: up }] } }`,
      latencyChecks: ["example.com/up"],
    },
    { records: `www: { A: { geoproximity: [{ id: a, region: weur, values: 192.0.2.1 }] } }`, latencyChecks: [] },
  ])("checks of latency: $latencyChecks", ({ records, latencyChecks }) => {
    expect(checksOf(`${HEAD}  ${records}`).latencyChecks).toEqual(latencyChecks);
  });

  test("who uses a calculated check uses all that it is calculated of", () => {
    const { checks } = checksOf(`zone: example.com
checks:
  all: { type: calculated, of: [some, a], atLeast: all }
  some: { type: calculated, of: [a, b], atLeast: any }
  a: { type: push }
  b: { type: push }
records:
  www: { A: { values: 192.0.2.1, check: all } }
  x: { A: { values: 192.0.2.1, check: { type: calculated, of: [b], atLeast: 0 } } }`);
    expect(checks.map(({ name, usedBy }) => [name, usedBy])).toEqual([
      ["example.com/a", ["www.example.com./A"]],
      ["example.com/all", ["www.example.com./A"]],
      ["example.com/b", ["www.example.com./A", "x.example.com./A"]],
      ["example.com/some", ["www.example.com./A"]],
      ["example.com/x/A", ["x.example.com./A"]],
    ]);
  });

  test("T91: what drains, and what is off, is probed all the same", () => {
    const probe = (port: number) => `check: { type: tcp, address: 192.0.2.1, port: ${port} }`;
    const document = checksOf(`zone: example.com
records:
  www:
    A:
      failover:
        - { id: leaving, draining: { since: 2026-11-30T00:00:00Z }, values: 192.0.2.1, ${probe(1)} }
        - { id: off, off: true, values: 192.0.2.2, ${probe(2)} }
        - { id: last, values: 192.0.2.3 }`);
    const probed = (probesByRegion(document, []).get(null) ?? []).map(({ spec }) => spec.url);
    expect(probed.toSorted()).toEqual(["tcp://192.0.2.1:1", "tcp://192.0.2.1:2"]);
  });
});
