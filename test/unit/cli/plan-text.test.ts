import { expect, test } from "vitest";
import { planText } from "../../../src/cli/plan-text.ts";

test.each([
  {
    name: "what probing costs is told after how many probes there are",
    probing: { probes: 4, probesPerMonth: 5_184_000, monthlyCostUsd: 1.6 },
    line: "probes: 4 different, 5,184,000 a month, at most about $1.60 a month",
  },
  {
    name: "no probes cost nothing",
    probing: { probes: 0, probesPerMonth: 0, monthlyCostUsd: 0 },
    line: "probes: 0",
  },
])("$name", ({ probing, line }) => {
  const zone = { apexText: "example.com", kind: "changed", added: ["a"], changed: [], removed: ["b"] } as const;
  expect(planText({ zones: [{ ...zone, before: 1, apexNsChanged: false }], places: "changed", probing })).toBe(
    `example.com: 1 added, 0 changed, 1 removed\n  + a\n  - b\nplaces.csv: changed\n${line}`,
  );
});
