/** What the board knows of checks, as `explain` takes it: since when they stand as they do, and what that was made from. */
import type { Observation } from "../health/check.ts";
import type { DatedStatus } from "../health/dated.ts";
import type { Observed, Seen } from "../steering/candidate.ts";
import type { CheckHealth } from "../store/env.ts";

/** Gives what is known of each check, by its full name. */
export function datedStatuses(checks: readonly CheckHealth[]): ReadonlyMap<string, DatedStatus> {
  const statuses = new Map(checks.map(({ name, status }) => [name, status]));
  const statusOf = (name: string) => statuses.get(name) ?? "unknown";
  return new Map(
    checks.map((check) => {
      const { name, status, sinceMs } = check;
      return [name, { status, sinceMs, observed: observedOf(check, statusOf) }];
    }),
  );
}

function observedOf(check: CheckHealth, statusOf: (name: string) => CheckHealth["status"]): Observed {
  const { last, regions, of, report, inverted, disabled } = check;
  return {
    ...madeFrom(),
    ...(inverted && { inverted }),
    ...(disabled && { disabled }),
  };

  function madeFrom(): Observed {
    if (report !== undefined) return { report };
    if (of !== undefined) return { children: of.map((name) => ({ check: name, status: statusOf(name) })) };
    if (check.type === "calculated" || check.type === "push") return {};
    const seen = { last: last && seenOf(last) };
    if (regions === undefined) return seen;
    return {
      ...seen,
      regions: regions.map((one) => ({ region: one.region, status: one.status, last: one.last && seenOf(one.last) })),
    };
  }
}

const seenOf = ({ atMs, outcome, code }: Observation): Seen => ({ atMs, outcome, code });
