/**
 * Whom a candidate is for, of the policies that place clients: its place or networks as written, whether this client is in
 * them, and the distance or time that decided. Worked out anew, since choices keep none of it.
 */
import { networkToText } from "../dns/address-text.ts";
import { kilometresBetween } from "../steering/distance.ts";
import { biased } from "../steering/geoproximity.ts";
import { expectedMs, nearestRegion } from "../steering/latency.ts";
import { POLICIES } from "../steering/policies.ts";
import { positionOfRegion } from "../steering/regions.ts";
import type { Situation } from "../steering/situation.ts";
import type { Candidate, Match, PolicyTree } from "../zone/model.ts";

/** Keys that do not apply are absent. */
export interface ExplainedPlacing {
  readonly match?: ExplainedMatch;
  /** Of `geolocation` and `ipBased`: the client is in it. */
  readonly matches?: boolean;
  /** Of `geoproximity`, where the client's position is known: the distance, and what it counts as after bias. */
  readonly kilometres?: number;
  readonly biasedKilometres?: number;
  /** Of `latency`, where anything is known: the time that is expected. */
  readonly ms?: number;
  /** The prober region that measured it; null: nobody did, and distance stands in. */
  readonly measuredFrom?: string | null;
}

/** As the zone file has it. */
export type ExplainedMatch =
  | { readonly default: true }
  | { readonly continent: string }
  | { readonly country: string; readonly subdivision?: string }
  | { readonly region: string; readonly bias?: number }
  | { readonly networks: readonly string[] };

/** Explains a candidate of a policy; nothing where the policy places nobody. */
export function explainPlacing(candidate: Candidate, { policy }: PolicyTree, situation: Situation): ExplainedPlacing {
  if (candidate.match === null) return {};
  const match = matchOf(candidate.match);
  switch (policy) {
    case "geolocation":
    case "ipBased":
      return { match, matches: POLICIES[policy].tiers([candidate], situation).length > 0 };
    case "geoproximity":
      return { match, ...distanceOf(candidate.match, situation) };
    case "latency":
      return { match, ...timeOf(candidate, situation) };
    case "weighted":
    case "failover":
    case "multivalue":
      return {};
    default:
      return policy satisfies never;
  }
}

function matchOf(match: Match): ExplainedMatch {
  switch (match.kind) {
    case "default":
      return { default: true };
    case "continent":
      return { continent: match.code };
    case "country":
      return { country: match.code };
    case "subdivision":
      return { country: match.country, subdivision: match.code };
    case "site":
      return { region: match.region, ...(match.bias !== 0 && { bias: match.bias }) };
    case "blocks":
      return { networks: match.blocks.map(({ address, prefixLength }) => networkToText(address, prefixLength)) };
    default:
      return match satisfies never;
  }
}

function distanceOf(match: Match, situation: Situation): ExplainedPlacing {
  const position = situation.place()?.position ?? null;
  if (position === null || match.kind !== "site") return {};
  const kilometres = kilometresBetween(position, match);
  return {
    kilometres: oneDecimal(kilometres),
    ...(match.bias !== 0 && { biasedKilometres: oneDecimal(biased(kilometres, match.bias)) }),
  };
}

function timeOf(candidate: Candidate, situation: Situation): ExplainedPlacing {
  const { health } = situation;
  const position = situation.place()?.position ?? null;
  const region = nearestRegion(health.regions, position);
  const from = position ?? (region === null ? null : positionOfRegion(region));
  const isMeasured = candidate.check !== null && region !== null && health.latencyMs(candidate.check, region) !== null;
  if (!isMeasured && from === null) return {};
  return { ms: oneDecimal(expectedMs(candidate, health, region, from)), measuredFrom: isMeasured ? region : null };
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
