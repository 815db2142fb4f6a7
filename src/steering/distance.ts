/** Distances on earth, and what they decide between sites where nothing better is known. */
import type { Candidate } from "../zone/model.ts";
import type { Position } from "./candidate.ts";
import type { Tier } from "./policy.ts";

const EARTH_RADIUS_KM = 6371;
const RADIANS = Math.PI / 180;

/** Gives the great-circle distance (haversine). */
export function kilometresBetween(from: Position, to: Position): number {
  const latitudes = Math.sin(((to.latitude - from.latitude) * RADIANS) / 2) ** 2;
  const longitudes = Math.sin(((to.longitude - from.longitude) * RADIANS) / 2) ** 2;
  const chord = latitudes + Math.cos(from.latitude * RADIANS) * Math.cos(to.latitude * RADIANS) * longitudes;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Gives tiers of one candidate each, the least first; equals stay in the order written. */
export function tiersByLeast(
  candidates: readonly Candidate[],
  costOf: (candidate: Candidate) => number,
): readonly Tier[] {
  return candidates
    .map((candidate) => ({ candidate, cost: costOf(candidate) }))
    .toSorted((a, b) => (a.cost === b.cost ? 0 : a.cost - b.cost))
    .map(({ candidate }) => [candidate]);
}
