/** Reads the document `checks/<hash>`, whose bytes the compiler made and whose hash the reader has verified. */

import type { OnAllUnhealthy } from "../zone/model.ts";
import type { PoolZone, Target, TargetGroup } from "../zone/pool-model.ts";
import { CHECKS_FORMAT, type ChecksDocument, type PublishedPool } from "./check.ts";

/** Decodes a checks document; null: it is of another format, or none. */
export function decodeChecks(text: string): ChecksDocument | null {
  try {
    const document: unknown = JSON.parse(text);
    return isChecksDocument(document) ? { ...document, pools: document.pools.map(withoutData) } : null;
  } catch {
    return null;
  }
}

function isChecksDocument(value: unknown): value is ChecksDocument {
  if (typeof value !== "object" || value === null) return false;
  if (!("format" in value) || value.format !== CHECKS_FORMAT || !("checks" in value)) return false;
  return Array.isArray(value.checks) && "pools" in value && Array.isArray(value.pools);
}

const NO_DATA: ReadonlyMap<number, readonly Uint8Array[]> = new Map();

/** Pools stand here to be shown and counted; JSON has no maps, and nothing is answered from this document. */
function withoutData(pool: PublishedPool): PublishedPool {
  return {
    ...pool,
    onAllUnhealthy: bare(pool.onAllUnhealthy),
    zones: pool.zones.map((zone: PoolZone) => ({ ...zone, rdata: NO_DATA })),
    groups: pool.groups.map((group: TargetGroup) => ({ ...group, targets: group.targets.map(bareTarget) })),
  };
}

function bareTarget(target: Target): Target {
  return target.tree.kind === "values" ? { ...target, tree: { kind: "values", rdata: NO_DATA } } : target;
}

function bare(action: OnAllUnhealthy): OnAllUnhealthy {
  return action.kind === "values" ? { kind: "values", rdata: NO_DATA } : action;
}
