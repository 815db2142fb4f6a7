/**
 * The checks document: every check of every zone, and what the board must know of the trees that go by them.
 */
import { CHECKS_FORMAT, type Check, type ChecksDocument, type Latch, type PublishedPool } from "../../health/check.ts";
import type { PolicyTree } from "../../zone/model.ts";
import { branchesOf, type DraftCheck, type DraftZones, usesPool } from "./draft.ts";
import type { Problems } from "./problem.ts";
import type { Place } from "./source.ts";

/** Changes of status are told with their time for so long at least, for those who look. */
const SINCE_SECONDS_MIN = 600;

/** Composes the document from drafts of all zones. */
export function composeChecks(zones: DraftZones, problems: Problems): ChecksDocument {
  const policies = policiesOf(zones);
  const waits = policies.map(({ tree: { slowStartSeconds, failback } }) =>
    Math.max(slowStartSeconds, failback.kind === "after" ? failback.seconds : 0),
  );
  return {
    format: CHECKS_FORMAT,
    checks: gatherChecks(zones, problems),
    latches: gatherLatches(policies, problems),
    pools: gatherPools(zones),
    sinceSeconds: waits.reduce((most, seconds) => Math.max(most, seconds), SINCE_SECONDS_MIN),
    latencyChecks: latencyChecksOf(policies),
  };
}

/** Full names are unique over all zones: the board keeps states by them. */
function gatherChecks(zones: DraftZones, problems: Problems): readonly Check[] {
  const byName = new Map<string, DraftCheck>();
  for (const draft of zones.all.flatMap(({ checks }) => checks)) {
    const { name } = draft.check;
    const place = draft.usedBy[0]?.source.place ?? zones.all[0]?.source.apex.place;
    if (byName.has(name) && place) {
      problems.add(place, "check-name-duplicate", `two checks come to have the full name "${name}"; rename an id`);
    }
    byName.set(name, draft);
  }
  return [...byName.values()]
    .toSorted((a, b) => (a.check.name < b.check.name ? -1 : 1))
    .map(({ check, usedBy }) => ({ ...check, usedBy: usedBy.map(({ label }) => label).toSorted() }));
}

function gatherPools(zones: DraftZones): readonly PublishedPool[] {
  return zones.all
    .flatMap(({ pools, sets }) =>
      pools.map(({ pool }) => {
        const ttls = sets.filter((set) => usesPool(set, pool)).map(({ set }) => set.ttlSeconds ?? 0);
        return { ...pool, ttlSecondsMax: Math.max(0, ...ttls) };
      }),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

interface Policy {
  readonly tree: PolicyTree;
  readonly place: Place;
}

function policiesOf(zones: DraftZones): readonly Policy[] {
  return zones.all.flatMap(({ sets }) =>
    sets.flatMap(({ root }) =>
      branchesOf(root).flatMap(({ tree, source: { place } }) => (tree.kind === "policy" ? [{ tree, place }] : [])),
    ),
  );
}

/** Only a candidate's own check tells how far away it is. */
function latencyChecksOf(policies: readonly Policy[]): readonly string[] {
  const names = policies.flatMap(({ tree: { policy, candidates } }) =>
    policy === "latency" ? candidates.flatMap(({ check }) => check ?? []) : [],
  );
  return [...new Set(names)].toSorted();
}

/** A candidate without a check cannot fail, and is never held. */
function gatherLatches(policies: readonly Policy[], problems: Problems): readonly Latch[] {
  const byName = new Map<string, Latch>();
  for (const { tree, place } of policies) {
    if (tree.failback.kind !== "manual") continue;
    for (const { id, check } of tree.candidates) {
      if (check === null) continue;
      const name = `${tree.failback.place}/${id}`;
      if (byName.has(name)) {
        problems.add(place, "latch-name-duplicate", `two candidates come to be released as "${name}"; rename an id`);
      }
      byName.set(name, { name, check });
    }
  }
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
