/**
 * The loop around every decision: decide with what is in memory, fetch what it says it lacks, decide again with the
 * same draws. Has nothing to decide itself.
 *
 * Where all is in memory and young enough, no promise is made: a warm answer is synchronous, without KV and board.
 */
import { answer } from "../answer/answer.ts";
import type { AnswerOutcome } from "../answer/outcome.ts";
import type { Query } from "../dns/query.ts";
import { EDE, RCODE } from "../dns/types.ts";
import type { Client, Draw, Place, Subnet } from "../steering/candidate.ts";
import { seededDraw } from "../steering/draw.ts";
import type { Need } from "../zone/model.ts";
import type { Env } from "./env.ts";
import type { MakeHosts } from "./hosts.ts";
import { type View, World } from "./world.ts";

export type Answered = Extract<AnswerOutcome, { kind: "reply" }>;

export interface Resolver {
  /** Answers a query that has passed the reader; at once where all it needs is in memory. Never throws for lack of data. */
  answer(query: Query, client: Client, request: Request): Answered | Promise<Answered>;
  /** Finds where a network is, by the deployment's set of places; null: it has none. */
  place(subnet: Subnet): Place | Need | null;
}

/** The keys of blobs that a decision lacks. */
export interface Needs {
  readonly kind: "need";
  readonly keys: readonly string[];
}

/** No decision could be made: no catalog yet, or blobs that go on missing. */
export interface Unsettled {
  readonly kind: "unsettled";
  /** RFC 8914 info code. */
  readonly infoCode: number;
  readonly text: string;
}

/** A decision, pure: the same view and draws give the same outcome. */
export type Decide<T> = (view: View, draw: Draw) => T | Needs;

/** Eight links, each with a manifest, two shards for a wildcard and one for an alias. */
const ROUNDS_MAX = 32;

const NOT_READY: Unsettled = { kind: "unsettled", infoCode: EDE.NOT_READY, text: "no zones have been loaded yet" };
const ENDLESS: Unsettled = { kind: "unsettled", infoCode: EDE.OTHER, text: "too many blobs were needed" };

let shared: World | null = null;

/** Makes a resolver for one request, over the isolate's own memory. */
export function createResolver(
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  makeHosts: MakeHosts,
): IsolateResolver {
  shared ??= new World(env, undefined, makeHosts);
  return new IsolateResolver(shared, ctx);
}

export class IsolateResolver implements Resolver {
  readonly world: World;
  readonly #ctx: Pick<ExecutionContext, "waitUntil">;

  constructor(world: World, ctx: Pick<ExecutionContext, "waitUntil">) {
    this.world = world;
    this.#ctx = ctx;
  }

  answer({ qname, qtype }: Query, client: Client, request: Request): Answered | Promise<Answered> {
    const { recursionAvailable: ra, publicNames } = this.world.settings;
    const settled = this.settle<AnswerOutcome>(
      ({ zones, health, hosts, nowMs }, draw) =>
        answer({ qname, qtype, ra, publicNames }, zones, health, client, draw, nowMs, hosts),
      request,
    );
    return settled instanceof Promise ? settled.then((late) => answeredOf(late, ra)) : answeredOf(settled, ra);
  }

  place(subnet: Subnet): Place | Need | null {
    return this.world.place(subnet);
  }

  /** Brings a decision to its end, for people (`explain`) as for queries. Seeds are drawn once, so that rounds agree. */
  settle<T extends { readonly kind: string }>(decide: Decide<T>, request: Request): Settled<T> | Promise<Settled<T>> {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const avoided = new Set<string>();
    const { world } = this;
    const nowMs = world.now();
    if (world.mustWait(nowMs))
      return world.wait(this.#ctx).then(() => this.#decide(decide, request, seed, avoided, world.now()));
    return this.#decide(decide, request, seed, avoided, nowMs);
  }

  /** Tells whether there is a catalog, waiting for the first one. */
  async isReady(): Promise<boolean> {
    if (this.world.mustWait()) await this.world.wait(this.#ctx);
    return this.world.catalog !== null;
  }

  #decide<T extends { readonly kind: string }>(
    decide: Decide<T>,
    request: Request,
    seed: number,
    avoided: Set<string>,
    nowMs: number,
  ): Settled<T> | Promise<Settled<T>> {
    const { world } = this;
    if (world.isRefreshDue(nowMs)) this.#ctx.waitUntil(world.refresh());
    if (world.catalog === null) return NOT_READY;
    const outcome = decide(world.look(avoided, nowMs), seededDraw(seed));
    if (world.hosts.isRenewalDue) this.#ctx.waitUntil(world.hosts.renew({ request, ctx: this.#ctx }));
    return isNeeds(outcome) ? this.#decideAgain(decide, request, seed, avoided, outcome) : (outcome as Settled<T>);
  }

  async #decideAgain<T extends { readonly kind: string }>(
    decide: Decide<T>,
    request: Request,
    seed: number,
    avoided: Set<string>,
    first: Needs,
  ): Promise<Settled<T>> {
    const occasion = { request, ctx: this.#ctx };
    let { keys } = first;
    for (let round = 1; round < ROUNDS_MAX; round += 1) {
      await this.world.load(keys, occasion);
      const outcome = decide(this.world.look(avoided), seededDraw(seed));
      if (!isNeeds(outcome)) return outcome as Settled<T>;
      keys = outcome.keys;
    }
    return ENDLESS;
  }
}

export type Settled<T> = Exclude<T, Needs> | Unsettled;

function isNeeds(outcome: { readonly kind: string }): outcome is Needs {
  return outcome.kind === "need";
}

function answeredOf(settled: Settled<AnswerOutcome>, ra: boolean): Answered {
  return settled.kind === "unsettled" ? serverFailure(settled, ra) : settled;
}

/** SERVFAIL that nothing may keep. */
export function serverFailure({ infoCode, text }: Omit<Unsettled, "kind">, ra: boolean): Answered {
  const errors = [{ infoCode, text }];
  const sections = { answer: [], authority: [], additional: [] };
  const reply = { rcode: RCODE.SERVFAIL, aa: false, ra, ...sections, errors, scopePrefixLength: 0 };
  return { kind: "reply", reply, maxAgeSeconds: null, private: false, leads: null };
}
