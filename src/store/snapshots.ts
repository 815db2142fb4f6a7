/**
 * Where health snapshots and latency figures come from: the copy that the data centre shares, then the board itself.
 *
 * The shared copy spares the one board most calls of hundreds of places (Cache API; works on custom domains, costs
 * nothing). It is kept for an hour so that a cold isolate finds a last known one, and is judged by the board's own
 * time, never by its age in the cache. A Cache API that fails or is not there is ignored.
 */
import { LATENCIES_FORMAT, type LatencyFigures } from "../health/latency.ts";
import { type HealthSnapshot, SNAPSHOT_FORMAT } from "../health/snapshot.ts";
import { boardOf } from "./board.ts";
import { BOARD_NAME, type Env } from "./env.ts";
import { within } from "./wait.ts";

const BOARD_TIMEOUT_MS = 1_000;
const SHARED_TIMEOUT_MS = 100;
const SHARED_SECONDS = 3_600;

/** What was fetched, and whether others of the data centre lack it. */
export interface Fetched {
  readonly snapshot: HealthSnapshot;
  readonly isNews: boolean;
}

/** Gives the newest snapshot to be had: a shared one where `isFresh` says that it will do, else the board's; null: none. */
export async function fetchSnapshot(env: Env, isFresh: (shared: HealthSnapshot) => boolean): Promise<Fetched | null> {
  const shared = await sharedSnapshot(env);
  if (shared !== null && isFresh(shared)) return { snapshot: shared, isNews: false };
  const told = await boardSnapshot(env);
  if (told !== null) return { snapshot: told, isNews: true };
  return shared && { snapshot: shared, isNews: false };
}

/** Null: the board has none yet, is away, or speaks another format; who asks goes on with what is known. */
async function boardSnapshot(env: Env): Promise<HealthSnapshot | null> {
  try {
    const asked = boardOf(env).snapshot() as Promise<HealthSnapshot | null>;
    const told = await within(asked, BOARD_TIMEOUT_MS, null);
    return told === null ? null : snapshotOf(told);
  } catch {
    return null;
  }
}

/** Copies what came over RPC into plain data; null for a format of another version (counts as board away). */
function snapshotOf(told: HealthSnapshot): HealthSnapshot | null {
  const { format, checks, atMs, statuses, stale, since, held, overrides = [] } = told;
  if (format !== SNAPSHOT_FORMAT) return null;
  return {
    format,
    checks,
    atMs,
    statuses: statuses.slice(),
    stale: [...stale],
    since: since.map(([at, ms]) => [at, ms]),
    held: [...held],
    overrides: overrides.map(([at, { verdict, untilMs, reason }]) => [at, { verdict, untilMs, reason }]),
  };
}

async function sharedSnapshot(env: Env): Promise<HealthSnapshot | null> {
  const stored = await readShared<StoredSnapshot>(env, "snapshot");
  try {
    return stored && snapshotOf({ ...stored, statuses: Uint8Array.from(stored.statuses) });
  } catch {
    return null;
  }
}

type StoredSnapshot = Omit<HealthSnapshot, "statuses"> & { readonly statuses: readonly number[] };

/** Leaves a snapshot for the other isolates of the data centre. Never rejects. */
export async function shareSnapshot(env: Env, snapshot: HealthSnapshot): Promise<void> {
  await share(env, "snapshot", { ...snapshot, statuses: [...snapshot.statuses] });
}

/** Gives latency figures where `isFresh` says of the shared ones that they will do, else the board's, which are shared; null: none. */
export async function fetchLatencies(
  env: Env,
  isFresh: (shared: LatencyFigures) => boolean,
): Promise<LatencyFigures | null> {
  const shared = await readShared<LatencyFigures>(env, "latencies");
  if (shared?.format === LATENCIES_FORMAT && isFresh(shared)) return shared;
  try {
    const asked = boardOf(env).latencies() as Promise<LatencyFigures | null>;
    const told = await within(asked, BOARD_TIMEOUT_MS, null);
    if (told?.format !== LATENCIES_FORMAT) return null;
    const figures = structuredClone({ ...told });
    await share(env, "latencies", figures);
    return figures;
  } catch {
    return null;
  }
}

/** The two documents that a data centre shares. */
type Shared = "snapshot" | "latencies";

async function readShared<T>(env: Env, what: Shared): Promise<T | null> {
  try {
    const response = await within(caches.default.match(sharedUrl(env, what)), SHARED_TIMEOUT_MS, undefined);
    return response === undefined ? null : await response.json<T>();
  } catch {
    return null;
  }
}

async function share(env: Env, what: Shared, document: unknown): Promise<void> {
  try {
    const headers = { "Content-Type": "application/json", "Cache-Control": `max-age=${SHARED_SECONDS}` };
    const response = new Response(JSON.stringify(document), { headers });
    await within(caches.default.put(sharedUrl(env, what), response), SHARED_TIMEOUT_MS, undefined);
  } catch {
    // No Cache API here: every isolate asks the board itself.
  }
}

/** Deployments in one Cloudflare zone share a cache; the object's id tells them apart. The host is never asked. */
function sharedUrl(env: Env, what: Shared): string {
  return `https://board.invalid/${env.BOARD.idFromName(BOARD_NAME).toString()}/${what}`;
}
