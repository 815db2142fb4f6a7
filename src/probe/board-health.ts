/** What the board tells people of each check and latch: the verdict, and all that it was made from. */
import type { Check, ChecksDocument, Observation, Quorum } from "../health/check.ts";
import type { ChecksIndex } from "../health/checks-index.ts";
import type { Facts } from "../health/facts.ts";
import type { HealthState } from "../health/state.ts";
import { overrideAt } from "../health/verdict.ts";
import type { CheckHealth, LatchHealth, RegionHealth } from "../store/env.ts";

/** Describes a check as it stands. */
export function describeCheck(check: Check, index: ChecksIndex, facts: Facts, nowMs: number): CheckHealth {
  const { name, inverted, disabled, usedBy } = check;
  const verdict = facts.verdicts.get(name);
  const regions = regionsOf(name, index, facts);
  const quorum = index.outOfReach.get(name);
  return {
    name,
    ...whatOf(check),
    status: verdict?.status ?? "unknown",
    healthy: verdict?.healthy ?? true,
    stale: verdict?.stale ?? false,
    sinceMs: verdict?.sinceMs ?? null,
    last: newestOf(regions),
    inverted,
    disabled,
    override: overrideAt(facts.overrides.get(name), nowMs),
    ...(quorum ? { quorumOutOfReach: quorum } : {}),
    ...(regions.length > 1 ? { regions } : {}),
    ...(check.kind === "calculated" ? { of: check.of } : {}),
    ...(check.kind === "push" ? { report: facts.reports.get(name) ?? null } : {}),
    usedBy,
  };
}

/** Describes the latches of a document. */
export function describeLatches({ latches }: ChecksDocument, { held }: Pick<Facts, "held">): readonly LatchHealth[] {
  return latches.map(({ name, check }) => ({ name, check, held: held.has(name) }));
}

function whatOf(check: Check): Pick<CheckHealth, "type" | "target"> {
  switch (check.kind) {
    case "probed":
      return { type: check.spec.type, target: check.spec.url };
    case "calculated":
      return { type: "calculated", target: `at least ${atLeastText(check.atLeast)} of ${check.of.join(", ")}` };
    case "push":
      return { type: "push", target: `reports, at least every ${check.expires} s` };
    default:
      return check satisfies never;
  }
}

function atLeastText(atLeast: Quorum): string {
  return atLeast.kind === "count" ? String(atLeast.count) : `${atLeast.percent}%`;
}

function regionsOf(name: string, { votingKeys }: ChecksIndex, { states }: Facts): readonly RegionHealth[] {
  return (votingKeys.get(name) ?? []).flatMap((key) => {
    const state = states.get(key);
    return state === undefined ? [] : [regionOf(key, state)];
  });
}

function regionOf(key: string, { status, sinceMs, last }: HealthState): RegionHealth {
  return { region: key.slice(0, key.indexOf(" ")) || null, status, sinceMs, last };
}

function newestOf(regions: readonly RegionHealth[]): Observation | null {
  const seen = regions.flatMap(({ last }) => last ?? []);
  return seen.reduce<Observation | null>(
    (newest, last) => (newest === null || newest.atMs < last.atMs ? last : newest),
    null,
  );
}
