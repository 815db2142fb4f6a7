/**
 * What may stand at one owner name, and where in the zone: CNAME, DNAME, delegations, wildcards.
 *
 * RFC 1034 3.6.2 and 4.2.1, RFC 2181 10.1, RFC 4035 2.4, RFC 4592 4, RFC 6672 2. Underscores and any other octets are
 * fine in every name (RFC 2181 11).
 */
import { isWildcard, type Name, parentOf } from "../../dns/name.ts";
import { nameToText } from "../../dns/name-text.ts";
import { TYPE } from "../../dns/types.ts";
import type { DraftSet, DraftZone, DraftZones } from "./draft.ts";
import type { Problems } from "./problem.ts";

/** Judges the owners of one zone. */
export function judgeNames(zone: DraftZone, zones: DraftZones, problems: Problems): void {
  const byOwner = Map.groupBy(zone.sets, ({ owner }) => owner);
  for (const [owner, sets] of byOwner) {
    judgeOwner(zone, owner, sets, problems);
    judgePosition(zone, owner, sets, zones, problems);
  }
}

function judgeOwner(zone: DraftZone, owner: Name, sets: readonly DraftSet[], problems: Problems): void {
  const of = (type: number): DraftSet | undefined => sets.find(({ source }) => source.types.includes(type));
  const add = (set: DraftSet | undefined, code: string, message: string): void => {
    if (set) problems.add(set.source.place, code, `${set.label}: ${message}`);
  };
  const { apex } = zone.zone;
  const cname = of(TYPE.CNAME);
  if (owner === apex) {
    add(cname, "cname-at-apex", "the apex has a SOA, and a CNAME allows no other data; write A: {alias: …} instead");
    add(of(TYPE.DS), "ds-at-apex", "a DS belongs to the parent zone");
  } else if (cname && sets.length > 1) {
    const others = sets.filter((set) => set !== cname).map(({ source }) => source.key);
    add(cname, "cname-beside-other-data", `a CNAME allows no other data, and ${others.join(", ")} is here too`);
  }
  if (isWildcard(owner)) {
    add(of(TYPE.NS), "wildcard-ns", "a wildcard cannot be a delegation");
    add(of(TYPE.DNAME), "wildcard-dname", "a wildcard cannot own a DNAME");
  }
  if (owner === apex || !of(TYPE.NS)) return;
  add(of(TYPE.DNAME), "dname-beside-delegation", "a DNAME of a delegated name belongs to the child zone");
  for (const set of sets) {
    if (set.source.types.some((type) => AT_CUT.has(type) || type === TYPE.DNAME)) continue;
    const message = `${set.label} is never answered: ${nameToText(owner)} is a delegation`;
    problems.warn(set.source.place, "data-at-delegation", message);
  }
}

/** What a parent zone holds for a delegated name. */
const AT_CUT: ReadonlySet<number> = new Set([TYPE.NS, TYPE.DS, TYPE.A, TYPE.AAAA]);

function judgePosition(
  { zone, source: own }: DraftZone,
  owner: Name,
  sets: readonly DraftSet[],
  zones: DraftZones,
  problems: Problems,
): void {
  const section = zone.section(owner);
  if ("kind" in section) return;
  const node = section.get(owner);
  const above = ancestorsIn(owner, zone.apex).map((name) => section.get(name));
  const dname = above.find((ancestor) => ancestor?.dname);
  const cut = above.find((ancestor) => ancestor?.cut);
  const hosted = zones.find(owner);
  for (const { source, label, set } of sets) {
    const glue = source.types.every((type) => type === TYPE.A || type === TYPE.AAAA);
    if (dname) {
      const message = `${label} is below the DNAME of ${nameToText(dname.owner)}, which stands for all names below it`;
      problems.add(source.place, "data-below-dname", message);
    }
    if (cut && !glue) {
      const message = `${label} is below the delegation of ${nameToText(cut.owner)}, where only addresses may stand`;
      problems.add(source.place, "data-below-delegation", message);
    }
    if ((cut || node?.cut) && glue && set.tree.kind !== "values") {
      const message = `${label} is never answered: a referral carries plain values only`;
      problems.warn(source.place, "glue-not-plain", message);
    }
    if (source.types.includes(TYPE.DS) && owner !== zone.apex && !node?.cut && hosted?.source === own) {
      const message = `${label} is a DS where there is no delegation: no NS here, and no zone of that name`;
      problems.warn(source.place, "ds-without-delegation", message);
    }
    if (hosted && hosted.source !== own && !cut && !node?.cut && !source.types.includes(TYPE.DS)) {
      const message = `${label} is never answered: the zone ${nameToText(hosted.zone.apex)} is hosted too`;
      problems.warn(source.place, "data-in-hosted-zone", message);
    }
  }
}

/** Proper ancestors from the nearest up to the apex. */
function ancestorsIn(owner: Name, apex: Name): readonly Name[] {
  const ancestors: Name[] = [];
  for (let name = owner; name !== apex; ) {
    name = parentOf(name);
    ancestors.push(name);
  }
  return ancestors;
}
