/**
 * A simulated deployment: two isolates with the real memory, resolver and core, under a virtual clock, with a KV, a
 * board and endpoints that misbehave by chance. All chance comes from one seed.
 */
import { vi } from "vitest";
import { composeCatalog } from "../../src/cli/compile/publication.ts";
import { decodeQuery } from "../../src/dns/query.ts";
import { encodeReply } from "../../src/dns/reply.ts";
import { RCODE } from "../../src/dns/types.ts";
import type { Observation } from "../../src/health/check.ts";
import { decodeChecks } from "../../src/health/document.ts";
import type { Draw } from "../../src/steering/candidate.ts";
import { seededDraw } from "../../src/steering/draw.ts";
import type { Env } from "../../src/store/env.ts";
import { type Answered, IsolateResolver } from "../../src/store/resolver.ts";
import type { View } from "../../src/store/world.ts";
import { CATALOG_KEY, type Catalog, checksKey, decodeCatalog } from "../../src/zone/catalog.ts";
import { compileTexts } from "../support/build.ts";
import { UNKNOWN_CLIENT } from "../support/health.ts";
import { nameHex, queryMessage } from "../support/wire.ts";
import { ALLOWED, chanceOfHeavy } from "./allowed.ts";
import { SimulatedBoard } from "./board.ts";
import { DOCUMENT_SEEN_SECONDS, judge, type Scene } from "./checkers.ts";
import { asTold } from "./circumstances.ts";
import { Endpoint } from "./endpoint.ts";
import { Isolate } from "./isolate.ts";
import { SimulatedKv } from "./kv.ts";
import { Share } from "./share.ts";
import { ENDPOINTS, HELD_BY, ORDERED, REPORTED, VERSIONS_MAX, zoneText } from "./zone.ts";

/** A fault of the program itself, for simulations that have to fail. */
export interface Plant {
  readonly hear?: (observation: Observation) => Observation;
  readonly view?: (view: View) => View;
  readonly answered?: (answered: Answered) => Answered;
}

export interface Run {
  /** One line an answer. */
  readonly transcript: readonly string[];
  /** What was broken, where, by whom. */
  readonly broken: readonly string[];
  /** Each label with the candidates that it was answered with, once: `many 7 8`. */
  readonly answers: ReadonlySet<string>;
  readonly versions: number;
}

const START_MS = Date.UTC(2026, 10, 30);
const ISOLATES = 2;
const BOARD_PLACE = ISOLATES;
const CRON_MS = 60_000;
/** No two queries of an isolate are further apart. */
const STEP_MS_MAX = 800;
const QUIET_MS = 400_000;
/** One run in three million is that far off by chance, and the seeds are fixed. */
const DEVIATIONS_MAX = 5;

export class Simulation {
  #nowMs = START_MS;
  #cronMs = 0;
  readonly #plant: Plant;
  readonly #heavy = new Share();
  readonly #chance: Draw;
  readonly #kv: SimulatedKv;
  readonly #board: SimulatedBoard;
  readonly #endpoints: readonly Endpoint[];
  readonly #isolates: Isolate[];
  #catalog: Catalog | null = null;
  readonly #publishedMs: number[] = [];
  #outageEndMs = { kv: 0, board: 0 };
  readonly #transcript: string[] = [];
  readonly #broken: string[] = [];
  readonly #answers = new Set<string>();

  constructor(seed: number, plant: Plant) {
    this.#plant = plant;
    this.#chance = seededDraw(seed);
    this.#kv = new SimulatedKv(ISOLATES + 1, this.#chance);
    this.#endpoints = Array.from({ length: ENDPOINTS }, () => new Endpoint(START_MS, this.#chance));
    this.#endpoints.at(-1)?.hold();
    this.#board = new SimulatedBoard(this.#endpoints, this.#chance, plant.hear ?? ((observation) => observation));
    this.#isolates = Array.from({ length: ISOLATES }, (_, place) => this.#start(place));
    this.#publish(true);
  }

  /** Goes so many steps through faults, then on without faults until all must have settled. */
  async run(steps: number): Promise<Run> {
    const fraction = seededDraw(this.#chance(2 ** 31));
    const random = vi.spyOn(Math, "random").mockImplementation(() => fraction(2 ** 31) / 2 ** 31);
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    try {
      for (let step = 0; step < steps; step += 1) await this.#step(true);
      for (const endpoint of this.#endpoints) endpoint.hold();
      for (const endMs = this.#nowMs + QUIET_MS; this.#nowMs < endMs; ) await this.#step(false);
    } finally {
      random.mockRestore();
      log.mockRestore();
    }
    if (Math.abs(this.#heavy.deviations) > DEVIATIONS_MAX)
      this.#broken.push(`a slow start is as slow as was said — ${this.#heavy.deviations} standard deviations`);
    return { transcript: this.#transcript, broken: this.#broken, answers: this.#answers, versions: this.#version };
  }

  get #version(): number {
    return this.#catalog?.generation ?? 0;
  }

  async #step(isFaulty: boolean): Promise<void> {
    this.#nowMs += 200 + this.#chance(STEP_MS_MAX - 200);
    for (const endpoint of this.#endpoints) endpoint.advance(this.#nowMs);
    if (isFaulty) this.#misbehave();
    this.#kv.isAway = this.#nowMs < this.#outageEndMs.kv;
    this.#board.isAway = this.#nowMs < this.#outageEndMs.board;
    if (this.#nowMs - this.#cronMs >= CRON_MS) this.#runCron();
    this.#board.advance(this.#nowMs);
    if (isFaulty) this.#operate();
    for (const place of this.#isolates.keys()) await this.#ask(place);
  }

  #misbehave(): void {
    const endMs = (): number => this.#nowMs + 5_000 + this.#chance(60_000);
    if (this.#chance(400) === 0 && this.#version < VERSIONS_MAX) this.#publish(false);
    if (this.#chance(300) === 0) this.#outageEndMs.kv = endMs();
    if (this.#chance(300) === 0) this.#outageEndMs.board = endMs();
    for (const place of this.#isolates.keys()) {
      if (this.#chance(500) === 0) this.#isolates[place] = this.#start(place);
    }
  }

  /** What people and programs tell the board. */
  #operate(): void {
    const nowMs = this.#nowMs;
    if (this.#chance(30) === 0) this.#board.push(REPORTED, this.#chance(2) === 0 ? "healthy" : "unhealthy", nowMs);
    if (this.#chance(150) === 0) {
      const untilMs = nowMs + 10_000 + this.#chance(60_000);
      this.#board.override(ORDERED, this.#chance(2) === 0 ? "up" : "down", untilMs, nowMs);
    }
    for (const candidate of Object.keys(HELD_BY)) {
      if (this.#chance(100) === 0) this.#board.release(candidate, nowMs);
    }
  }

  #publish(atOnce: boolean): void {
    const generation = this.#version + 1;
    const { compilation } = compileTexts([zoneText(generation, this.#nowMs)]);
    if (compilation === null) throw new Error("the simulated zone compiles");
    const at = new Date(this.#nowMs).toISOString();
    this.#catalog = composeCatalog({ compilation, current: this.#catalog, generation, at, by: "", note: "" });
    for (const [key, text] of compilation.blobs) this.#kv.put(key, text, this.#nowMs, atOnce);
    this.#kv.put(CATALOG_KEY, JSON.stringify(this.#catalog), this.#nowMs, atOnce);
    this.#publishedMs.push(this.#nowMs);
  }

  /** The board follows the catalog as its own place sees it. */
  #runCron(): void {
    if (this.#kv.isAway) return;
    this.#cronMs = this.#nowMs;
    const read = (key: string): string => this.#kv.read(key, BOARD_PLACE, this.#nowMs, 30) ?? "";
    const catalog = decodeCatalog(read(CATALOG_KEY));
    if (catalog === null || catalog.generation <= this.#board.generation) return;
    const document = decodeChecks(read(checksKey(catalog.checks)));
    if (document !== null) this.#board.adopt(catalog.generation, catalog.checks, document, this.#nowMs);
  }

  #start(place: number): Isolate {
    const clock = (): number => this.#nowMs;
    const snapshot = async () => this.#board.snapshot(this.#nowMs);
    const board = { idFromName: () => `place-${place}`, getByName: () => ({ snapshot }) };
    const env = { ZONES: this.#kv.at(place, clock), BOARD: board } as unknown as Env;
    const { view = (seen: View): View => seen } = this.#plant;
    return new Isolate(env, clock, view);
  }

  async #ask(place: number): Promise<void> {
    const isolate = this.#isolates[place];
    const label = Object.keys(ALLOWED)[this.#chance(Object.keys(ALLOWED).length)] ?? "";
    const message = queryMessage({ question: `${nameHex(`${label}.example.com`)} 0001 0001` });
    const outcome = decodeQuery(message);
    if (isolate === undefined || outcome.kind !== "query") throw new Error("a query that was just made is one");
    const behind: Promise<unknown>[] = [];
    const resolver = new IsolateResolver(isolate, { waitUntil: (work) => behind.push(work) });
    const { answered = (given: Answered): Answered => given } = this.#plant;
    const { reply } = answered(
      await resolver.answer(outcome.query, UNKNOWN_CLIENT, new Request("https://dns.example.com/dns-query")),
    );
    const atMs = isolate.decidedFromMs ?? 0;
    const facts = this.#board.told.get(atMs);
    const scene: Scene = {
      nowMs: this.#nowMs,
      label,
      query: message,
      reply: encodeReply(outcome.query, reply),
      infoCodes: reply.errors.map(({ infoCode }) => infoCode),
      endpoints: this.#endpoints,
      record: this.#board.record,
      calmSinceMs: Math.max(
        isolate.startedMs,
        this.#outageEndMs.kv,
        this.#outageEndMs.board,
        this.#board.adoptedMs + DOCUMENT_SEEN_SECONDS * 1000,
      ),
      told: facts === undefined ? null : { atMs, facts },
      publishedMs: this.#publishedMs,
      versionBefore: isolate.version,
    };
    const { broken, version, answered: numbers, text } = judge(scene);
    if (label === "slow" && facts !== undefined && numbers !== "") {
      const circumstances = asTold(facts, atMs, { nowMs: this.#nowMs, publishedMs: 0 });
      this.#heavy.count(numbers === "11", chanceOfHeavy(circumstances));
    }
    isolate.version = version;
    if (reply.rcode === RCODE.NOERROR) this.#answers.add(`${label} ${numbers}`.trimEnd());
    const line = `${this.#nowMs - START_MS} ms, isolate ${place}, ${label}: ${text}`;
    this.#transcript.push(line);
    this.#broken.push(...broken.map((rule) => `${rule} — ${line}`));
    await Promise.all(behind);
  }
}
