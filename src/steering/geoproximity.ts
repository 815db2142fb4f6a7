/**
 * Geoproximity: the smallest distance after bias (Route 53 R10.1): a positive bias draws more clients to a site,
 * d × (1 - bias / 100); a negative one fewer, d / (1 + bias / 100). Nobody is compared with a client whose position is
 * unknown: then the order written decides.
 */
import { kilometresBetween, tiersByLeast } from "./distance.ts";
import { IN_ORDER, type Policy } from "./policy.ts";

export const geoproximity: Policy = {
  ...IN_ORDER,
  tiers(candidates, situation) {
    const position = situation.place()?.position ?? null;
    return tiersByLeast(candidates, ({ match }) =>
      position === null || match?.kind !== "site" ? 0 : biased(kilometresBetween(position, match), match.bias),
    );
  },
};

/** Gives the distance as it counts after bias. */
export function biased(kilometres: number, bias: number): number {
  return bias >= 0 ? kilometres * (1 - bias / 100) : kilometres / (1 + bias / 100);
}
