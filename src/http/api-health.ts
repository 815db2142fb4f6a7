/**
 * `GET /api/health`: what the board knows of every check, pool and latch. Keys that do not apply are absent.
 *
 * Targets and zones of pools are shown with ELB's states, reason codes and counts, under their own names.
 */
import type { Observation, PublishedPool } from "../health/check.ts";
import type { HealthReading, HealthView } from "../steering/candidate.ts";
import { poolReport, type TargetState } from "../steering/pool-report.ts";
import { type BoardHealth, type CheckHealth, type Env, type RegionHealth, RPC_FORMAT } from "../store/env.ts";
import type { Draining } from "../zone/model.ts";
import { askBoard, BOARD_AWAY } from "./api-board.ts";
import { errorOf, json, secondsOf, timeOf, timeOrNull } from "./json.ts";

/** Answers from the board itself. */
export async function healthOf(env: Env): Promise<Response> {
  const health = await askBoard<BoardHealth>(env, (board) => board.health());
  if (health === null || health.format !== RPC_FORMAT) return errorOf(503, BOARD_AWAY);
  const { atMs, checks, pools = [], latches = [] } = health;
  const byName = new Map(checks.map((check) => [check.name, check]));
  const bodies = pools.map((pool) => poolBody(pool, byName, atMs));
  const targets = targetsByCheck(bodies);
  return json(200, {
    at: timeOf(atMs),
    checks: checks.map((check) => ({ ...checkBody(check, atMs), ...targets.get(check.name) })),
    pools: bodies,
    latches,
  });
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

function poolBody(pool: PublishedPool, checks: ChecksByName, nowMs: number) {
  const { groups, ...report } = poolReport(pool, viewOfChecks(checks), nowMs);
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
