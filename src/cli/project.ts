/**
 * The project around the command: its root folder and what its wrangler.toml says.
 *
 * wrangler's own reader is used, so that `fairlead` and `wrangler` can never read the file differently: the local KV is
 * found by the namespace's `id`, and Durable Objects by the Worker's `name`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./failure.ts";

/** The folder of package.json and wrangler.toml. */
export const PROJECT_ROOT = join(import.meta.dirname, "..", "..");

/** The KV binding that holds everything published. */
export const KV_BINDING = "ZONES";

/** Where `wrangler dev` keeps its local state. */
export const STATE_DIR_DEFAULT = join(PROJECT_ROOT, ".wrangler", "state");

export interface Project {
  readonly name: string;
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** The id of the KV namespace, which also names its local copy. */
  readonly namespaceId: string;
  readonly accountId: string | null;
  readonly vars: Readonly<Record<string, string>>;
  readonly crons: readonly string[];
  readonly rateLimiters: readonly RateLimiter[];
}

/** A binding of Workers' rate limiting, as wrangler.toml writes it. */
export interface RateLimiter {
  readonly name: string;
  readonly namespace_id: string;
  /** So many calls with one key in so many seconds. */
  readonly simple: { readonly limit: number; readonly period: 10 | 60 };
}

/** The part of wrangler's configuration that is used here. */
interface WranglerConfig {
  readonly name?: string | undefined;
  readonly compatibility_date?: string | undefined;
  readonly compatibility_flags: readonly string[];
  readonly kv_namespaces: readonly { readonly binding: string; readonly id?: string }[];
  readonly account_id?: string | undefined;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly triggers: { readonly crons?: readonly string[] | undefined };
  readonly ratelimits: readonly RateLimiter[];
}

/** Gives the project's version, as package.json has it. */
export function projectVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8")) as { version: string };
  return version;
}

/** Reads wrangler.toml. */
export async function readProject(path = join(PROJECT_ROOT, "wrangler.toml")): Promise<Project> {
  // wrangler takes most of a second to load: only the commands that need it pay for that.
  const { unstable_readConfig } = await import("wrangler");
  const config: WranglerConfig = unstable_readConfig({ config: path }, { hideWarnings: true });
  const namespaceId = config.kv_namespaces.find(({ binding }) => binding === KV_BINDING)?.id;
  if (config.name === undefined || config.compatibility_date === undefined || namespaceId === undefined) {
    throw new Failure(`${path}: name, compatibility_date and the id of the KV binding ${KV_BINDING} must be set`);
  }
  const vars = Object.entries(config.vars).map(([key, value]) => [key, String(value)] as const);
  return {
    name: config.name,
    compatibilityDate: config.compatibility_date,
    compatibilityFlags: config.compatibility_flags,
    namespaceId,
    accountId: config.account_id ?? null,
    vars: Object.fromEntries(vars),
    crons: config.triggers.crons ?? [],
    rateLimiters: config.ratelimits,
  };
}

/** Gives the folder inside a state folder where Miniflare keeps its data: the layout of `wrangler dev --persist-to`. */
export function persistencePath(stateDir: string): string {
  return join(stateDir, "v3");
}
