/**
 * A pool in the tree that `explain` gives: its zones with what each target group's thresholds make of them, and the
 * targets with their states and exact odds.
 */
import { type PoolPlan, planPool } from "../steering/pool.ts";
import { oddsOfPool } from "../steering/pool-answers.ts";
import type { GroupHealth, ZoneHealth } from "../steering/pool-health.ts";
import { stateOfTarget } from "../steering/pool-report.ts";
import { poolReadings } from "../steering/select.ts";
import type { Situation } from "../steering/situation.ts";
import type { PoolTree } from "../zone/model.ts";
import type { Target, Threshold } from "../zone/pool-model.ts";
import {
  type ExplainedGroup,
  type ExplainedHead,
  type ExplainedNode,
  type ExplainedThreshold,
  onAllUnhealthyOf,
  type Step,
  type Walk,
} from "./explain-node.ts";

type PoolNode = Omit<ExplainedNode, keyof ExplainedHead>;

/** Explains a pool and all below it. */
export function explainPool(tree: PoolTree, type: number, step: Step, situation: Situation, walk: Walk): PoolNode {
  const plan = planPool(tree, type, situation, step.level);
  const { pool, zone } = tree;
  const odds = oddsOfPool(tree, plan, type, situation, step.level);
  const parts: Parts = { tree, plan, odds, step, situation, walk };
  const { entry, health } = plan;
  return {
    kind: "pool",
    failedOpen: step.probability > 0 && entry.kind === "zones" && entry.failedOpen,
    pool: {
      name: pool.name,
      healthy: health.healthy,
      answer: pool.answer,
      ...(pool.group !== null && { group: pool.group }),
      ...(zone !== null && { zone }),
    },
    ...onAllUnhealthyOf(pool.onAllUnhealthy, type, entry.kind === pool.onAllUnhealthy.kind),
    candidates: health.zones.map((one) => explainZone(one, parts)),
  };
}

interface Parts {
  readonly tree: PoolTree;
  readonly plan: PoolPlan;
  readonly odds: ReturnType<typeof oddsOfPool>;
  readonly step: Step;
  readonly situation: Situation;
  readonly walk: Walk;
}

function explainZone(health: ZoneHealth, parts: Parts): ExplainedNode {
  const { zone, off, healthy, groups } = health;
  const { tree, odds, step, walk } = parts;
  const path = step.path === "" ? zone.id : `${step.path}/${zone.id}`;
  const values = { kind: "values" as const, rdata: zone.rdata };
  const explained = walk(
    { check: zone.check, tree: values },
    {
      candidate: zone,
      parent: null,
      effectiveWeight: null,
      path,
      level: step.level,
      probability: step.probability * (odds.get(zone) ?? 0),
      choice: choiceOf(step, zone),
    },
  );
  const targets = tree.pool.groups.flatMap((group) =>
    group.targets
      .filter((target) => target.zone === zone.id)
      .map((target) => explainTarget(target, `${path}/${group.id}/${target.id}`, off, parts)),
  );
  return {
    ...explained,
    kind: "zone",
    status: healthy ? "healthy" : "unhealthy",
    chosen: explained.chosen || targets.some(({ chosen }) => chosen),
    groups: groups.map(explainGroup),
    candidates: targets,
  };
}

function explainTarget(target: Target, path: string, zoneIsOff: boolean, parts: Parts): ExplainedNode {
  const { tree, odds, plan, step, situation, walk } = parts;
  const isAnswered = tree.pool.answer === "targets";
  const eligible = plan.sites.some(({ tiers }) => tiers.some((tier) => tier.includes(target)));
  const { probability, ...explained } = walk(target, {
    candidate: target,
    parent: null,
    effectiveWeight: isAnswered ? (eligible ? target.weight : 0) : null,
    path,
    level: step.level,
    probability: step.probability * (odds.get(target) ?? 0),
    choice: choiceOf(step, target),
  });
  const state = zoneIsOff ? "unused" : stateOfTarget(target, situation.health, poolReadings(situation, step.level));
  return { ...explained, ...(isAnswered && probability !== undefined && { probability }), state };
}

function choiceOf({ choice }: Step, part: Step["candidate"]): Step["choice"] {
  return choice?.picked.find(({ candidate }) => candidate === part) ?? null;
}

function explainGroup({ group, targets, ignored, meetsDns, meetsRouting }: GroupHealth): ExplainedGroup {
  return {
    id: group.id,
    crossZone: group.crossZone,
    registered: targets.registered.length,
    healthy: targets.healthy.length,
    dnsFailover: thresholdOf(group.dnsFailover, ignored ? null : meetsDns),
    routingFailover: thresholdOf(group.routingFailover, ignored ? null : meetsRouting),
  };
}

function thresholdOf({ count, percent }: Threshold, met: boolean | null): ExplainedThreshold {
  return { count: count ?? "off", percent: percent ?? "off", met };
}
