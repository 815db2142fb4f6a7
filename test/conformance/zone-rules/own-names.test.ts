import { describe } from "vitest";
import { testRules } from "./rules.ts";

describe("a check that asks the very name it steers", () => {
  const asks = (owner: string, check: string): string =>
    `${owner}:\n  A:\n    values: 192.0.2.1\n    check: { ${check} }`;
  testRules([
    {
      name: "by url",
      records: asks("www", 'type: https, url: "https://www.example.com/healthz"'),
      found: ["6 check-asks-steered-name"],
    },
    {
      name: "by url, in capitals",
      records: asks("www", 'type: https, url: "https://WWW.Example.Com/"'),
      found: ["6 check-asks-steered-name"],
    },
    {
      name: "by host name",
      records: asks("db", "type: tcp, hostname: db.example.com, port: 5432"),
      found: ["6 check-asks-steered-name"],
    },
    {
      name: "by host name with a final dot",
      records: asks("db", "type: tcp, hostname: db.example.com., port: 5432"),
      found: ["6 check-asks-steered-name"],
    },
    {
      name: "a name that only a wildcard answers",
      records: asks('"*.w"', 'type: https, url: "https://x.w.example.com/"'),
      found: ["6 check-asks-steered-name"],
    },
    {
      name: "the Host header may be that name",
      records: asks("www", "type: http, address: 192.0.2.1, host: www.example.com"),
      found: [],
    },
    {
      name: "another name of the zone",
      records: asks("www", 'type: https, url: "https://origin.example.com/"'),
      found: [],
    },
    {
      name: "a named check",
      zones: [
        'zone: example.com\nchecks:\n  c: { type: https, url: "https://www.example.com/" }\nrecords:\n  x: { A: { values: 192.0.2.1, check: c } }\n  www: { A: { values: 192.0.2.1, check: c } }',
      ],
      found: ["6 check-asks-steered-name"],
    },
  ]);
});

describe("a check that asks a name which leads to what it steers", () => {
  const www = (host: string) =>
    `www:\n  A:\n    failover:\n      - { id: a, values: 192.0.2.1, check: { type: https, url: "https://${host}/" } }\n      - { id: b, values: 192.0.2.2 }`;
  const refused = ["6 check-asks-steered-name"];
  const origin = (records: string) => `${www("origin.example.com")}\n${records}`;
  testRules([
    { name: "by an alias", records: origin("origin: { A: { alias: www } }"), found: refused },
    { name: "by an alias in capitals", records: origin("origin: { A: { alias: WWW.Example.COM. } }"), found: refused },
    {
      name: "by an alias of an alias",
      records: origin("origin: { A: { alias: m } }\nm: { A: { alias: www } }"),
      found: refused,
    },
    {
      name: "by an alias among the candidates of a policy",
      records: origin("origin: { A: { multivalue: [{ id: x, values: 192.0.2.3 }, { id: y, alias: www }] } }"),
      found: refused,
    },
    {
      name: "by an alias that does not look at health",
      records: origin("origin: { A: { multivalue: [{ id: x, alias: www, evaluateTargetHealth: false }] } }"),
      found: refused,
    },
    { name: "by a CNAME", records: origin("origin: { CNAME: www }"), found: refused },
    {
      name: "by a CNAME to an alias",
      records: origin("origin: { CNAME: m }\nm: { A: { alias: www } }"),
      found: refused,
    },
    {
      name: "by a candidate of a CNAME",
      records: origin(
        "origin: { CNAME: { weighted: [{ id: x, weight: 1, values: m }, { id: y, weight: 0, values: www }] } }",
      ),
      found: refused,
    },
    { name: "by a wildcard", records: `${www("o.w.example.com")}\n"*.w": { A: { alias: www } }`, found: refused },
    {
      name: "by a DNAME",
      zones: [
        `zone: example.com\nrecords:\n${www("www.old.example.com").replaceAll(/^/gm, "  ")}\n  old: { DNAME: example.net. }`,
        "zone: example.net\nrecords:\n  www: { CNAME: www.example.com. }",
      ],
      found: refused,
    },
    {
      name: "in another zone",
      zones: [
        `zone: example.com\nrecords:\n${www("origin.example.net").replaceAll(/^/gm, "  ")}`,
        "zone: example.net\nrecords:\n  origin: { A: { alias: www.example.com. } }",
      ],
      found: refused,
    },
    {
      name: "by an alias to what the check steers, of both families",
      records:
        'both:\n  addresses:\n    failover:\n      - { id: a, values: 192.0.2.1, check: { type: tcp, hostname: origin.example.com, port: 80 } }\n      - { id: b, values: "2001:db8::1" }\norigin: { AAAA: { alias: both } }',
      found: refused,
    },
    {
      name: "from above: the name asked chooses by the check's own set",
      records:
        'east: { A: { values: 192.0.2.1, check: { type: https, url: "https://www.example.com/" } } }\nwww: { A: { failover: [{ id: a, alias: east }, { id: b, values: 192.0.2.2 }] } }',
      found: ["3 check-asks-steered-name"],
    },
    {
      name: "by a target of a pool",
      zones: [
        `zone: example.com
pools:
  p:
    zones: { a: { values: 192.0.2.9 } }
    targetGroups:
      g: { targets: [{ id: t, zone: a, alias: www }] }
records:
${www("origin.example.com").replaceAll(/^/gm, "  ")}
  origin: { A: { pool: p } }`,
      ],
      found: ["11 check-asks-steered-name"],
    },
    {
      name: "not: a name that the steered one leads to",
      records:
        'www: { A: { failover: [{ id: a, alias: east, check: { type: https, url: "https://east.example.com/" } }, { id: b, values: 192.0.2.2 }] } }\neast: { A: 192.0.2.1 }',
      found: [],
    },
    {
      name: "not: another type, which no probe asks for",
      records:
        'www:\n  A: 192.0.2.1\n  TXT: { failover: [{ id: a, values: up, check: { type: https, url: "https://www.example.com/" } }, { id: b, values: down }] }',
      found: [],
    },
    {
      name: "not: a name outside the folder",
      records: www("www.example.net"),
      found: [],
    },
    {
      name: "loops are told as loops alone, whichever check is on them",
      records: `${www("x.example.com")}\nx: { A: { alias: y } }\ny: { A: { alias: x } }`,
      found: ["8 alias-loop"],
    },
  ]);
});
