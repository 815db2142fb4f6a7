import { describe, expect, test } from "vitest";
import type { Compilation } from "../../../../src/cli/compile/folder.ts";
import { hashOf } from "../../../../src/cli/compile/hash.ts";
import { labelsOf } from "../../../../src/dns/name.ts";
import { nameToText } from "../../../../src/dns/name-text.ts";
import { decodeManifest } from "../../../../src/zone/blob.ts";
import { checksKey, zoneKey } from "../../../../src/zone/catalog.ts";
import type { ZoneNode } from "../../../../src/zone/model.ts";
import { NO_OPTIONS, NO_STATE } from "../../../../src/zone/model-defaults.ts";
import { compileTexts } from "../../../support/build.ts";

function compile(...texts: readonly string[]): Compilation {
  const { compilation, problems } = compileTexts(texts);
  if (!compilation) throw new Error(JSON.stringify(problems));
  return compilation;
}

function manifestOf({ zones: [zone], blobs }: Compilation) {
  const manifest = decodeManifest(blobs.get(zoneKey(zone?.hash ?? "")) ?? "");
  if (manifest?.body.kind !== "nodes") throw new Error("The zone is small.");
  return { soa: manifest.soa, nodes: manifest.body.nodes };
}

function setOf(nodes: readonly ZoneNode[], label: string, type: number) {
  return nodes.find(({ owner }) => labelsOf(owner)[0] === label)?.sets?.get(type);
}

const octets = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

describe("the SOA", () => {
  const names = (text: string) => {
    const { soa } = manifestOf(compile(text));
    return { ...soa, mname: nameToText(soa.mname), rname: nameToText(soa.rname) };
  };

  test("has a default for every field", () => {
    expect(names("zone: example.com")).toEqual({
      mname: "ns1.example.com.",
      rname: "hostmaster.example.com.",
      refresh: 7200,
      retry: 900,
      expire: 1_209_600,
      minimum: 60,
      ttl: 60,
    });
  });

  test("names the first NS of the apex as written, unless it says otherwise", () => {
    const records = 'records: { "@": { NS: [z.example.net., a.example.net.] } }';
    expect(names(`zone: example.com\n${records}`).mname).toBe("z.example.net.");
    expect(names(`zone: example.com\nsoa: { mname: m, rname: r.example.org., ttl: 5 }\n${records}`)).toEqual({
      mname: "m.example.com.",
      rname: "r.example.org.",
      refresh: 7200,
      retry: 900,
      expire: 1_209_600,
      minimum: 60,
      ttl: 5,
    });
  });
});

describe("record sets", () => {
  test("addresses are one record set of both families, each candidate with its own values", () => {
    const { nodes } = manifestOf(
      compile(`zone: example.com
records:
  api:
    addresses:
      failover:
        - { id: p, values: ["2001:db8::1", 192.0.2.2, 192.0.2.1], check: { type: tcp, address: 192.0.2.1, port: 80 } }
        - { id: s, values: 192.0.2.3 }`),
    );
    const set = setOf(nodes, "api", 1);
    expect(set).toEqual({
      types: [1, 28],
      ttlSeconds: 60,
      check: null,
      tree: {
        kind: "policy",
        policy: "failover",
        answers: 8,
        ...NO_OPTIONS,
        candidates: [
          {
            id: "p",
            weight: 0,
            check: "example.com/api/addresses/p",
            match: null,
            state: NO_STATE,
            tree: {
              kind: "values",
              rdata: new Map([
                [1, [octets(192, 0, 2, 1), octets(192, 0, 2, 2)]],
                [28, [octets(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)]],
              ]),
            },
          },
          {
            id: "s",
            weight: 0,
            check: null,
            match: null,
            state: NO_STATE,
            tree: { kind: "values", rdata: new Map([[1, [octets(192, 0, 2, 3)]]]) },
          },
        ],
      },
    });
    expect(setOf(nodes, "api", 28)).toBe(set);
  });

  test("a bare alias has no TTL, everything else the zone's or its own", () => {
    const { nodes } = manifestOf(
      compile(`zone: example.com
ttl: 5
records:
  a: { A: { alias: b } }
  b: { A: 192.0.2.1 }
  c: { A: { ttl: 7, values: 192.0.2.1 } }`),
    );
    expect(["a", "b", "c"].map((label) => setOf(nodes, label, 1)?.ttlSeconds)).toEqual([null, 5, 7]);
  });
});

describe("the checks document", () => {
  test("holds named checks and those written in place, sorted, with the record sets that use them", () => {
    const { checks, checksHash, blobs } = compile(
      `zone: example.com
checks:
  up: { type: tcp, address: 192.0.2.10, port: 80 }
records:
  "@": { A: { values: 192.0.2.1, check: { type: tcp, address: 192.0.2.10, port: 80 } } }
  "*.Dev": { A: { values: 192.0.2.1, check: up } }
  www:
    TYPE28: { values: "2001:db8::1", check: up }
    A:
      failover:
        - id: eu
          weighted:
            - { id: x, weight: 1, values: 192.0.2.1, check: { type: tcp, address: 192.0.2.11, port: 80 } }
            - { id: y, weight: 1, values: 192.0.2.2, check: up }
        - { id: us, values: 192.0.2.3, check: up }`,
      "zone: example.net\nchecks: { up: { type: tcp, address: 192.0.2.10, port: 80 } }",
    );
    expect(checks.checks.map(({ name, usedBy }) => [name, usedBy])).toEqual([
      ["example.com/@/A", ["example.com./A"]],
      ["example.com/up", ["*.dev.example.com./A", "www.example.com./A", "www.example.com./AAAA"]],
      ["example.com/www/A/eu/x", ["www.example.com./A"]],
      ["example.net/up", []],
    ]);
    const [atApex, up] = checks.checks;
    expect(atApex?.kind === "probed" && atApex.probe).toBe(up?.kind === "probed" && up.probe);
    expect(hashOf(blobs.get(checksKey(checksHash)) ?? "")).toBe(checksHash);
  });
});

test("zones come in order of their names, with their record sets", () => {
  const { zones } = compile(
    'zone: example.net\nrecords: { "@": { NS: [B.example.org., a] } }',
    "zone: example.com\nrecords: { www: { addresses: 192.0.2.1, TXT: x }, x: { CNAME: www } }",
  );
  expect(zones.map(({ apexText, recordSets, nsApex }) => [apexText, [...recordSets.keys()], nsApex])).toEqual([
    [
      "example.com",
      ["example.com./SOA", "www.example.com./addresses", "www.example.com./TXT", "x.example.com./CNAME"],
      [],
    ],
    ["example.net", ["example.net./SOA", "example.net./NS"], ["a.example.net.", "b.example.org."]],
  ]);
});

test("every blob is named by the hash of its text", () => {
  const { blobs } = compile("zone: example.com", "zone: example.net");
  for (const [key, text] of blobs) expect(key.split("/")[1]).toBe(hashOf(text));
  expect([...blobs.keys()].map((key) => key.split("/")[0])).toEqual(["zone", "zone", "checks"]);
});
