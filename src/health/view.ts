/**
 * The port that steering reads, made of a snapshot.
 *
 * Reading goes by name, since the documents at the two ends may differ for a while after a publication: the board's
 * order is the snapshot's own document, the resolver asks with the names of the zones it serves. Everything is worked
 * out when the view is made, once for each snapshot; a reading is one look-up.
 */
import type { Cause, HealthReading, HealthView } from "../steering/candidate.ts";
import { quorumOutOfReach } from "./assignment.ts";
import { calculatedInOrder } from "./calculated.ts";
import type { Check, ChecksDocument } from "./check.ts";
import { type LatencyFigures, latencyReader } from "./latency.ts";
import { type HealthSnapshot, statusAt } from "./snapshot.ts";
import { countsAsHealthy } from "./verdict.ts";

/** What a view has besides the snapshot. */
export interface Measured {
  /** Location hints that have probers, as configured. */
  readonly regions: readonly string[];
  /** Null: not known, or no record set asks for them. */
  readonly latencies: LatencyFigures | null;
}

const NOTHING_MEASURED: Measured = { regions: [], latencies: null };

/**
 * Makes the view.
 * Names of both documents are known; where both have one, `document` says what `unknown` counts as. `snapshotDocument`
 * is the document that the snapshot names, null where it is not at hand: then every check is unknown.
 */
export function viewOf(
  document: ChecksDocument,
  snapshot: HealthSnapshot | null,
  snapshotDocument: ChecksDocument | null,
  stale: boolean,
  { regions, latencies }: Measured = NOTHING_MEASURED,
): HealthView {
  const readings = new Map<string, HealthReading>();
  if (snapshot !== null && snapshotDocument !== null) {
    const current = document === snapshotDocument ? null : byName(document);
    readSnapshot(readings, snapshot, snapshotDocument, (measured) => current?.get(measured.name) ?? measured, regions);
  }
  addUnknown(readings, document, regions);
  const held = heldIn(snapshot, snapshotDocument);
  return {
    read: (name) => readings.get(name) ?? NOBODY_KNOWS,
    isHeld: (latch) => held.has(latch),
    regions,
    latencyMs: latencyReader(latencies, [document, ...(snapshotDocument === null ? [] : [snapshotDocument])]),
    stale,
  };
}

const NOBODY_KNOWS: HealthReading = { healthy: true, status: "unknown", stale: false, sinceMs: null, cause: null };
const NOTHING_HELD: ReadonlySet<string> = new Set();

type Readings = Map<string, HealthReading>;

function readSnapshot(
  readings: Readings,
  snapshot: HealthSnapshot,
  document: ChecksDocument,
  inForce: (measured: Check) => Check,
  regions: readonly string[],
): void {
  const stale = new Set(snapshot.stale);
  const since = new Map(snapshot.since);
  const overrides = new Map(snapshot.overrides);
  const undecided = new Set<string>();
  document.checks.forEach((measured, index) => {
    const status = statusAt(snapshot, index);
    const sinceMs = since.get(index) ?? null;
    const check = inForce(measured);
    // What an unknown calculated check counts as needs its children's readings first.
    if (status === "unknown" && check.kind === "calculated") undecided.add(measured.name);
    else {
      const override = overrides.get(index);
      const cause = override === undefined ? causeIn(check, regions) : { kind: "override" as const, override };
      readings.set(measured.name, reading(check, { status, stale: stale.has(index), sinceMs, cause }, readings));
    }
  });
  if (undecided.size === 0) return;
  for (const check of calculatedInOrder({ checks: document.checks.map(inForce) })) {
    if (undecided.has(check.name)) readings.set(check.name, unknown(check, regions, readings));
  }
}

/** Adds the checks that no snapshot has said anything of. */
function addUnknown(readings: Readings, document: ChecksDocument, regions: readonly string[]): void {
  const unread = document.checks.filter(({ name }) => !readings.has(name));
  for (const check of unread) {
    if (check.kind !== "calculated") readings.set(check.name, unknown(check, regions, readings));
  }
  for (const check of calculatedInOrder({ checks: unread })) {
    readings.set(check.name, unknown(check, regions, readings));
  }
}

/** What the check itself and the deployment's regions leave undecided by any observation. */
function causeIn(check: Check, regions: readonly string[]): Cause | null {
  const quorum = quorumOutOfReach(check, regions);
  return quorum && { kind: "quorum-out-of-reach", quorum };
}

function unknown(check: Check, regions: readonly string[], readings: Readings): HealthReading {
  return reading(check, { status: "unknown", stale: false, sinceMs: null, cause: causeIn(check, regions) }, readings);
}

function reading(
  check: Check,
  { status, stale, sinceMs, cause }: Omit<HealthReading, "healthy">,
  readings: Readings,
): HealthReading {
  const healthy = countsAsHealthy(check, status, (child) => readings.get(child) ?? NOBODY_KNOWS);
  return { healthy, status, stale, sinceMs, cause };
}

function heldIn(snapshot: HealthSnapshot | null, document: ChecksDocument | null): ReadonlySet<string> {
  if (snapshot === null || document === null || snapshot.held.length === 0) return NOTHING_HELD;
  return new Set(snapshot.held.flatMap((index) => document.latches[index]?.name ?? []));
}

function byName(document: ChecksDocument): ReadonlyMap<string, Check> {
  return new Map(document.checks.map((check) => [check.name, check]));
}
