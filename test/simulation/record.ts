/**
 * What a board has to tell, noted apart from it: how each check stands and since when it counts so, which candidates
 * are held back, what was reported and what an operator said.
 */
import type { HealthStatus } from "../../src/steering/candidate.ts";
import { CHECKS, countsAsHealthy, HELD_BY } from "./zone.ts";

export interface Report {
  readonly status: "healthy" | "unhealthy";
  readonly atMs: number;
}

/** An operator's word on a check, of which nothing is left from `untilMs` on. */
export interface Order {
  readonly verdict: "up" | "down";
  readonly atMs: number;
  readonly untilMs: number;
}

/** By the names that the zone file has for checks and candidates. */
export interface Told {
  readonly statuses: ReadonlyMap<string, HealthStatus>;
  /** When a check last came to count otherwise. */
  readonly turnedMs: ReadonlyMap<string, number>;
  /** Candidates that wait for their release. */
  readonly held: ReadonlySet<string>;
  readonly report: Report | null;
  readonly order: Order | null;
}

export class BoardRecord {
  report: Report | null = null;
  order: Order | null = null;
  /** When a candidate was held or released last. */
  readonly heldChangedMs = new Map<string, number>();
  #statuses = new Map<string, HealthStatus>();
  readonly #turnedMs = new Map<string, number>();
  readonly #held = new Set<string>();

  /** Notes how the checks stand after something that is of this time. */
  note(statusOf: (check: string) => HealthStatus, atMs: number): void {
    const before = this.#statuses;
    this.#statuses = new Map(Object.keys(CHECKS).map((check) => [check, statusOf(check)]));
    for (const [check, status] of this.#statuses) {
      const was = before.get(check);
      if (was !== undefined && countsAsHealthy(check, was) !== countsAsHealthy(check, status))
        this.#turnedMs.set(check, atMs);
    }
    for (const [candidate, check] of Object.entries(HELD_BY)) {
      if (this.#statuses.get(check) !== "unhealthy" || this.#held.has(candidate)) continue;
      this.#held.add(candidate);
      this.heldChangedMs.set(candidate, atMs);
    }
  }

  release(candidate: string, nowMs: number): void {
    this.#held.delete(candidate);
    this.heldChangedMs.set(candidate, nowMs);
  }

  /** How all of it stands. */
  get now(): Told {
    const { report, order } = this;
    return { statuses: this.#statuses, turnedMs: new Map(this.#turnedMs), held: new Set(this.#held), report, order };
  }
}
