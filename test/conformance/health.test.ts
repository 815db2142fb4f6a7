/** Runs the observation strings against the state of a check. */
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/health/check.ts";
import { beginState, type HealthState, observe } from "../../src/health/state.ts";
import type { HealthStatus } from "../../src/steering/candidate.ts";
import { check, observation } from "../support/checks.ts";
import { healthCases } from "./health.cases.ts";

const OUTCOMES: Readonly<Record<string, Outcome>> = { ".": "ok", x: "timeout", "-": "not-measured" };
const STATUSES: Readonly<Record<string, HealthStatus>> = { H: "healthy", U: "unhealthy", "?": "unknown" };
const LETTERS: Readonly<Record<HealthStatus, string>> = { healthy: "H", unhealthy: "U", unknown: "?" };

describe("statuses", () => {
  test.each(healthCases)("$name", ({ rise, fall, begin, results, statuses }) => {
    const subject = check("example.com/web", { healthyThreshold: rise, unhealthyThreshold: fall });
    let state: HealthState = { ...beginState(subject, 0), status: STATUSES[begin] ?? "unknown" };
    const seen = [...results].map((result, index) => {
      state = observe(state, subject, observation(subject.probe, index + 1, OUTCOMES[result]));
      return LETTERS[state.status];
    });
    expect(seen.join("")).toBe(statuses);
  });
});
