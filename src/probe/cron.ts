/**
 * What the cron trigger does every minute: tells the board which checks are in force, and each prober its share.
 *
 * The board's document decides, not the catalog's: this Worker may have read an old catalog, or the board may not
 * have been able to read the new document yet. Probers that have no share any more learn it from the board's receipt.
 */
import { boardOf } from "../store/board.ts";
import { type Assignment, type Env, RPC_FORMAT } from "../store/env.ts";
import { logError } from "../store/log.ts";
import { CATALOG_KEY, type Catalog, decodeCatalog } from "../zone/catalog.ts";
import { ChecksDocuments } from "./documents.ts";
import { dutiesOf } from "./duties.ts";

/** The lowest that KV allows. */
const CATALOG_CACHE_TTL_SECONDS = 30;

/** Calls to objects are not counted among an invocation's six connections; this bounds memory and bursts. */
const CALLS_AT_ONCE = 20;

/** No prober is called later than this, so that a round ends before the next minute's begins. */
const ROUND_BUDGET_MS = 50_000;

/** Runs one round. Never rejects: each failure is one line in the log, and the others go on. */
export async function runRound(env: Env, nowMs: number): Promise<void> {
  try {
    const catalog = await readCatalog(env);
    if (catalog === null) return;
    const checks = await adopt(env, catalog);
    const document = await new ChecksDocuments(env.ZONES).read(checks);
    if (document === null) return;
    await callProbers(env, dutiesOf(env, checks, document), nowMs + ROUND_BUDGET_MS);
  } catch (error) {
    logError("cron-failed", { error: String(error) });
  }
}

/** Gives the catalog; null: nothing has been published, or what is there is no catalog. */
async function readCatalog(env: Env): Promise<Catalog | null> {
  const text = await env.ZONES.get(CATALOG_KEY, { type: "text", cacheTtl: CATALOG_CACHE_TTL_SECONDS });
  const catalog = text === null ? null : decodeCatalog(text);
  if (text !== null && catalog === null) logError("catalog-unreadable", { octets: text.length });
  return catalog;
}

/** Tells the board of the catalog and gives the checks in force: the catalog's own where the board is away. */
async function adopt(env: Env, catalog: Catalog): Promise<string> {
  try {
    const board = boardOf(env);
    await board.adopt({ format: RPC_FORMAT, generation: catalog.generation, checks: catalog.checks });
    return (await board.snapshot())?.checks ?? catalog.checks;
  } catch (error) {
    logError("board-away", { error: String(error) });
    return catalog.checks;
  }
}

async function callProbers(env: Env, duties: readonly Assignment[], deadlineMs: number): Promise<void> {
  const waiting = [...duties];
  const call = async (): Promise<void> => {
    for (let duty = waiting.shift(); duty !== undefined; duty = waiting.shift()) {
      if (Date.now() >= deadlineMs) {
        waiting.unshift(duty);
        return;
      }
      await callProber(env, duty);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, call));
  if (waiting.length > 0) logError("probers-left", { left: waiting.length, of: duties.length });
}

async function callProber(env: Env, assignment: Assignment): Promise<void> {
  const region = assignment.region ?? null;
  try {
    const hint = region === null ? {} : { locationHint: region as DurableObjectLocationHint };
    await env.PROBER.getByName(assignment.prober, hint).run(assignment);
  } catch (error) {
    logError("prober-failed", { prober: assignment.prober, error: String(error) });
  }
}
