/**
 * A zone half-way: compiled into the model, each part still beside the source it came from, so that rules which look
 * across record sets can say where the fault is written.
 *
 *   DraftZone ── sets ──> DraftSet ── root ──> DraftBranch ── candidates ──> DraftBranch …
 *
 * A part with a problem of its own is left out of the draft: the problem is told already, and nothing with problems is
 * published.
 */
import type { Name } from "../../dns/name.ts";
import { parentOf } from "../../dns/name.ts";
import type { CalculatedCheck, ProbedCheck, PushCheck } from "../../health/check.ts";
import type { Alias, RecordSet, Tree, Zone, ZoneNode } from "../../zone/model.ts";
import type { Pool } from "../../zone/pool-model.ts";
import type { Place, SourceBranch, SourceSet, SourceZone } from "./source.ts";
import type { SourcePool } from "./source-pool.ts";

export interface DraftZone {
  readonly source: SourceZone;
  readonly zone: Zone;
  /** In canonical order, empty non-terminals included. */
  readonly nodes: readonly ZoneNode[];
  /** In the order written. */
  readonly sets: readonly DraftSet[];
  readonly checks: readonly DraftCheck[];
  /** In the order written. */
  readonly pools: readonly DraftPool[];
}

export interface DraftPool {
  readonly source: SourcePool;
  readonly pool: Pool;
  /** Of the targets that follow record sets. */
  readonly aliases: readonly { readonly place: Place; readonly tree: Alias }[];
}

export interface DraftSet {
  /** Folded and absolute. */
  readonly owner: Name;
  /** `www.example.com./A`: how plans, the API and `usedBy` call the record set. */
  readonly label: string;
  readonly source: SourceSet;
  readonly set: RecordSet;
  readonly root: DraftBranch;
}

export interface DraftBranch {
  readonly source: SourceBranch;
  /** The full name of the branch's check. */
  readonly check: string | null;
  readonly tree: Tree;
  /** Of a policy, in the order written; none for values and aliases. */
  readonly candidates: readonly DraftBranch[];
}

/** A check that does not know yet who uses it. */
export type CompiledCheck = Omit<ProbedCheck, "usedBy"> | Omit<CalculatedCheck, "usedBy"> | Omit<PushCheck, "usedBy">;

/** A check with those who use it. */
export interface DraftCheck {
  readonly check: CompiledCheck;
  readonly usedBy: readonly DraftSet[];
}

/** The zones of a folder as rules across zones see them. */
export class DraftZones {
  readonly all: readonly DraftZone[];
  readonly #byApex: ReadonlyMap<Name, DraftZone>;
  readonly #bySet: ReadonlyMap<RecordSet, DraftSet>;

  constructor(all: readonly DraftZone[]) {
    this.all = all;
    this.#byApex = new Map(all.map((draft) => [draft.zone.apex, draft]));
    this.#bySet = new Map(all.flatMap(({ sets }) => sets.map((draft) => [draft.set, draft] as const)));
  }

  /** The zone with the longest apex that a folded name is at or below. */
  find(name: Name): DraftZone | null {
    for (let apex = name; ; apex = parentOf(apex)) {
      const found = this.#byApex.get(apex);
      if (found || apex === parentOf(apex)) return found ?? null;
    }
  }

  /** The draft that a record set of the model came from. */
  draftOf(set: RecordSet): DraftSet | null {
    return this.#bySet.get(set) ?? null;
  }
}

/** Gives a branch and all below it, from the top down in the order written. */
export function branchesOf(branch: DraftBranch): readonly DraftBranch[] {
  return [branch, ...branch.candidates.flatMap(branchesOf)];
}

/** Tells whether a record set may answer with a pool. */
export function usesPool({ root }: DraftSet, pool: Pool): boolean {
  return branchesOf(root).some(({ tree }) => tree.kind === "pool" && tree.pool === pool);
}

/** Gives the full names of the checks of a pool's zones and targets. */
export function checksOfPool({ zones, groups }: Pool): readonly string[] {
  const parts = [...zones, ...groups.flatMap(({ targets }) => targets)];
  return parts.flatMap(({ check }) => check ?? []);
}
