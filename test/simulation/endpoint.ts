/** Endpoints that go down and come back at times of chance, until they are told to hold still. */
import type { Draw } from "../../src/steering/candidate.ts";

/** Short enough to be missed by a threshold, or long enough to be slowed down by. */
const SPELL_SECONDS = [3, 20, 60, 90, 120, 240, 700] as const;

export class Endpoint {
  isUp = true;
  /** When it last changed. */
  sinceMs: number;
  /** How long the spell before this one was. */
  spellBeforeMs = 0;
  #nextMs: number;
  readonly #chance: Draw;

  constructor(nowMs: number, chance: Draw) {
    this.#chance = chance;
    this.sinceMs = nowMs;
    this.#nextMs = nowMs + this.#spellMs();
  }

  /** Moves on to this time. */
  advance(nowMs: number): void {
    if (nowMs < this.#nextMs) return;
    this.isUp = !this.isUp;
    this.spellBeforeMs = nowMs - this.sinceMs;
    this.sinceMs = nowMs;
    this.#nextMs = nowMs + this.#spellMs();
  }

  /** Never changes again. */
  hold(): void {
    this.#nextMs = Number.POSITIVE_INFINITY;
  }

  #spellMs(): number {
    const seconds = SPELL_SECONDS[this.#chance(SPELL_SECONDS.length)] ?? 60;
    return seconds * 500 + this.#chance(seconds * 1000);
  }
}
