/**
 * Carries out handed-out turns: each waits for its starting time, then for one of the prober's slots, and only then
 * starts its clock.
 *
 * The slots belong to the prober, not to a round, since rounds overlap: an invocation may have six connections
 * waiting for headers, and the seventh queues in silence while its timeout runs (Workers limits).
 */
import type { Observation, ProbeSpec } from "../health/check.ts";
import { sleep } from "../store/wait.ts";
import type { ProbeResult } from "./result.ts";
import type { Start } from "./schedule.ts";

/** A counting semaphore, first come, first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs a task once a slot is free, and gives the slot back whatever happens. */
  async hold<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}

export interface RoundTools {
  readonly slots: Slots;
  readonly probe: (spec: ProbeSpec) => Promise<ProbeResult>;
  readonly clock: () => number;
  /** The location hint that the prober was made with; null: none. */
  readonly region: string | null;
}

/** Takes one turn and gives its observation, which bears the time at which the slot was taken. */
export async function takeTurn(start: Start, tools: RoundTools): Promise<Observation> {
  const waitMs = start.atMs - tools.clock();
  if (waitMs > 0) await sleep(waitMs);
  return tools.slots.hold(async () => {
    const atMs = tools.clock();
    const result = await tools.probe(start.probe.spec);
    return { region: tools.region, probe: start.probe.id, atMs, ...result };
  });
}
