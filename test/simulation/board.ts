/**
 * Board and prober in one: the real arithmetic of turns, states and snapshots, over endpoints that answer at once or
 * hang until the timeout. Results arrive late, twice and out of order. Remembers what it told, for the checkers.
 */
import { uniqueProbes } from "../../src/health/assignment.ts";
import type { ChecksDocument, Observation } from "../../src/health/check.ts";
import { type HealthSnapshot, makeSnapshot } from "../../src/health/snapshot.ts";
import { beginState, carryOver, type HealthState, type observe } from "../../src/health/state.ts";
import { EMPTY_SCHEDULE, followAssignment, noteResult, type Schedule, takeTurns } from "../../src/probe/schedule.ts";
import type { Draw, HealthStatus } from "../../src/steering/candidate.ts";
import type { Endpoint } from "./endpoint.ts";

interface Arrival {
  readonly atMs: number;
  readonly observation: Observation;
}

const ANSWER_MS = 50;

export class SimulatedBoard {
  isAway = false;
  generation = 0;
  adoptedMs = 0;
  /** Statuses by check, by the time of the snapshot that told them. */
  readonly told = new Map<number, ReadonlyMap<string, HealthStatus>>();
  readonly #endpoints: readonly Endpoint[];
  readonly #chance: Draw;
  readonly #observe: typeof observe;
  #document: { readonly hash: string; readonly checks: ChecksDocument } | null = null;
  #states: ReadonlyMap<string, HealthState> = new Map();
  #schedule: Schedule = EMPTY_SCHEDULE;
  #arrivals: Arrival[] = [];

  constructor(endpoints: readonly Endpoint[], chance: Draw, observeOne: typeof observe) {
    this.#endpoints = endpoints;
    this.#chance = chance;
    this.#observe = observeOne;
  }

  adopt(generation: number, hash: string, checks: ChecksDocument, nowMs: number): void {
    this.generation = generation;
    if (this.#document?.hash === hash) return;
    this.adoptedMs = nowMs;
    this.#document = { hash, checks };
    this.#states = new Map(
      checks.checks.map((check) => {
        const state = this.#states.get(check.name);
        return [check.name, state === undefined ? beginState(check, nowMs) : carryOver(state, check)];
      }),
    );
    this.#schedule = followAssignment(this.#schedule, uniqueProbes(checks), nowMs);
  }

  /** Starts the probes that are due, and takes in the results that have come. */
  advance(nowMs: number): void {
    if (this.#document === null) return;
    const turns = takeTurns(this.#schedule, uniqueProbes(this.#document.checks), new Set(), nowMs);
    this.#schedule = turns.schedule;
    for (const { probe, atMs } of turns.starts) {
      const address = "address" in probe.spec ? (probe.spec.address ?? "") : "";
      const isUp = this.#endpoints[Number(address.split(".").at(-1))]?.isUp ?? false;
      const outcome = isUp ? "ok" : "timeout";
      const observation = { probe: probe.id, atMs, outcome, latencyMs: null, code: null } as const;
      const endMs = atMs + (isUp ? ANSWER_MS : probe.spec.timeout * 1000);
      this.#arrivals.push({ atMs: endMs, observation });
      // A report that is sent again, long after newer ones.
      if (this.#chance(4) === 0) this.#arrivals.push({ atMs: endMs + this.#chance(20_000), observation });
    }
    const come = this.#arrivals.filter(({ atMs }) => atMs <= nowMs);
    this.#arrivals = this.#arrivals.filter(({ atMs }) => atMs > nowMs);
    for (const { observation } of come) this.#takeIn(observation, this.#document.checks);
  }

  /** What the board says to an isolate. */
  snapshot(nowMs: number): HealthSnapshot | null {
    if (this.isAway) throw new Error("The board is away.");
    if (this.#document === null) return null;
    this.told.set(nowMs, new Map([...this.#states].map(([name, { status }]) => [name, status])));
    return makeSnapshot(this.#document.checks, this.#document.hash, this.#states, nowMs);
  }

  #takeIn(observation: Observation, { checks }: ChecksDocument): void {
    const states = new Map(this.#states);
    for (const check of checks) {
      const state = states.get(check.name);
      if (check.probe === observation.probe && state) states.set(check.name, this.#observe(state, check, observation));
    }
    this.#states = states;
    const isFailure = observation.outcome !== "ok";
    this.#schedule = noteResult(this.#schedule, observation.probe, isFailure, observation.atMs);
  }
}
