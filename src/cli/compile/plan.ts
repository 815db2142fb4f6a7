/**
 * What a push would change, for a person to read before it happens, and what is refused without `--force`.
 */
import type { Check } from "../../health/check.ts";
import type { Compilation } from "./folder.ts";
import type { ZoneRecords } from "./records.ts";

export interface ZonePlan {
  readonly apexText: string;
  readonly kind: "added" | "changed" | "removed" | "unchanged";
  /** Labels of record sets, sorted. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many record sets there are now, the SOA not counted. */
  readonly before: number;
  readonly apexNsChanged: boolean;
}

export interface Plan {
  /** In order of `apexText`, those without changes included. */
  readonly zones: readonly ZonePlan[];
  /** What becomes of the set of places; null: it stays as it is. */
  readonly places: "added" | "changed" | "removed" | null;
  readonly probing: Probing;
}

/** What the checks cost: probes that are equal run once. */
export interface Probing {
  readonly probes: number;
  readonly probesPerMonth: number;
  /** An upper estimate beyond the subscription, in US dollars. */
  readonly monthlyCostUsd: number;
}

const REMOVED_SHARE_MAX = 0.3;
const REMOVED_COUNT_MAX = 5;

/** Compares a compilation with what is published now: zones by `apexText`, and the hash of the places; null: none. */
export function planOf(
  compilation: Compilation,
  currentZones: ReadonlyMap<string, ZoneRecords>,
  currentPlaces: string | null,
): Plan {
  const next = new Map(compilation.zones.map((zone) => [zone.apexText, zone]));
  const apexes = [...new Set([...next.keys(), ...currentZones.keys()])].toSorted();
  const zones = apexes.map((apexText) => zonePlan(apexText, currentZones.get(apexText), next.get(apexText)));
  const places = placesPlan(currentPlaces, compilation.placesHash);
  return { zones, places, probing: probingOf(compilation.checks.checks) };
}

function placesPlan(current: string | null, next: string | null): Plan["places"] {
  if (current === next) return null;
  return current === null ? "added" : next === null ? "removed" : "changed";
}

/** Says why a plan needs `--force`; null: it does not. */
export function refusalOf({ zones }: Plan): string | null {
  const reasons = zones.flatMap(({ apexText, kind, removed, before, apexNsChanged }) => {
    if (kind === "removed") return [`the zone ${apexText} would be removed`];
    const found: string[] = [];
    if (removed.length > REMOVED_COUNT_MAX && removed.length > REMOVED_SHARE_MAX * before) {
      found.push(`${removed.length} of the ${before} record sets of ${apexText} would be removed`);
    }
    if (apexNsChanged) found.push(`the NS at the apex of ${apexText} would change`);
    return found;
  });
  return reasons.length === 0 ? null : reasons.join("; ");
}

const NOTHING: ZoneRecords = { recordSets: new Map(), nsApex: [] };

function zonePlan(apexText: string, current: ZoneRecords | undefined, next: ZoneRecords | undefined): ZonePlan {
  const before = (current ?? NOTHING).recordSets;
  const after = (next ?? NOTHING).recordSets;
  const added = [...after.keys()].filter((label) => !before.has(label)).toSorted();
  const removed = [...before.keys()].filter((label) => !after.has(label)).toSorted();
  const changed = [...after]
    .filter(([label, text]) => before.has(label) && before.get(label) !== text)
    .map(([label]) => label)
    .toSorted();
  const same = added.length + removed.length + changed.length === 0;
  return {
    apexText,
    kind: !current ? "added" : !next ? "removed" : same ? "unchanged" : "changed",
    added,
    changed,
    removed,
    before: Math.max(0, before.size - 1),
    apexNsChanged: current !== undefined && next !== undefined && current.nsApex.join(" ") !== next.nsApex.join(" "),
  };
}

const SECONDS_PER_MONTH = 30 * 24 * 3600;
/** A Durable Object's memory as it is billed. */
const OBJECT_GB = 0.128;
/** Paid plan, beyond what it includes each month: (amount included, price of a million). */
const REQUESTS = { included: 1e6, usdPerMillion: 0.15 };
const GB_SECONDS = { included: 4e5, usdPerMillion: 12.5 };
const ROWS_WRITTEN = { included: 50e6, usdPerMillion: 1 };
/** As if each probe were a round of its own: an alarm and a report; the alarm, the prober's row and the board's. */
const REQUESTS_PER_PROBE = 2;
const ROWS_PER_PROBE = 3;
/** Most answer within a second; an object that waits for the next round is not billed. */
const SECONDS_PER_PROBE = 1;

/** Each region that a check names probes on its own; a disabled check is not probed. */
function probingOf(checks: readonly Check[]): Probing {
  const intervals = new Map<string, number>();
  for (const check of checks) {
    if (check.kind !== "probed" || check.disabled) continue;
    const { probe, spec, regions } = check;
    // Without a region there is one prober all the same.
    for (const region of regions.length > 0 ? regions : [""]) intervals.set(`${probe} ${region}`, spec.interval);
  }
  const perMonth = [...intervals.values()].reduce((sum, interval) => sum + SECONDS_PER_MONTH / interval, 0);
  const monthlyCostUsd =
    costOf(REQUESTS, perMonth * REQUESTS_PER_PROBE) +
    costOf(ROWS_WRITTEN, perMonth * ROWS_PER_PROBE) +
    costOf(GB_SECONDS, perMonth * SECONDS_PER_PROBE * OBJECT_GB);
  return { probes: intervals.size, probesPerMonth: Math.round(perMonth), monthlyCostUsd };
}

function costOf({ included, usdPerMillion }: typeof REQUESTS, amount: number): number {
  return (Math.max(0, amount - included) / 1e6) * usdPerMillion;
}
