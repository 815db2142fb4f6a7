/**
 * Which web pages may read answers (the Fetch standard's CORS protocol), by the setting CORS_ORIGINS: every one, as with
 * other public resolvers, where it is empty or `*`; a list of origins; or `none`.
 *
 * Pages of a listed origin may send credentials, as a sign-in in front of the Worker needs; where every page may read,
 * none may send any. That an origin was not listed is for the browser to enforce: its request is answered like any
 * other, without these headers.
 */
import { logError } from "../store/log.ts";

/** The origins whose pages may read; null: every one. */
export type Origins = ReadonlySet<string> | null;

/** What every answer carries until `allowReading` has narrowed it. */
export const READABLE_BY_ALL = { "Access-Control-Allow-Origin": "*" } as const;

/** How long a browser may keep the outcome of a pre-flight: a day, which browsers cut to what they allow. */
const PREFLIGHT_SECONDS = 86_400;

/** Reads the setting. An entry that is no origin is logged and left out, and never lets more pages in. */
export function originsOf(setting: string | undefined): Origins {
  const entries = (setting ?? "").split(/[,\s]+/).filter((entry) => entry !== "");
  if (entries.length === 0 || entries.includes("*")) return null;
  if (entries.length === 1 && entries[0] === "none") return new Set();
  const origins = entries.flatMap((entry) => {
    const url = URL.parse(entry);
    // A path would suggest that it were looked at, an asterisk that it stood for something.
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (isOrigin && !entry.includes("*")) return [url.origin];
    logError("variable-unreadable", {
      variable: "CORS_ORIGINS",
      value: entry,
      allowed: "*, none or origins",
      used: null,
    });
    return [];
  });
  return new Set(origins);
}

/** Narrows who may read a response down to the requesting page, where that may. */
export function allowReading(response: Response, request: Request, origins: Origins): Response {
  if (origins === null) return response;
  const { headers } = response;
  headers.delete("Access-Control-Allow-Origin");
  // Fetch: a cache must not give one origin's answer to another, nor the answer of a request without any.
  headers.append("Vary", "Origin");
  const origin = request.headers.get("Origin");
  if (origin !== null && origins.has(origin)) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Credentials", "true");
  }
  return response;
}

/** Answers OPTIONS: a pre-flight's questions where it is one, and in any case which methods there are (RFC 9110 9.3.7). */
export function preflight(request: Request, methods: string, origins: Origins): Response {
  const headers = { Allow: `${methods}, OPTIONS`, "Cache-Control": "no-store", ...READABLE_BY_ALL };
  const response = allowReading(new Response(null, { status: 204, headers }), request, origins);
  const isAllowed = response.headers.has("Access-Control-Allow-Origin");
  if (isAllowed && request.headers.has("Access-Control-Request-Method")) {
    response.headers.set("Access-Control-Allow-Methods", methods);
    response.headers.set("Access-Control-Allow-Headers", "Content-Type");
    response.headers.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
  }
  return response;
}
