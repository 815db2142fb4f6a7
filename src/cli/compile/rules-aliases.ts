/**
 * Alias targets: each is a record set of this folder that can be answered, at most 8 levels away, and never itself.
 *
 * Route 53 allows 3 levels and targets in the same zone only. Deviation: 8 levels and any hosted zone, since nothing
 * here pays by the level; loops are refused as there (R1.7, T50). A loop counts wherever it runs, since the health of
 * an alias is its target's.
 */

import { nameToText } from "../../dns/name-text.ts";
import { TYPE, typeToText } from "../../dns/types.ts";
import { ALIAS_LEVELS_MAX } from "../../steering/situation.ts";
import type { Alias } from "../../zone/model.ts";
import { ADDRESS_TYPES } from "../../zone/model-defaults.ts";
import { branchesOf, type DraftBranch, type DraftSet, type DraftZones } from "./draft.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { type Edges, levelsOf, loopsOf } from "./graph.ts";
import type { Problems } from "./problem.ts";
import type { Place } from "./source.ts";

/** A query looks at each branch as often as aliases lead to it; as many take some milliseconds. */
const ALIASED_BRANCHES_MAX = 10_000;

/** One alias seen for one type: `addresses` has two families, whose targets may be two record sets. */
interface Edge {
  readonly place: Place;
  readonly target: string;
}

/** Judges every alias of every zone, those of pools' targets too. */
export function judgeAliases(zones: DraftZones, problems: Problems): void {
  const edges = new Map<string, Edge[]>();
  const drafts = new Map<string, DraftSet>();
  const lead = (set: DraftSet, type: number, edge: Edge): void => {
    const from = vertexOf(set, type);
    drafts.set(from, set);
    edges.set(from, [...(edges.get(from) ?? []), edge]);
  };
  const connect = (set: DraftSet, place: Place, targets: readonly Target[]): void => {
    for (const { type, target } of targets) {
      drafts.set(vertexOf(target, type), target);
      lead(set, type, { place, target: vertexOf(target, type) });
    }
  };
  for (const { sets, pools } of zones.all) {
    const followed = new Map(pools.map(({ pool, aliases }) => [pool, aliases] as const));
    for (const { place, tree } of pools.flatMap(({ aliases }) => aliases)) {
      tellFault(place, tree, findTargets(tree, ADDRESS_TYPES, zones), problems);
    }
    for (const set of sets) {
      for (const branch of branchesOf(set.root)) {
        const { tree } = branch;
        if (tree.kind === "alias" && tree.outside) {
          // A host is one level more, and leads no further.
          const edge = { place: placeOf(branch), target: `host ${tree.target}` };
          for (const type of set.source.types) lead(set, type, edge);
        } else if (tree.kind === "alias") {
          const found = findTargets(tree, set.source.types, zones);
          tellFault(placeOf(branch), tree, found, problems);
          connect(set, placeOf(branch), isFault(found) ? [] : found);
        }
        if (tree.kind !== "pool") continue;
        for (const { place, tree: alias } of followed.get(tree.pool) ?? []) {
          const found = findTargets(alias, set.source.types, zones);
          // A target may hold one family only: it is left out of the choice for the other.
          connect(set, place, isFault(found) ? [] : found);
        }
      }
    }
  }
  const levels = levelsOf(targetsIn(edges));
  judgeLoops(edges, levels, drafts, problems);
  judgeReach(edges, levels, drafts, problems);
}

function targetsIn(edges: ReadonlyMap<string, readonly Edge[]>): Edges {
  return new Map([...edges].map(([from, out]) => [from, out.map(({ target }) => target)] as const));
}

/** Bounds what one query may have to look at: a few levels of aliases multiply. Told where the bound is first passed. */
function judgeReach(
  edges: ReadonlyMap<string, readonly Edge[]>,
  levels: ReadonlyMap<string, number>,
  drafts: ReadonlyMap<string, DraftSet>,
  problems: Problems,
): void {
  /** Branches of a record set's own tree and, as often as they are reached, of those that it leads to. */
  const sizes = new Map<string, number>();
  const tooLarge = new Set<string>();
  const told = new Set<DraftSet>();
  // Levels ascend: what an alias leads to is counted before it.
  for (const from of levels.keys()) {
    const set = drafts.get(from);
    const out = edges.get(from) ?? [];
    const reached = out.reduce((sum, { target }) => sum + (sizes.get(target) ?? 0), 0);
    sizes.set(from, reached + (set ? branchesOf(set.root).length : 0));
    if (!set || reached <= ALIASED_BRANCHES_MAX) continue;
    tooLarge.add(from);
    if (told.has(set) || out.some(({ target }) => tooLarge.has(target))) continue;
    told.add(set);
    const message = `${set.label} reaches ${reached} branches through aliases; at most ${ALIASED_BRANCHES_MAX} are allowed`;
    problems.add(set.source.place, "tree-too-large", message);
  }
}

function judgeLoops(
  edges: ReadonlyMap<string, readonly Edge[]>,
  levels: ReadonlyMap<string, number>,
  drafts: ReadonlyMap<string, DraftSet>,
  problems: Problems,
): void {
  const told = new Set<Place>();
  const tell = (place: Place, code: string, message: string): void => {
    if (told.has(place)) return;
    told.add(place);
    problems.add(place, code, message);
  };
  for (const loop of loopsOf(targetsIn(edges), levels)) {
    const next = loop[1] ?? loop[0];
    const edge = edges.get(loop[0] ?? "")?.find(({ target }) => target === next);
    const names = [...loop, loop[0] ?? ""].map((vertex) => drafts.get(vertex)?.label ?? vertex);
    if (edge) tell(edge.place, "alias-loop", `this alias comes back to itself: ${names.join(" -> ")}`);
  }
  for (const [from, out] of edges) {
    for (const { place, target } of out) {
      const level = 1 + (levels.get(target) ?? 0);
      if (!levels.has(from) || level <= ALIAS_LEVELS_MAX) continue;
      tell(place, "alias-too-deep", `this alias is ${level} levels deep; at most ${ALIAS_LEVELS_MAX} are allowed`);
    }
  }
}

const vertexOf = ({ owner }: DraftSet, type: number): string => `${type} ${owner}`;

function placeOf({ source: { member, place } }: DraftBranch): Place {
  return member.kind === "alias" ? member.target.place : place;
}

interface Target {
  readonly type: number;
  readonly target: DraftSet;
}

/** Finds the record sets that an alias of a set of `types` answers with, by type. */
export function findTargets({ target }: Alias, types: readonly number[], zones: DraftZones): readonly Target[] | Fault {
  const section = zones.find(target)?.zone.section(target);
  if (!section || "kind" in section) return fault("alias-target-not-hosted", "no zone of this folder holds that name");
  const node = section.get(target);
  if (!node?.sets) return fault("alias-target-missing", "there is no such name; a wildcard is named as written");
  if (node.occluded || node.cut) return fault("alias-target-delegated", "it is at or below a delegation");
  const found = types.flatMap((type) => {
    const ofType = node.sets?.get(type);
    const draft = ofType ? zones.draftOf(ofType) : null;
    return draft ? [{ type, target: draft }] : [];
  });
  const cname = node.sets.has(TYPE.CNAME) ? "; it is a CNAME, which an alias does not follow" : "";
  return found.length > 0
    ? found
    : fault("alias-target-without-type", `it has no ${types.map(typeToText).join(" or ")}${cname}`);
}

function tellFault(place: Place, { target }: Alias, found: readonly Target[] | Fault, problems: Problems): void {
  if (isFault(found)) problems.add(place, found.code, `alias target ${nameToText(target)}: ${found.message}`);
}
