/**
 * Aliases of outside hosts: what may be one, and what the Worker needs for it.
 *
 * A host that this folder hosts is no outside host: its record set is at hand, with its health, and is named instead.
 * Whether the name exists is not asked here: that is for the Worker, again and again.
 */
import { specialNameAbove } from "../../answer/special-names.ts";
import type { Name } from "../../dns/name.ts";
import { nameToText } from "../../dns/name-text.ts";
import { lookup } from "../../zone/lookup.ts";
import type { OutsideHost, Tree, ZoneNode } from "../../zone/model.ts";
import { ADDRESS_TYPES } from "../../zone/model-defaults.ts";
import { branchesOf, type DraftZone, type DraftZones } from "./draft.ts";
import type { Problems } from "./problem.ts";

/** The code of the warning that a zone needs upstreams. */
export const NEEDS_UPSTREAMS = "alias-host-needs-upstreams";

/** Judges the aliases of outside hosts of one zone. */
export function judgeHosts({ source, sets }: DraftZone, zones: DraftZones, problems: Problems): void {
  let isWarned = false;
  for (const { source: set, label, root } of sets) {
    for (const { source: branch, tree } of branchesOf(root)) {
      if (tree.kind !== "alias" || !tree.outside || branch.member.kind !== "alias") continue;
      const { place } = branch.member.target;
      const host = nameToText(tree.target);
      if (!set.types.every((type) => ADDRESS_TYPES.includes(type))) {
        const message = `${label} is an alias of the host ${host}, which gives addresses; allowed are A, AAAA and addresses`;
        problems.add(place, "alias-host-not-addresses", message);
      }
      judgeHost(tree.target, zones, (code, message) => problems.add(place, code, message));
      if (isWarned) continue;
      isWarned = true;
      const message = `the zone ${source.apexText} answers with addresses of outside hosts such as ${host}: the Worker looks them up through UPSTREAMS, and answers SERVFAIL where that is not set`;
      problems.warn(place, NEEDS_UPSTREAMS, message);
    }
  }
}

function judgeHost(host: Name, zones: DraftZones, tell: (code: string, message: string) => void): void {
  const text = nameToText(host);
  const special = specialNameAbove(host);
  if (special !== null) {
    tell("alias-host-special", `${text} is never asked of other servers (RFC ${special.rfc})`);
    return;
  }
  const hosted = zones.find(host);
  // What is delegated is outside, though it is below a hosted apex.
  if (hosted === null || lookup(hosted.zone, host, false).kind === "referral") return;
  const apex = nameToText(hosted.zone.apex);
  tell("alias-host-hosted", `${text} is in the hosted zone ${apex}: write alias: ${text} for its record set`);
}

/** Lists the outside hosts that a zone's aliases point at, each once with all types that are wanted of it; sorted. */
export function outsideHostsOf(nodes: readonly ZoneNode[]): readonly OutsideHost[] {
  const types = new Map<Name, Set<number>>();
  const walk = (tree: Tree): void => {
    if (tree.kind === "policy") for (const candidate of tree.candidates) walk(candidate.tree);
    if (tree.kind !== "alias" || !tree.outside) return;
    const wanted = types.get(tree.target) ?? new Set();
    types.set(tree.target, wanted);
    for (const type of tree.types) wanted.add(type);
  };
  for (const { sets } of nodes) for (const { tree } of sets?.values() ?? []) walk(tree);
  return [...types]
    .map(([host, wanted]) => ({ host, types: [...wanted].toSorted((a, b) => a - b) }))
    .toSorted((a, b) => (a.host < b.host ? -1 : 1));
}
