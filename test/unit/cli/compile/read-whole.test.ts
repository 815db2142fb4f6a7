import { expect, test } from "vitest";
import type { SourceZone } from "../../../../src/cli/compile/source.ts";
import { nameOfLabels } from "../../../../src/dns/name.ts";
import { readSoundZone } from "../../../support/read-zone.ts";

function at(line: number, column: number, file = "zone.yaml") {
  return { file, line, column };
}

const TEXT = `zone: Example.COM.
ttl: 300
soa: { mname: ns1, minimum: 30 }
checks:
  web: { type: http, address: 192.0.2.1, port: 8080, path: /up, host: www.example.com, expect: [200, 300-399], follow: 1, interval: 10, timeout: 2, unhealthyThreshold: 2, healthyThreshold: 4, initial: unhealthy, backoff: false }
records:
  "@": { A: { alias: www } }
  www:
    A: { ttl: 60, values: 192.0.2.1, check: web }
`;

const ZONE: SourceZone = {
  file: "zone.yaml",
  apex: { value: nameOfLabels(["example", "com"]), place: at(1, 7) },
  apexText: "example.com",
  ttlSeconds: 300,
  soa: {
    mname: { value: "ns1", place: at(3, 15) },
    rname: null,
    refresh: null,
    retry: null,
    expire: null,
    minimum: 30,
    ttl: null,
  },
  networks: new Map(),
  checks: [
    {
      name: { value: "web", place: at(5, 3) },
      place: at(5, 8),
      keys: new Map(
        Object.entries({
          type: 10,
          address: 22,
          port: 42,
          path: 54,
          host: 65,
          expect: 88,
          follow: 112,
          interval: 123,
          timeout: 137,
          unhealthyThreshold: 149,
          healthyThreshold: 172,
          initial: 193,
          backoff: 213,
        }).map(([key, column]) => [key, at(5, column)]),
      ),
      type: "http",
      url: null,
      address: { value: "192.0.2.1", place: at(5, 31) },
      hostname: null,
      port: { value: 8080, place: at(5, 48) },
      path: { value: "/up", place: at(5, 60) },
      host: { value: "www.example.com", place: at(5, 71) },
      method: null,
      headers: null,
      contains: null,
      expect: [
        { value: "200", place: at(5, 97) },
        { value: "300-399", place: at(5, 102) },
      ],
      follow: 1,
      interval: { value: 10, place: at(5, 133) },
      timeout: { value: 2, place: at(5, 146) },
      unhealthyThreshold: 2,
      healthyThreshold: 4,
      inverted: null,
      disabled: null,
      initial: "unhealthy",
      backoff: false,
      regions: null,
      quorum: null,
      of: null,
      atLeast: null,
      expires: null,
      whenSilent: null,
    },
  ],
  unreadableChecks: new Set(),
  pools: [],
  owners: [
    {
      name: { value: "@", place: at(7, 3) },
      sets: [
        {
          key: "A",
          types: [1],
          place: at(7, 10),
          ttlSeconds: null,
          root: {
            id: null,
            place: at(7, 13),
            weight: null,
            check: null,
            hasCheck: false,
            match: null,
            state: { off: false, override: null, draining: null },
            member: {
              kind: "alias",
              target: { value: "www", place: at(7, 22) },
              outside: false,
              evaluateTargetHealth: true,
            },
          },
        },
      ],
    },
    {
      name: { value: "www", place: at(8, 3) },
      sets: [
        {
          key: "A",
          types: [1],
          place: at(9, 5),
          ttlSeconds: { value: 60, place: at(9, 15) },
          root: {
            id: null,
            place: at(9, 8),
            weight: null,
            check: { kind: "named", name: { value: "web", place: at(9, 45) } },
            hasCheck: true,
            match: null,
            state: { off: false, override: null, draining: null },
            member: { kind: "values", values: [{ value: "192.0.2.1", place: at(9, 27) }] },
          },
        },
      ],
    },
  ],
};

test("a zone of every key is read whole, with places", () => {
  expect(readSoundZone(TEXT)).toEqual(ZONE);
});

test("JSON is read as the same zone, with its own places", () => {
  const zone = readSoundZone(
    '{ "zone": "example.com",\n "records": { "www": { "A": [ "192.0.2.1" ] } } }',
    "zone.json",
  );
  expect(zone).toEqual({
    ...readSoundZone("zone: example.com"),
    file: "zone.json",
    apex: { value: nameOfLabels(["example", "com"]), place: at(1, 11, "zone.json") },
    owners: [
      {
        name: { value: "www", place: at(2, 15, "zone.json") },
        sets: [
          {
            key: "A",
            types: [1],
            place: at(2, 24, "zone.json"),
            ttlSeconds: null,
            root: {
              id: null,
              place: at(2, 29, "zone.json"),
              weight: null,
              check: null,
              hasCheck: false,
              match: null,
              state: { off: false, override: null, draining: null },
              member: { kind: "values", values: [{ value: "192.0.2.1", place: at(2, 31, "zone.json") }] },
            },
          },
        ],
      },
    ],
  });
});
