/**
 * What stands behind the doors for queries: hosted answers, and forwarding where a chain leaves the hosted zones.
 *
 * A name is asked of the upstreams only where the client wants recursion and there are any; a hosted answer passes
 * through untouched. Where the upstream's answer leads into a hosted zone again, that zone answers for the rest. A throw is a bug: it is caught here, logged with what was being decided (but for the question,
 * unless queries are logged), and ends as SERVFAIL that echoes the query.
 */
import { nameToText } from "../dns/name-text.ts";
import type { Query } from "../dns/query.ts";
import { EDE, typeToText } from "../dns/types.ts";
import type { Client, Place, Subnet } from "../steering/candidate.ts";
import type { Env } from "../store/env.ts";
import { logError, textOf } from "../store/log.ts";
import { type Answered, createResolver, type IsolateResolver, serverFailure } from "../store/resolver.ts";
import { createForwarder, type Forwarded } from "../upstream/forwarder.ts";
import { createHosts } from "../upstream/hosts.ts";
import { join } from "../upstream/tell.ts";
import type { Need } from "../zone/model.ts";

export interface Backend {
  /** Answers a query that has passed the reader; at once where all it needs is in memory. */
  answer(query: Query, client: Client, request: Request): Forwarded | Promise<Forwarded>;
  /** Finds where a network is, by the deployment's set of places; null: it has none. */
  place(subnet: Subnet): Place | Need | null;
  /** A line is to be written for each query. */
  readonly logsQueries: boolean;
}

/** Makes the backend of one request. */
export function createBackend(env: Env, ctx: Pick<ExecutionContext, "waitUntil">): Backend {
  return new GuardedBackend(env, ctx, createResolver(env, ctx, createHosts));
}

class GuardedBackend implements Backend {
  readonly #env: Env;
  readonly #ctx: Pick<ExecutionContext, "waitUntil">;
  readonly #resolver: IsolateResolver;

  constructor(env: Env, ctx: Pick<ExecutionContext, "waitUntil">, resolver: IsolateResolver) {
    this.#env = env;
    this.#ctx = ctx;
    this.#resolver = resolver;
  }

  get logsQueries(): boolean {
    return this.#resolver.world.settings.logQueries;
  }

  answer(query: Query, client: Client, request: Request): Forwarded | Promise<Forwarded> {
    try {
      const answered = this.#resolver.answer(query, client, request);
      if (answered instanceof Promise) {
        return answered
          .then((settled) => this.#complete(query, client, request, settled))
          .catch((error) => this.#fail(query, error));
      }
      if (answered.leads === null) return answered;
      const completed = this.#complete(query, client, request, answered);
      return completed instanceof Promise ? completed.catch((error) => this.#fail(query, error)) : completed;
    } catch (error) {
      return this.#fail(query, error);
    }
  }

  place(subnet: Subnet): Place | Need | null {
    return this.#resolver.place(subnet);
  }

  #complete(query: Query, client: Client, request: Request, answered: Answered): Forwarded | Promise<Forwarded> {
    const { leads } = answered;
    if (leads === null || !query.rd) return answered;
    const { settings } = this.#resolver.world;
    if (!settings.recursionAvailable) return answered;
    const asker = { request, client, ctx: this.#ctx, zones: this.#resolver.world };
    const forwarded = createForwarder(this.#env, settings, asker).forward(query, leads, answered);
    return forwarded instanceof Promise
      ? forwarded.then((settled) => this.#comeBack(query, client, request, settled))
      : this.#comeBack(query, client, request, forwarded);
  }

  #comeBack(query: Query, client: Client, request: Request, forwarded: Forwarded): Forwarded | Promise<Forwarded> {
    if (forwarded.kind === "message" || forwarded.leads === null) return forwarded;
    const further = this.#resolver.answer({ ...query, qname: forwarded.leads.name }, client, request);
    return further instanceof Promise
      ? further.then((settled) => this.#complete(query, client, request, join(forwarded, settled)))
      : this.#complete(query, client, request, join(forwarded, further));
  }

  #fail(query: Query, error: unknown): Answered {
    const { catalog, settings } = this.#resolver.world;
    const question = settings.logQueries ? { qname: nameToText(query.qname), qtype: typeToText(query.qtype) } : {};
    logError("bug", { ...question, generation: catalog?.generation ?? null, error: textOf(error) });
    return serverFailure({ infoCode: EDE.OTHER, text: "internal error" }, settings.recursionAvailable);
  }
}
