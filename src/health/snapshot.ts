/**
 * The board's compact snapshot and how it is read. (Shape first; the functions follow.)
 */

export const SNAPSHOT_FORMAT = 1;

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
