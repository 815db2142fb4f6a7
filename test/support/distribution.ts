/**
 * The exact distribution of a function of chance, by walking through every sequence of draws. Made for rows such as
 * "20 / 40 / 40 %": nothing is sampled, so that an expected value is a fraction and not a bound.
 */
import type { Draw } from "../../src/steering/candidate.ts";

/** More sequences than this are a mistake in the test. */
const RUNS_MAX = 2_000_000;

/** Gives each outcome's probability; `run` must draw in the same way whenever it is dealt the same values. */
export function distribution(run: (draw: Draw) => string): Map<string, number> {
  const chances = new Map<string, number>();
  const dealt: { value: number; bound: number }[] = [];
  for (let runs = 0; runs < RUNS_MAX; runs += 1) {
    let at = 0;
    const outcome = run((bound) => {
      const step = dealt[at] ?? { value: 0, bound };
      if (step.bound !== bound) throw new Error(`draw ${at} was asked with bound ${step.bound}, then with ${bound}`);
      dealt[at] = step;
      at += 1;
      return step.value;
    });
    const chance = dealt.reduce((product, { bound }) => product / bound, 1);
    chances.set(outcome, (chances.get(outcome) ?? 0) + chance);
    for (let last = dealt.at(-1); last && last.value === last.bound - 1; last = dealt.at(-1)) dealt.pop();
    const last = dealt.at(-1);
    if (!last) return chances;
    last.value += 1;
  }
  throw new Error(`more than ${RUNS_MAX} sequences of draws`);
}
