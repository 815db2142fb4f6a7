/** One isolate: the real memory under a virtual clock, and what a checker has to know of it. */
import type { Env } from "../../src/store/env.ts";
import { type View, World } from "../../src/store/world.ts";

export class Isolate extends World {
  readonly startedMs: number;
  /** The snapshot that the last decision was made from. */
  decidedFromMs: number | null = null;
  /** The version that was answered from last; 0: none yet. */
  version = 0;
  readonly #alter: (view: View) => View;

  /** `alter` plants a fault into what decisions see. */
  constructor(env: Env, clock: () => number, alter: (view: View) => View) {
    super(env, clock);
    this.startedMs = clock();
    this.#alter = alter;
  }

  override look(avoided: Set<string>, nowMs?: number): View {
    this.decidedFromMs = this.snapshotAtMs;
    return this.#alter(super.look(avoided, nowMs));
  }
}
