/**
 * The Worker's variables as numbers and switches.
 *
 * A value that cannot be read never takes the answers away: the default is used and the log says so once in each
 * isolate. Refusing to answer would turn a slip in `[vars]` into an outage of every hosted zone.
 */
import type { Env } from "./env.ts";
import { logError } from "./log.ts";

export interface Settings {
  readonly healthSoftAgeMs: number;
  readonly healthHardAgeMs: number;
  readonly catalogSoftAgeMs: number;
  readonly catalogHardAgeMs: number;
  /** UPSTREAMS is set: replies carry RA. */
  readonly recursionAvailable: boolean;
  /** Location hints that have probers. */
  readonly regions: readonly string[];
}

const SECONDS = /^\d{1,7}(\.\d{1,6})?$/;

/** Reads the variables; each that is wrong is logged and counts as unset. A hard age is at least its soft age. */
export function settingsOf(env: Env): Settings {
  const healthSoftAgeMs = readAgeMs(env, "HEALTH_SOFT_AGE_SECONDS", 5);
  const catalogSoftAgeMs = readAgeMs(env, "CATALOG_SOFT_AGE_SECONDS", 30);
  return {
    healthSoftAgeMs,
    healthHardAgeMs: Math.max(healthSoftAgeMs, readAgeMs(env, "HEALTH_HARD_AGE_SECONDS", 15)),
    catalogSoftAgeMs,
    catalogHardAgeMs: Math.max(catalogSoftAgeMs, readAgeMs(env, "CATALOG_HARD_AGE_SECONDS", 300)),
    recursionAvailable: (env.UPSTREAMS ?? "").trim() !== "",
    regions: regionsOf(env),
  };
}

/** Lists the location hints that have probers, each once. */
export function regionsOf({ REGIONS }: Pick<Env, "REGIONS">): readonly string[] {
  const regions = (REGIONS ?? "").split(",").map((region) => region.trim());
  return [...new Set(regions)].filter((region) => region !== "");
}

type AgeVariable = Extract<keyof Env, `${string}_AGE_SECONDS`>;

function readAgeMs(env: Env, variable: AgeVariable, defaultSeconds: number): number {
  const text = env[variable]?.trim() ?? "";
  if (text === "") return defaultSeconds * 1000;
  if (SECONDS.test(text)) return Number(text) * 1000;
  logError("variable-unreadable", { variable, value: text, allowed: "seconds as a decimal", used: defaultSeconds });
  return defaultSeconds * 1000;
}
