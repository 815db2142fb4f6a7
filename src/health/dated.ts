/**
 * Health with the times at which statuses were last changed. A snapshot tells of recent changes only, since every
 * answer is made from it; whoever explains one has time to ask for all of them.
 */
import type { HealthStatus, HealthView } from "../steering/candidate.ts";

/** A status and when it became that; null: it was never another. */
export interface DatedStatus {
  readonly status: HealthStatus;
  /** Milliseconds since the epoch. */
  readonly sinceMs: number | null;
}

/** Gives the view with times by the check's full name; a time of another status than the view's tells nothing of it. */
export function dated(view: HealthView, statuses: ReadonlyMap<string, DatedStatus>): HealthView {
  const read: HealthView["read"] = (name) => {
    const reading = view.read(name);
    const known = statuses.get(name);
    const isSame = known !== undefined && known.sinceMs !== null && known.status === reading.status;
    return isSame ? { ...reading, changedMs: known.sinceMs } : reading;
  };
  return { ...view, read };
}
