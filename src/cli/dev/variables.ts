/**
 * The names of the Worker's variables, to tell a mistyped one: the Worker itself never looks at a name that it does not
 * know, so that a slip counts as unset. What they hold is read by the Worker alone.
 */
import { nearestHint } from "../compile/nearest.ts";

/** All that `Env` has of text, in its order. */
export const VARIABLES: readonly string[] = [
  "ADMIN_TOKEN",
  "UPSTREAMS",
  "UPSTREAM_ECS",
  "SERVE_STALE_SECONDS",
  "LOG_QUERIES",
  "PUBLIC_NAMES",
  "CORS_ORIGINS",
  "ACCESS_TOKENS",
  "ALLOW_PRIVATE_TARGETS",
  "HEALTH_SOFT_AGE_SECONDS",
  "HEALTH_HARD_AGE_SECONDS",
  "CATALOG_SOFT_AGE_SECONDS",
  "CATALOG_HARD_AGE_SECONDS",
  "REGIONS",
  "BOARD_REGION",
];

/** Gives a line for each name that is no variable of the Worker. */
export function unknownVariables(names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !VARIABLES.includes(name));
  return unknown.map((name) => `${name} is no variable of the Worker${nearestHint(name, VARIABLES)}`);
}
