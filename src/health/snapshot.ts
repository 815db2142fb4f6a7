/**
 * The board's compact snapshot: two bits per check in the order of the checks document, and how it is read.
 *
 * Reading goes by name, since the documents at the two ends may differ for a while after a publication: the board's
 * order is the snapshot's own document, the resolver asks with the names of the zones it serves. Knows no clock: the
 * age of a snapshot is judged by whoever keeps it.
 */
import type { HealthReading, HealthStatus, HealthView } from "../steering/candidate.ts";
import type { Check, ChecksDocument } from "./check.ts";
import { type HealthState, isStale } from "./state.ts";

export const SNAPSHOT_FORMAT = 1;

/** Status changes of the last ten minutes are named with their time. */
const SINCE_MS = 600_000;

export interface HealthSnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  /** Hash of the checks document whose order the statuses follow. */
  readonly checks: string;
  /** The board's own time. Milliseconds since the epoch. */
  readonly atMs: number;
  /** 2 bits per check, least significant first: 0 unknown, 1 healthy, 2 unhealthy. */
  readonly statuses: Uint8Array;
  /** Indices of checks without a measurement for max(3 × interval, 180 s). */
  readonly stale: readonly number[];
  /** Index and time of status changes within the last ten minutes. */
  readonly since: readonly (readonly [index: number, atMs: number])[];
}

const BITS: Readonly<Record<HealthStatus, number>> = { unknown: 0, healthy: 1, unhealthy: 2 };

/** Packs the states, which are keyed by the checks' names, in the document's order. */
export function makeSnapshot(
  document: ChecksDocument,
  documentHash: string,
  states: ReadonlyMap<string, HealthState>,
  nowMs: number,
): HealthSnapshot {
  const statuses = new Uint8Array(Math.ceil(document.checks.length / 4));
  const stale: number[] = [];
  const since: (readonly [number, number])[] = [];
  document.checks.forEach((check, index) => {
    const state = states.get(check.name);
    if (state === undefined) return;
    statuses[index >> 2] = (statuses[index >> 2] ?? 0) | (BITS[state.status] << ((index & 3) * 2));
    if (isStale(state, check.spec.interval, nowMs)) stale.push(index);
    if (state.sinceMs !== null && nowMs - state.sinceMs < SINCE_MS) since.push([index, state.sinceMs]);
  });
  return { format: SNAPSHOT_FORMAT, checks: documentHash, atMs: nowMs, statuses, stale, since };
}

/**
 * Makes the port that steering reads.
 * Names of both documents are known; where both have one, `document` gives its `initial`. `snapshotDocument` is the
 * document that the snapshot names, null where it is not at hand: then every check is unknown.
 */
export function viewOf(
  document: ChecksDocument,
  snapshot: HealthSnapshot | null,
  snapshotDocument: ChecksDocument | null,
  stale: boolean,
): HealthView {
  const readings = new Map<string, HealthReading>();
  for (const check of document.checks) readings.set(check.name, reading(check, "unknown", false));
  if (snapshot !== null && snapshotDocument !== null) {
    const current = document === snapshotDocument ? null : byName(document);
    const staleOnes = new Set(snapshot.stale);
    snapshotDocument.checks.forEach((measured, index) => {
      const check = current?.get(measured.name) ?? measured;
      readings.set(measured.name, reading(check, statusAt(snapshot, index), staleOnes.has(index)));
    });
  }
  return { read: (name) => readings.get(name) ?? NOBODY_KNOWS, stale };
}

const NOBODY_KNOWS: HealthReading = { healthy: true, status: "unknown", stale: false };

function reading(check: Check, status: HealthStatus, stale: boolean): HealthReading {
  const verdict = status === "unknown" ? check.initial : status;
  return { healthy: verdict === "healthy", status, stale };
}

/** Reads two bits; a snapshot too short for its document, or the unused value 3, says nothing. */
function statusAt(snapshot: HealthSnapshot, index: number): HealthStatus {
  const bits = ((snapshot.statuses[index >> 2] ?? 0) >> ((index & 3) * 2)) & 3;
  if (bits === BITS.healthy) return "healthy";
  return bits === BITS.unhealthy ? "unhealthy" : "unknown";
}

function byName(document: ChecksDocument): ReadonlyMap<string, Check> {
  return new Map(document.checks.map((check) => [check.name, check]));
}
