/**
 * Which web pages may read answers (the Fetch standard's CORS protocol), by the setting CORS_ORIGINS: empty for none,
 * `*` for every one, or a list of origins.
 *
 * Pages of a listed origin may send credentials, as a sign-in in front of the Worker needs; with `*` nobody may. That
 * an origin was not listed is for the browser to enforce: its request is answered like any other, without these headers.
 */
import { logError } from "../store/log.ts";

/** The origins that may read; null: every one. */
export interface Cors {
  readonly origins: ReadonlySet<string> | null;
}

/** How long a browser may keep the outcome of a pre-flight: a day, which browsers cut to what they allow. */
const PREFLIGHT_SECONDS = 86_400;

/** Reads the setting; null: no page may read. An entry that is no origin is logged and left out. */
export function corsOf(setting: string | undefined): Cors | null {
  const entries = (setting ?? "").split(/[,\s]+/).filter((entry) => entry !== "");
  if (entries.includes("*")) return { origins: null };
  const origins = entries.flatMap((entry) => {
    const url = URL.parse(entry);
    // A path would suggest that it were looked at.
    if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return [url.origin];
    logError("variable-unreadable", { variable: "CORS_ORIGINS", value: entry, allowed: "* or an origin", used: null });
    return [];
  });
  return origins.length === 0 ? null : { origins: new Set(origins) };
}

/** Adds to a response what lets the requesting page read it. */
export function allowReading(response: Response, request: Request, cors: Cors): Response {
  const { headers } = response;
  if (cors.origins === null) {
    headers.set("Access-Control-Allow-Origin", "*");
    return response;
  }
  // Fetch: a cache must not give one origin's answer to another, nor the answer of a request without any.
  headers.append("Vary", "Origin");
  const origin = request.headers.get("Origin");
  if (origin !== null && cors.origins.has(origin)) {
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Credentials", "true");
  }
  return response;
}

/** Answers OPTIONS: a pre-flight's questions where it is one, and in any case which methods there are (RFC 9110 9.3.7). */
export function preflight(request: Request, methods: string, cors: Cors): Response {
  const headers = new Headers({ Allow: `${methods}, OPTIONS`, "Cache-Control": "no-store" });
  const response = allowReading(new Response(null, { status: 204, headers }), request, cors);
  const isAllowed = response.headers.has("Access-Control-Allow-Origin");
  if (isAllowed && request.headers.has("Access-Control-Request-Method")) {
    response.headers.set("Access-Control-Allow-Methods", methods);
    response.headers.set("Access-Control-Allow-Headers", "Content-Type");
    response.headers.set("Access-Control-Max-Age", String(PREFLIGHT_SECONDS));
  }
  return response;
}
