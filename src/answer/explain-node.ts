/**
 * The tree of `GET /api/explain`: what stands in it, and where the walk that makes it stands. What is written of every
 * branch is worked out in explain-head.ts, of pools in explain-pool.ts, of the rest in explain-tree.ts.
 */
import { rdataToText } from "../dns/rdata-text.ts";
import type { HealthStatus, QuorumOutOfReach } from "../steering/candidate.ts";
import type { TargetState } from "../steering/pool-report.ts";
import type { Choice } from "../steering/records.ts";
import type { Branch } from "../steering/select.ts";
import type { Candidate, OnAllUnhealthy, PolicyTree } from "../zone/model.ts";
import type { PoolZone, Target } from "../zone/pool-model.ts";
import type { ExplainedPlacing } from "./explain-match.ts";
import type { ExplainedObservation } from "./explain-observed.ts";

/** What holds for every kind of branch; keys that do not apply are absent. */
export interface ExplainedHead extends ExplainedPlacing {
  /** Ids from the root, joined by `/`; an alias's target stands at the alias's own path. */
  readonly path: string;
  readonly id?: string;
  readonly status: HealthStatus;
  readonly check?: string;
  /** How long the check has had its status, where that is known. */
  readonly ageSeconds?: number;
  /** The check has not been measured for a while. */
  readonly stale?: true;
  /** What its check's status was made from, where the board can be asked. */
  readonly observed?: ExplainedObservation;
  /** Of the candidate; else of its check, by the API. */
  readonly override?: { readonly verdict: "up" | "down"; readonly until: string | null; readonly reason: string };
  /** The regions that vote on the check can never exceed its quorum. */
  readonly quorumOutOfReach?: QuorumOutOfReach;
  /** Written off, or drained: it is not there. */
  readonly off?: true;
  readonly draining?: { readonly since: string; readonly until: string };
  /** It stays behind the others: until it is released, or until it has been healthy for long enough. */
  readonly held?: true;
  /** As written. */
  readonly weight?: number;
  /** After health and slow start: 0 where it is not eligible. */
  readonly effectiveWeight?: number;
  /** The exact chance of being in the answer; targets of a pool that answers its nodes are in none. */
  readonly probability?: number;
  readonly chosen: boolean;
}

/** What only pools, their zones and their targets have; keys that do not apply are absent. */
export interface ExplainedPoolParts {
  /** Of a pool. */
  readonly pool?: {
    readonly name: string;
    readonly healthy: boolean;
    readonly answer: "nodes" | "targets";
    /** The target group that is answered from. */
    readonly group?: string;
    /** The one zone that is answered, whatever its health. */
    readonly zone?: string;
  };
  /** Of a zone. */
  readonly groups?: readonly ExplainedGroup[];
  /** Of a target. */
  readonly state?: TargetState;
}

/** A target group as one zone sees it: across zones it counts the targets of all of them. */
export interface ExplainedGroup {
  readonly id: string;
  readonly crossZone: boolean;
  readonly registered: number;
  readonly healthy: number;
  readonly dnsFailover: ExplainedThreshold;
  readonly routingFailover: ExplainedThreshold;
}

/** `met`: null where the group has no targets in any zone, and decides nothing. */
export interface ExplainedThreshold {
  readonly count: number | "off";
  readonly percent: number | "off";
  readonly met: boolean | null;
}

/** One branch; keys that do not apply are absent. */
export interface ExplainedNode extends ExplainedHead, ExplainedPoolParts {
  readonly kind: string;
  readonly failedOpen: boolean;
  readonly values?: readonly string[];
  readonly target?: string;
  /** Of an alias of an outside host. */
  readonly host?: ExplainedHost;
  /** Of a failover, as written, unless a candidate returns by itself at once; `held` says of a candidate what comes of it. */
  readonly failback?: "manual" | { readonly after: number };
  /** What is answered while nothing is healthy, unless that is to fail open; `applied`: this client is answered so. */
  readonly onAllUnhealthy?: {
    readonly kind: "closed" | "values";
    readonly values?: readonly string[];
    readonly applied: boolean;
  };
  readonly candidates?: readonly ExplainedNode[];
}

/** How a host's addresses of the asked type are known; `error` where they are not. */
export type ExplainedHost =
  | { readonly ageSeconds: number; readonly ttlSeconds: number; readonly stale: boolean }
  | { readonly error: string };

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
