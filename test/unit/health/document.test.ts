import { describe, expect, test } from "vitest";
import type { PublishedPool } from "../../../src/health/check.ts";
import { decodeChecks } from "../../../src/health/document.ts";
import { NO_STATE } from "../../../src/zone/model-defaults.ts";
import { check, checksDocument } from "../../support/checks.ts";

const rdata = new Map([[1, [Uint8Array.of(192, 0, 2, 1)]]]);
const pool: PublishedPool = {
  name: "example.com/web",
  answer: "nodes",
  group: null,
  answers: 1,
  affinity: null,
  onAllUnhealthy: { kind: "values", rdata },
  zones: [{ id: "az1", rdata, check: null, state: NO_STATE }],
  groups: [
    {
      id: "g",
      crossZone: false,
      dnsFailover: { count: 1, percent: null },
      routingFailover: { count: 1, percent: null },
      targets: [
        { id: "t", zone: "az1", weight: 1, check: "example.com/t", tree: { kind: "values", rdata }, state: NO_STATE },
      ],
    },
  ],
  ttlSecondsMax: 60,
};

describe("decodeChecks", () => {
  test("gives what was written, but for the record data of pools", () => {
    const document = { ...checksDocument(check("example.com/t")), pools: [pool] };
    const [zone] = pool.zones;
    const [group] = pool.groups;
    const [target] = group?.targets ?? [];
    const none = new Map();
    const bare = {
      ...pool,
      onAllUnhealthy: { kind: "values", rdata: none },
      zones: [{ ...zone, rdata: none }],
      groups: [{ ...group, targets: [{ ...target, tree: { kind: "values", rdata: none } }] }],
    };
    expect(decodeChecks(JSON.stringify(document))).toEqual({ ...document, pools: [bare] });
  });

  test.each(["", "null", "[]", "{}", '{"format": 1, "checks": []}', '{"format": 2, "checks": [], "pools": {}}'])(
    "%j is no checks document",
    (text) => {
      expect(decodeChecks(text)).toBeNull();
    },
  );
});
