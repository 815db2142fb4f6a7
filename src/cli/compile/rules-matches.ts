/**
 * Policies that leave clients without an answer: those that place clients by where they are or by their address, and
 * have nothing for whoever matches nothing (Route 53 R9.3: no answer).
 */
import { branchesOf, type DraftZone } from "./draft.ts";
import type { Problems } from "./problem.ts";

const CODES = { geolocation: "geolocation-without-default", ipBased: "ip-based-without-default" } as const;

/** Warns about policies of one zone that have no default. */
export function judgeMatches({ sets }: DraftZone, problems: Problems): void {
  for (const { root, label } of sets) {
    for (const { tree, source } of branchesOf(root)) {
      if (tree.kind !== "policy" || (tree.policy !== "geolocation" && tree.policy !== "ipBased")) continue;
      if (tree.candidates.some(({ match }) => match?.kind === "default")) continue;
      const message = `${label}: ${tree.policy} has no candidate with default: true; clients that match none get no answer`;
      problems.warn(source.place, CODES[tree.policy], message);
    }
  }
}
