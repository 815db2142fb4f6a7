/**
 * One isolate under test: a world of its own over real local KV and a board that the test plays, with a clock that
 * the test sets.
 */
import { env } from "cloudflare:workers";
import { type Name, ROOT } from "../../../src/dns/name.ts";
import { parseName } from "../../../src/dns/name-text.ts";
import { rdataToText } from "../../../src/dns/rdata-text.ts";
import { rcodeToText, TYPE } from "../../../src/dns/types.ts";
import type { LatencyFigures } from "../../../src/health/latency.ts";
import type { HealthSnapshot } from "../../../src/health/snapshot.ts";
import type { Env } from "../../../src/store/env.ts";
import { noHosts } from "../../../src/store/hosts.ts";
import { type Answered, IsolateResolver } from "../../../src/store/resolver.ts";
import { World } from "../../../src/store/world.ts";
import { Desk } from "../../../src/upstream/desk.ts";
import { HostTable } from "../../../src/upstream/hosts.ts";
import { WatchedKv } from "./watched-kv.ts";

/** What a client sees of an answer. */
export interface Seen {
  readonly rcode: string;
  readonly addresses: readonly string[];
  readonly serial: number | null;
  readonly ede: readonly number[];
  readonly maxAgeSeconds: number | null;
}

/** Long after anything is published. */
export const NOW_MS = Date.UTC(2026, 10, 30);

const REQUEST = new Request("https://dns.example.com/dns-query");

let places = 0;

/** A data centre that no other isolate is in. */
function newPlace(): string {
  places += 1;
  return `place-${places}`;
}

export class Isolate {
  nowMs = NOW_MS;
  readonly store = new WatchedKv(env.ZONES);
  /** What the board says; null: nothing adopted; an error: away; `silent`: it never answers. */
  board: HealthSnapshot | null | Error | "silent" = null;
  boardCalls = 0;
  /** The board's latency figures; null: it has none. */
  figures: LatencyFigures | null = null;
  figureCalls = 0;
  readonly env: Env;
  world: World;
  readonly #behind: Promise<unknown>[] = [];

  /** `dataCentre`: isolates of one share a Cache API; by default each has its own. */
  constructor(variables: Partial<Env> = {}, dataCentre = newPlace()) {
    const snapshot = async () => {
      this.boardCalls += 1;
      if (this.board instanceof Error) throw this.board;
      return this.board === "silent" ? new Promise<never>(() => {}) : this.board;
    };
    const latencies = async () => {
      this.figureCalls += 1;
      return this.figures;
    };
    const board = { idFromName: () => dataCentre, getByName: () => ({ snapshot, latencies }) };
    this.env = { ...env, ...variables, ZONES: this.store.kv, BOARD: board as unknown as Env["BOARD"] };
    this.world = this.#newWorld();
  }

  /** Forgets all, as a new isolate in the same place. */
  restart(): void {
    this.world = this.#newWorld();
  }

  get resolver(): IsolateResolver {
    return new IsolateResolver(this.world, { waitUntil: (work) => this.#behind.push(work) });
  }

  /** Asks; what a promise would give is waited for. */
  async ask(qname: string, qtype: number = TYPE.A): Promise<Seen> {
    const seen = seenOf(await this.askAtOnce(qname, qtype));
    await this.settle();
    return seen;
  }

  /** Asks, and gives what the resolver gives: an answer, or a promise of one. */
  askAtOnce(qname: string, qtype: number = TYPE.A, request = REQUEST): Answered | Promise<Answered> {
    const query = {
      message: new Uint8Array(),
      rd: true,
      cd: false,
      qname: nameOf(qname),
      qtype,
      qclass: 1,
      questionEnd: 0,
      edns: null,
    };
    return this.resolver.answer(query, { subnet: null, place: null }, request);
  }

  /** Waits for what goes on behind the answers. */
  async settle(): Promise<void> {
    while (this.#behind.length > 0) await Promise.all(this.#behind.splice(0));
  }

  #newWorld(): World {
    const clock = (): number => this.nowMs;
    return new World(this.env, clock, (env, settings) =>
      settings.recursionAvailable ? new HostTable(new Desk(env, settings, clock)) : noHosts(env, settings),
    );
  }
}

/** Writes what a client sees. */
export function seenOf({ reply, maxAgeSeconds }: Answered): Seen {
  const sets = [...reply.answer, ...reply.authority];
  const soa = sets.find(({ type }) => type === TYPE.SOA)?.rdata[0];
  return {
    rcode: rcodeToText(reply.rcode),
    addresses: reply.answer.flatMap(({ type, rdata }) =>
      type === TYPE.A ? rdata.map((one) => rdataToText(type, one)) : [],
    ),
    serial: soa === undefined ? null : new DataView(soa.buffer, soa.byteOffset + soa.length - 20).getUint32(0),
    ede: reply.errors.map(({ infoCode }) => infoCode),
    maxAgeSeconds,
  };
}

export function nameOf(text: string): Name {
  const parsed = parseName(text, ROOT);
  if (parsed.kind === "error") throw new Error(parsed.message);
  return parsed.name;
}
