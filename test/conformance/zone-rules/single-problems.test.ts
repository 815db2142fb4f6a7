import { describe } from "vitest";
import { testRules } from "./rules.ts";

/** A tcp check with some keys, used by the first candidate of a failover; the check is on line 5. */
const used = (check: string): string =>
  `www:\n  A:\n    failover:\n      - { id: a, values: 192.0.2.1, check: ${check} }\n      - { id: b, values: 192.0.2.2 }`;
const named = (check: string): string =>
  `zone: example.com\nchecks: { c: ${check} }\nrecords:\n  www: { A: { failover: [{ id: a, values: 192.0.2.1, check: c }, { id: b, values: 192.0.2.2 }] } }`;

describe("one fault of a check is told once", () => {
  testRules([
    { name: "no codes", records: used("{ type: http, address: 192.0.2.1, expect: [] }"), found: ["6 list-empty"] },
    {
      name: "a code that is no text",
      records: used("{ type: http, address: 192.0.2.1, expect: [[200]] }"),
      found: ["6 text-expected"],
    },
    {
      name: "a target that is no text",
      records: used("{ type: http, address: [192.0.2.1] }"),
      found: ["6 text-expected"],
    },
    { name: "a url that is no text", records: used("{ type: http, url: ~ }"), found: ["6 text-expected"] },
    {
      name: "a target whose key is mistyped",
      records: used("{ type: http, adress: 192.0.2.1 }"),
      found: ["6 unknown-key"],
    },
    {
      name: "a port out of range",
      records: used("{ type: tcp, address: 192.0.2.1, port: 0 }"),
      found: ["6 port-out-of-range"],
    },
    {
      name: "an interval out of range",
      records: used("{ type: tcp, address: 192.0.2.1, port: 1, interval: 7200, timeout: 60 }"),
      found: ["6 interval-out-of-range"],
    },
    { name: "no type", records: used("{ address: 192.0.2.1 }"), found: ["6 check-type-missing"] },
    {
      name: "a target that may not be probed",
      records: used("{ type: tcp, address: 127.0.0.1, port: 1 }"),
      found: ["6 target-special-purpose"],
    },
    { name: "a check that is nothing", records: used("~"), found: ["6 text-expected"] },
    { name: "a name that is no name", records: used("a/b"), found: ["6 check-name-invalid"] },
    { name: "a name that is not there", records: used("c"), found: ["6 check-unknown"] },
    {
      name: "a named check that cannot be read",
      zones: [named("{ type: tcp, address: [x], port: 1 }")],
      found: ["2 text-expected"],
    },
    {
      name: "a named check that may not be probed",
      zones: [named("{ type: tcp, address: 127.0.0.1, port: 1 }")],
      found: ["2 target-special-purpose"],
    },
  ]);
});

describe("one fault elsewhere is told once", () => {
  testRules([
    { name: "no values", records: "www: { A: [] }", found: ["3 list-empty"] },
    { name: "no values in a tree", records: "www: { A: { values: [] } }", found: ["3 list-empty"] },
    { name: "no candidates", records: "www: { A: { weighted: [] } }", found: ["3 list-empty"] },
    { name: "an alias that is no text", records: "www: { A: { alias: [a] } }", found: ["3 text-expected"] },
    { name: "a key that is far from all", records: "www: { A: { recordset: 192.0.2.1 } }", found: ["3 unknown-key"] },
    {
      name: "a mailbox with an @",
      zones: ["zone: example.com\nsoa: { rname: host.master@example.com }\nrecords: {}"],
      found: ["2 mailbox-with-at"],
    },
    {
      name: "a mailbox without a domain",
      zones: ["zone: example.com\nsoa: { rname: hostmaster@ }\nrecords: {}"],
      found: ["2 mailbox-with-at"],
    },
    {
      name: "the apex as a mailbox, and an @ that is meant",
      zones: ['zone: example.com\nsoa: { rname: "@" }', "zone: example.net\nsoa: { rname: 'a\\@b' }"],
      found: [],
    },
    { name: "a merge key", records: "a: &a { A: 192.0.2.1 }\nb: { <<: *a }", found: ["4 yaml-merge-key"] },
    { name: "a serial", zones: ["zone: example.com\nsoa: { serial: 1 }"], found: ["2 soa-serial-given"] },
  ]);
});
