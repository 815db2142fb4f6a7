/**
 * What a record set's type allows inside it: which types may be steered, and how many values.
 *
 * The list is the zone format's; Route 53 is narrower (it steers some types only) and there is no need to be.
 */
import { TYPE, typeToText } from "../../dns/types.ts";
import type { Tree, Values } from "../../zone/model.ts";
import { branchesOf, type DraftBranch, type DraftSet, type DraftZone } from "./draft.ts";
import type { Problems } from "./problem.ts";

const UNSTEERED: ReadonlySet<number> = new Set([TYPE.NS, TYPE.DS, TYPE.DNSKEY, TYPE.DNAME]);
/** RFC 2181 10.1 and RFC 6672 2.1: one record of these at an owner. */
const SINGLE: ReadonlySet<number> = new Set([TYPE.CNAME, TYPE.DNAME]);

/** Judges each record set of one zone by its type. */
export function judgeTypes({ sets }: DraftZone, problems: Problems): void {
  for (const set of sets) {
    const [type = 0] = set.source.types;
    if (type !== TYPE.A && type !== TYPE.AAAA) judgePoolUses(set, type, problems);
    if (!UNSTEERED.has(type) && !SINGLE.has(type)) continue;
    if (UNSTEERED.has(type)) judgeUnsteered(set, type, problems);
    for (const branch of branchesOf(set.root)) judgeBranch(branch, set, type, problems);
  }
}

/** A pool answers addresses: a CNAME may be steered, but not by a pool. */
function judgePoolUses({ root, label }: DraftSet, type: number, problems: Problems): void {
  for (const { source, tree } of branchesOf(root)) {
    if (tree.kind !== "pool") continue;
    const message = `${label}: a pool answers addresses; it is allowed in A, AAAA and addresses, not in ${typeToText(type)}`;
    problems.add(source.place, "pool-not-for-type", message);
  }
}

function judgeUnsteered({ root, source, label }: DraftSet, type: number, problems: Problems): void {
  if (root.tree.kind === "values") return;
  const message = `${label}: ${typeToText(type)} cannot be steered; write plain values`;
  problems.add(source.place, "type-not-steerable", message);
}

function judgeBranch({ source, tree }: DraftBranch, { label }: DraftSet, type: number, problems: Problems): void {
  if (type === TYPE.CNAME && tree.kind === "policy" && tree.policy === "multivalue") {
    const message = `${label}: a CNAME is one record, and multivalue answers several; use weighted or failover`;
    problems.add(source.place, "multivalue-not-for-cname", message);
  }
  const rdata = valuesOf(tree);
  const count = rdata?.get(type)?.length ?? 0;
  if (!SINGLE.has(type) || count <= 1) return;
  const message = `${label}: ${count} values where ${typeToText(type)} allows one`;
  problems.add(source.place, "single-value-type", message);
}

/** The values that a tree answers by itself: its own, or those that a policy answers when all is unhealthy. */
function valuesOf(tree: Tree): Values["rdata"] | null {
  if (tree.kind === "values") return tree.rdata;
  return tree.kind === "policy" && tree.onAllUnhealthy.kind === "values" ? tree.onAllUnhealthy.rdata : null;
}
