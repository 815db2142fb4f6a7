/**
 * A simulated deployment: two isolates with the real memory, resolver and core, under a virtual clock, with a KV, a
 * board and endpoints that misbehave by chance. All chance comes from one seed.
 */
import { vi } from "vitest";
import { composeCatalog } from "../../src/cli/compile/publication.ts";
import { decodeQuery } from "../../src/dns/query.ts";
import { encodeReply } from "../../src/dns/reply.ts";
import { decodeChecks } from "../../src/health/document.ts";
import { observe } from "../../src/health/state.ts";
import type { Draw } from "../../src/steering/candidate.ts";
import { seededDraw } from "../../src/steering/draw.ts";
import type { Env } from "../../src/store/env.ts";
import { type Answered, createResolver } from "../../src/store/resolver.ts";
import type { View } from "../../src/store/world.ts";
import { CATALOG_KEY, type Catalog, checksKey, decodeCatalog } from "../../src/zone/catalog.ts";
import { compileTexts } from "../support/build.ts";
import { nameHex, queryMessage } from "../support/wire.ts";
import { SimulatedBoard } from "./board.ts";
import { DOCUMENT_SEEN_SECONDS, judge } from "./checkers.ts";
import { Endpoint } from "./endpoint.ts";
import { Isolate } from "./isolate.ts";
import { SimulatedKv } from "./kv.ts";
import { ALLOWED, ENDPOINTS, VERSIONS_MAX, zoneText } from "./zone.ts";

/** A fault of the program itself, for simulations that have to fail. */
export interface Plant {
  readonly observe?: typeof observe;
  readonly view?: (view: View) => View;
  readonly answered?: (answered: Answered) => Answered;
}

export interface Run {
  /** One line an answer. */
  readonly transcript: readonly string[];
  /** What was broken, where, by whom. */
  readonly broken: readonly string[];
  readonly versions: number;
}

const START_MS = Date.UTC(2026, 10, 30);
const ISOLATES = 2;
const BOARD_PLACE = ISOLATES;
const CRON_MS = 60_000;
/** No two queries of an isolate are further apart. */
const STEP_MS_MAX = 800;
const QUIET_MS = 400_000;

export class Simulation {
  #nowMs = START_MS;
  #cronMs = 0;
  readonly #plant: Plant;
  readonly #chance: Draw;
  readonly #kv: SimulatedKv;
  readonly #board: SimulatedBoard;
  readonly #endpoints: readonly Endpoint[];
  readonly #isolates: Isolate[];
  #catalog: Catalog | null = null;
  #publishedMs = START_MS;
  #outageEndMs = { kv: 0, board: 0 };
  readonly #transcript: string[] = [];
  readonly #broken: string[] = [];

  constructor(seed: number, plant: Plant) {
    this.#plant = plant;
    this.#chance = seededDraw(seed);
    this.#kv = new SimulatedKv(ISOLATES + 1, this.#chance);
    this.#endpoints = Array.from({ length: ENDPOINTS }, () => new Endpoint(START_MS, this.#chance));
    this.#board = new SimulatedBoard(this.#endpoints, this.#chance, plant.observe ?? observe);
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
    return { transcript: this.#transcript, broken: this.#broken, versions: this.#version };
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

  #publish(atOnce: boolean): void {
    const generation = this.#version + 1;
    const { compilation } = compileTexts([zoneText(generation)]);
    if (compilation === null) throw new Error("the simulated zone compiles");
    const at = new Date(this.#nowMs).toISOString();
    this.#catalog = composeCatalog({ compilation, current: this.#catalog, generation, at, by: "", note: "" });
    for (const [key, text] of compilation.blobs) this.#kv.put(key, text, this.#nowMs, atOnce);
    this.#kv.put(CATALOG_KEY, JSON.stringify(this.#catalog), this.#nowMs, atOnce);
    this.#publishedMs = this.#nowMs;
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
    const resolver = createResolver({} as Env, { waitUntil: (work) => behind.push(work) }, isolate);
    const { answered = (given: Answered): Answered => given } = this.#plant;
    const { reply } = answered(await resolver.answer(outcome.query, { subnet: null }));
    const { broken, version, text } = judge({
      nowMs: this.#nowMs,
      label,
      query: message,
      reply: encodeReply(outcome.query, reply),
      infoCodes: reply.errors.map(({ infoCode }) => infoCode),
      endpoints: this.#endpoints,
      calmSinceMs: Math.max(
        isolate.startedMs,
        this.#outageEndMs.kv,
        this.#outageEndMs.board,
        this.#board.adoptedMs + DOCUMENT_SEEN_SECONDS * 1000,
      ),
      snapshotAtMs: isolate.decidedFromMs,
      statuses: this.#board.told.get(isolate.decidedFromMs ?? 0) ?? new Map(),
      published: { version: this.#version, atMs: this.#publishedMs },
      versionBefore: isolate.version,
    });
    isolate.version = version;
    const line = `${this.#nowMs - START_MS} ms, isolate ${place}, ${label}: ${text}`;
    this.#transcript.push(line);
    this.#broken.push(...broken.map((rule) => `${rule} — ${line}`));
    await Promise.all(behind);
  }
}
