import { describe, expect, test } from "vitest";
import { compileTexts } from "../../support/build.ts";
import { type RuleCase, testRules } from "./rules.ts";

/** A zone whose pool `web` has two zones and, from line 8 on, these lines; www.example.com answers with it. */
function web(lines: string, record = "www: { A: { pool: web } }"): RuleCase["zones"] {
  const indented = lines.split("\n").map((line) => `    ${line}`);
  return [
    `zone: example.com
records:
  ${record}
  origin: { A: 192.0.2.44 }
pools:
  web:
    zones: { a: { values: [192.0.2.1] }, b: { values: [192.0.2.2] } }
${indented.join("\n")}`,
  ];
}

const pool = (name: string, lines: string, ...found: readonly string[]): RuleCase => ({
  name,
  zones: web(lines) ?? [],
  found,
});
const use = (name: string, record: string, ...found: readonly string[]): RuleCase => ({
  name,
  zones: web("answer: nodes", record) ?? [],
  found,
});

const GROUP = "targetGroups: { g: { targets: [{ id: t, zone: a, address: 198.51.100.1 }] } }";

describe("names", () => {
  testRules([
    use("a pool that the zone does not have", "www: { A: { pool: wep } }", "3 pool-unknown", "6 pool-unused (warning)"),
    use("a zone that the pool does not have", "www: { A: { pool: { name: web, zone: c } } }", "3 pool-zone-unknown"),
    use("a pool in a candidate", "www: { A: { failover: [{ id: p, pool: web }, { id: s, values: 192.0.2.9 }] } }"),
    use("a pool that nobody uses", "www: { A: 192.0.2.9 }", "6 pool-unused (warning)"),
    pool(
      "a target in a zone that the pool does not have",
      "targetGroups: { g: { targets: [{ id: t, zone: c, address: 198.51.100.1 }] } }",
      "8 pool-zone-unknown",
    ),
    pool("a group that the pool does not have", `answer: targets\ngroup: h\n${GROUP}`, "9 pool-group-unknown"),
    pool("several groups and none named", "answer: targets\ntargetGroups: { g: {}, h: {} }", "6 pool-group-missing"),
    pool("targets without a group", "answer: targets", "6 pool-without-targets"),
    pool(
      "group and answers beside nodes",
      `group: g\nanswers: 2\n${GROUP}`,
      "8 group-without-targets",
      "9 answers-without-targets",
    ),
  ]);

  test("the nearest name is told", () => {
    const [text = ""] = web("answer: nodes", "www: { A: { pool: { name: web, zone: c } } }") ?? [];
    const messages = compileTexts([
      text,
      text.replace("name: web", "name: wep").replace("zone: example.com", "zone: example.net"),
    ]);
    expect(messages.problems.filter(({ severity }) => severity === "problem").map(({ message }) => message)).toEqual([
      'the pool has no zone "c"',
      'there is no pool "wep" in this zone; the nearest is "web"',
    ]);
  });
});

describe("what a pool answers", () => {
  testRules([
    use("a pool is for addresses", "www: { addresses: { pool: web } }"),
    use("a CNAME is not steered by a pool", "www: { CNAME: { pool: web } }", "3 pool-not-for-type"),
    use(
      "nor is a CNAME in a candidate",
      "www: { CNAME: { weighted: [{ id: a, weight: 1, pool: web }] } }",
      "3 pool-not-for-type",
    ),
    use("nor mail", "www: { MX: { pool: web } }", "3 pool-not-for-type"),
    {
      name: "zones without values where nodes are answered",
      zones: ["zone: example.com\nrecords: { www: { A: { pool: web } } }\npools: { web: { zones: { a: {} } } }"],
      found: ["3 pool-zone-without-values"],
    },
    pool(
      "an address that is none",
      "targetGroups: { g: { targets: [{ id: t, zone: a, address: 198.51.100 }] } }",
      "8 not-an-ipv4-address",
    ),
  ]);
});

describe("thresholds", () => {
  const group = (keys: string) =>
    `targetGroups: { g: { ${keys}, targets: [{ id: t, zone: a, address: 198.51.100.1 }] } }`;
  testRules([
    pool(
      "T88 dns 30 %, routing 50 %",
      group("dnsFailover: { percent: 30 }, routingFailover: { percent: 50 }"),
      "8 dns-threshold-below-routing",
    ),
    pool("equal numbers are in order", group("minHealthy: { count: 1, percent: 50 }")),
    pool(
      "the default of the other counts",
      group("routingFailover: { count: 2 }"),
      "8 dns-threshold-below-routing",
      "8 threshold-above-targets (warning)",
    ),
    pool("what is off is not compared", group("dnsFailover: { count: off }, routingFailover: { count: 1 }")),
    pool(
      "a percentage is not compared with a count",
      group("dnsFailover: { percent: 10 }, routingFailover: { count: 1 }"),
    ),
    pool(
      "merged with the pool's",
      `routingFailover: { percent: 60 }\n${group("dnsFailover: { percent: 50 }")}`,
      "9 dns-threshold-below-routing",
    ),
    pool(
      "a count above the targets there are",
      `minHealthy: { count: 2 }\n${GROUP}`,
      "8 threshold-above-targets (warning)",
    ),
  ]);
});

describe("checks of targets", () => {
  const one = (target: string, check: string) => `targetGroups:\n  g:\n    check: ${check}\n    targets: [${target}]`;
  const AT = "{ id: t, zone: a, address: 198.51.100.1 }";
  const BY = "{ id: t, zone: a, alias: origin }";
  testRules([
    pool(
      "a target by reference needs a check that names a host",
      one(BY, "{ type: http }"),
      "11 target-check-without-host",
    ),
    pool("a host by url", one(BY, '{ type: https, url: "https://origin.example.net/" }')),
    pool("a host by hostname", one(BY, "{ type: tcp, hostname: origin.example.net, port: 80 }")),
    pool("a pushed check needs none", one(BY, "{ type: push }")),
    pool(
      "a group's check takes no address",
      one(AT, "{ type: http, address: 192.0.2.1 }"),
      "10 group-check-with-address",
    ),
    pool("https by address cannot be probed", one(AT, "{ type: https }"), "11 https-by-address"),
    pool(
      "what is wrong with a shared check is told once",
      one(`${AT}, { id: u, zone: b, address: 198.51.100.2 }`, "{ type: tcp }"),
      "10 check-port-missing",
    ),
    pool(
      "private targets are told each",
      one("{ id: t, zone: a, address: 10.0.0.1 }, { id: u, zone: b, address: 10.0.0.2 }", "{ type: http }"),
      "11 target-special-purpose",
      "11 target-special-purpose",
    ),
    {
      name: "a check that asks the very name that its pool is answered for",
      zones: web(one(BY, "{ type: http, hostname: www.example.com }")) ?? [],
      found: ["6 check-asks-steered-name"],
    },
    use("a long TTL before a pool without checks", "www: { A: { ttl: 300, pool: web } }"),
    {
      name: "a long TTL before a pool with checks",
      zones: web(one(AT, "{ type: http }"), "www: { A: { ttl: 300, pool: web } }") ?? [],
      found: ["3 ttl-long-with-checks (warning)"],
    },
    use(
      "a pool without evaluation in a failover",
      "www: { A: { failover: [{ id: p, pool: web, evaluateTargetHealth: false }, { id: s, values: 192.0.2.9 }] } }",
      "3 failover-without-evaluation (warning)",
    ),
    pool("an unknown check", one(AT, "wep"), "10 check-unknown"),
  ]);
});

describe("aliases of targets", () => {
  const by = (alias: string) => `targetGroups: { g: { targets: [{ id: t, zone: a, alias: ${alias} }] } }`;
  testRules([
    pool("a record set that there is not", by("nowhere"), "8 alias-target-missing"),
    pool("a record set that answers with the pool itself", `answer: targets\n${by("www")}`, "9 alias-loop"),
  ]);
});

test("checks of a pool are named for their places and used by the record sets that use it", () => {
  const [text = ""] =
    web(
      "targetGroups: { g: { check: { type: http, hostname: www.example.net, path: /up }, targets: [{ id: t, zone: a, address: 198.51.100.1 }, { id: u, zone: b, alias: origin }] } }",
    ) ?? [];
  const { compilation } = compileTexts([
    text.replace("values: [192.0.2.2]", "values: [192.0.2.2], check: { type: push }"),
  ]);
  const checks = compilation?.checks.checks.map((check) => ({
    name: check.name,
    usedBy: check.usedBy,
    asks: check.kind === "probed" && check.spec.type === "http" ? `${check.spec.url} ${check.spec.host}` : check.kind,
  }));
  expect(checks).toEqual([
    { name: "example.com/web/b", usedBy: ["www.example.com./A"], asks: "push" },
    { name: "example.com/web/g/t", usedBy: ["www.example.com./A"], asks: "http://198.51.100.1:80/up www.example.net" },
    {
      name: "example.com/web/g/u",
      usedBy: ["www.example.com./A"],
      asks: "http://www.example.net:80/up www.example.net",
    },
  ]);
  expect(compilation?.checks.pools.map(({ name, ttlSecondsMax }) => ({ name, ttlSecondsMax }))).toEqual([
    { name: "example.com/web", ttlSecondsMax: 60 },
  ]);
});
