/**
 * The board's compact snapshot: two bits per check in the order of the checks document, and how it is made.
 *
 * The verdicts are final (disabled, inverted and overridden ones included); `unknown` stays, since what it counts as is
 * in the document. Knows no clock: the age of a snapshot is judged by whoever keeps it.
 */
import type { HealthStatus } from "../steering/candidate.ts";
import type { ChecksDocument } from "./check.ts";
import type { Facts } from "./facts.ts";

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
}

const BITS: Readonly<Record<HealthStatus, number>> = { unknown: 0, healthy: 1, unhealthy: 2 };

/** Packs the verdicts and the latches in the document's order. */
export function makeSnapshot(
  document: ChecksDocument,
  documentHash: string,
  { verdicts, held }: Pick<Facts, "verdicts" | "held">,
  nowMs: number,
): HealthSnapshot {
  const statuses = new Uint8Array(Math.ceil(document.checks.length / 4));
  const stale: number[] = [];
  const since: (readonly [number, number])[] = [];
  document.checks.forEach(({ name }, index) => {
    const verdict = verdicts.get(name);
    if (verdict === undefined) return;
    statuses[index >> 2] = (statuses[index >> 2] ?? 0) | (BITS[verdict.status] << ((index & 3) * 2));
    if (verdict.stale) stale.push(index);
    const { turnedMs } = verdict;
    if (turnedMs !== null && nowMs - turnedMs < document.sinceSeconds * 1000) since.push([index, turnedMs]);
  });
  const latches = document.latches.flatMap(({ name }, index) => (held.has(name) ? [index] : []));
  return { format: SNAPSHOT_FORMAT, checks: documentHash, atMs: nowMs, statuses, stale, since, held: latches };
}

/** Reads two bits; a snapshot too short for its document, or the unused value 3, says nothing. */
export function statusAt(snapshot: HealthSnapshot, index: number): HealthStatus {
  const bits = ((snapshot.statuses[index >> 2] ?? 0) >> ((index & 3) * 2)) & 3;
  if (bits === BITS.healthy) return "healthy";
  return bits === BITS.unhealthy ? "unhealthy" : "unknown";
}
