/**
 * The Worker: binds the environment to the door of each request, and to the cron trigger.
 *
 * What most requests are, a GET with a query in it, is told before anything is built for it. A throw is a bug of this
 * project, never an outcome: it is caught around all doors and logged, without the URL: a query is in it, and perhaps
 * a token.
 */
import { createBackend } from "./http/backend.ts";
import { dispatch } from "./http/dispatch.ts";
import { handleDoh } from "./http/doh.ts";
import { guardOf } from "./http/guard.ts";
import { runRound } from "./probe/cron.ts";
import type { Env } from "./store/env.ts";
import { logError, textOf } from "./store/log.ts";

export { HealthBoard } from "./probe/board.ts";
export { Prober } from "./probe/prober.ts";

const PLAIN = "/dns-query?dns=";
const HTTPS_PREFIX_LENGTH = "https://".length;

export default {
  fetch(request, env, ctx) {
    try {
      const { url, method } = request;
      const response =
        method === "GET" && isPlain(url) && guardOf(env) === null
          ? handleDoh(request, createBackend(env, ctx), url, method)
          : dispatch(request, env, ctx, url);
      return response instanceof Promise ? response.catch((error) => fail(request, error)) : response;
    } catch (error) {
      return fail(request, error);
    }
  },
  async scheduled(_controller, env) {
    await runRound(env, Date.now());
  },
} satisfies ExportedHandler<Env>;

/**
 * Tells the usual GET without parsing the URL: a host has at least one character, so that "/" at 8 is its end at the
 * earliest.
 */
function isPlain(url: string): boolean {
  return url.startsWith(PLAIN, url.indexOf("/", HTTPS_PREFIX_LENGTH));
}

function fail(request: Request, error: unknown): Response {
  logError("bug", { method: request.method, error: textOf(error) });
  return new Response("Internal error.\n", { status: 500, headers: { "Cache-Control": "no-store" } });
}
