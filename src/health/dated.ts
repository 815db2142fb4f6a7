/**
 * Health with the times at which statuses were last changed, and what they were made from. A snapshot tells of recent
 * changes only, since every answer is made from it; whoever explains one has time to ask for all of it.
 */
import type { HealthStatus, HealthView, Observed } from "../steering/candidate.ts";

/** A status and when it became that; null: it was never another. */
export interface DatedStatus {
  readonly status: HealthStatus;
  /** Milliseconds since the epoch. */
  readonly sinceMs: number | null;
  readonly observed?: Observed;
}

/** Gives the view with times by the check's full name; a time of another status than the view's tells nothing of it. */
export function dated(view: HealthView, statuses: ReadonlyMap<string, DatedStatus>): HealthView {
  const read: HealthView["read"] = (name) => {
    const reading = view.read(name);
    const known = statuses.get(name);
    if (known === undefined) return reading;
    const { status, sinceMs, observed } = known;
    const isSame = sinceMs !== null && status === reading.status;
    return { ...reading, ...(isSame && { changedMs: sinceMs }), ...(observed && { observed }) };
  };
  return { ...view, read };
}
