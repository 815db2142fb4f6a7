/**
 * Pools as JSON, in the manifest of their zone and in the checks document. Keys that say the default are left out.
 *
 *   POOL    {name, answer?, group?, answers?, affinity?, onAllUnhealthy?, zones: [ZONE], groups?: [GROUP]}
 *   ZONE    {id, values?, check?, state?}
 *   GROUP   {id, crossZone?, dns: [count, percent], routing: [count, percent], targets: [TARGET]}
 *   TARGET  {id, zone, weight?, check?, values | alias, evaluate?, state?}
 */
import type { Name } from "../dns/name.ts";
import {
  onAllUnhealthyOf,
  rdataOf,
  type StoredOnAllUnhealthy,
  type StoredRdata,
  type StoredState,
  stateOf,
  storedAffinity,
  storedOnAllUnhealthy,
  storedRdata,
  storedState,
} from "./blob-parts.ts";
import type { Affinity } from "./model.ts";
import { ADDRESS_TYPES } from "./model-defaults.ts";
import type { Pool, PoolZone, Target, TargetGroup, Threshold } from "./pool-model.ts";

const WEIGHT_DEFAULT = 1;
const ANSWERS_DEFAULT = 1;

export interface StoredPool {
  readonly name: string;
  readonly answer?: "targets";
  readonly group?: string;
  readonly answers?: number;
  readonly affinity?: Affinity;
  readonly onAllUnhealthy?: StoredOnAllUnhealthy;
  readonly zones: readonly StoredZone[];
  readonly groups?: readonly StoredGroup[];
}

interface StoredZone {
  readonly id: string;
  readonly values?: StoredRdata;
  readonly check?: string;
  readonly state?: StoredState;
}

type StoredThreshold = readonly [count: number | null, percent: number | null];

interface StoredGroup {
  readonly id: string;
  readonly crossZone?: true;
  readonly dns: StoredThreshold;
  readonly routing: StoredThreshold;
  readonly targets: readonly StoredTarget[];
}

interface StoredTarget {
  readonly id: string;
  readonly zone: string;
  readonly weight?: number;
  readonly check?: string;
  readonly values?: StoredRdata;
  readonly alias?: string;
  readonly evaluate?: false;
  readonly state?: StoredState;
}

/** Writes a pool. */
export function storedPool({
  name,
  answer,
  group,
  answers,
  affinity,
  onAllUnhealthy,
  zones,
  groups,
}: Pool): StoredPool {
  const unhealthy = storedOnAllUnhealthy(onAllUnhealthy);
  return {
    name,
    ...(answer === "targets" && { answer }),
    ...(group !== null && { group }),
    ...(answers !== ANSWERS_DEFAULT && { answers }),
    ...(affinity && { affinity: storedAffinity(affinity) }),
    ...(unhealthy && { onAllUnhealthy: unhealthy }),
    zones: zones.map(storedZone),
    ...(groups.length > 0 && { groups: groups.map(storedGroup) }),
  };
}

/** Reads a pool. */
export function poolOf(stored: StoredPool): Pool {
  return {
    name: stored.name,
    answer: stored.answer ?? "nodes",
    group: stored.group ?? null,
    answers: stored.answers ?? ANSWERS_DEFAULT,
    affinity: stored.affinity ?? null,
    onAllUnhealthy: onAllUnhealthyOf(stored.onAllUnhealthy),
    zones: stored.zones.map(zoneOf),
    groups: (stored.groups ?? []).map(groupOf),
  };
}

function storedZone({ id, rdata, check, state }: PoolZone): StoredZone {
  const said = storedState(state);
  return {
    id,
    ...(rdata.size > 0 && { values: storedRdata(rdata) }),
    ...(check !== null && { check }),
    ...(said && { state: said }),
  };
}

function zoneOf({ id, values, check, state }: StoredZone): PoolZone {
  return { id, rdata: rdataOf(values ?? {}), check: check ?? null, state: stateOf(state) };
}

function storedGroup({ id, crossZone, dnsFailover, routingFailover, targets }: TargetGroup): StoredGroup {
  return {
    id,
    ...(crossZone && { crossZone }),
    dns: [dnsFailover.count, dnsFailover.percent],
    routing: [routingFailover.count, routingFailover.percent],
    targets: targets.map(storedTarget),
  };
}

function groupOf({ id, crossZone, dns, routing, targets }: StoredGroup): TargetGroup {
  return {
    id,
    crossZone: crossZone ?? false,
    dnsFailover: thresholdOf(dns),
    routingFailover: thresholdOf(routing),
    targets: targets.map(targetOf),
  };
}

const thresholdOf = ([count, percent]: StoredThreshold): Threshold => ({ count, percent });

function storedTarget({ id, zone, weight, check, tree, state }: Target): StoredTarget {
  const said = storedState(state);
  return {
    id,
    zone,
    ...(weight !== WEIGHT_DEFAULT && { weight }),
    ...(check !== null && { check }),
    ...(tree.kind === "values" ? { values: storedRdata(tree.rdata) } : { alias: tree.target }),
    ...(tree.kind === "alias" && !tree.evaluateTargetHealth && { evaluate: false as const }),
    ...(said && { state: said }),
  };
}

function targetOf({ id, zone, weight, check, values, alias, evaluate, state }: StoredTarget): Target {
  return {
    id,
    zone,
    weight: weight ?? WEIGHT_DEFAULT,
    check: check ?? null,
    tree:
      alias === undefined
        ? { kind: "values", rdata: rdataOf(values ?? {}) }
        : {
            kind: "alias",
            target: alias as Name,
            outside: false,
            types: ADDRESS_TYPES,
            evaluateTargetHealth: evaluate ?? true,
          },
    state: stateOf(state),
  };
}
