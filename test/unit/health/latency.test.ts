import { expect, test } from "vitest";
import { gatherLatencies } from "../../../src/health/latency.ts";
import { beginState, type HealthState, stateKey } from "../../../src/health/state.ts";
import { calculated, check, checksDocument } from "../../support/checks.ts";

const NOW_MS = 1_000_000;
const REGIONS = ["weur", "enam"];

function measured(name: string, region: string, latencyMs: number | null, ageMs = 0): [string, HealthState] {
  return [stateKey(name, region), { ...beginState(check(name), NOW_MS - ageMs), latencyMs }];
}

test("figures are gathered by probe, one for each region, rounded; checks that share a probe complete one another", () => {
  const document = checksDocument(
    check("east", { probe: "p1", regions: ["weur"] }),
    calculated("sum", ["east"]),
    check("twin", { probe: "p1", regions: ["enam"] }),
    check("gone", { probe: "p2", regions: REGIONS }),
    check("new", { probe: "p3" }),
  );
  const states = new Map([
    measured("east", "weur", 12.345),
    measured("twin", "enam", 80),
    measured("gone", "weur", 5, 180_001),
    measured("gone", "enam", 6, 180_000),
    measured("new", "weur", null),
  ]);
  expect(gatherLatencies(document, states, REGIONS, NOW_MS)).toEqual({
    format: 1,
    atMs: NOW_MS,
    regions: REGIONS,
    ms: { p1: [12.3, 80], p2: [null, 6] },
  });
});
