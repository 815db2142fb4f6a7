/**
 * Who may use the admin API: bearer tokens (RFC 6750) from the secret ADMIN_TOKEN, with rights.
 *
 * Tokens are compared as SHA-256 digests, in constant time and against every token, so that the time taken tells
 * neither how much of a guess was right nor whose token it resembled. Without the secret there is no admin API.
 */
import type { Env } from "../store/env.ts";
import { logError } from "../store/log.ts";

export type Right = "read" | "write";

/** The outcome of a request's credentials. `absent`: there is no admin API here. */
export type Authorisation =
  | { readonly kind: "granted"; readonly name: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown" }
  | { readonly kind: "forbidden"; readonly name: string };

interface Grant {
  /** Whose token it is. */
  readonly name: string;
  readonly rights: Right;
  readonly token: string;
}

const BEARER = /^Bearer +([^\s]+) *$/i;
const SOLE_NAME = "admin";

/** Judges a request's `Authorization` header. */
export async function authorise(request: Request, env: Env, needed: Right): Promise<Authorisation> {
  const grants = parseGrants(env.ADMIN_TOKEN ?? "");
  if (grants.length === 0) return { kind: "absent" };
  const presented = await digestOf(BEARER.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "");
  const digests = await Promise.all(grants.map(({ token }) => digestOf(token)));
  let found: Grant | null = null;
  digests.forEach((digest, at) => {
    const isEqual = crypto.subtle.timingSafeEqual(digest, presented);
    if (isEqual) found = grants[at] ?? null;
  });
  return judge(found, needed);
}

function judge(found: Grant | null, needed: Right): Authorisation {
  if (found === null) return { kind: "unknown" };
  const { name, rights } = found;
  return { kind: rights === "write" || needed === "read" ? "granted" : "forbidden", name };
}

/**
 * Reads `token` (all rights) or `name:rights:token,…`. An entry that cannot be read grants nothing and is logged by
 * its place, never by its text.
 */
function parseGrants(text: string): readonly Grant[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (!/[:,]/.test(trimmed)) return [{ name: SOLE_NAME, rights: "write", token: trimmed }];
  return trimmed.split(",").flatMap((entry, at) => {
    const [name = "", rights, token = "", ...more] = entry.trim().split(":");
    if ((rights === "read" || rights === "write") && name !== "" && token !== "" && more.length === 0) {
      return [{ name, rights, token }];
    }
    logError("admin-token-unreadable", { entry: at + 1, allowed: "name:read:token or name:write:token" });
    return [];
  });
}

async function digestOf(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
}
