import { describe, expect, test } from "vitest";
import { statusOfRegions } from "../../../src/health/quorum.ts";
import { beginState, type HealthState } from "../../../src/health/state.ts";
import { check, httpSpec } from "../../support/checks.ts";

const NOW_MS = 10_000_000;

interface Region {
  readonly status: HealthState["status"];
  /** Since its newest measurement. */
  readonly ageSeconds: number;
}

interface Case {
  readonly name: string;
  readonly backoff?: boolean;
  /** More than this share must be healthy; default 18. */
  readonly percent?: number;
  readonly regions: readonly Region[];
  readonly status: HealthState["status"];
}

const healthy = (ageSeconds: number): Region => ({ status: "healthy", ageSeconds });
const unhealthy = (ageSeconds: number): Region => ({ status: "unhealthy", ageSeconds });

/** Interval 10 s, timeout 4 s. */
const cases: readonly Case[] = [
  { name: "a region votes for three intervals and a timeout", regions: [healthy(34), unhealthy(0)], status: "healthy" },
  { name: "a silent region does not vote", regions: [healthy(34.001), unhealthy(0)], status: "unhealthy" },
  {
    name: "an unhealthy region may have backed off, and is waited for",
    backoff: true,
    percent: 50,
    regions: [unhealthy(94), healthy(0)],
    status: "unhealthy",
  },
  {
    name: "but not longer",
    backoff: true,
    percent: 50,
    regions: [unhealthy(94.001), healthy(0)],
    status: "healthy",
  },
  {
    name: "a healthy region never backs off",
    backoff: true,
    regions: [healthy(34.001), unhealthy(0)],
    status: "unhealthy",
  },
  { name: "the only region goes on deciding in its silence", regions: [unhealthy(9999)], status: "unhealthy" },
  {
    name: "where all are silent, those that had a vote keep it",
    regions: [healthy(1034), unhealthy(1000)],
    status: "healthy",
  },
  { name: "and no earlier one gets its vote back", regions: [healthy(2000), unhealthy(1000)], status: "unhealthy" },
];

describe("statusOfRegions", () => {
  test.each(cases)("$name", ({ regions, backoff = false, percent = 18, status }) => {
    const quorum = { kind: "percent", percent } as const;
    const subject = check("web", { spec: httpSpec({ interval: 10, timeout: 4 }), backoff, quorum });
    const states = regions.map((region) => ({
      ...beginState(subject, NOW_MS - region.ageSeconds * 1000),
      status: region.status,
    }));
    expect(statusOfRegions(subject, states)).toBe(status);
  });
});
