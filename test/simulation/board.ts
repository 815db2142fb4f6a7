/**
 * Board and prober in one: the real arithmetic of turns, facts and snapshots, over endpoints that answer at once or
 * hang until the timeout. Results arrive late, twice and out of order. Takes an operator's orders, and remembers what it
 * told, for the checkers.
 */
import { probesByRegion, type UniqueProbe } from "../../src/health/assignment.ts";
import type { Check, ChecksDocument, Observation } from "../../src/health/check.ts";
import { type ChecksIndex, indexChecks } from "../../src/health/checks-index.ts";
import { type Facts, NO_FACTS, takeOver } from "../../src/health/facts.ts";
import { Revision, revise } from "../../src/health/revision.ts";
import { type HealthSnapshot, makeSnapshot } from "../../src/health/snapshot.ts";
import { EMPTY_SCHEDULE, followAssignment, noteResult, type Schedule, takeTurns } from "../../src/probe/schedule.ts";
import type { Draw } from "../../src/steering/candidate.ts";
import type { Endpoint } from "./endpoint.ts";
import { BoardRecord, type Told } from "./record.ts";
import { fullName, HELD_BY, latchName } from "./zone.ts";

interface Arrival {
  readonly atMs: number;
  readonly observation: Observation;
}

interface Adopted {
  readonly hash: string;
  readonly index: ChecksIndex;
  readonly probes: readonly UniqueProbe[];
}

const ANSWER_MS = 50;

export class SimulatedBoard {
  isAway = false;
  generation = 0;
  adoptedMs = 0;
  readonly record = new BoardRecord();
  /** By the time of the snapshot that told it. */
  readonly told = new Map<number, Told>();
  readonly #endpoints: readonly Endpoint[];
  readonly #chance: Draw;
  readonly #hear: (observation: Observation) => Observation;
  #adopted: Adopted | null = null;
  #facts: Facts = NO_FACTS;
  #schedule: Schedule = EMPTY_SCHEDULE;
  #arrivals: Arrival[] = [];

  /** `hear` plants a fault into what is made of a result. */
  constructor(endpoints: readonly Endpoint[], chance: Draw, hear: (observation: Observation) => Observation) {
    this.#endpoints = endpoints;
    this.#chance = chance;
    this.#hear = hear;
  }

  adopt(generation: number, hash: string, document: ChecksDocument, nowMs: number): void {
    this.generation = generation;
    if (this.#adopted?.hash === hash) return;
    this.adoptedMs = nowMs;
    const probes = probesByRegion(document, []).get(null) ?? [];
    this.#adopted = { hash, index: indexChecks(document, []), probes };
    this.#facts = takeOver(this.#facts, this.#adopted.index, nowMs);
    this.#revise(nowMs, nowMs, (revision) => revision.sweep("published"));
    this.#schedule = followAssignment(this.#schedule, probes, nowMs);
  }

  /** Starts the probes that are due, and takes in the results that have come. */
  advance(nowMs: number): void {
    if (this.#adopted === null) return;
    const turns = takeTurns(this.#schedule, this.#adopted.probes, new Set(), nowMs);
    this.#schedule = turns.schedule;
    for (const { probe, atMs } of turns.starts) {
      const address = "address" in probe.spec ? (probe.spec.address ?? "") : "";
      const isUp = this.#endpoints[Number(address.split(".").at(-1))]?.isUp ?? false;
      const outcome = isUp ? "ok" : "timeout";
      const observation = { region: null, probe: probe.id, atMs, outcome, latencyMs: null, code: null } as const;
      const endMs = atMs + (isUp ? ANSWER_MS : probe.spec.timeout * 1000);
      this.#arrivals.push({ atMs: endMs, observation });
      // A report that is sent again, long after newer ones.
      if (this.#chance(4) === 0) this.#arrivals.push({ atMs: endMs + this.#chance(20_000), observation });
    }
    const come = this.#arrivals.filter(({ atMs }) => atMs <= nowMs);
    this.#arrivals = this.#arrivals.filter(({ atMs }) => atMs > nowMs);
    for (const { observation } of come) {
      this.#revise(nowMs, observation.atMs, (revision) => revision.observe(this.#hear(observation)));
      const isFailure = observation.outcome !== "ok";
      this.#schedule = noteResult(this.#schedule, observation.probe, isFailure, observation.atMs);
    }
  }

  /** What the board says to an isolate. */
  snapshot(nowMs: number): HealthSnapshot | null {
    if (this.isAway) throw new Error("The board is away.");
    if (this.#adopted === null) return null;
    this.#revise(nowMs, nowMs, (revision) => revision.sweep("time"));
    this.told.set(nowMs, this.record.now);
    return makeSnapshot(this.#adopted.index.document, this.#adopted.hash, this.#facts, nowMs);
  }

  /** Tells a push check how things stand. */
  push(name: string, status: "healthy" | "unhealthy", nowMs: number): void {
    const check = this.#checkNamed(name);
    if (check?.kind !== "push") return;
    this.record.report = { status, atMs: nowMs };
    this.#revise(nowMs, nowMs, (revision) => revision.push(check, { status, reason: "", atMs: nowMs }));
  }

  override(name: string, verdict: "up" | "down", untilMs: number, nowMs: number): void {
    const check = this.#checkNamed(name);
    if (check === undefined) return;
    this.record.order = { verdict, atMs: nowMs, untilMs };
    const override = { verdict, untilMs, reason: "", by: "", atMs: nowMs };
    this.#revise(nowMs, nowMs, (revision) => revision.override(check, override));
  }

  /** Releases a candidate, unless its check would hold it again at once. */
  release(candidate: string, nowMs: number): void {
    const check = fullName(HELD_BY[candidate] ?? "");
    if (this.#adopted === null) return;
    this.#revise(nowMs, nowMs, (revision) => revision.sweep("time"));
    if (this.#facts.verdicts.get(check)?.status === "unhealthy") return;
    this.record.release(candidate, nowMs);
    this.#revise(nowMs, nowMs, (revision) => revision.release(latchName(candidate)));
  }

  #checkNamed(name: string): Check | undefined {
    return this.#adopted?.index.byName.get(fullName(name));
  }

  /** `atMs`: of which time that is what changes. */
  #revise(nowMs: number, atMs: number, change: (revision: Revision) => void): void {
    if (this.#adopted === null) return;
    const revision = new Revision(this.#adopted.index, this.#facts, nowMs);
    change(revision);
    this.#facts = revise(this.#facts, revision);
    this.record.note((check) => this.#facts.verdicts.get(fullName(check))?.status ?? "unknown", atMs);
  }
}
