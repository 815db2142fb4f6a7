/**
 * Chance as a value: the shell hands a seed in, and the same seed gives the same draws however often an answer is
 * attempted anew.
 */
import type { Draw } from "./candidate.ts";

const UINT32_SPAN = 2 ** 32;

/**
 * Gives a draw from a 32-bit seed (Mulberry32). Scaling 32 bits moves no share by more than 2^-32 of the whole; bounds
 * are below 2^25 (a hundred weights of 255, in thousandths while they grow).
 */
export function seededDraw(seed: number): Draw {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / UINT32_SPAN) * bound);
  };
}

/** Gives a copy in uniformly random order (Fisher and Yates); one or none is not drawn for. */
export function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  return sample(items, items.length, draw);
}

/** Draws `count` distinct items, or all where there are fewer, in random order; one of one is not drawn for. */
export function sample<T>(items: readonly T[], count: number, draw: Draw): T[] {
  const left = [...items];
  const taken: T[] = [];
  while (left.length > 0 && taken.length < count) {
    const at = left.length === 1 ? 0 : draw(left.length);
    taken.push(...left.splice(at, 1));
  }
  return taken;
}
