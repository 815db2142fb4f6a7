/**
 * The board's compact snapshot: two bits per check in the order of the checks document, and how it is made.
 *
 * The verdicts are final (disabled, inverted and overridden ones included); `unknown` stays, since what it counts as is
 * in the document. Knows no clock: the age of a snapshot is judged by whoever keeps it.
 */
import type { HealthStatus } from "../steering/candidate.ts";
import type { Override } from "../zone/model.ts";
import type { ChecksDocument } from "./check.ts";
import type { Facts } from "./facts.ts";
import { overrideAt } from "./verdict.ts";

export const SNAPSHOT_FORMAT = 2;

export interface HealthSnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  /** Hash of the checks document whose order the statuses follow. */
  readonly checks: string;
  /** The board's own time. Milliseconds since the epoch. */
  readonly atMs: number;
  /** 2 bits per check, least significant first: 0 unknown, 1 healthy, 2 unhealthy. */
  readonly statuses: Uint8Array;
  /** Indices of checks that decide although nothing new has been learned for too long. */
  readonly stale: readonly number[];
  /** Index and time of verdicts that came to count otherwise within the document's `sinceSeconds`. */
  readonly since: readonly (readonly [index: number, atMs: number])[];
  /** Indices into the document's latches: those that are held. */
  readonly held: readonly number[];
  /** Index and override of checks that an operator's word decides, by the API. Absent: of an earlier version. */
  readonly overrides?: readonly (readonly [index: number, override: Override])[];
}

/** A reason is cut to so many UTF-16 units, as zone files allow: a snapshot stays small whatever was written. */
const REASON_UNITS_MAX = 256;

const BITS: Readonly<Record<HealthStatus, number>> = { unknown: 0, healthy: 1, unhealthy: 2 };

/** Packs the verdicts and the latches in the document's order. */
export function makeSnapshot(
  document: ChecksDocument,
  documentHash: string,
  { verdicts, held, overrides }: Pick<Facts, "verdicts" | "held" | "overrides">,
  nowMs: number,
): HealthSnapshot {
  const statuses = new Uint8Array(Math.ceil(document.checks.length / 4));
  const stale: number[] = [];
  const since: (readonly [number, number])[] = [];
  const overridden: (readonly [number, Override])[] = [];
  document.checks.forEach(({ name }, index) => {
    const verdict = verdicts.get(name);
    if (verdict === undefined) return;
    statuses[index >> 2] = (statuses[index >> 2] ?? 0) | (BITS[verdict.status] << ((index & 3) * 2));
    if (verdict.stale) stale.push(index);
    const { turnedMs } = verdict;
    if (turnedMs !== null && nowMs - turnedMs < document.sinceSeconds * 1000) since.push([index, turnedMs]);
    const override = overrideAt(overrides.get(name), nowMs);
    if (override !== null) overridden.push([index, shortened(override)]);
  });
  const latches = document.latches.flatMap(({ name }, index) => (held.has(name) ? [index] : []));
  return {
    format: SNAPSHOT_FORMAT,
    checks: documentHash,
    atMs: nowMs,
    statuses,
    stale,
    since,
    held: latches,
    overrides: overridden,
  };
}

function shortened({ verdict, untilMs, reason }: Override): Override {
  const isLong = reason.length > REASON_UNITS_MAX;
  return { verdict, untilMs, reason: isLong ? `${reason.slice(0, REASON_UNITS_MAX - 1)}…` : reason };
}

/** Reads two bits; a snapshot too short for its document, or the unused value 3, says nothing. */
export function statusAt(snapshot: HealthSnapshot, index: number): HealthStatus {
  const bits = ((snapshot.statuses[index >> 2] ?? 0) >> ((index & 3) * 2)) & 3;
  if (bits === BITS.healthy) return "healthy";
  return bits === BITS.unhealthy ? "unhealthy" : "unknown";
}
