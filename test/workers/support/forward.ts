/** Forwards queries through real loopback upstreams: a desk of its own for each test, with a clock that the test sets. */
import { inject } from "vitest";
import type { Lead } from "../../../src/answer/outcome.ts";
import { decodeQuery, type Query } from "../../../src/dns/query.ts";
import { encodeReply, type Reply, type RRset } from "../../../src/dns/reply.ts";
import type { Env } from "../../../src/store/env.ts";
import type { Answered } from "../../../src/store/resolver.ts";
import { Desk, type ForwardingSettings } from "../../../src/upstream/desk.ts";
import { createForwarder, type Forwarded } from "../../../src/upstream/forwarder.ts";
import { type Message, readMessage } from "../../support/message.ts";
import { nameHex, octets, optHex } from "../../support/wire.ts";
import type { SeenQuery } from "./upstreams.ts";

/** What a client sees. */
export interface SeenReply {
  readonly message: Message;
  readonly ede: readonly number[];
  readonly maxAgeSeconds: number | null;
  readonly private: boolean;
}

export interface Sent {
  /** With OPT. */
  readonly edns?: boolean;
  /** Header bits, in hexadecimal. */
  readonly flags?: string;
  readonly options?: string;
  readonly dnssecOk?: boolean;
  readonly type?: string;
  /** The records gathered before the chain left the hosted zones, and where it led to. */
  readonly gathered?: readonly RRset[];
  readonly lead?: Lead;
  /** Of the HTTP request. */
  readonly url?: string;
  readonly headers?: Record<string, string>;
}

let desks = 0;
const NO_ZONES = { isHosted: () => false };

/** Gives the URL of an upstream with these manners; its queries are counted under the key. */
export const upstreamUrl = (manners: string, key: string): string =>
  `http://127.0.0.1:${inject("ports").upstreams}/${manners}/${key}`;

/** Gives the queries that came under a key. */
export async function seenUnder(key: string): Promise<readonly SeenQuery[]> {
  return (await fetch(upstreamUrl("seen", key))).json();
}

/** Makes a query's message for an A record unless told otherwise, with the ID 0x1234. */
export function queryFor(name: string, sent: Sent = {}): Query {
  const { edns = true, flags = "0100", options = "", dnssecOk = false, type = "0001" } = sent;
  const opt = edns ? optHex(options, dnssecOk ? "00008000" : "00000000") : "";
  const counts = edns ? "0001 0000 0000 0001" : "0001 0000 0000 0000";
  const outcome = decodeQuery(octets("1234", flags, counts, nameHex(name), type, "0001", opt));
  if (outcome.kind !== "query") throw new Error(`no query: ${outcome.kind}`);
  return outcome.query;
}

export class Site {
  nowMs = Date.UTC(2026, 10, 30);
  readonly settings: ForwardingSettings;
  readonly #place: string;
  readonly #behind: Promise<unknown>[] = [];
  #desk: Desk;

  /** `place`: sites of one share a Cache API; by default each has its own. */
  constructor(upstreams: readonly string[], settings: Partial<ForwardingSettings> = {}, place = `desk-${++desks}`) {
    this.settings = { upstreams, upstreamEcs: false, serveStaleMs: 86_400_000, ...settings };
    this.#place = place;
    this.#desk = this.#newDesk();
  }

  /** Forgets all, as a new isolate in the same place. */
  restart(): void {
    this.#desk = this.#newDesk();
  }

  passSeconds(seconds: number): void {
    this.nowMs += seconds * 1000;
  }

  /** Asks, and gives what the forwarder gives: an answer, or a promise of one. */
  forward(query: Query, sent: Sent = {}, client = { subnet: null }): Forwarded | Promise<Forwarded> {
    const { gathered = [], lead = { name: query.qname, why: "outside" } } = sent;
    const { url = "https://dns.example.com/dns-query", headers = {} } = sent;
    const request = new Request(url, { headers });
    const ctx = { waitUntil: (work: Promise<unknown>) => void this.#behind.push(work) };
    return createForwarder(this.#env, this.settings, { request, client, ctx, zones: NO_ZONES }, this.#desk).forward(
      query,
      lead,
      gatheredOf(gathered, lead),
    );
  }

  /** Asks for a name, and reads what the client would. */
  async ask(name: string, sent: Sent = {}, client = { subnet: null }): Promise<SeenReply> {
    const query = queryFor(name, sent);
    const forwarded = await this.forward(query, sent, client);
    const bytes = forwarded.kind === "message" ? forwarded.message : encodeReply(query, forwarded.reply);
    const message = readMessage(bytes);
    const options = (message.opt?.options ?? []) as readonly { readonly code: number; readonly data: Buffer }[];
    const ede = options.filter(({ code }) => code === 15).map(({ data }) => data.readUInt16BE(0));
    return { message, ede, maxAgeSeconds: forwarded.maxAgeSeconds, private: forwarded.private };
  }

  /** Waits for what goes on behind the answers. */
  async settle(): Promise<void> {
    while (this.#behind.length > 0) await Promise.all(this.#behind.splice(0));
  }

  get #env(): Pick<Env, "BOARD"> {
    const place = this.#place;
    return { BOARD: { idFromName: () => place } as unknown as Env["BOARD"] };
  }

  #newDesk(): Desk {
    return new Desk(this.#env, this.settings, () => this.nowMs);
  }
}

function gatheredOf(answer: readonly RRset[], leads: Lead): Answered {
  const nothing = { authority: [], additional: [], errors: [], scopePrefixLength: 0 };
  const reply: Reply = { rcode: answer.length > 0 ? 0 : 5, aa: answer.length > 0, ra: true, answer, ...nothing };
  return { kind: "reply", reply, maxAgeSeconds: null, private: false, leads };
}
