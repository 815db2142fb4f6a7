/**
 * Loops of CNAMEs and DNAMEs that can be seen: some choice of answers leads back to where it began.
 *
 * Names are followed as queries are, through wildcards, DNAMEs and other hosted zones (RFC 1034 4.3.2). One candidate of
 * a steered CNAME is enough: two names that are each other's last resort loop on the day when both are needed.
 */
import { fold, labelsOf, type Name, nameAt, nameOfLabels, replaceSuffix } from "../../dns/name.ts";
import { nameToText } from "../../dns/name-text.ts";
import { TYPE } from "../../dns/types.ts";
import { type Lookup, lookup } from "../../zone/lookup.ts";
import type { RecordSet, Tree } from "../../zone/model.ts";
import type { DraftSet, DraftZones } from "./draft.ts";
import { levelsOf, loopsOf } from "./graph.ts";
import type { Problems } from "./problem.ts";

/** A label that no zone file has, to ask what a DNAME makes of the names below it. */
const PROBE_LABEL = "\0";

/** Judges every CNAME and DNAME of every zone. */
export function judgeLoops(zones: DraftZones, problems: Problems): void {
  const sets = zones.all.flatMap(({ sets: ofZone }) => ofZone);
  judgeCnames(sets, zones, problems);
  judgeDnames(sets, zones, problems);
}

function judgeCnames(sets: readonly DraftSet[], zones: DraftZones, problems: Problems): void {
  const edges = new Map<Name, readonly Name[]>();
  const answeredBy = new Map<Name, DraftSet>();
  const asked = sets.filter(({ source }) => source.types.includes(TYPE.CNAME)).map(({ owner }) => owner);
  for (const name of asked) {
    if (edges.has(name)) continue;
    const { set, next } = stepFrom(name, zones);
    edges.set(name, next);
    if (set) answeredBy.set(name, set);
    for (const each of next) asked.push(each);
  }
  for (const loop of loopsOf(edges, levelsOf(edges))) {
    const names = loop as readonly Name[];
    const set = names.map((name) => answeredBy.get(name)).find((found) => found !== undefined);
    if (set) problems.add(set.source.place, "cname-loop", `this CNAME comes back to itself: ${wayOf(names)}`);
  }
}

/** Tells where a query for a name may be sent on to, and by which CNAME; nowhere: the chain ends with it. */
export function stepFrom(
  name: Name,
  zones: DraftZones,
): { readonly set: DraftSet | null; readonly next: readonly Name[] } {
  const found = lookupIn(zones, name);
  if (found?.kind === "dname") {
    const to = replaceByDname(name, found.node.owner, found.node.sets.get(TYPE.DNAME));
    return { set: null, next: to === null ? [] : [to] };
  }
  const cname = found?.kind === "exact" || found?.kind === "wildcard" ? found.node.sets.get(TYPE.CNAME) : undefined;
  if (!cname) return { set: null, next: [] };
  return { set: zones.draftOf(cname), next: cnamesOf(cname.tree, zones, new Set()) };
}

/** All targets that a tree may answer with, through aliases too. */
function cnamesOf(tree: Tree, zones: DraftZones, entered: Set<RecordSet>): readonly Name[] {
  switch (tree.kind) {
    case "values":
      return (tree.rdata.get(TYPE.CNAME) ?? []).map((rdata) => fold(nameAt(rdata, 0)));
    case "policy": {
      const { candidates, onAllUnhealthy } = tree;
      const instead = onAllUnhealthy.kind === "values" ? onAllUnhealthy.rdata : null;
      return [
        ...candidates.flatMap((candidate) => cnamesOf(candidate.tree, zones, entered)),
        ...(instead === null ? [] : cnamesOf({ kind: "values", rdata: instead }, zones, entered)),
      ];
    }
    // A CNAME is not steered by a pool.
    case "pool":
      return [];
    case "alias": {
      const section = zones.find(tree.target)?.zone.section(tree.target);
      const target = section && !("kind" in section) ? section.get(tree.target)?.sets?.get(TYPE.CNAME) : undefined;
      if (!target || entered.has(target)) return [];
      entered.add(target);
      return cnamesOf(target.tree, zones, entered);
    }
    default:
      return tree satisfies never;
  }
}

function judgeDnames(sets: readonly DraftSet[], zones: DraftZones, problems: Problems): void {
  const told = new Set<Name>();
  for (const { owner, source } of sets) {
    if (!source.types.includes(TYPE.DNAME)) continue;
    const way = dnamesFrom(owner, zones);
    // A way that runs into a loop further on is not itself the loop.
    if (way.at(-1) !== owner || way.length < 2 || way.some((each) => told.has(each))) continue;
    for (const each of way) told.add(each);
    const message = `names below this DNAME come back to it without end: ${wayOf(way.slice(0, -1))}`;
    problems.add(source.place, "dname-loop", message);
  }
}

/** The owners of the DNAMEs that a name below `owner` meets one after the other, up to the first that is met again. */
function dnamesFrom(owner: Name, zones: DraftZones): readonly Name[] {
  const way: Name[] = [];
  let name: Name | null = nameOfLabels([PROBE_LABEL, ...labelsOf(owner)]);
  while (name !== null) {
    const found = lookupIn(zones, name);
    if (found?.kind !== "dname") break;
    const met = way.includes(found.node.owner);
    way.push(found.node.owner);
    if (met) break;
    name = replaceByDname(name, found.node.owner, found.node.sets.get(TYPE.DNAME));
  }
  return way;
}

/** Looks a name up in the zone of the folder that it is in; null: in none. */
export function lookupIn(zones: DraftZones, name: Name): Lookup | null {
  const zone = zones.find(name)?.zone;
  return zone ? lookup(zone, name, false) : null;
}

/** Null where the set has no value left after its own problems, or the name overflows (RFC 6672 2.2). */
function replaceByDname(name: Name, owner: Name, set: RecordSet | undefined): Name | null {
  const rdata = set?.tree.kind === "values" ? set.tree.rdata.get(TYPE.DNAME)?.[0] : undefined;
  return rdata ? replaceSuffix(name, owner, fold(nameAt(rdata, 0))) : null;
}

function wayOf(names: readonly Name[]): string {
  return [...names, ...names.slice(0, 1)].map(nameToText).join(" -> ");
}
