/** Checks documents in KV, and what the objects make of them, for the Worker tests. */
import { env } from "cloudflare:workers";
import type { Check, ChecksDocument } from "../../../src/health/check.ts";
import type { HealthSnapshot } from "../../../src/health/snapshot.ts";
import { viewOf } from "../../../src/health/view.ts";
import { boardOf } from "../../../src/store/board.ts";
import { type BoardRpc, RPC_FORMAT } from "../../../src/store/env.ts";
import { checksKey } from "../../../src/zone/catalog.ts";
import { checksDocument } from "../../support/checks.ts";

/** Puts a document under its hash, and gives the hash. */
export async function putChecks(document: ChecksDocument): Promise<string> {
  const text = JSON.stringify(document);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hash = [...new Uint8Array(digest, 0, 16)].map((octet) => octet.toString(16).padStart(2, "0")).join("");
  await env.ZONES.put(checksKey(hash), text);
  return hash;
}

let generation = 0;

/** Publishes checks and lets a board adopt them, as the next generation; the board of the deployment unless given. */
export async function adoptChecks(
  checks: readonly Check[],
  board: DurableObjectStub<BoardRpc> = boardOf(env),
  fields: Partial<ChecksDocument> = {},
): Promise<{ readonly hash: string; readonly document: ChecksDocument; readonly generation: number }> {
  const document = { ...checksDocument(...checks), ...fields };
  const hash = await putChecks(document);
  generation++;
  await board.adopt({ format: RPC_FORMAT, generation, checks: hash });
  return { hash, document, generation };
}

/** The statuses of a board's snapshot, in the document's order. */
export async function statusesOf(
  document: ChecksDocument,
  board: DurableObjectStub<BoardRpc> = boardOf(env),
): Promise<readonly string[]> {
  // The stub's own types lose the pairs of numbers on their way.
  const snapshot = await (board.snapshot() as Promise<HealthSnapshot | null>);
  const view = viewOf(document, snapshot, document, false);
  return document.checks.map(({ name }) => view.read(name).status);
}
