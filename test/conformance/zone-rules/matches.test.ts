import { describe } from "vitest";
import { testRules } from "./rules.ts";

const policy = (name: string, ...candidates: readonly string[]): string =>
  `www:\n  A:\n    ${name}:\n${candidates.map((keys, at) => `      - { id: c${at}, values: 192.0.2.${at + 1}, ${keys} }`).join("\n")}`;

const withNetworks = (networks: string, records: string): string =>
  `zone: example.com\nnetworks: ${networks}\nrecords:\n${records.replaceAll(/^/gm, "  ")}`;

describe("siblings that place clients", () => {
  testRules([
    {
      name: "R1.5: two candidates of latency for one region",
      records: policy("latency", "region: weur", "region: enam", "region: weur"),
      found: ["8 region-duplicate"],
    },
    {
      name: "a position is one region however it is written, and not the region that it lies in",
      records: policy(
        "latency",
        "region: { latitude: 50.10, longitude: 8.7 }",
        "region: { longitude: 8.70, latitude: 50.1 }",
        "region: weur",
      ),
      found: ["7 region-duplicate"],
    },
    {
      name: "one region with another bias is another circle",
      records: policy("geoproximity", "region: weur", "region: weur, bias: 10", "region: weur, bias: 0"),
      found: ["8 region-duplicate"],
    },
    {
      name: "R1.5: two candidates of geolocation for one place",
      records: policy(
        "geolocation",
        "country: US, subdivision: CA",
        "country: US",
        "country: CA",
        "continent: AF",
        "country: AF",
        "default: true",
        "country: US, subdivision: CA",
        "country: CA",
        "continent: AF",
        "default: true",
      ),
      found: [12, 13, 14, 15].map((line) => `${line} location-duplicate`),
    },
    {
      name: "R11.1: a block in two candidates, by name and in place",
      zones: [
        withNetworks(
          '{ office: [203.0.113.0/24, "2001:db8::/32"], branch: 198.51.100.0/24 }',
          policy(
            "ipBased",
            "networks: [office, branch]",
            "networks: 203.0.113.0/24",
            "networks: branch",
            "default: true",
          ),
        ),
      ],
      found: ["8 block-duplicate", "9 block-duplicate"],
    },
    {
      name: "blocks inside each other are different blocks, and two sets may hold one",
      zones: [
        withNetworks(
          "{ office: 203.0.113.0/24 }",
          `${policy("ipBased", "networks: office", "networks: 203.0.112.0/20", "default: true")}\nx: { A: { ipBased: [{ id: a, networks: office, values: 192.0.2.1 }, { id: b, default: true, values: 192.0.2.2 }] } }`,
        ),
      ],
      found: [],
    },
    {
      name: "T63: bits beyond the prefix are dropped, in networks and in place, before blocks are compared",
      zones: [
        withNetworks(
          '{ office: "2001:db8:0:1234::/48" }',
          policy("ipBased", "networks: office", 'networks: "2001:db8:0:5678::/48"', "default: true"),
        ),
      ],
      found: ["2 block-host-bits (warning)", "8 block-host-bits (warning)", "8 block-duplicate"],
    },
    {
      name: "two defaults of ipBased",
      records: policy("ipBased", "default: true", "default: true"),
      found: ["7 location-duplicate"],
    },
    {
      name: "a network that is not there",
      zones: [withNetworks("{ office: 203.0.113.0/24 }", policy("ipBased", "networks: ofice", "default: true"))],
      found: ["7 network-unknown"],
    },
    {
      name: "a network that cannot be read is told once",
      zones: [withNetworks("{ office: [] }", policy("ipBased", "networks: office", "default: true"))],
      found: ["2 list-empty"],
    },
  ]);
});

describe("policies without a default", () => {
  testRules([
    {
      name: "T56: geolocation",
      records: policy("geolocation", "continent: EU", "country: US"),
      found: ["5 geolocation-without-default (warning)"],
    },
    {
      name: "T64: ipBased, inside another policy",
      records:
        "www:\n  A:\n    multivalue:\n      - id: a\n        ipBased: [{ id: x, networks: 203.0.113.0/24, values: 192.0.2.1 }]",
      found: ["6 ip-based-without-default (warning)"],
    },
    { name: "latency always has a nearest", records: policy("latency", "region: weur"), found: [] },
  ]);
});

describe("what an operator says", () => {
  testRules([
    {
      name: "an override that is over",
      records: policy(
        "multivalue",
        "override: down, until: 2020-01-01T00:00:00Z",
        "override: down, until: 9999-12-31T23:59:59Z",
        "override: down",
      ),
      found: ["6 override-over (warning)"],
    },
    {
      name: "one CNAME is one value where all is unhealthy too",
      records:
        "www:\n  CNAME:\n    weighted: [{ id: a, weight: 1, values: a.example.net. }]\n    onAllUnhealthy: { values: [b.example.net., c.example.net.] }",
      found: ["5 single-value-type"],
    },
    {
      name: "values for all unhealthy are record data",
      records:
        "www:\n  A:\n    multivalue: [{ id: a, values: 192.0.2.1 }]\n    onAllUnhealthy: { values: [192.0.2, 192.0.2.9] }",
      found: ["6 not-an-ipv4-address"],
    },
    {
      name: "two candidates that would be released by one name",
      records: `www:
  A:
    failback: manual
    failover:
      - id: a
        check: { type: push }
        failback: manual
        failover:
          - { id: b, values: 192.0.2.1, check: { type: push, expires: 60 } }
          - { id: c, values: 192.0.2.2 }
      - { id: a/b, values: 192.0.2.3, check: { type: push } }
      - { id: d, values: 192.0.2.4 }`,
      found: ["4 check-name-duplicate", "7 latch-name-duplicate"],
    },
  ]);
});
