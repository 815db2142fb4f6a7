/**
 * The admin API's answers: what the board knows of every check, and why a client gets an answer. Turns outcomes into
 * the JSON of the contract and decides nothing else.
 */
import { explain } from "../answer/explain.ts";
import { nameToText } from "../dns/name-text.ts";
import { typeToText } from "../dns/types.ts";
import type { HealthReading, HealthView } from "../steering/candidate.ts";
import { boardOf } from "../store/board.ts";
import { type BoardHealth, type CheckHealth, type Env, RPC_FORMAT } from "../store/env.ts";
import type { IsolateResolver } from "../store/resolver.ts";
import { within } from "../store/wait.ts";
import { parseExplainParams } from "./explain-params.ts";

/** People wait longer than queries do. */
const BOARD_TIMEOUT_MS = 5_000;

/** `GET /api/health`, read from the board itself. */
export async function healthOf(env: Env): Promise<Response> {
  const asked = boardOf(env).health() as Promise<BoardHealth>;
  const health = await within(asked, BOARD_TIMEOUT_MS, null);
  if (health === null || health.format !== RPC_FORMAT) return errorOf(503, "The health board cannot be reached.");
  const { atMs, checks } = health;
  return json(200, { at: timeOf(atMs), checks: checks.map((check) => checkOf(check, atMs)) });
}

/** `GET /api/explain`. */
export async function explanationOf(search: URLSearchParams, resolver: IsolateResolver): Promise<Response> {
  const parsed = parseExplainParams(search);
  if (parsed.kind === "error") return errorOf(400, parsed.text);
  const { name, type, subnet, given } = parsed.params;
  if (!(await resolver.isReady())) return errorOf(503, "No zones have been loaded yet.");
  const { world } = resolver;
  const unknown = [...given.keys()].find((check) => !world.hasCheck(check));
  if (unknown !== undefined) return errorOf(400, `There is no check "${unknown}".`);
  const question = { qname: name, qtype: type, ra: world.settings.recursionAvailable };
  // RFC 7871 7.1.2: a prefix of 0 asks not to be located.
  const client = { subnet: subnet?.prefixLength === 0 ? null : subnet };
  const settled = await resolver.settle(({ zones, health, nowMs }, draw) => {
    const outcome = explain(question, zones, suppose(health, given), client, draw);
    return outcome.kind === "need" ? outcome : { ...outcome, nowMs };
  });
  if (settled.kind === "unsettled") return errorOf(503, settled.text);
  const { explanation, nowMs } = settled;
  const { snapshotAtMs } = world;
  return json(200, {
    name: nameToText(name),
    type: typeToText(type),
    subnet: search.get("subnet") || null,
    snapshot: {
      at: snapshotAtMs === null ? null : timeOf(snapshotAtMs),
      ageSeconds: snapshotAtMs === null ? null : secondsOf(nowMs - snapshotAtMs),
    },
    ...explanation,
  });
}

/** An error of the API. */
export function errorOf(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return json(status, { error }, headers);
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

function checkOf({ name, type, target, status, stale, sinceMs, last, usedBy }: CheckHealth, nowMs: number) {
  return {
    name,
    type,
    target,
    status,
    stale,
    since: sinceMs === null ? null : timeOf(sinceMs),
    ageSeconds: last === null ? null : secondsOf(nowMs - last.atMs),
    last: last && {
      at: timeOf(last.atMs),
      healthy: last.outcome === "ok",
      reason: last.outcome,
      latencyMs: last.latencyMs,
      code: last.code,
    },
    usedBy,
  };
}

/** Health as it stands, but for the verdicts that are supposed. */
function suppose(health: HealthView, given: ReadonlyMap<string, "healthy" | "unhealthy">): HealthView {
  if (given.size === 0) return health;
  const read = (check: string): HealthReading => {
    const status = given.get(check);
    return status === undefined ? health.read(check) : { healthy: status === "healthy", status, stale: false };
  };
  return { read, stale: health.stale };
}

/** RFC 3339, UTC. */
const timeOf = (ms: number): string => new Date(ms).toISOString();
/** With one decimal. */
const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;
