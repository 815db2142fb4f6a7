/** One record set's tree with health, odds and choice: the walk behind `explain`. */
import { nameToText } from "../dns/name-text.ts";
import { effectiveWeight } from "../steering/effective.ts";
import { hostTtlSeconds } from "../steering/hosts.ts";
import { oddsOf, type Selection, select } from "../steering/select.ts";
import { type Situation, targetFor } from "../steering/situation.ts";
import type { Alias, Candidate, PolicyTree } from "../zone/model.ts";
import type { Decision } from "./chain.ts";
import { explainHead } from "./explain-head.ts";
import { type ExplainedNode, onAllUnhealthyOf, type Step, textsOf, type Walk } from "./explain-node.ts";
import { explainPool } from "./explain-pool.ts";
import { secondsOf } from "./record-text.ts";

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
          ...(tree.outside && hostOf(tree, type, situation)),
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
          ...failbackOf(tree),
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

function hostOf({ target }: Alias, type: number, { hosts, nowMs }: Situation): Pick<ExplainedNode, "host"> {
  const reading = hosts.find(target, type, nowMs);
  switch (reading.kind) {
    case "need":
      return {};
    case "unknown":
      return { host: { error: reading.error.text } };
    case "addresses": {
      const { lookedUpMs, stale } = reading;
      const ageSeconds = secondsOf(nowMs - lookedUpMs);
      return { host: { ageSeconds, ttlSeconds: hostTtlSeconds(reading, nowMs), stale } };
    }
    default:
      return reading satisfies never;
  }
}

function rootStep(path: string, probability: number): Step {
  return { candidate: null, parent: null, effectiveWeight: null, path, level: 0, probability, choice: null };
}

function failbackOf({ failback }: PolicyTree): Pick<ExplainedNode, "failback"> {
  switch (failback.kind) {
    case "auto":
      return {};
    case "manual":
      return { failback: "manual" };
    case "after":
      return { failback: { after: failback.seconds } };
    default:
      return failback satisfies never;
  }
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
