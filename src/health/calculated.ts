/**
 * Checks that are calculated from others (Route 53 H6.1–H6.3): children count by their final verdict, after `disabled`,
 * `inverted` and their override. Deviation: they nest, so that several conditions need no check of their own elsewhere.
 *
 * While children without a verdict could still change the result, the calculated check has none of its own and counts
 * them as they count for every other decision.
 */
import type { HealthStatus } from "../steering/candidate.ts";
import type { CalculatedCheck, ChecksDocument } from "./check.ts";
import { reaches } from "./quorum.ts";

/** A child's verdict, and what it counts as. */
export interface Child {
  readonly status: HealthStatus;
  readonly healthy: boolean;
  readonly stale: boolean;
}

export type ReadChild = (name: string) => Child;

type Counting = Pick<CalculatedCheck, "of" | "atLeast">;

/** The status that the children's own verdicts make certain, whatever the rest turn out to be; else unknown. */
export function statusOfChildren({ of, atLeast }: Counting, read: ReadChild): HealthStatus {
  let healthy = 0;
  let unknown = 0;
  for (const name of of) {
    const { status } = read(name);
    if (status === "healthy") healthy++;
    else if (status === "unknown") unknown++;
  }
  if (reaches(atLeast, healthy, of.length)) return "healthy";
  return reaches(atLeast, healthy + unknown, of.length) ? "unknown" : "unhealthy";
}

/** Tells whether enough children count as healthy. */
export function areChildrenHealthy({ of, atLeast }: Counting, read: ReadChild): boolean {
  return reaches(atLeast, of.filter((name) => read(name).healthy).length, of.length);
}

/** Lists the calculated checks with children before their parents. */
export function calculatedInOrder({ checks }: Pick<ChecksDocument, "checks">): readonly CalculatedCheck[] {
  const waiting = new Map<string, CalculatedCheck>();
  for (const check of checks) if (check.kind === "calculated") waiting.set(check.name, check);
  const ordered: CalculatedCheck[] = [];
  const place = (check: CalculatedCheck): void => {
    // Deleted before its children are looked at, so that even a loop, which the compiler refuses, comes to an end.
    if (!waiting.delete(check.name)) return;
    for (const name of check.of) {
      const child = waiting.get(name);
      if (child !== undefined) place(child);
    }
    ordered.push(check);
  };
  for (const check of [...waiting.values()]) place(check);
  return ordered;
}
