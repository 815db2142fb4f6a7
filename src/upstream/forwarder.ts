/**
 * Answers what is not hosted through the upstreams: a name outside all zones by the upstream's own message, a chain that
 * leaves the hosted zones by the upstream's records behind those gathered.
 *
 * What is in memory and fresh is answered without a promise. When all upstreams fail, an older answer stands in and
 * says so (RFC 8767, EDE 3 or 19), else SERVFAIL says why (EDE 22, 23). Where the upstream's records lead into a hosted
 * zone the answer ends there, with a lead; it refuses to know what is in that zone.
 */
import type { Lead } from "../answer/outcome.ts";
import { fold } from "../dns/name.ts";
import type { Query } from "../dns/query.ts";
import type { Env } from "../store/env.ts";
import type { Answered } from "../store/resolver.ts";
import { type Desk, deskOf, type ForwardingSettings } from "./desk.ts";
import { type Asker, cacheKey, type Inquiry, lookUp } from "./look-up.ts";
import { foundIn, type RawAnswer, tell } from "./tell.ts";
import { subnetKey, subnetToTell } from "./told-subnet.ts";

export type Forwarded = Answered | RawAnswer;

/** Makes a forwarder for one request, over the isolate's own memory unless another desk is given. */
export function createForwarder(
  env: Pick<Env, "BOARD">,
  settings: ForwardingSettings,
  asker: Asker,
  desk?: Desk,
): Forwarder {
  return new Forwarder(desk ?? deskOf(env, settings), asker);
}

export class Forwarder {
  readonly #desk: Desk;
  readonly #asker: Asker;

  constructor(desk: Desk, asker: Asker) {
    this.#desk = desk;
    this.#asker = asker;
  }

  /** Answers a query with RD whose chain led to `lead`; at once where the answer is in memory. Never rejects for an upstream. */
  forward(query: Query, lead: Lead, gathered: Answered): Forwarded | Promise<Forwarded> {
    const desk = this.#desk;
    const nowMs = desk.now();
    const name = fold(lead.name);
    const dnssecOk = query.edns?.dnssecOk === true;
    const subnet = desk.settings.upstreamEcs ? subnetToTell(query, this.#asker.client) : null;
    const flags = (dnssecOk ? 2 : 0) + (query.cd ? 1 : 0);
    const key = cacheKey(query.qtype, flags, subnetKey(subnet), name);
    const kept = desk.answers.get(key);
    const told = { query, gathered, subnet, zones: this.#asker.zones };
    if (kept !== undefined && nowMs < kept.freshUntilMs) return tell(told, foundIn(kept, false), nowMs);
    const question = { name, type: query.qtype, dnssecOk, cd: query.cd, subnet };
    const inquiry: Inquiry = { desk, key, question, asker: this.#asker, ahead: false };
    return lookUp(inquiry, kept ?? null).then((finding) => tell(told, finding, desk.now()));
  }
}
