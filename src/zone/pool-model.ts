/**
 * Pools in the compiled model: load balancers with zones, and target groups behind them, in the words of ELB and GWLB.
 * What the thresholds mean is for `steering/` to say.
 */
import type { Affinity, Alias, OnAllUnhealthy, OperatorState, Values } from "./model.ts";

/** A load balancer: zones, and target groups behind them (ELB, GWLB). */
export interface Pool {
  /** Full name: `example.com/web`. */
  readonly name: string;
  /** `nodes`: the healthy zones' own values; `targets`: addresses of eligible targets. */
  readonly answer: "nodes" | "targets";
  /** `targets` only: the group that is answered from. */
  readonly group: string | null;
  /** `targets` only: how many targets are answered at the most, 1–8. */
  readonly answers: number;
  readonly affinity: Affinity | null;
  readonly onAllUnhealthy: OnAllUnhealthy;
  readonly zones: readonly PoolZone[];
  readonly groups: readonly TargetGroup[];
}

export interface PoolZone {
  readonly id: string;
  /** Empty where targets are answered. */
  readonly rdata: ReadonlyMap<number, readonly Uint8Array[]>;
  readonly check: string | null;
  readonly state: OperatorState;
}

export interface TargetGroup {
  readonly id: string;
  /** Thresholds over all zones instead of per zone. */
  readonly crossZone: boolean;
  /** Below either: the zone leaves the answer. */
  readonly dnsFailover: Threshold;
  /** Below either: unhealthy targets are eligible too. */
  readonly routingFailover: Threshold;
  readonly targets: readonly Target[];
}

/** Null: off. */
export interface Threshold {
  readonly count: number | null;
  /** Of the targets registered now, 1–100. */
  readonly percent: number | null;
}

export interface Target {
  readonly id: string;
  /** A zone's id. */
  readonly zone: string;
  /** 0–255. */
  readonly weight: number;
  readonly check: string | null;
  /** An address of its own, or a record set that it follows. */
  readonly tree: Values | Alias;
  readonly state: OperatorState;
}
