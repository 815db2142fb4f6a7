/** Runs the verdict cases through a revision of the board's facts, and T92 against the clock. */
import { describe, expect, test } from "vitest";
import { indexChecks } from "../../src/health/checks-index.ts";
import { type Facts, NO_FACTS } from "../../src/health/facts.ts";
import { Revision } from "../../src/health/revision.ts";
import { beginState, type HealthState, observe, stateKey } from "../../src/health/state.ts";
import type { Verdict } from "../../src/health/verdict.ts";
import { check, checksDocument, httpSpec, observation } from "../support/checks.ts";
import { NOW_MS, type VerdictCase, verdictCases } from "./health-verdict.cases.ts";

const REGIONS = Array.from({ length: 50 }, (_, number) => `r${number}`);
const STATUSES = { H: "healthy", U: "unhealthy", "?": "unknown" } as const;

/** Each probed check is probed from as many regions as it has letters. */
function factsOf({ checks, regions = {}, reports = {}, overrides = {} }: VerdictCase) {
  const states = new Map<string, HealthState>();
  const spread = checks.map((one) => {
    if (one.kind !== "probed") return one;
    const letters = regions[one.name] ?? "?";
    for (const [at, letter] of [...letters].entries()) {
      const status = STATUSES[letter as keyof typeof STATUSES];
      states.set(stateKey(one.name, REGIONS[at] ?? null), { ...beginState(one, NOW_MS), status });
    }
    return { ...one, regions: REGIONS.slice(0, letters.length) };
  });
  const said = { reason: "", by: "", atMs: 0 };
  const facts: Facts = {
    ...NO_FACTS,
    states,
    reports: new Map(Object.entries(reports)),
    overrides: new Map(Object.entries(overrides).map(([name, one]) => [name, { ...one, ...said }])),
  };
  return { index: indexChecks(checksDocument(...spread), REGIONS), facts };
}

function letterOf({ status, healthy }: Verdict): string {
  if (status === "unknown") return healthy ? "h" : "u";
  return status === "healthy" && healthy ? "H" : "U";
}

describe("verdicts", () => {
  test.each(verdictCases)("$name", (row) => {
    const { index, facts } = factsOf(row);
    const revision = new Revision(index, facts, NOW_MS);
    revision.sweep("test");
    expect(row.checks.map(({ name }) => letterOf(revision.verdictOn(name))).join("")).toBe(row.verdicts);
  });
});

describe("T92: the defaults of GWLB (5 s timeout, 10 s interval, thresholds of 2)", () => {
  const subject = check("web", {
    spec: httpSpec({ interval: 10, timeout: 5 }),
    unhealthyThreshold: 2,
    healthyThreshold: 2,
  });
  /** Seconds from the start of the first probe until the status is known, each probe taking `probeSeconds`. */
  function secondsUntil(status: HealthState["status"], begin: HealthState["status"], probeSeconds: number): number {
    const outcome = status === "healthy" ? "ok" : "timeout";
    let state: HealthState = { ...beginState(subject, 0), status: begin };
    for (let startSeconds = 0; ; startSeconds += subject.spec.interval) {
      state = observe(state, subject, observation(subject.probe, 1 + startSeconds * 1000, outcome));
      if (state.status === status) return startSeconds + probeSeconds;
    }
  }

  test("a server that dies is unhealthy within 20 s of the first failed probe's start", () => {
    expect(secondsUntil("unhealthy", "healthy", subject.spec.timeout)).toBe(15);
  });

  test("one that returns is healthy 10 s after the first good one", () => {
    expect(secondsUntil("healthy", "unhealthy", 0)).toBe(10);
  });
});
