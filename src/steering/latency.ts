/**
 * Latency: the candidates in order of time, the least first (Route 53 R8.1).
 *
 * Deviation: Route 53 measures its clients' networks; we have the figures of our own probers. A candidate's time is that
 * of its check as the prober region nearest to the client measures it; where that is not measured, distance decides.
 * A client whose position is unknown is taken to be at the first configured region; where there is none either, the
 * order written decides.
 */
import type { Candidate } from "../zone/model.ts";
import type { HealthView, Position } from "./candidate.ts";
import { kilometresBetween, tiersByLeast } from "./distance.ts";
import { IN_ORDER, type Policy } from "./policy.ts";
import { positionOfRegion } from "./regions.ts";

/** Light in fibre covers 200 km in a millisecond, and has to come back. */
const KILOMETRES_PER_MS = 100;

export const latency: Policy = {
  ...IN_ORDER,
  tiers(candidates, situation) {
    const { health } = situation;
    const position = situation.place()?.position ?? null;
    const region = nearestRegion(health.regions, position);
    const from = position ?? (region === null ? null : positionOfRegion(region));
    return tiersByLeast(candidates, (candidate) => expectedMs(candidate, health, region, from));
  },
};

/** Gives how long a candidate is expected to take from a region, or else from a position; 0: nothing is known. */
export function expectedMs(
  { check, match }: Candidate,
  health: HealthView,
  region: string | null,
  from: Position | null,
): number {
  const measured = check === null || region === null ? null : health.latencyMs(check, region);
  if (measured !== null) return measured;
  return from === null || match?.kind !== "site" ? 0 : kilometresBetween(from, match) / KILOMETRES_PER_MS;
}

/** The region that a client's times are measured from, of those that have probers; for an unknown position the first; null: there are none. */
export function nearestRegion(regions: readonly string[], position: Position | null): string | null {
  let nearest: string | null = regions[0] ?? null;
  if (position === null) return nearest;
  let least = Number.POSITIVE_INFINITY;
  for (const region of regions) {
    const at = positionOfRegion(region);
    const kilometres = at === null ? Number.POSITIVE_INFINITY : kilometresBetween(position, at);
    if (kilometres < least) {
      least = kilometres;
      nearest = region;
    }
  }
  return nearest;
}
