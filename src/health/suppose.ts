/**
 * What if: health as it stands, but for the verdicts that are supposed, and for those that are calculated from them.
 *
 * Supposing goes before an override of the same check, and an operator's override of a calculated check before what is
 * supposed of its children, as it goes before what they say.
 */
import type { HealthReading, HealthView } from "../steering/candidate.ts";
import { calculatedInOrder } from "./calculated.ts";
import type { ChecksDocument } from "./check.ts";
import { type Evidence, judge } from "./verdict.ts";

const NO_EVIDENCE: Evidence = { statesOf: () => [], reportOn: () => undefined, overrideOn: () => undefined };

/** Gives the view with verdicts, by the check's full name, supposed in place of its own. */
export function suppose(
  view: HealthView,
  document: ChecksDocument,
  given: ReadonlyMap<string, "healthy" | "unhealthy">,
): HealthView {
  if (given.size === 0) return view;
  const supposed = new Map<string, HealthReading>();
  for (const [name, status] of given) {
    supposed.set(name, { healthy: status === "healthy", status, stale: false, sinceMs: null, cause: null });
  }
  const read = (name: string): HealthReading => supposed.get(name) ?? view.read(name);
  for (const check of calculatedInOrder(document)) {
    if (supposed.has(check.name) || !check.of.some((child) => supposed.has(child))) continue;
    if (view.read(check.name).cause?.kind === "override") continue;
    const { status, healthy, stale } = judge(check, NO_EVIDENCE, read, 0);
    supposed.set(check.name, { status, healthy, stale, sinceMs: null, cause: null });
  }
  return { ...view, read };
}
