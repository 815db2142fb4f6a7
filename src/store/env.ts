/**
 * What a deployment binds to the Worker, and the calls that its Durable Objects understand.
 *
 * The RPC shapes stand here, below both ends, since versions of the Worker and of an object mix during a deployment:
 * payloads carry `format`, and methods change only by addition.
 */
import type { Observation, ProbeSpec } from "../health/check.ts";
import type { HealthSnapshot } from "../health/snapshot.ts";

export interface Env {
  readonly ZONES: KVNamespace;
  readonly BOARD: DurableObjectNamespace<BoardRpc>;
  readonly PROBER: DurableObjectNamespace<ProberRpc>;
  /** One token with all rights, or `name:rights:token,…`; unset: no admin API. */
  readonly ADMIN_TOKEN?: string;
  readonly UPSTREAMS?: string;
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

export interface BoardHealth {
  readonly format: typeof RPC_FORMAT;
  readonly atMs: number;
  readonly checks: readonly CheckHealth[];
}

export interface CheckHealth {
  readonly name: string;
  readonly type: string;
  readonly target: string;
  readonly status: "healthy" | "unhealthy" | "unknown";
  readonly stale: boolean;
  /** When the status was last changed; null: never. */
  readonly sinceMs: number | null;
  readonly last: Observation | null;
  readonly usedBy: readonly string[];
}
