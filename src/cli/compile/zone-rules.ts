/**
 * The rules that look across record sets, owners and zones; each theme in a file of its own.
 *
 * They run on drafts of all zones at once, since aliases and chains cross zones, and tell all that is wrong.
 */
import type { DraftZones } from "./draft.ts";
import type { Problems } from "./problem.ts";
import { judgeAliases } from "./rules-aliases.ts";
import { judgeCalculated } from "./rules-calculated.ts";
import { judgeHealth } from "./rules-health.ts";
import { judgeHosts } from "./rules-hosts.ts";
import { judgeLoops } from "./rules-loops.ts";
import { judgeMatches } from "./rules-matches.ts";
import { judgeNames } from "./rules-names.ts";
import { judgeOwnNames } from "./rules-own-names.ts";
import { judgePools } from "./rules-pools.ts";
import { judgeAnswerSizes } from "./rules-sizes.ts";
import { judgeTypes } from "./rules-types.ts";

/** Judges all zones of a folder. */
export function judgeZones(zones: DraftZones, problems: Problems): void {
  for (const zone of zones.all) {
    judgeTypes(zone, problems);
    judgeNames(zone, zones, problems);
    judgeMatches(zone, problems);
    judgeCalculated(zone, problems);
    judgeHealth(zone, problems);
    judgePools(zone, problems);
    judgeHosts(zone, zones, problems);
    judgeAnswerSizes(zone, problems);
  }
  judgeAliases(zones, problems);
  judgeLoops(zones, problems);
  judgeOwnNames(zones, problems);
}
