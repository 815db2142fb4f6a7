/**
 * What a deployment puts in front of queries, if anything: tokens, a rate limit, and which pages may read. Read once for
 * an isolate's environment, so that a deployment without any of it pays a comparison.
 */
import type { Env } from "../store/env.ts";
import { type Origins, originsOf } from "./cors.ts";
import { type PathTokens, pathTokensOf } from "./path-tokens.ts";

export interface Guard {
  /** Null: everybody may ask. */
  readonly tokens: PathTokens | null;
  /** Null: as much as they like. */
  readonly limiter: RateLimit | null;
  /** Whose pages may read; null: everybody's. */
  readonly origins: Origins;
}

let known: { readonly env: Env; readonly guard: Guard | null } | null = null;

/** Gives what stands in front of queries; null: nothing. */
export function guardOf(env: Env): Guard | null {
  if (known === null || known.env !== env) known = { env, guard: readGuard(env) };
  return known.guard;
}

function readGuard(env: Env): Guard | null {
  const guard = { tokens: pathTokensOf(env), limiter: env.RATE_LIMITER ?? null, origins: originsOf(env.CORS_ORIGINS) };
  return guard.tokens === null && guard.limiter === null && guard.origins === null ? null : guard;
}
