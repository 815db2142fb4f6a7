import { describe, expect, test } from "vitest";
import { indexChecks } from "../../../src/health/checks-index.ts";
import { type Facts, NO_FACTS, type StandingVerdict, takeOver } from "../../../src/health/facts.ts";
import { beginState, type HealthState, stateKey } from "../../../src/health/state.ts";
import { check, checksDocument, observation, push } from "../../support/checks.ts";

const NOW_MS = 10_000;
const web = check("web");
const measured: HealthState = {
  ...beginState(web, 500),
  status: "unhealthy",
  sinceMs: 400,
  failures: 3,
  last: observation(web.probe, 500, "timeout"),
  latencyMs: 7,
};

const factsWith = (...states: readonly (readonly [string | null, HealthState])[]): Facts => ({
  ...NO_FACTS,
  states: new Map(states.map(([region, state]) => [stateKey("web", region), state])),
});

const statesAfter = (facts: Facts, subject: typeof web, regions: readonly string[]) =>
  [...takeOver(facts, indexChecks(checksDocument(subject), regions), NOW_MS).states].toSorted();

describe("the states of a check that is taken over", () => {
  test("a check that nobody knew begins in each of its regions", () => {
    const begun = beginState(web, NOW_MS);
    const spread = check("web", { regions: ["weur", "enam"] });
    expect(statesAfter(NO_FACTS, spread, ["weur", "enam"])).toEqual([
      ["enam web", begun],
      ["weur web", begun],
    ]);
  });

  test("a region that has measured keeps its state, and a further one begins", () => {
    const spread = check("web", { regions: ["weur", "enam"] });
    expect(statesAfter(factsWith(["weur", measured]), spread, ["weur", "enam"])).toEqual([
      ["enam web", beginState(web, NOW_MS)],
      ["weur web", measured],
    ]);
  });

  test("where all its regions are new, the newest old status stands for theirs, counters at zero", () => {
    const older: HealthState = { ...measured, status: "healthy", measuredMs: 400 };
    expect(statesAfter(factsWith([null, measured], ["oc", older]), web, ["weur"])).toEqual([
      ["weur web", { ...measured, failures: 0, last: null, latencyMs: null }],
    ]);
  });
});

test("verdicts, overrides, reports and latches of what is gone are forgotten", () => {
  const verdict: StandingVerdict = { status: "healthy", healthy: true, stale: false, sinceMs: 1, turnedMs: null };
  const override = { verdict: "up", untilMs: null, reason: "", by: "", atMs: 1 } as const;
  const report = { status: "healthy", reason: "", atMs: 1 } as const;
  const both = <T>(value: T) =>
    new Map([
      ["web", value],
      ["gone", value],
      ["told", value],
    ]);
  const facts: Facts = {
    states: new Map([[stateKey("gone", null), measured]]),
    verdicts: both(verdict),
    overrides: both(override),
    reports: both(report),
    held: new Set(["kept", "gone"]),
  };
  const document = { ...checksDocument(push("told"), web), latches: [{ name: "kept", check: "web" }] };
  expect(takeOver(facts, indexChecks(document, []), NOW_MS)).toEqual({
    states: new Map([[stateKey("web", null), beginState(web, NOW_MS)]]),
    verdicts: new Map([
      ["web", verdict],
      ["told", verdict],
    ]),
    overrides: new Map([
      ["web", override],
      ["told", override],
    ]),
    reports: new Map([["told", report]]),
    held: new Set(["kept"]),
  });
});
