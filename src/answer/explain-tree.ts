/** One record set's tree with health, odds and choice: the walk behind `explain`. */
import { nameToText } from "../dns/name-text.ts";
import { rdataToText } from "../dns/rdata-text.ts";
import { effectiveWeight } from "../steering/effective.ts";
import type { Choice } from "../steering/records.ts";
import { type Branch, oddsOf, type Selection, select } from "../steering/select.ts";
import { type Situation, targetFor } from "../steering/situation.ts";
import type { Candidate, OnAllUnhealthy, PolicyTree } from "../zone/model.ts";
import type { PoolZone, Target } from "../zone/pool-model.ts";
import type { Decision } from "./chain.ts";
import { type ExplainedHead, explainHead } from "./explain-head.ts";
import { type ExplainedPoolParts, explainPool } from "./explain-pool.ts";

/** One branch; keys that do not apply are absent. */
export interface ExplainedNode extends ExplainedHead, ExplainedPoolParts {
  readonly kind: string;
  readonly failedOpen: boolean;
  readonly values?: readonly string[];
  readonly target?: string;
  /** What is answered while nothing is healthy, unless that is to fail open; `applied`: this client is answered so. */
  readonly onAllUnhealthy?: {
    readonly kind: "closed" | "values";
    readonly values?: readonly string[];
    readonly applied: boolean;
  };
  readonly candidates?: readonly ExplainedNode[];
}

/** Where the walk stands: what leads here and how likely it is. */
export interface Step {
  /** Null for a record set's root. */
  readonly candidate: Candidate | PoolZone | Target | null;
  /** The policy whose candidate this is; null: the root, or a part of a pool. */
  readonly parent: PolicyTree | null;
  /** The weight that counts in the choice at present; null: weights mean nothing here. */
  readonly effectiveWeight: number | null;
  readonly path: string;
  readonly level: number;
  readonly probability: number;
  /** Null: not chosen. */
  readonly choice: Choice | null;
}

/** Explains one branch and all below it. */
export type Walk = (branch: Branch, step: Step) => ExplainedNode;

/** Explains a decision; `failedOpen` lists the paths of the policies and pools that failed open and can be reached. */
export function explainTree(
  { set, type, choice }: Decision,
  situation: Situation,
): { tree: ExplainedNode; failedOpen: readonly string[] } {
  const failedOpen: string[] = [];

  const walk: Walk = (branch, step) => {
    const { tree } = branch;
    const head = explainHead(branch, step, situation);
    switch (tree.kind) {
      case "values":
        return { ...head, kind: "values", failedOpen: false, values: textsOf(tree.rdata, type) };
      case "alias": {
        const target = targetFor(tree, type, situation, step.level);
        const below = { ...rootStep(step.path, step.probability), level: step.level + 1 };
        const inside = target && walk(target, { ...below, choice: step.choice?.picked[0] ?? null });
        return {
          ...head,
          kind: "alias",
          failedOpen: false,
          target: nameToText(tree.target),
          candidates: inside ? [inside] : [],
        };
      }
      case "policy": {
        const selection = select(tree, situation, step.level);
        const open = step.probability > 0 && selection?.kind === "tier" && selection.failedOpen;
        if (open) failedOpen.push(step.path);
        return {
          ...head,
          kind: tree.policy,
          failedOpen: open,
          ...onAllUnhealthyOf(tree.onAllUnhealthy, type, selection?.kind === tree.onAllUnhealthy.kind),
          candidates: candidateSteps(tree, selection, type, step, situation).map((next) => walk(next.candidate, next)),
        };
      }
      case "pool": {
        const pool = explainPool(tree, type, step, situation, walk);
        if (pool.failedOpen) failedOpen.push(step.path);
        return { ...head, ...pool };
      }
      default:
        return tree satisfies never;
    }
  };

  return { tree: walk(set, { ...rootStep("", 1), choice }), failedOpen };
}

function rootStep(path: string, probability: number): Step {
  return { candidate: null, parent: null, effectiveWeight: null, path, level: 0, probability, choice: null };
}

/** Where the walk goes on below a policy. */
function candidateSteps(
  tree: PolicyTree,
  selection: Selection | null,
  type: number,
  step: Step,
  situation: Situation,
): readonly (Step & { readonly candidate: Candidate })[] {
  const eligible = selection?.kind === "tier" ? selection.eligible : [];
  const odds = selection?.kind === "tier" ? oddsOf(tree, selection, type, situation) : [];
  return tree.candidates.map((candidate) => {
    const at = eligible.indexOf(candidate);
    return {
      candidate,
      parent: tree,
      effectiveWeight:
        tree.policy === "weighted" ? (at < 0 ? 0 : effectiveWeight(candidate, tree.slowStartSeconds, situation)) : null,
      path: step.path === "" ? candidate.id : `${step.path}/${candidate.id}`,
      level: step.level,
      probability: step.probability * (odds[at] ?? 0),
      choice: step.choice?.picked.find((picked) => picked.candidate === candidate) ?? null,
    };
  });
}

/** Writes what a policy or pool answers while nothing in it is healthy; nothing where it fails open. */
export function onAllUnhealthyOf(
  option: OnAllUnhealthy,
  type: number,
  applied: boolean,
): Pick<ExplainedNode, "onAllUnhealthy"> {
  switch (option.kind) {
    case "open":
      return {};
    case "closed":
      return { onAllUnhealthy: { kind: "closed", applied } };
    case "values":
      return { onAllUnhealthy: { kind: "values", values: textsOf(option.rdata, type), applied } };
    default:
      return option satisfies never;
  }
}

/** Writes the record data of a type as presentation text. */
export function textsOf(rdata: ReadonlyMap<number, readonly Uint8Array[]>, type: number): readonly string[] {
  return (rdata.get(type) ?? []).map((one) => rdataToText(type, one));
}
