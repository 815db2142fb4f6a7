/**
 * The KV namespace at Cloudflare, through the REST API.
 *
 * Who asks: CLOUDFLARE_API_TOKEN, or CLOUDFLARE_API_KEY with CLOUDFLARE_EMAIL, or the login of wrangler, whose token
 * wrangler itself hands out and renews. `wrangler kv bulk put` was not taken, since it overlooks the keys that the API
 * says it did not store (`unsuccessful_keys`), and a catalog may only move when every blob is there.
 */
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Failure, messageOf } from "./failure.ts";
import { batches, type KvEntry, type KvStore, putInBatches } from "./kv.ts";
import { PROJECT_ROOT, type Project } from "./project.ts";

export interface RemoteTarget {
  /** As wrangler's CLOUDFLARE_API_BASE_URL. */
  readonly baseUrl: string;
  readonly accountId: string;
  readonly namespaceId: string;
  readonly headers: Readonly<Record<string, string>>;
}

const API_BASE_URL = "https://api.cloudflare.com/client/v4";

/** The API's error code of a key that does not exist; a namespace that does not exist has another. */
const KEY_NOT_FOUND = 10009;

/** The API takes 10,000 pairs and 100 MB; smaller calls show progress and lose less when one fails. */
const BATCH_ENTRIES_MAX = 1000;
const BATCH_CHARACTERS_MAX = 20_000_000;
const REMOVE_KEYS_MAX = 1000;

/** Times that keys which the API did not store are sent again. */
const ATTEMPTS_MAX = 4;
const RETRY_DELAY_MS = 1000;

/** Works out where the namespace is and how to be let in. */
export async function remoteTarget(
  { accountId, namespaceId }: Project,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RemoteTarget> {
  const baseUrl = environment.CLOUDFLARE_API_BASE_URL ?? API_BASE_URL;
  const headers = await credentials(environment);
  const account = environment.CLOUDFLARE_ACCOUNT_ID ?? accountId ?? (await onlyAccount(baseUrl, headers));
  return { baseUrl, accountId: account, namespaceId, headers };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens the namespace. `wait` is how it waits before sending again. */
export function openRemote(target: RemoteTarget, wait: (ms: number) => Promise<void> = sleep): KvStore {
  const api = new Api(target);
  const putBatch = async (entries: readonly KvEntry[]) => {
    let pending = entries;
    for (let attempt = 1; pending.length > 0; attempt += 1) {
      if (attempt > 1) await wait(RETRY_DELAY_MS * (attempt - 1));
      const { unsuccessful_keys: failed = [] } = await api.call<BulkResult>("PUT", "/bulk", pending);
      const left = new Set(failed);
      pending = pending.filter(({ key }) => left.has(key));
      if (pending.length > 0 && attempt === ATTEMPTS_MAX) {
        throw new Failure(`Cloudflare did not store ${pending.length} keys, the first is ${pending[0]?.key}`);
      }
    }
  };
  return {
    place: `KV namespace ${target.namespaceId} at Cloudflare`,
    get: (key) => api.value(key),
    put: (key, value) => putBatch([{ key, value }]),
    async putAll(entries, onProgress) {
      await putInBatches(batches(entries, BATCH_ENTRIES_MAX, BATCH_CHARACTERS_MAX), putBatch, onProgress);
    },
    list: (prefix) => api.keys(prefix),
    async remove(keys) {
      for (let at = 0; at < keys.length; at += REMOVE_KEYS_MAX) {
        await api.call("POST", "/bulk/delete", keys.slice(at, at + REMOVE_KEYS_MAX));
      }
    },
    close: () => Promise.resolve(),
  };
}

interface BulkResult {
  readonly unsuccessful_keys?: readonly string[];
}

interface Envelope {
  readonly result?: unknown;
  readonly errors?: readonly { readonly code: number; readonly message: string }[];
  readonly result_info?: { readonly cursor?: string };
}

class Api {
  readonly #namespace: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ baseUrl, accountId, namespaceId, headers }: RemoteTarget) {
    this.#namespace = `${baseUrl}/accounts/${accountId}/storage/kv/namespaces/${namespaceId}`;
    this.#headers = headers;
  }

  async call<T>(method: string, path: string, body: unknown): Promise<T> {
    const init = {
      method,
      headers: { ...this.#headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    };
    const response = await request(`${this.#namespace}${path}`, init);
    return (await envelopeOf(response)).result as T;
  }

  async value(key: string): Promise<string | null> {
    const response = await request(`${this.#namespace}/values/${encodeURIComponent(key)}`, { headers: this.#headers });
    if (response.ok) return response.text();
    const errors = await errorsOf(response.clone());
    if (response.status === 404 && errors.some(({ code }) => code === KEY_NOT_FOUND)) return null;
    await envelopeOf(response);
    return null;
  }

  async keys(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    let cursor = "";
    do {
      const query = new URLSearchParams({ limit: "1000", prefix, ...(cursor === "" ? {} : { cursor }) });
      const page = await envelopeOf(await request(`${this.#namespace}/keys?${query}`, { headers: this.#headers }));
      keys.push(...(page.result as { name: string }[]).map(({ name }) => name));
      cursor = page.result_info?.cursor ?? "";
    } while (cursor !== "");
    return keys;
  }
}

async function request(url: string, init: RequestInit): Promise<Response> {
  return await fetch(url, init).catch((thrown: unknown) => {
    const cause = thrown instanceof Error && thrown.cause !== undefined ? `: ${messageOf(thrown.cause)}` : "";
    throw new Failure(`${new URL(url).host} cannot be reached: ${messageOf(thrown)}${cause}`);
  });
}

async function errorsOf(response: Response): Promise<NonNullable<Envelope["errors"]>> {
  const body = (await response.json().catch(() => ({}))) as Envelope;
  return body.errors ?? [];
}

/** Reads an answer of the API; one that reports an error is a failure with the API's own words. */
async function envelopeOf(response: Response): Promise<Envelope> {
  if (response.ok) return (await response.json()) as Envelope;
  const errors = await errorsOf(response);
  const told = errors.map(({ code, message }) => `${message} (${code})`).join("; ");
  throw new Failure(`Cloudflare's API answered HTTP ${response.status}${told === "" ? "" : `: ${told}`}`);
}

async function credentials(environment: Readonly<Record<string, string | undefined>>): Promise<Record<string, string>> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_API_KEY: key, CLOUDFLARE_EMAIL: email } = environment;
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (key !== undefined && email !== undefined) return { "x-auth-key": key, "x-auth-email": email };
  return { authorization: `Bearer ${await tokenOfWrangler()}` };
}

async function tokenOfWrangler(): Promise<string> {
  const wrangler = join(dirname(createRequire(import.meta.url).resolve("wrangler/package.json")), "bin", "wrangler.js");
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false" };
  try {
    const options = { cwd: PROJECT_ROOT, env };
    const { stdout } = await promisify(execFile)(process.execPath, [wrangler, "auth", "token", "--json"], options);
    return (JSON.parse(stdout) as { token: string }).token;
  } catch {
    throw new Failure("not logged in: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN");
  }
}

async function onlyAccount(baseUrl: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const { result } = await envelopeOf(await request(`${baseUrl}/accounts`, { headers }));
  const accounts = result as { id: string }[];
  if (accounts.length === 1 && accounts[0] !== undefined) return accounts[0].id;
  throw new Failure(
    `the login has ${accounts.length} accounts: set CLOUDFLARE_ACCOUNT_ID or account_id in wrangler.toml`,
  );
}
