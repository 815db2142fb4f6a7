/**
 * Calculated checks that come back to themselves: none of them could ever have a verdict.
 *
 * Deviation: Route 53 lets no calculated check be a child of another (H6.2); here they may be, without loops, since
 * "two of three sites, each all of its parts" cannot be said otherwise.
 */
import type { DraftZone } from "./draft.ts";
import { levelsOf, loopsOf } from "./graph.ts";
import type { Problems } from "./problem.ts";

/** Judges the calculated checks of one zone. */
export function judgeCalculated({ source, checks }: DraftZone, problems: Problems): void {
  const edges = new Map(
    checks.flatMap(({ check }) => (check.kind === "calculated" ? [[check.name, check.of] as const] : [])),
  );
  for (const loop of loopsOf(edges, levelsOf(edges))) {
    const first = loop[0] ?? "";
    const place = source.checks.find(({ name }) => `${source.apexText}/${name?.value}` === first)?.name?.place;
    const way = [...loop, first].join(" -> ");
    if (place) problems.add(place, "calculated-loop", `this check is calculated of itself: ${way}`);
  }
}
