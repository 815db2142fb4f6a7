/**
 * Prints a plan: what a push would add, change and remove, and what probing costs.
 */
import type { Plan, ZonePlan } from "./compile/plan.ts";

/** Gives the whole text, without a final line break. */
export function planText({ zones, places, probing: { probes, probesPerMonth, monthlyCostUsd } }: Plan): string {
  const cost = `${probesPerMonth.toLocaleString("en-US")} a month, at most about $${monthlyCostUsd.toFixed(2)} a month`;
  const placesLine = places === null ? [] : [`places.csv: ${places}`];
  return [
    ...zones.flatMap(zoneLines),
    ...placesLine,
    `probes: ${probes}${probes === 0 ? "" : ` different, ${cost}`}`,
  ].join("\n");
}

function zoneLines({ apexText, kind, added, changed, removed }: ZonePlan): string[] {
  return [
    `${apexText}: ${headline(kind, added.length, changed.length, removed.length)}`,
    ...added.map((label) => `  + ${label}`),
    ...changed.map((label) => `  ~ ${label}`),
    ...removed.map((label) => `  - ${label}`),
  ];
}

function headline(kind: ZonePlan["kind"], added: number, changed: number, removed: number): string {
  switch (kind) {
    case "added":
      return "new zone";
    case "removed":
      return "removed as a whole";
    case "unchanged":
      return "unchanged";
    case "changed":
      return `${added} added, ${changed} changed, ${removed} removed`;
    default:
      kind satisfies never;
      throw new Error("unknown kind of plan");
  }
}
