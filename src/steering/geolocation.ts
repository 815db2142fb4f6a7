/**
 * Geolocation: the smallest place that holds the client: subdivision, country, continent, default (Route 53 R9.1, R9.2).
 * What no candidate's place holds and no default takes has no answer (R9.3); other places never stand in (R9.4).
 */
import type { Match } from "../zone/model.ts";
import type { Place } from "./candidate.ts";
import { IN_ORDER, type Policy } from "./policy.ts";

/** Is the client in the place? From the smallest kind to the largest. */
const KINDS: readonly ((match: Match, place: Place | null) => boolean)[] = [
  (match, place) =>
    match.kind === "subdivision" && match.country === place?.country && match.code === place.subdivision,
  (match, place) => match.kind === "country" && match.code === place?.country,
  (match, place) => match.kind === "continent" && match.code === place?.continent,
  (match) => match.kind === "default",
];

export const geolocation: Policy = {
  ...IN_ORDER,
  tiers(candidates, situation) {
    const place = situation.place();
    return KINDS.map((holds) => candidates.filter(({ match }) => match !== null && holds(match, place))).filter(
      (tier) => tier.length > 0,
    );
  },
};
