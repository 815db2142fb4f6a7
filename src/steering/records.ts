/**
 * From a record set to the records of one answer: descends through what is picked, keeps the smallest TTL involved
 * (RFC 2181 5.2), removes duplicates after the choice and shuffles. What was picked comes back with the records, so
 * that `explain` tells of the very decision that was made.
 */
import type { Candidate, RecordSet, Tree } from "../zone/model.ts";
import type { PoolZone, Target } from "../zone/pool-model.ts";
import { shuffled } from "./draw.ts";
import { choosePool } from "./pool.ts";
import { pick, select } from "./select.ts";
import { type Situation, targetFor } from "./situation.ts";

/**
 * What was picked below one branch: nothing below values, the target's below an alias, the picked candidates' below a
 * policy, the picked zones' or targets' below a pool.
 */
export interface Choice {
  /** Null for a record set's root, and for the records that stand in where all is unhealthy. */
  readonly candidate: Candidate | PoolZone | Target | null;
  readonly picked: readonly Choice[];
}

export interface Records {
  /** In random order, without duplicates; empty: NODATA. */
  readonly rdata: readonly Uint8Array[];
  readonly ttlSeconds: number;
  /** Something was asked that answers nothing while all of it is unhealthy. */
  readonly closed: boolean;
  /** Something was picked though nothing beside it is healthy. */
  readonly failedOpen: boolean;
  readonly choice: Choice;
}

/** Chooses the records of type `type` that a set answers with. */
export function chooseRecords(set: RecordSet, type: number, situation: Situation): Records {
  const found: Uint8Array[] = [];
  let ttlSeconds = set.ttlSeconds ?? Number.POSITIVE_INFINITY;
  let closed = false;
  let failedOpen = false;

  const descend = (tree: Tree, candidate: Choice["candidate"], level: number): Choice => {
    switch (tree.kind) {
      case "values":
        found.push(...(tree.rdata.get(type) ?? []));
        return { candidate, picked: [] };
      case "alias": {
        const target = targetFor(tree, type, situation, level);
        if (target === null) return { candidate, picked: [] };
        ttlSeconds = Math.min(ttlSeconds, target.ttlSeconds ?? Number.POSITIVE_INFINITY);
        return { candidate, picked: [descend(target.tree, null, level + 1)] };
      }
      case "policy": {
        const selection = select(tree, situation, level);
        if (selection === null) return { candidate, picked: [] };
        if (selection.kind === "values") return { candidate, picked: [descend(selection, null, level)] };
        if (selection.kind === "closed") {
          closed = true;
          return { candidate, picked: [] };
        }
        failedOpen ||= selection.failedOpen;
        const chosen = pick(tree, selection, type, situation);
        return { candidate, picked: chosen.map((one) => descend(one.tree, one, level)) };
      }
      case "pool": {
        const chosen = choosePool(tree, type, situation, level);
        closed ||= chosen.closed;
        failedOpen ||= chosen.failedOpen;
        return { candidate, picked: chosen.picks.map((one) => descend(one.tree, one.of, level)) };
      }
      default:
        return tree satisfies never;
    }
  };
  const choice = descend(set.tree, null, 0);

  const rdata = found.length > 1 ? shuffled(withoutDuplicates(found), situation.draw) : found;
  return { rdata, ttlSeconds, closed, failedOpen, choice };
}

/** Leaves hold no duplicates of their own; two leaves may hold the same record. */
function withoutDuplicates(rdata: readonly Uint8Array[]): Uint8Array[] {
  const seen = new Map<string, Uint8Array>();
  for (const one of rdata) seen.set(String.fromCharCode(...one), one);
  return [...seen.values()];
}
