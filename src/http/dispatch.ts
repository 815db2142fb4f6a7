/**
 * Which door a request goes to: DNS over HTTPS, its questions and answers in JSON, the page for people, or everything
 * else; and what stands in front of the first three.
 *
 * The DoH path serves three media types. A `dns` parameter or a POST is DNS whatever is accepted; without one, JSON and
 * HTML go to those who ask for them by name, so that a wrong DoH request is still told what is wrong with it.
 *
 * Deviation: a token that is not known is answered as a path that is not there, with 404 and not 401 (RFC 9110 15.5.2
 * would want a challenge, for which browsers ask their users in vain), and tells nobody that there is a resolver here.
 */
import type { Env } from "../store/env.ts";
import { isAccepted } from "./accept.ts";
import { handleOther } from "./app.ts";
import { type Backend, createBackend } from "./backend.ts";
import { allowReading, preflight, READABLE_BY_ALL } from "./cors.ts";
import { handleDoh } from "./doh.ts";
import { type Guard, guardOf } from "./guard.ts";
import { errorOf } from "./json.ts";
import { handleJson, type JsonMediaType } from "./json-query.ts";
import { isKnown } from "./path-tokens.ts";
import { isWithinLimit, tooMany } from "./rate-limit.ts";
import { setupPage } from "./setup-page.ts";

/** A path that questions are asked on. */
export interface Target {
  readonly door: "/dns-query" | "/resolve";
  /** What follows the door's path and a slash; null: nothing does. */
  readonly token: string | null;
  /** The query string without its "?". */
  readonly search: string;
}

const METHODS = { "/dns-query": "GET, HEAD, POST", "/resolve": "GET, HEAD" } as const;
const HTTPS_PREFIX_LENGTH = "https://".length;
const TARGET = /^(\/dns-query|\/resolve)(?:\/([^/]*))?$/;

/** Answers any request; `url` is the request's. */
export function dispatch(request: Request, env: Env, ctx: ExecutionContext, url: string): Response | Promise<Response> {
  const target = targetOf(url);
  const guard = guardOf(env);
  if (target === null || !mayAsk(target, guard)) return handleOther(request, env, ctx);
  return answerAt(target, request, guard, createBackend(env, ctx), url);
}

/** Reads a URL's path; null: no questions are asked there. */
export function targetOf(url: string): Target | null {
  const [before = ""] = url.split("#", 1);
  const mark = before.indexOf("?");
  const end = mark < 0 ? before.length : mark;
  const found = TARGET.exec(before.slice(before.indexOf("/", HTTPS_PREFIX_LENGTH), end));
  const door = found?.[1];
  if (door !== "/dns-query" && door !== "/resolve") return null;
  return { door, token: found?.[2] ?? null, search: before.slice(end + 1) };
}

function mayAsk({ token }: Target, guard: Guard | null): boolean {
  const tokens = guard?.tokens ?? null;
  return tokens === null ? token === null : isKnown(tokens, token ?? "");
}

/** Answers at a door that the request may go to, with what stands in front of it. */
export function answerAt(
  target: Target,
  request: Request,
  guard: Guard | null,
  backend: Backend,
  url: string,
): Response | Promise<Response> {
  const { method } = request;
  const origins = guard?.origins ?? null;
  if (method === "OPTIONS") return preflight(request, METHODS[target.door], origins);
  const answer = () => answerQuestion(target, request, method, backend, url);
  if (guard === null) return answer();
  const { limiter } = guard;
  const response =
    limiter === null ? answer() : isWithinLimit(request, limiter).then((isWithin) => (isWithin ? answer() : tooMany()));
  return response instanceof Promise
    ? response.then((settled) => allowReading(settled, request, origins))
    : allowReading(response, request, origins);
}

function answerQuestion(
  { door, search }: Target,
  request: Request,
  method: string,
  backend: Backend,
  url: string,
): Response | Promise<Response> {
  const isRead = method === "GET" || method === "HEAD";
  if (door === "/resolve") {
    if (!isRead)
      return errorOf(405, "Only GET and HEAD are allowed here.", {
        Allow: `${METHODS[door]}, OPTIONS`,
        ...READABLE_BY_ALL,
      });
    return withMethod(method, handleJson(request, search, jsonTypeOf(request) ?? "application/json", backend));
  }
  if (!isRead || new URLSearchParams(search).has("dns")) return handleDoh(request, backend, url, method);
  const jsonType = jsonTypeOf(request);
  if (jsonType !== null) return withMethod(method, handleJson(request, search, jsonType, backend));
  if (!isAccepted(request.headers.get("Accept"), "text/html")) return handleDoh(request, backend, url, method);
  const { origin, pathname } = new URL(url);
  const jsonUrl = origin + pathname.replace(door, "/resolve");
  return withMethod(method, Promise.resolve(setupPage(origin + pathname, jsonUrl)));
}

function jsonTypeOf({ headers }: Request): JsonMediaType | null {
  const accept = headers.get("Accept");
  if (isAccepted(accept, "application/dns-json")) return "application/dns-json";
  return isAccepted(accept, "application/json") ? "application/json" : null;
}

/** RFC 9110 9.3.2: to HEAD the headers that GET would have had, its length included, and no body. */
async function withMethod(method: string, response: Promise<Response>): Promise<Response> {
  const settled = await response;
  if (method !== "HEAD") return settled;
  const { status } = settled;
  const headers = new Headers(settled.headers);
  headers.set("Content-Length", String((await settled.arrayBuffer()).byteLength));
  return new Response(null, { status, headers });
}
