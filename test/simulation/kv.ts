/**
 * A KV as eventually consistent as the real one: each place sees a write after a delay of its own, keeps what it read,
 * misses included, until a read asks for something younger (`cacheTtl`), and can be cut off.
 */

import type { Draw } from "../../src/steering/candidate.ts";
import type { Env } from "../../src/store/env.ts";

interface Write {
  readonly value: string;
  /** By place: when it is seen there. */
  readonly seenMs: readonly number[];
}

interface ReadOptions {
  readonly type: "text" | "arrayBuffer";
  readonly cacheTtl: number;
}

const DELAY_SECONDS_MAX = 30;

export class SimulatedKv {
  isAway = false;
  readonly #places: number;
  readonly #chance: Draw;
  readonly #writes = new Map<string, Write[]>();
  readonly #kept = new Map<string, { readonly value: string | null; readonly atMs: number }>();

  constructor(places: number, chance: Draw) {
    this.#places = places;
    this.#chance = chance;
  }

  /** Writes a value; `atOnce`: every place sees it now. */
  put(key: string, value: string, nowMs: number, atOnce = false): void {
    const seenMs = Array.from({ length: this.#places }, () =>
      atOnce ? nowMs : nowMs + this.#chance(DELAY_SECONDS_MAX * 1000),
    );
    this.#writes.set(key, [...(this.#writes.get(key) ?? []), { value, seenMs }]);
  }

  /** The binding as an isolate at a place has it. */
  at(place: number, clock: () => number): Env["ZONES"] {
    const get = async (key: string, { type, cacheTtl }: ReadOptions): Promise<string | ArrayBuffer | null> => {
      if (this.isAway) throw new Error("KV GET failed: 500");
      const value = this.read(key, place, clock(), cacheTtl);
      return value === null || type === "text" ? value : Uint8Array.from(Buffer.from(value)).buffer;
    };
    return { get } as unknown as Env["ZONES"];
  }

  /** What a place has for a key at this time. */
  read(key: string, place: number, nowMs: number, cacheTtl: number): string | null {
    const id = `${place} ${key}`;
    const kept = this.#kept.get(id);
    if (kept !== undefined && nowMs - kept.atMs < cacheTtl * 1000) return kept.value;
    const seen = (this.#writes.get(key) ?? []).filter(({ seenMs }) => (seenMs[place] ?? 0) <= nowMs);
    const value = seen.at(-1)?.value ?? null;
    this.#kept.set(id, { value, atMs: nowMs });
    return value;
  }
}
