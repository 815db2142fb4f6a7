/**
 * One pool: what was written -> the model, with thresholds merged, checks named for their targets and addresses as
 * record data.
 *
 * A part with a problem is told and left out, so that the rest of the pool is still judged. What the parts say of each
 * other is for rules-pools.ts.
 */
import { fold, type Name } from "../../dns/name.ts";
import type { Alias, OnAllUnhealthy, Values } from "../../zone/model.ts";
import { ADDRESS_TYPES } from "../../zone/model-defaults.ts";
import type { Pool, PoolZone, Target, TargetGroup, Threshold } from "../../zone/pool-model.ts";
import type { CheckBook } from "./check-book.ts";
import { compileState } from "./compile-state.ts";
import { compileAffinity } from "./compile-tree.ts";
import { compileValues } from "./compile-values.ts";
import type { DraftPool } from "./draft.ts";
import { Problems } from "./problem.ts";
import { resolveOwnerOrTarget } from "./resolve-name.ts";
import type { Located, SourceCheckUse, SourceOnAllUnhealthy, SourceValue } from "./source.ts";
import type { SourceGroup, SourcePool, SourcePoolZone, SourceTarget, SourceThresholds } from "./source-pool.ts";
import { checkOfTarget } from "./target-check.ts";

export interface PoolContext {
  readonly apex: Name;
  /** The first part of full names. */
  readonly apexText: string;
  readonly book: CheckBook;
  readonly problems: Problems;
  readonly nowMs: number;
}

/** What the parts of a pool are compiled with. */
interface PartContext extends PoolContext {
  readonly source: SourcePool;
  /** The pool's full name, and who uses its checks until record sets do. */
  readonly fullName: string;
  readonly aliases: { readonly place: Located<string>["place"]; readonly tree: Alias }[];
}

const WEIGHT_DEFAULT = 1;
const ANSWERS_DEFAULT = 1;
/** ELB: a target group is healthy while one target is (E1.1, E1.3). */
const COUNT_DEFAULT = 1;

/** Compiles a pool; everything wrong in one of its parts goes to the problems. */
export function compilePool(source: SourcePool, context: PoolContext): DraftPool {
  const { name, answer, group, answers, affinity, zones, groups } = source;
  const fullName = `${context.apexText}/${name.value}`;
  const part: PartContext = { ...context, source, fullName, aliases: [] };
  const pool: Pool = {
    name: fullName,
    answer,
    group: answer === "targets" ? ((group ?? groups[0]?.id)?.value ?? null) : null,
    answers: answer === "targets" ? (answers?.value ?? ANSWERS_DEFAULT) : ANSWERS_DEFAULT,
    affinity: compileAffinity(affinity, fullName),
    onAllUnhealthy: compileOnAllUnhealthy(source.onAllUnhealthy, part),
    zones: zones.map((zone) => compileZone(zone, part)),
    groups: groups.map((one) => compileGroup(one, part)),
  };
  return { source, pool, aliases: part.aliases };
}

function compileOnAllUnhealthy(source: SourceOnAllUnhealthy, context: PartContext): OnAllUnhealthy {
  return source.kind === "values"
    ? { kind: "values", rdata: addressesOf(source.values, context, "onAllUnhealthy") }
    : source;
}

function compileZone({ id, values, check, state }: SourcePoolZone, context: PartContext): PoolZone {
  const { book, fullName, problems, nowMs, source } = context;
  return {
    id: id.value,
    rdata: addressesOf(values, context, id.value),
    check: book.use(check, `${source.name.value}/${id.value}`, fullName),
    state: compileState(state, `${fullName}/${id.value}`, problems, nowMs),
  };
}

function compileGroup(group: SourceGroup, context: PartContext): TargetGroup {
  const { crossZone, thresholds } = context.source;
  const told = new Set<string>();
  return {
    id: group.id.value,
    crossZone: group.crossZone ?? crossZone,
    dnsFailover: merged("dnsFailover", group.thresholds, thresholds),
    routingFailover: merged("routingFailover", group.thresholds, thresholds),
    targets: group.targets.flatMap((target) => compileTarget(target, group, context, told) ?? []),
  };
}

/** A threshold's two numbers as the group, else the pool writes them; null: nowhere. */
export function writtenThreshold(
  kind: "dnsFailover" | "routingFailover",
  what: "count" | "percent",
  ofGroup: SourceThresholds,
  ofPool: SourceThresholds,
): Located<number | "off"> | null {
  const places = [ofGroup[kind], ofGroup.minHealthy, ofPool[kind], ofPool.minHealthy];
  return places.find((place) => place?.[what])?.[what] ?? null;
}

function merged(
  kind: "dnsFailover" | "routingFailover",
  ofGroup: SourceThresholds,
  ofPool: SourceThresholds,
): Threshold {
  const count = writtenThreshold(kind, "count", ofGroup, ofPool)?.value ?? COUNT_DEFAULT;
  const percent = writtenThreshold(kind, "percent", ofGroup, ofPool)?.value ?? "off";
  return { count: count === "off" ? null : count, percent: percent === "off" ? null : percent };
}

function compileTarget(
  target: SourceTarget,
  group: SourceGroup,
  context: PartContext,
  told: Set<string>,
): Target | null {
  const { fullName, nowMs, problems, source } = context;
  const path = `${source.name.value}/${group.id.value}/${target.id.value}`;
  const tree = compileMember(target, context);
  if (tree === null) return null;
  const use = checkOfTarget(target, group, fullName, problems);
  return {
    id: target.id.value,
    zone: target.zone.value,
    weight: target.weight ?? WEIGHT_DEFAULT,
    check: useOnce(use, path, context, told),
    tree,
    state: compileState(target.state, `${context.apexText}/${path}`, problems, nowMs),
  };
}

/** What is wrong with a check that all targets of a group share is told for the first of them. */
function useOnce(use: SourceCheckUse | null, path: string, context: PartContext, told: Set<string>): string | null {
  const found = new Problems();
  const name = context.book.use(use, path, context.fullName, found);
  for (const { severity, place, code, message } of found.all()) {
    const key = `${place.line}:${place.column} ${code}`;
    if (told.has(key)) continue;
    told.add(key);
    if (severity === "problem") context.problems.add(place, code, message);
    else context.problems.warn(place, code, message);
  }
  return name;
}

function compileMember({ member, id }: SourceTarget, context: PartContext): Values | Alias | null {
  if (member.kind === "address") {
    const rdata = addressesOf([member.address], context, id.value);
    return rdata.size === 0 ? null : { kind: "values", rdata };
  }
  const { value, place } = member.target;
  const resolved = resolveOwnerOrTarget(value, context.apex);
  if (resolved.kind === "error") {
    context.problems.add(place, resolved.code, resolved.message);
    return null;
  }
  const tree: Alias = {
    kind: "alias",
    target: fold(resolved.name),
    outside: false,
    types: ADDRESS_TYPES,
    evaluateTargetHealth: true,
  };
  context.aliases.push({ place, tree });
  return tree;
}

function addressesOf(values: readonly Located<SourceValue>[], { apex, problems, fullName }: PartContext, part: string) {
  return compileValues(values, {
    apex,
    problems,
    types: ADDRESS_TYPES,
    key: "addresses",
    label: `${fullName}/${part}`,
  });
}
