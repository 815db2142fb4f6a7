/**
 * `GET /api/health`: what the board knows of every check, pool and latch. Keys that do not apply are absent.
 *
 * Targets and zones of pools are shown with ELB's states, reason codes and counts, under their own names.
 */

import { followTargets } from "../answer/followed.ts";
import { secondsOf } from "../answer/record-text.ts";
import type { Observation, PublishedPool } from "../health/check.ts";
import type { HealthReading, HealthView } from "../steering/candidate.ts";
import { type PoolReport, poolReport, type TargetState } from "../steering/pool-report.ts";
import { type BoardHealth, type CheckHealth, type Env, type RegionHealth, RPC_FORMAT } from "../store/env.ts";
import type { IsolateResolver } from "../store/resolver.ts";
import type { Alias, Draining } from "../zone/model.ts";
import { askBoard, BOARD_AWAY } from "./api-board.ts";
import { errorOf, json, timeOf, timeOrNull } from "./json.ts";

/** Answers from the board itself; only what targets by reference follow is looked up in the zones. */
export async function healthOf(request: Request, env: Env, resolver: IsolateResolver): Promise<Response> {
  const health = await askBoard<BoardHealth>(env, (board) => board.health());
  if (health === null || health.format !== RPC_FORMAT) return errorOf(503, BOARD_AWAY);
  const { atMs, checks, pools = [], latches = [] } = health;
  const byName = new Map(checks.map((check) => [check.name, check]));
  const view = viewOfChecks(byName);
  const unhealthy = await unhealthyAliases(pools, view, request, resolver);
  const bodies = pools.map((pool) =>
    poolBody(
      pool,
      poolReport(pool, view, (alias) => !unhealthy.has(alias), atMs),
      byName,
    ),
  );
  const targets = targetsByCheck(bodies);
  return json(200, {
    at: timeOf(atMs),
    checks: checks.map((check) => ({ ...checkBody(check, atMs), ...targets.get(check.name) })),
    pools: bodies,
    latches,
  });
}

/** The record sets that targets follow and that are unhealthy; none where no zones could be read. */
async function unhealthyAliases(
  pools: readonly PublishedPool[],
  view: HealthView,
  request: Request,
  resolver: IsolateResolver,
): Promise<ReadonlySet<Alias>> {
  const targets = pools.flatMap(({ groups }) => groups.flatMap((group) => group.targets));
  const aliases = targets.flatMap(({ tree }) => (tree.kind === "alias" ? [tree] : []));
  if (aliases.length === 0 || !(await resolver.isReady())) return new Set();
  const settled = await resolver.settle(
    ({ zones, hosts, nowMs }) => followTargets(aliases, zones, view, hosts, nowMs),
    request,
  );
  return settled.kind === "followed" ? settled.unhealthy : new Set();
}

/** The state of the target that a check belongs to; of the first one where several share it. */
function targetsByCheck(pools: readonly ReturnType<typeof poolBody>[]) {
  const targets = new Map<string, { readonly state: TargetState; readonly reasonCode?: string }>();
  for (const { check, state, reasonCode } of pools.flatMap(({ groups }) => groups.flatMap((group) => group.targets))) {
    if (check === null || targets.has(check)) continue;
    targets.set(check, reasonCode === undefined ? { state } : { state, reasonCode });
  }
  return targets;
}

/** Writes a check as the API shows it. */
export function checkBody(check: CheckHealth, nowMs: number) {
  const { name, type, target, status, stale, sinceMs, report, override, quorumOutOfReach, regions, usedBy } = check;
  const last = report ? pushed(report) : check.last && observed(check.last);
  const lastMs = report?.atMs ?? check.last?.atMs ?? null;
  return {
    name,
    type,
    target,
    status,
    ...(status === "unknown" && check.healthy !== undefined ? { countsAs: healthWord(check.healthy) } : {}),
    stale,
    since: timeOrNull(sinceMs),
    ageSeconds: lastMs === null ? null : secondsOf(nowMs - lastMs),
    last,
    ...(check.inverted ? { inverted: true } : {}),
    ...(check.disabled ? { disabled: true } : {}),
    ...(override ? { override: overrideBody(override) } : {}),
    ...(quorumOutOfReach ? { quorumOutOfReach } : {}),
    ...(regions ? { regions: regions.map((region) => regionBody(region, nowMs)) } : {}),
    usedBy,
  };
}

const healthWord = (healthy: boolean) => (healthy ? "healthy" : "unhealthy");

function observed({ atMs, outcome, latencyMs, code }: Observation) {
  return { at: timeOf(atMs), healthy: outcome === "ok", reason: outcome, latencyMs, code };
}

/** What a push check was told reads like an observation. */
function pushed({ atMs, status, reason }: NonNullable<CheckHealth["report"]>) {
  return { at: timeOf(atMs), healthy: status === "healthy", reason, latencyMs: null, code: null };
}

function overrideBody({ verdict, untilMs, reason, by, atMs }: NonNullable<CheckHealth["override"]>) {
  return { verdict, until: timeOrNull(untilMs), reason, by, at: timeOf(atMs) };
}

function regionBody({ region, status, sinceMs, last }: RegionHealth, nowMs: number) {
  return {
    region,
    status,
    since: timeOrNull(sinceMs),
    ageSeconds: last === null ? null : secondsOf(nowMs - last.atMs),
    last: last && observed(last),
  };
}

type ChecksByName = ReadonlyMap<string, CheckHealth>;

function poolBody(pool: PublishedPool, { groups, ...report }: PoolReport, checks: ChecksByName) {
  return {
    ...report,
    groups: groups.map(({ targets, ...group }, at) => ({
      ...group,
      targets: targets.map(({ safeToRemoveAtMs, ...target }, place) => ({
        ...target,
        reasonCode: target.state === "unhealthy" ? reasonCodeOf(target.check, checks) : undefined,
        draining: drainingBody(pool.groups[at]?.targets[place]?.state.draining ?? null),
        safeToRemoveAt: safeToRemoveAtMs === null ? undefined : timeOf(safeToRemoveAtMs),
      })),
    })),
  };
}

/** Until when a target drains, or did. JSON leaves out what is undefined. */
function drainingBody(draining: Draining | null) {
  if (draining === null) return undefined;
  const { sinceMs, seconds } = draining;
  return { since: timeOf(sinceMs), until: timeOf(sinceMs + seconds * 1000) };
}

/** ELB's reason codes (TargetHealth): what the last probe of an unhealthy target met. */
function reasonCodeOf(check: string | null, checks: ChecksByName): string {
  switch (check === null ? undefined : checks.get(check)?.last?.outcome) {
    case "timeout":
      return "Target.Timeout";
    case "status-mismatch":
      return "Target.ResponseCodeMismatch";
    default:
      return "Target.FailedHealthChecks";
  }
}

/** The board's own verdicts as pools read them. */
function viewOfChecks(checks: ChecksByName): HealthView {
  const read = (name: string): HealthReading => {
    const check = checks.get(name);
    if (check === undefined) return { healthy: true, status: "unknown", stale: false, sinceMs: null, cause: null };
    const { status, stale, sinceMs } = check;
    return { healthy: check.healthy ?? status !== "unhealthy", status, stale, sinceMs, cause: null };
  };
  return { read, isHeld: () => false, regions: [], latencyMs: () => null, stale: false };
}
