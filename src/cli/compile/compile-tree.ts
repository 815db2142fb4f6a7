/**
 * One record set's tree of choices: source branches -> the model's tree, with record data in wire form.
 *
 * A part with a problem is told and left out, so that everything else in the tree is still judged.
 */
import { fold, type Name } from "../../dns/name.ts";
import { nameToText } from "../../dns/name-text.ts";
import type { Affinity, Failback, Match, OnAllUnhealthy, PolicyTree, Tree } from "../../zone/model.ts";
import type { CheckBook } from "./check-book.ts";
import { compileState } from "./compile-state.ts";
import { compileValues } from "./compile-values.ts";
import type { DraftBranch, DraftPool } from "./draft.ts";
import { compileMatches } from "./match.ts";
import { nearestHint } from "./nearest.ts";
import { addUnknownZone } from "./pool-names.ts";
import type { Problems } from "./problem.ts";
import { resolveHost, resolveOwnerOrTarget } from "./resolve-name.ts";
import type {
  SourceAffinity,
  SourceBranch,
  SourceFailback,
  SourceMember,
  SourceOnAllUnhealthy,
  SourceSet,
  SourceZone,
} from "./source.ts";

export interface TreeContext {
  readonly apex: Name;
  readonly networks: SourceZone["networks"];
  readonly book: CheckBook;
  readonly problems: Problems;
  readonly nowMs: number;
  /** Of the zone, by their names in it. */
  readonly pools: ReadonlyMap<string, DraftPool>;
  readonly set: {
    readonly owner: Name;
    readonly source: SourceSet;
    readonly label: string;
    /** The name of a check that is written at the root, without the zone: `www/A`. */
    readonly path: string;
  };
}

type SourcePoolMember = Extract<SourceMember, { kind: "pool" }>;
type SourcePolicy = Extract<SourceMember, { kind: "policy" }>;

const NOTHING: Tree = { kind: "values", rdata: new Map() };

/** Compiles a branch and all below it; `ids` are those on the way from the root, none for the root itself. */
export function compileTree(source: SourceBranch, context: TreeContext, ids: readonly string[]): DraftBranch {
  const { set, book } = context;
  const check = book.use(source.check, [set.path, ...ids].join("/"), set.label);
  const { member } = source;
  if (member.kind !== "policy") return { source, check, tree: compileLeaf(member, context), candidates: [] };
  const candidates = member.candidates.map((each) => compileTree(each, context, [...ids, each.id?.value ?? ""]));
  return { source, check, tree: compilePolicy(member, candidates, context, ids), candidates };
}

function compilePolicy(
  { policy, answers, options, candidates: written }: SourcePolicy,
  drafts: readonly DraftBranch[],
  context: TreeContext,
  ids: readonly string[],
): PolicyTree {
  const { set, networks, problems, nowMs } = context;
  const matches: readonly (Match | null)[] = compileMatches(written, networks, problems);
  return {
    kind: "policy",
    policy,
    candidates: drafts.map(({ source: { id, weight, state }, check, tree }, at) => ({
      id: id?.value ?? "",
      weight: weight ?? 0,
      check,
      tree,
      match: matches[at] ?? null,
      state: compileState(state, set.label, problems, nowMs),
    })),
    answers,
    onAllUnhealthy: compileOnAllUnhealthy(options.onAllUnhealthy, context),
    // Two policies of one record set must not draw alike: what a client gets on one level says nothing of the next.
    affinity: compileAffinity(options.affinity, [nameToText(set.owner), ...ids].join("/")),
    failback: compileFailback(options.failback, [set.label, ...ids].join("/")),
    slowStartSeconds: options.slowStartSeconds,
  };
}

function compileOnAllUnhealthy(source: SourceOnAllUnhealthy, context: TreeContext): OnAllUnhealthy {
  if (source.kind !== "values") return source;
  return { kind: "values", rdata: compileValues(source.values, valueContext(context)) };
}

/** Makes an affinity; null: every draw is random. */
export function compileAffinity(source: SourceAffinity, seed: string): Affinity | null {
  return source === "none" ? null : { seed, byType: source === "client+type" };
}

function compileFailback(source: SourceFailback, place: string): Failback {
  return source.kind === "manual" ? { kind: "manual", place } : source;
}

function compileLeaf(member: Exclude<SourceMember, SourcePolicy>, context: TreeContext): Tree {
  if (member.kind === "values") {
    return { kind: "values", rdata: compileValues(member.values, valueContext(context)) };
  }
  if (member.kind === "pool") return compilePoolUse(member, context);
  const { outside, evaluateTargetHealth } = member;
  const { value, place } = member.target;
  const resolved = outside ? resolveHost(value) : resolveOwnerOrTarget(value, context.apex);
  if (resolved.kind === "name") {
    const { types } = context.set.source;
    return { kind: "alias", target: fold(resolved.name), outside, types, evaluateTargetHealth };
  }
  context.problems.add(place, resolved.code, resolved.message);
  return NOTHING;
}

function compilePoolUse({ use, evaluateTargetHealth }: SourcePoolMember, { pools, problems }: TreeContext): Tree {
  const { name, zone } = use;
  const draft = pools.get(name.value);
  if (draft === undefined) {
    const hint = pools.size === 0 ? "; it has none" : nearestHint(name.value, pools.keys());
    problems.add(name.place, "pool-unknown", `there is no pool "${name.value}" in this zone${hint}`);
    return NOTHING;
  }
  if (zone !== null && draft.source.zones.length > 0) addUnknownZone(zone, draft.source, problems);
  return { kind: "pool", pool: draft.pool, zone: zone?.value ?? null, evaluateTargetHealth };
}

function valueContext({ apex, problems, set: { source, label } }: TreeContext) {
  return { apex, problems, types: source.types, key: source.key, label };
}
