/**
 * Pools as read: structure checked, every value with its place, nothing judged across parts yet. `schema-pools.ts`
 * makes them, `compile-pool.ts` judges them and turns them into the model.
 */
import type {
  Located,
  Place,
  SourceAffinity,
  SourceCheckUse,
  SourceOnAllUnhealthy,
  SourceState,
  SourceValue,
} from "./source.ts";

export interface SourcePool {
  /** The key, whose place is the pool's. */
  readonly name: Located<string>;
  readonly answer: "nodes" | "targets";
  readonly group: Located<string> | null;
  readonly answers: Located<number> | null;
  readonly affinity: SourceAffinity;
  readonly onAllUnhealthy: SourceOnAllUnhealthy;
  readonly crossZone: boolean;
  readonly thresholds: SourceThresholds;
  readonly zones: readonly SourcePoolZone[];
  readonly groups: readonly SourceGroup[];
}

export interface SourcePoolZone {
  readonly id: Located<string>;
  readonly values: readonly Located<SourceValue>[];
  readonly hasValues: boolean;
  readonly check: SourceCheckUse | null;
  readonly state: SourceState;
}

export interface SourceGroup {
  readonly id: Located<string>;
  /** Null: the pool's. */
  readonly crossZone: boolean | null;
  readonly thresholds: SourceThresholds;
  /** Applied to each target that has none of its own. */
  readonly check: SourceCheckUse | null;
  readonly targets: readonly SourceTarget[];
}

export interface SourceTarget {
  readonly id: Located<string>;
  readonly place: Place;
  readonly zone: Located<string>;
  readonly member:
    | { readonly kind: "address"; readonly address: Located<string> }
    | { readonly kind: "alias"; readonly target: Located<string> };
  readonly weight: number | null;
  readonly check: SourceCheckUse | null;
  readonly state: SourceState;
}

/** What one place of the file says; null: nothing, so that the next place decides. */
export interface SourceThresholds {
  readonly dnsFailover: SourceThreshold | null;
  readonly routingFailover: SourceThreshold | null;
  /** Both at once (ELB's unified setting), after the two. */
  readonly minHealthy: SourceThreshold | null;
}

export interface SourceThreshold {
  readonly count: Located<number | "off"> | null;
  readonly percent: Located<number | "off"> | null;
}

/** The key `pool` of a branch. */
export interface SourcePoolUse {
  readonly name: Located<string>;
  readonly zone: Located<string> | null;
}
