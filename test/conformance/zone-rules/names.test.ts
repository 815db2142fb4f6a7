import { describe } from "vitest";
import { testRules } from "./rules.ts";

describe("what may stand at a name", () => {
  testRules([
    {
      name: "A08 underscore names are names",
      records:
        '_dmarc: { TXT: "v=DMARC1; p=none" }\n_sip._tcp: { SRV: 0 5 5060 sip }\n_acme-challenge: { CNAME: _x.acme.example.net. }',
      found: [],
    },
    {
      name: "A12 a CNAME at the apex is refused",
      records: '"@": { CNAME: app.example.net. }',
      found: ["3 cname-at-apex"],
    },
    {
      name: "A12 a CNAME beside other data is refused, once",
      records: "dup:\n  CNAME: a\n  TXT: x\n  MX: 10 m",
      found: ["4 cname-beside-other-data"],
    },
    {
      name: "an apex written in full is the apex",
      records: "example.com.: { CNAME: app.example.net. }",
      found: ["3 cname-at-apex"],
    },
    { name: "a wildcard NS is refused", records: '"*.w": { NS: ns1 }', found: ["3 wildcard-ns"] },
    { name: "a wildcard DNAME is refused", records: '"*.w": { DNAME: example.net. }', found: ["3 wildcard-dname"] },
    { name: "an asterisk that is not the leftmost label is no wildcard", records: '"a.*.w": { NS: ns1 }', found: [] },
    {
      name: "DS at the apex is refused",
      records: `"@": { DS: 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118 }`,
      found: ["3 ds-at-apex"],
    },
    {
      name: "DS without NS is warned about",
      records: `sub: { DS: 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118 }`,
      found: ["3 ds-without-delegation (warning)"],
    },
    {
      name: "DS beside NS is fine",
      records: `sub: { NS: ns1.sub, DS: 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118 }\nns1.sub: { A: 192.0.2.1 }`,
      found: [],
    },
    {
      name: "DS of a hosted child zone needs no NS",
      zones: [
        "zone: example.com\nrecords:\n  sub: { DS: 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118 }",
        "zone: sub.example.com",
      ],
      found: [],
    },
    {
      name: "the same owner in two spellings and the same type is refused",
      records: "www: { A: 192.0.2.1 }\nWWW: { A: 192.0.2.2 }",
      found: ["4 type-duplicate"],
    },
    {
      name: "relative and absolute are two spellings",
      records: "www: { A: 192.0.2.1 }\nwww.example.com.: { A: 192.0.2.2 }",
      found: ["4 type-duplicate"],
    },
    {
      name: "two spellings with different types are one name",
      records: "www: { A: 192.0.2.1 }\nWWW: { AAAA: '2001:db8::1' }",
      found: [],
    },
    {
      name: "two spellings together break the CNAME rule",
      records: "www: { CNAME: a }\nWWW: { TXT: x }",
      found: ["3 cname-beside-other-data"],
    },
    {
      name: "addresses beside A is the same type twice",
      records: "www:\n  addresses: 192.0.2.1\n  A: 192.0.2.2",
      found: ["5 type-duplicate"],
    },
    { name: "TYPE1 is A", records: "www:\n  A: 192.0.2.1\n  TYPE1: 192.0.2.2", found: ["5 type-duplicate"] },
    {
      name: "an owner outside the zone is refused",
      records: "www.example.net.: { A: 192.0.2.1 }\nnotexample.com.: { A: 192.0.2.1 }",
      found: ["3 owner-out-of-zone", "4 owner-out-of-zone"],
    },
    {
      name: "an owner that ends in the apex without a dot is refused",
      records: "mail.example.com: { A: 192.0.2.1 }",
      found: ["3 name-ends-in-apex"],
    },
    {
      name: "an alias target and record data too",
      records: "a: { A: { alias: www.example.com } }\nb: { CNAME: example.com }",
      found: ["3 name-ends-in-apex", "4 name-ends-in-apex"],
    },
    {
      name: "a record twice is published once",
      records: "www: { A: [192.0.2.1, 192.0.2.1] }",
      found: ["3 duplicate-record (warning)"],
    },
    {
      name: "one zone in two files is refused",
      zones: ["zone: example.com", "zone: EXAMPLE.com."],
      found: ["2:1 zone-duplicate"],
    },
    {
      name: "all problems are told at once",
      records: '"@": { CNAME: a }\nx: { A: 300.1.1.1 }\n"*.y": { NS: ns1 }',
      found: ["3 cname-at-apex", "4 not-an-ipv4-address", "5 wildcard-ns"],
    },
  ]);
});

describe("what may stand below a name", () => {
  testRules([
    {
      name: "data below a DNAME is refused",
      records: "d: { DNAME: example.net. }\na.b.d: { A: 192.0.2.1 }",
      found: ["4 data-below-dname"],
    },
    { name: "data beside a DNAME is fine", records: "d: { DNAME: example.net., TXT: x }", found: [] },
    {
      name: "a DNAME at the apex allows no other name",
      records: '"@": { DNAME: example.net., NS: ns1.example.org. }\nwww: { A: 192.0.2.1 }',
      found: ["4 data-below-dname"],
    },
    {
      name: "a DNAME beside a delegation is refused",
      records: "d: { DNAME: example.net., NS: ns1.example.org. }",
      found: ["3 dname-beside-delegation"],
    },
    {
      name: "glue below a delegation is fine",
      records:
        "sub: { NS: [ns1.sub, ns2.sub], A: 192.0.2.3 }\nns1.sub: { A: 192.0.2.1, AAAA: '2001:db8::1' }\nns2.sub: { addresses: 192.0.2.2 }",
      found: [],
    },
    {
      name: "glue that is not plain values is never answered",
      records: "sub: { NS: ns1.sub }\nns1.sub: { A: { alias: www } }\nwww: { A: 192.0.2.1 }",
      found: ["4 glue-not-plain (warning)"],
    },
    {
      name: "anything else below a delegation is refused",
      records: "sub: { NS: ns1.sub }\na.sub: { TXT: x }\nb.c.sub: { NS: ns1.sub }",
      found: ["4 data-below-delegation", "5 data-below-delegation"],
    },
    {
      name: "other data at a delegation is never answered",
      records: "sub:\n  NS: ns1\n  TXT: x",
      found: ["5 data-at-delegation (warning)"],
    },
    {
      name: "the parent's data in a hosted child zone is never answered",
      zones: ["zone: example.com\nrecords:\n  www.sub: { A: 192.0.2.1 }", "zone: sub.example.com"],
      found: ["3 data-in-hosted-zone (warning)"],
    },
    { name: "a name that only ends alike is not below", records: "sub: { NS: ns1 }\nxsub: { TXT: x }", found: [] },
  ]);
});

describe("what a type allows", () => {
  testRules([
    { name: "two values of a CNAME are refused", records: "www: { CNAME: [a, b] }", found: ["3 single-value-type"] },
    {
      name: "in a candidate too",
      records:
        "www:\n  CNAME:\n    weighted:\n      - { id: a, weight: 1, values: [a, b] }\n      - { id: b, weight: 1, values: c }",
      found: ["6 single-value-type"],
    },
    {
      name: "one value twice is one value",
      records: "www: { CNAME: [a, A] }",
      found: ["3 duplicate-record (warning)"],
    },
    {
      name: "two values of a DNAME are refused",
      records: "d: { DNAME: [example.net., example.org.] }",
      found: ["3 single-value-type"],
    },
    {
      name: "a CNAME is steered by weight",
      records:
        "www:\n  CNAME:\n    weighted:\n      - { id: a, weight: 1, values: a }\n      - { id: b, weight: 1, values: b }",
      found: [],
    },
    {
      name: "a CNAME is not answered by multivalue",
      records: "www:\n  CNAME:\n    multivalue:\n      - { id: a, values: a }\n      - { id: b, values: b }",
      found: ["5 multivalue-not-for-cname"],
    },
    {
      name: "NS, DS, DNSKEY and DNAME are not steered",
      records:
        "a: { NS: { alias: b } }\nb: { NS: ns1 }\nc:\n  DNAME:\n    failover:\n      - { id: a, values: example.net. }\n      - { id: b, values: example.org. }",
      found: [
        "3 type-not-steerable",
        "3 alias-target-delegated",
        "6 type-not-steerable",
        "8 failover-candidate-without-check (warning)",
      ],
    },
  ]);
});
