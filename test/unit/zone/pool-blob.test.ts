import { expect, test } from "vitest";
import { nameOfLabels } from "../../../src/dns/name.ts";
import { TYPE } from "../../../src/dns/types.ts";
import { NO_STATE } from "../../../src/zone/model-defaults.ts";
import { poolOf, storedPool } from "../../../src/zone/pool-blob.ts";
import type { Pool } from "../../../src/zone/pool-model.ts";

const PLAIN: Pool = {
  name: "example.com/plain",
  answer: "nodes",
  group: null,
  answers: 1,
  affinity: null,
  onAllUnhealthy: { kind: "open" },
  zones: [{ id: "az1", rdata: new Map([[TYPE.A, [Uint8Array.of(192, 0, 2, 1)]]]), check: null, state: NO_STATE }],
  groups: [],
};

const FULL: Pool = {
  name: "example.com/full",
  answer: "targets",
  group: "g",
  answers: 3,
  affinity: { seed: "example.com/full", byType: true },
  onAllUnhealthy: { kind: "values", rdata: new Map([[TYPE.A, [Uint8Array.of(192, 0, 2, 9)]]]) },
  zones: [
    { id: "az1", rdata: new Map(), check: "example.com/full/az1", state: { ...NO_STATE, off: true } },
    {
      id: "az2",
      rdata: new Map(),
      check: null,
      state: { ...NO_STATE, override: { verdict: "up", untilMs: 1000, reason: "test" } },
    },
  ],
  groups: [
    {
      id: "g",
      crossZone: true,
      dnsFailover: { count: null, percent: 50 },
      routingFailover: { count: 1, percent: null },
      targets: [
        {
          id: "t1",
          zone: "az1",
          weight: 0,
          check: "example.com/full/g/t1",
          tree: { kind: "values", rdata: new Map([[TYPE.AAAA, [new Uint8Array(16)]]]) },
          state: { ...NO_STATE, draining: { sinceMs: 5, seconds: 300 } },
        },
        {
          id: "t2",
          zone: "az2",
          weight: 2,
          check: null,
          tree: {
            kind: "alias",
            target: nameOfLabels(["www"]),
            outside: false,
            types: [1, 28],
            evaluateTargetHealth: false,
          },
          state: NO_STATE,
        },
      ],
    },
  ],
};

test.each([PLAIN, FULL, { ...FULL, onAllUnhealthy: { kind: "closed" as const } }])(
  "$name is read as it was written",
  (pool) => {
    expect(poolOf(JSON.parse(JSON.stringify(storedPool(pool))))).toEqual(pool);
  },
);

test("what says the default is left out", () => {
  expect(JSON.stringify(storedPool(PLAIN))).toBe(
    '{"name":"example.com/plain","zones":[{"id":"az1","values":{"1":["wAACAQ=="]}}]}',
  );
});
