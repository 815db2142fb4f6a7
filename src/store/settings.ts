/**
 * The Worker's variables as numbers and switches.
 *
 * A value that cannot be read never takes the answers away: the default is used and the log says so once in each
 * isolate. Refusing to answer would turn a slip in `[vars]` into an outage of every hosted zone.
 */
import { fold, type Name, ROOT } from "../dns/name.ts";
import { parseName } from "../dns/name-text.ts";
import type { Env } from "./env.ts";
import { logError } from "./log.ts";

export interface Settings {
  readonly healthSoftAgeMs: number;
  readonly healthHardAgeMs: number;
  readonly catalogSoftAgeMs: number;
  readonly catalogHardAgeMs: number;
  /** URLs of DoH resolvers, in the order of preference. */
  readonly upstreams: readonly string[];
  /** There are upstreams: replies carry RA. */
  readonly recursionAvailable: boolean;
  /** The upstreams are told the client's network. */
  readonly upstreamEcs: boolean;
  readonly serveStaleMs: number;
  readonly logQueries: boolean;
  /** Folded host names that this resolver is reached by. */
  readonly publicNames: readonly Name[];
  /** Location hints that have probers. */
  readonly regions: readonly string[];
}

/** RFC 8767 5: between one and three days. */
const SERVE_STALE_SECONDS = 86_400;

/** As the URL standard writes them. */
const LOOPBACK_HOST = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Letters, digits and hyphens; an international name in its ASCII form. */
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.?$/i;

const SECONDS = /^\d{1,7}(\.\d{1,6})?$/;

/** Reads the variables; each that is wrong is logged and counts as unset. A hard age is at least its soft age. */
export function settingsOf(env: Env): Settings {
  const healthSoftAgeMs = readAgeMs(env, "HEALTH_SOFT_AGE_SECONDS", 5);
  const catalogSoftAgeMs = readAgeMs(env, "CATALOG_SOFT_AGE_SECONDS", 30);
  const upstreams = upstreamsOf(env);
  return {
    healthSoftAgeMs,
    healthHardAgeMs: Math.max(healthSoftAgeMs, readAgeMs(env, "HEALTH_HARD_AGE_SECONDS", 15)),
    catalogSoftAgeMs,
    catalogHardAgeMs: Math.max(catalogSoftAgeMs, readAgeMs(env, "CATALOG_HARD_AGE_SECONDS", 300)),
    upstreams,
    recursionAvailable: upstreams.length > 0,
    upstreamEcs: readSwitch(env, "UPSTREAM_ECS"),
    serveStaleMs: readAgeMs(env, "SERVE_STALE_SECONDS", SERVE_STALE_SECONDS),
    logQueries: readSwitch(env, "LOG_QUERIES"),
    publicNames: publicNamesOf(env),
    regions: regionsOf(env),
  };
}

/** Lists the location hints that have probers, each once. */
export function regionsOf({ REGIONS }: Pick<Env, "REGIONS">): readonly string[] {
  return listOf(REGIONS);
}

function listOf(text: string | undefined): readonly string[] {
  const items = (text ?? "").split(/[,\s]+/);
  return [...new Set(items)].filter((item) => item !== "");
}

/**
 * An upstream that is no URL is left out; the others serve. Plain HTTP is for one on the same machine only. Resolvers
 * publish their URLs as templates for GET (RFC 8484 4.1.1): a POST goes to the template without its variable (4.1).
 */
function upstreamsOf({ UPSTREAMS }: Env): readonly string[] {
  const urls = listOf(UPSTREAMS).map((text) => text.replace(/\{\?dns\}$/, ""));
  return urls.filter((text) => {
    const url = URL.parse(text);
    if (url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK_HOST.test(url.hostname))) return true;
    const allowed = "an https URL, or http on this machine";
    logError("variable-unreadable", { variable: "UPSTREAMS", value: text, allowed, used: null });
    return false;
  });
}

/** Where a path needs a token there is no path to tell everybody of. */
function publicNamesOf({ PUBLIC_NAMES, ACCESS_TOKENS }: Env): readonly Name[] {
  if ((ACCESS_TOKENS ?? "").trim() !== "") return [];
  return listOf(PUBLIC_NAMES).flatMap((text) => {
    const parsed = HOST_NAME.test(text) ? parseName(text, ROOT) : null;
    if (parsed?.kind === "name") return [fold(parsed.name)];
    logError("variable-unreadable", { variable: "PUBLIC_NAMES", value: text, allowed: "a host name", used: null });
    return [];
  });
}

type Switch = "UPSTREAM_ECS" | "LOG_QUERIES";

/** Privacy is given up by a clear word only. */
function readSwitch(env: Env, variable: Switch): boolean {
  const text = env[variable]?.trim() ?? "";
  if (text === "true") return true;
  if (text !== "" && text !== "false") {
    logError("variable-unreadable", { variable, value: text, allowed: "true or false", used: false });
  }
  return false;
}

type AgeVariable = Extract<keyof Env, `${string}_AGE_SECONDS` | "SERVE_STALE_SECONDS">;

function readAgeMs(env: Env, variable: AgeVariable, defaultSeconds: number): number {
  const text = env[variable]?.trim() ?? "";
  if (text === "") return defaultSeconds * 1000;
  if (SECONDS.test(text)) return Number(text) * 1000;
  logError("variable-unreadable", { variable, value: text, allowed: "seconds as a decimal", used: defaultSeconds });
  return defaultSeconds * 1000;
}
