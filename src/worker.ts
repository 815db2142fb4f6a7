/**
 * The Worker: binds the environment to its two doors, DNS over HTTPS and everything else, and to the cron trigger.
 *
 * DNS is told apart by its path before anything is built for the request. A throw is a bug of this project, never an
 * outcome: it is caught here, once around both doors, logged with what was being decided, and ends as SERVFAIL.
 */
import { nameToText } from "./dns/name-text.ts";
import type { Query } from "./dns/query.ts";
import { EDE, typeToText } from "./dns/types.ts";
import { handleOther } from "./http/app.ts";
import { handleDoh } from "./http/doh.ts";
import { runRound } from "./probe/cron.ts";
import type { Client, Place, Subnet } from "./steering/candidate.ts";
import type { Env } from "./store/env.ts";
import { logError } from "./store/log.ts";
import { type Answered, createResolver, type IsolateResolver, type Resolver, serverFailure } from "./store/resolver.ts";
import type { Need } from "./zone/model.ts";

export { HealthBoard } from "./probe/board.ts";
export { Prober } from "./probe/prober.ts";

const DOH_PATH = "/dns-query";
const HTTPS_PREFIX_LENGTH = "https://".length;

export default {
  fetch(request, env, ctx) {
    try {
      const { url } = request;
      const response = isDoh(url)
        ? handleDoh(request, new GuardedResolver(createResolver(env, ctx)), url)
        : handleOther(request, env, ctx);
      return response instanceof Promise ? response.catch((error) => fail(request, error)) : response;
    } catch (error) {
      return fail(request, error);
    }
  },
  async scheduled(_controller, env) {
    await runRound(env, Date.now());
  },
} satisfies ExportedHandler<Env>;

/** Compares the path without parsing the URL: a host has at least one character, so that "/" at 8 is its end at the earliest. */
function isDoh(url: string): boolean {
  const at = url.indexOf("/", HTTPS_PREFIX_LENGTH);
  const end = at + DOH_PATH.length;
  return url.startsWith(DOH_PATH, at) && (url.length === end || url[end] === "?" || url[end] === "#");
}

/** Turns a throw while answering into SERVFAIL that echoes the query. */
class GuardedResolver implements Resolver {
  readonly #resolver: IsolateResolver;

  constructor(resolver: IsolateResolver) {
    this.#resolver = resolver;
  }

  answer(query: Query, client: Client): Answered | Promise<Answered> {
    try {
      const answered = this.#resolver.answer(query, client);
      return answered instanceof Promise ? answered.catch((error) => this.#fail(query, error)) : answered;
    } catch (error) {
      return this.#fail(query, error);
    }
  }

  place(subnet: Subnet): Place | Need | null {
    return this.#resolver.place(subnet);
  }

  #fail(query: Query, error: unknown): Answered {
    const { catalog, settings } = this.#resolver.world;
    const question = { qname: nameToText(query.qname), qtype: typeToText(query.qtype) };
    logError("bug", { ...question, generation: catalog?.generation ?? null, error: textOf(error) });
    return serverFailure({ infoCode: EDE.OTHER, text: "internal error" }, settings.recursionAvailable);
  }
}

function fail(request: Request, error: unknown): Response {
  logError("bug", { method: request.method, url: request.url, error: textOf(error) });
  return new Response("Internal error.\n", { status: 500, headers: { "Cache-Control": "no-store" } });
}

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
