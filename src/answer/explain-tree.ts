/** One record set's tree with health, odds and choice: the walk behind `explain`. */
import { nameToText } from "../dns/name-text.ts";
import { rdataToText } from "../dns/rdata-text.ts";
import type { HealthStatus } from "../steering/candidate.ts";
import { POLICIES } from "../steering/policies.ts";
import type { Choice } from "../steering/records.ts";
import { type Branch, isHealthy, type Situation, select, targetFor } from "../steering/select.ts";
import type { Candidate, PolicyTree } from "../zone/model.ts";
import type { Decision } from "./chain.ts";

/** One branch; keys that do not apply are absent. */
export interface ExplainedNode {
  /** Ids from the root, joined by `/`; an alias's target stands at the alias's own path. */
  readonly path: string;
  readonly id?: string;
  readonly kind: string;
  readonly status: HealthStatus;
  readonly check?: string;
  readonly weight?: number;
  /** The exact chance of being in the answer. */
  readonly probability: number;
  readonly chosen: boolean;
  readonly failedOpen: boolean;
  readonly values?: readonly string[];
  readonly target?: string;
  readonly candidates?: readonly ExplainedNode[];
}

/** Where the walk stands: what leads here and how likely it is. */
interface Step {
  readonly candidate: Candidate | null;
  /** Whether the candidate's weight means anything. */
  readonly weighted: boolean;
  readonly path: string;
  readonly level: number;
  readonly probability: number;
  /** Null: not chosen. */
  readonly choice: Choice | null;
}

/** Explains a decision; `failedOpen` lists the paths of the policies that failed open and can be reached. */
export function explainTree(
  { set, type, choice }: Decision,
  situation: Situation,
): { tree: ExplainedNode; failedOpen: readonly string[] } {
  const failedOpen: string[] = [];

  const walk = (branch: Branch, step: Step): ExplainedNode => {
    const { tree } = branch;
    const head = headOf(branch, step, situation);
    switch (tree.kind) {
      case "values":
        return {
          ...head,
          kind: "values",
          values: (tree.rdata.get(type) ?? []).map((rdata) => rdataToText(type, rdata)),
        };
      case "alias": {
        const target = targetFor(tree, type, situation, step.level);
        const below = { ...step, candidate: null, level: step.level + 1, choice: step.choice?.picked[0] ?? null };
        return {
          ...head,
          kind: "alias",
          target: nameToText(tree.target),
          candidates: target ? [walk(target, below)] : [],
        };
      }
      case "policy": {
        const selection = select(tree, situation, step.level);
        const open = step.probability > 0 && selection?.failedOpen === true;
        if (open) failedOpen.push(step.path);
        const odds = oddsOf(tree, selection?.eligible ?? []);
        const candidates = tree.candidates.map((candidate) =>
          walk(candidate, {
            candidate,
            weighted: tree.policy === "weighted",
            path: step.path === "" ? candidate.id : `${step.path}/${candidate.id}`,
            level: step.level,
            probability: step.probability * (odds.get(candidate) ?? 0),
            choice: step.choice?.picked.find((picked) => picked.candidate === candidate) ?? null,
          }),
        );
        return { ...head, kind: tree.policy, failedOpen: open, candidates };
      }
      default:
        return tree satisfies never;
    }
  };

  const root: Step = { candidate: null, weighted: false, path: "", level: 0, probability: 1, choice };
  return { tree: walk(set, root), failedOpen };
}

function headOf(branch: Branch, { candidate, weighted, path, level, probability, choice }: Step, situation: Situation) {
  return {
    path,
    ...(candidate && { id: candidate.id }),
    status: statusOf(branch, situation, level),
    ...(branch.check !== null && { check: branch.check }),
    ...(candidate && weighted && { weight: candidate.weight }),
    probability,
    chosen: choice !== null,
    failedOpen: false,
  };
}

/** A value set shows its check's own status, so that `unknown` is seen; anything else shows what it counts as. */
function statusOf(branch: Branch, situation: Situation, level: number): HealthStatus {
  if (branch.tree.kind === "values" && branch.check !== null) return situation.health.read(branch.check).status;
  return isHealthy(branch, situation, level) ? "healthy" : "unhealthy";
}

function oddsOf(tree: PolicyTree, eligible: readonly Candidate[]): Map<Candidate, number> {
  if (eligible.length === 0) return new Map();
  const odds = POLICIES[tree.policy].odds(eligible, tree);
  return new Map(eligible.map((candidate, at) => [candidate, odds[at] ?? 0]));
}
