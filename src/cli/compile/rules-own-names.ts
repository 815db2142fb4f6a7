/**
 * Checks that ask a name which they steer themselves: such a probe follows the answer that it decides, and measures
 * another target as soon as it fails.
 *
 * What a name may answer with is followed as far as the folder goes: through wildcards, CNAMEs, DNAMEs, aliases and
 * pools, whatever health chooses on the way. Only addresses are looked at, since a probe asks for nothing else. The
 * Host header of a probe by address is free.
 */
import { fold, type Name, ROOT } from "../../dns/name.ts";
import { nameToText, parseName } from "../../dns/name-text.ts";
import { TYPE } from "../../dns/types.ts";
import { ADDRESS_TYPES } from "../../zone/model-defaults.ts";
import type { Pool } from "../../zone/pool-model.ts";
import {
  branchesOf,
  type CompiledCheck,
  checksOfPool,
  type DraftPool,
  type DraftSet,
  type DraftZone,
  type DraftZones,
} from "./draft.ts";
import { isFault } from "./fault.ts";
import type { Problems } from "./problem.ts";
import { findTargets } from "./rules-aliases.ts";
import { lookupIn, stepFrom } from "./rules-loops.ts";
import type { Place } from "./source.ts";

/** Judges the probed checks of every zone. */
export function judgeOwnNames(zones: DraftZones, problems: Problems): void {
  const pools = new Map(zones.all.flatMap((zone) => zone.pools.map((draft) => [draft.pool, draft] as const)));
  const known = new Map<Name, ReadonlySet<DraftSet>>();
  for (const zone of zones.all) {
    for (const { check, usedBy } of zone.checks) {
      const host = hostOf(check);
      if (host === null || usedBy.length === 0) continue;
      const answering = known.get(host) ?? setsAnswering(host, zones, pools);
      known.set(host, answering);
      const steered = usedBy.find((set) => answering.has(set));
      if (steered) report(check.name, host, steered, zone, problems);
    }
  }
}

function report(check: string, host: Name, steered: DraftSet, zone: DraftZone, problems: Problems): void {
  const pool = zone.pools.find((draft) => checksOfPool(draft.pool).includes(check));
  const place = pool ? pool.source.name.place : placeOfUse(steered, check);
  const what =
    steered.owner === host
      ? "the very name that it steers"
      : `which may answer with ${steered.label}, which the check steers`;
  const message = `the check "${check}" asks ${nameToText(host)}, ${what}; ask the origin by its own name or address`;
  problems.add(place, "check-asks-steered-name", message);
}

function placeOfUse({ root, source }: DraftSet, check: string): Place {
  const use = branchesOf(root).find((branch) => branch.check === check)?.source.check;
  if (use?.kind === "named") return use.name.place;
  return (use?.kind === "inline" ? use.check : source).place;
}

/** The host name that is probed, folded and absolute; null for an address, and where nothing is probed. */
function hostOf(check: CompiledCheck): Name | null {
  if (check.kind !== "probed") return null;
  const { spec } = check;
  const text = spec.type === "tcp" ? spec.hostname : spec.address === null ? new URL(spec.url).hostname : null;
  const parsed = text === null ? null : parseName(text, ROOT);
  return parsed?.kind === "name" ? fold(parsed.name) : null;
}

/** The record sets that may have a part in the answer to a query for a host's addresses. */
function setsAnswering(host: Name, zones: DraftZones, pools: ReadonlyMap<Pool, DraftPool>): ReadonlySet<DraftSet> {
  const names = new Set([host]);
  const sets = new Set<DraftSet>();
  // What is added to a set while it is walked is walked too.
  for (const name of names) {
    const found = lookupIn(zones, name);
    if (found?.kind === "exact" || found?.kind === "wildcard") {
      for (const type of [...ADDRESS_TYPES, TYPE.CNAME]) {
        const set = found.node.sets.get(type);
        const draft = set && zones.draftOf(set);
        if (draft) sets.add(draft);
      }
    }
    for (const next of stepFrom(name, zones).next) names.add(next);
  }
  for (const set of sets) {
    for (const { tree } of branchesOf(set.root)) {
      const followed = tree.kind === "pool" ? (pools.get(tree.pool)?.aliases ?? []).map((alias) => alias.tree) : [];
      for (const alias of tree.kind === "alias" ? [tree] : followed) {
        const targets = findTargets(alias, set.source.types, zones);
        for (const { target } of isFault(targets) ? [] : targets) sets.add(target);
      }
    }
  }
  return sets;
}
