import { describe } from "vitest";
import { testRules } from "./rules.ts";

const CHECKS = "checks:\n  up: { type: tcp, address: 192.0.2.10, port: 80 }";

/** A zone whose records begin at line 5 and that has the check `up`. */
const zone = (records: string): string => `zone: example.com\n${CHECKS}\nrecords:\n${records.replaceAll(/^/gm, "  ")}`;

const plain = "{ values: 192.0.2.1, check: up }";

describe("checks where they are used", () => {
  testRules([
    { name: "a check that is used", zones: [zone(`www: { A: ${plain} }`)], found: [] },
    {
      name: "an unknown check",
      zones: [zone(`www: { A: ${plain} }\nx: { A: { values: 192.0.2.1, check: op } }`)],
      found: ["6 check-unknown"],
    },
    {
      name: "a check of another zone is unknown",
      zones: [zone(`www: { A: ${plain} }`), `zone: example.net\nrecords:\n  x: { A: ${plain} }`],
      found: ["2:3 check-unknown"],
    },
    { name: "a check that nobody uses", zones: [zone("www: { A: 192.0.2.1 }")], found: ["3 check-unused (warning)"] },
    {
      name: "a TTL above 60 with checks",
      zones: [zone("www: { A: { ttl: 61, values: 192.0.2.1, check: up } }")],
      found: ["5 ttl-long-with-checks (warning)"],
    },
    {
      name: "the zone's TTL above 60 with checks",
      zones: [`ttl: 300\n${zone(`www: { A: ${plain} }\nx: { A: 192.0.2.1 }`)}`],
      found: ["6 ttl-long-with-checks (warning)"],
    },
    {
      name: "a failover candidate without check that is not the last",
      records: "www:\n  A:\n    failover:\n      - { id: a, values: 192.0.2.1 }\n      - { id: b, values: 192.0.2.2 }",
      found: ["6 failover-candidate-without-check (warning)"],
    },
    {
      name: "one that may have no answer for a client, or is steered by hand, hides nobody",
      records: `www:
  A:
    failover:
      - id: eu
        geolocation: [{ id: x, continent: EU, values: 192.0.2.1 }]
      - id: none
        multivalue: [{ id: x, values: 192.0.2.1, off: true }]
      - { id: drained, values: 192.0.2.2, draining: { since: 2026-11-30T12:00:00Z } }
      - { id: down, values: 192.0.2.3, override: down }
      - { id: hides, values: 192.0.2.4 }
      - { id: last, values: 192.0.2.5 }`,
      found: ["6 geolocation-without-default (warning)", "12 failover-candidate-without-check (warning)"],
    },
    {
      name: "a failover candidate whose members have checks",
      zones: [
        zone(
          "www:\n  A:\n    failover:\n      - id: a\n        weighted:\n          - { id: x, weight: 1, values: 192.0.2.1, check: up }\n      - { id: b, values: 192.0.2.2 }",
        ),
      ],
      found: [],
    },
    {
      name: "a failover candidate that is an alias, with and without evaluation",
      records:
        "w: { A: 192.0.2.1 }\nwww:\n  A:\n    failover:\n      - { id: a, alias: w }\n      - { id: b, alias: w, evaluateTargetHealth: false }",
      found: ["8 failover-without-evaluation (warning)"],
    },
    {
      name: "a weighted candidate without check among checked ones, unless its weight is 0",
      zones: [
        zone(
          "www:\n  A:\n    weighted:\n      - { id: a, weight: 1, values: 192.0.2.1, check: up }\n      - { id: b, weight: 1, values: 192.0.2.2 }\n      - { id: c, weight: 0, values: 192.0.2.3 }",
        ),
      ],
      found: ["9 weighted-candidate-without-check (warning)"],
    },
    {
      name: "weighted candidates without any check",
      records:
        "www:\n  A:\n    weighted:\n      - { id: a, weight: 1, values: 192.0.2.1 }\n      - { id: b, weight: 1, values: 192.0.2.2 }",
      found: [],
    },
  ]);
});

describe("names of checks", () => {
  const check = "check: { type: tcp, address: 192.0.2.1, port: 80 }";
  testRules([
    {
      name: "two checks in place that come to one full name",
      records: `www:\n  A:\n    failover:\n      - { id: a/b, values: 192.0.2.1, ${check} }\n      - { id: a, failover: [{ id: b, values: 192.0.2.2, ${check} }, { id: c, values: 192.0.2.3 }] }`,
      found: ["4 check-name-duplicate"],
    },
  ]);
});
