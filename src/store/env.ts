/**
 * What a deployment binds to the Worker, and the calls that its Durable Objects understand.
 *
 * The RPC shapes stand here, below both ends, since versions of the Worker and of an object mix during a deployment:
 * payloads carry `format`, and methods change only by addition.
 */
import type { Observation, ProbeSpec, PublishedPool } from "../health/check.ts";
import type { LatencyFigures } from "../health/latency.ts";
import type { HealthSnapshot } from "../health/snapshot.ts";
import type { CheckOverride, PushReport } from "../health/verdict.ts";
import type { QuorumOutOfReach } from "../steering/candidate.ts";

export interface Env {
  readonly ZONES: KVNamespace;
  readonly BOARD: DurableObjectNamespace<BoardRpc>;
  readonly PROBER: DurableObjectNamespace<ProberRpc>;
  /** One token with all rights, or `name:rights:token,…`; unset: no admin API. */
  readonly ADMIN_TOKEN?: string;
  /** URLs of DoH resolvers, in the order of preference; unset: names outside the zones are refused. */
  readonly UPSTREAMS?: string;
  /** `true`: the upstreams are told the client's network (RFC 7871). */
  readonly UPSTREAM_ECS?: string;
  /** How long after its TTL an answer of the upstreams may stand in when they all fail (RFC 8767); 0: never. */
  readonly SERVE_STALE_SECONDS?: string;
  /** `true`: a line for each query, with the client's address cut short. */
  readonly LOG_QUERIES?: string;
  /** Host names that this resolver is reached by, for clients that look for it (RFC 9462, RFC 9606). */
  readonly PUBLIC_NAMES?: string;
  /** Whose web pages may read answers: origins, `none`, or `*`; unset: everybody's. */
  readonly CORS_ORIGINS?: string;
  /** One token, or `name:token,…`, that queries carry in their path; unset: everybody may ask. */
  readonly ACCESS_TOKENS?: string;
  /** Bound: how much a client's network may ask. */
  readonly RATE_LIMITER?: RateLimit;
  readonly ALLOW_PRIVATE_TARGETS?: string;
  readonly HEALTH_SOFT_AGE_SECONDS?: string;
  readonly HEALTH_HARD_AGE_SECONDS?: string;
  readonly CATALOG_SOFT_AGE_SECONDS?: string;
  readonly CATALOG_HARD_AGE_SECONDS?: string;
  readonly REGIONS?: string;
  readonly BOARD_REGION?: string;
}

export const RPC_FORMAT = 1;

/** The one board's name. */
export const BOARD_NAME = "board";

export interface BoardRpc extends Rpc.DurableObjectBranded {
  /** The statuses of all checks; null while no checks document has been adopted. */
  snapshot(): Promise<HealthSnapshot | null>;
  /** Takes over the checks document of a catalog unless the board already follows a later generation. */
  adopt(update: Adoption): Promise<void>;
  /** Records one round's observations and tells which checks document is in force. */
  report(report: Report): Promise<ReportReceipt>;
  /** Everything the board knows of each check, for people; sorted by name. */
  health(): Promise<BoardHealth>;
  /** Puts an operator's verdict on a check in force, or takes it back. */
  override(order: OverrideOrder): Promise<OrderReceipt<CheckHealth>>;
  /** Tells a push check its status. */
  push(order: PushOrder): Promise<OrderReceipt<CheckHealth>>;
  /** Lets a candidate of a failover with manual failback go; one that is not held stays as it is. */
  release(order: ReleaseOrder): Promise<OrderReceipt<LatchHealth>>;
  /** How long probes take from each region; null while no checks document has been adopted. */
  latencies(): Promise<LatencyFigures | null>;
}

export interface ProberRpc extends Rpc.DurableObjectBranded {
  /** Takes an assignment over and probes what is due. An empty assignment retires the prober. */
  run(assignment: Assignment): Promise<void>;
}

export interface Adoption {
  readonly format: typeof RPC_FORMAT;
  readonly generation: number;
  /** Hash of the checks document. */
  readonly checks: string;
}

export interface Assignment {
  readonly format: typeof RPC_FORMAT;
  /** The prober's own name. */
  readonly prober: string;
  /** The location hint it is made with; null: none. Absent: an assignment of an earlier version. */
  readonly region?: string | null;
  readonly checks: string;
  readonly probes: readonly AssignedProbe[];
}

export interface AssignedProbe {
  readonly id: string;
  readonly spec: ProbeSpec;
  /** Probed more slowly after ten minutes of failure: every check that shares the probe allows it. */
  readonly backoff: boolean;
}

export interface Report {
  readonly format: typeof RPC_FORMAT;
  readonly prober: string;
  readonly observations: readonly Observation[];
}

export interface ReportReceipt {
  readonly format: typeof RPC_FORMAT;
  /** The checks document in force; null: none yet. */
  readonly checks: string | null;
}

export interface OverrideOrder {
  readonly format: typeof RPC_FORMAT;
  /** Full name. */
  readonly check: string;
  /** Null: the override is taken back. */
  readonly override: Omit<CheckOverride, "atMs"> | null;
}

export interface PushOrder {
  readonly format: typeof RPC_FORMAT;
  /** Full name. */
  readonly check: string;
  readonly report: Omit<PushReport, "atMs">;
}

export interface ReleaseOrder {
  readonly format: typeof RPC_FORMAT;
  readonly owner: string;
  readonly type: string;
  /** Ids joined by `/`. */
  readonly path: string;
}

/** What became of an order. `refused`: it contradicts what there is, as the text says. */
export type OrderReceipt<Told> =
  /** How what was told stands now. */
  { readonly kind: "done"; readonly now: Told } | Undone;

export type Undone =
  | { readonly kind: "unknown"; readonly text: string }
  | { readonly kind: "refused"; readonly text: string };

export interface BoardHealth {
  readonly format: typeof RPC_FORMAT;
  readonly atMs: number;
  readonly checks: readonly CheckHealth[];
  /** Absent, as everything that is optional below: a board of an earlier version. */
  readonly pools?: readonly PublishedPool[];
  readonly latches?: readonly LatchHealth[];
}

export interface LatchHealth {
  readonly name: string;
  readonly check: string;
  readonly held: boolean;
}

export interface CheckHealth {
  readonly name: string;
  readonly type: string;
  readonly target: string;
  readonly status: "healthy" | "unhealthy" | "unknown";
  /** What decides, `unknown` counted as it counts. */
  readonly healthy?: boolean;
  readonly stale: boolean;
  /** When the status was last changed; null: never. */
  readonly sinceMs: number | null;
  /** The newest of all regions. */
  readonly last: Observation | null;
  readonly inverted?: boolean;
  readonly disabled?: boolean;
  /** Null: none in force. */
  readonly override?: CheckOverride | null;
  /** Where so many regions can never say healthy. */
  readonly quorumOutOfReach?: QuorumOutOfReach;
  /** Where there are several. */
  readonly regions?: readonly RegionHealth[];
  /** Calculated checks: the full names of their children. */
  readonly of?: readonly string[];
  /** Push checks: what was told last; null: nothing yet. */
  readonly report?: PushReport | null;
  readonly usedBy: readonly string[];
}

export interface RegionHealth {
  readonly region: string | null;
  readonly status: "healthy" | "unhealthy" | "unknown";
  readonly sinceMs: number | null;
  readonly last: Observation | null;
}
