/** Aliases of outside hosts: where they may stand, and which hosts are outside. */
import { describe, expect, test } from "vitest";
import { nameToText } from "../../../src/dns/name-text.ts";
import { decodeManifest } from "../../../src/zone/blob.ts";
import { zoneKey } from "../../../src/zone/catalog.ts";
import { compileTexts } from "../../support/build.ts";
import { testRules } from "./rules.ts";

const NEEDS = "alias-host-needs-upstreams (warning)";
/** `a8` is an alias of a host, 8 - count levels further. */
const levels = (count: number): string =>
  Array.from({ length: count }, (_, at) => `a${at + 1}: { A: { alias: a${at} } }`).join("\n");

describe("where an outside host may be answered with", () => {
  testRules([
    { name: "the apex", records: '"@": { A: { alias: { host: lb.example.net } } }', found: [`3 ${NEEDS}`] },
    { name: "AAAA", records: "a: { AAAA: { alias: { host: lb.example.net. } } }", found: [`3 ${NEEDS}`] },
    { name: "addresses", records: "a: { addresses: { alias: { host: lb.example.net } } }", found: [`3 ${NEEDS}`] },
    {
      name: "a wildcard, and the target of another alias",
      records: '"*": { A: { alias: { host: lb.example.net } } }\na: { A: { alias: "*" } }',
      found: [`3 ${NEEDS}`],
    },
    {
      name: "what it needs is told once for a zone",
      records: "a: { A: { alias: { host: lb.example.net } } }\nb: { A: { alias: { host: lb.example.org } } }",
      found: [`3 ${NEEDS}`],
    },
    {
      name: "no other type: a host gives addresses",
      records: "a: { CNAME: { alias: { host: lb.example.net } } }",
      found: ["3 alias-host-not-addresses", `3 ${NEEDS}`],
    },
    {
      name: "a failover's host without a check is as good as always up",
      records: "a: { A: { failover: [{ id: x, alias: { host: lb.example.net } }, { id: y, values: 192.0.2.1 }] } }",
      found: ["3 failover-candidate-without-check (warning)", `3 ${NEEDS}`],
    },
    {
      name: "7 levels of aliases may lead to one",
      records: `a0: { A: { alias: { host: lb.example.net } } }\n${levels(7)}`,
      found: [`3 ${NEEDS}`],
    },
    {
      name: "8 may not: it is one more",
      records: `a0: { A: { alias: { host: lb.example.net } } }\n${levels(8)}`,
      found: [`3 ${NEEDS}`, "11 alias-too-deep"],
    },
  ]);
});

describe("which hosts are outside", () => {
  testRules([
    {
      name: "not one in the zone itself",
      records: "a: { A: { alias: { host: www.example.com } } }\nwww: { A: 192.0.2.1 }",
      found: ["3 alias-host-hosted", `3 ${NEEDS}`],
    },
    {
      name: "not one in another zone of the folder, be it there or not",
      zones: [
        "zone: example.com\nrecords:\n  a: { A: { alias: { host: www.example.net } } }",
        "zone: example.net\nrecords:\n  b: { A: 192.0.2.1 }",
      ],
      found: ["3 alias-host-hosted", `3 ${NEEDS}`],
    },
    {
      name: "but one below a delegation",
      records: "sub: { NS: ns.example.net. }\na: { A: { alias: { host: www.sub.example.com } } }",
      found: [`4 ${NEEDS}`],
    },
    {
      name: "not one that is never asked of other servers",
      records: "a: { A: { alias: { host: printer.local } } }",
      found: ["3 alias-host-special", `3 ${NEEDS}`],
    },
    { name: "not an address", records: "a: { A: { alias: { host: 192.0.2.1 } } }", found: ["3 host-name-invalid"] },
    {
      name: "not a host with a port",
      records: 'a: { A: { alias: { host: "a.example.net:80" } } }',
      found: ["3 host-name-invalid"],
    },
    {
      name: "an international one",
      records: "a: { A: { alias: { host: bücher.example.net } } }",
      found: [`3 ${NEEDS}`],
    },
  ]);
});

test("a zone names all its outside hosts, each once with the types that are wanted of it", () => {
  const { compilation } = compileTexts([
    `
zone: example.com
records:
  a: { addresses: { alias: { host: LB.example.net } } }
  b: { A: { alias: { host: lb.example.net. } } }
  c: { AAAA: { weighted: [{ id: x, weight: 1, failover: [{ id: y, alias: { host: b.example.org } }, { id: z, alias: a }] }] } }
`,
  ]);
  const manifest = decodeManifest(compilation?.blobs.get(zoneKey(compilation.zones[0]?.hash ?? "")) ?? "");
  expect(manifest?.hosts.map(({ host, types }) => [nameToText(host), types])).toEqual([
    ["b.example.org.", [28]],
    ["lb.example.net.", [1, 28]],
  ]);
});
