/**
 * Asks upstreams one after the other until one has an answer: the next is asked when the one before has failed, or has
 * not answered within its usual time (hedging). At most two are in flight, so that a slow upstream costs at most twice
 * the questions.
 *
 * Who loses is not cut off: what it would have said, and when, tells how it stands.
 */

/** What became of one question to one upstream. */
export interface Told<T> {
  readonly value: T;
  /** The larger is the better to have; from `FINAL` on nobody else is asked. */
  readonly worth: number;
}

export const FINAL = 10;
const IN_FLIGHT_MAX = 2;

/** One that can be asked. */
export interface Runner<T> {
  /** After how long the next is asked. */
  readonly usualMs: number;
  /** Never rejects. */
  ask(): Promise<Told<T>>;
}

/** Gives what is best of all that was told before `deadlineMs`, or the first final word; null: nothing was told. */
export function race<T>(runners: readonly Runner<T>[], deadlineMs: number): Promise<T | null> {
  return new Promise((resolve) => {
    let next = 0;
    let inFlight = 0;
    let best: Told<T> | null = null;
    let isOver = false;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const end = (): void => {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      resolve(best?.value ?? null);
    };
    const launch = (): void => {
      const runner = runners[next];
      if (runner === undefined || isOver || inFlight >= IN_FLIGHT_MAX) return;
      next += 1;
      inFlight += 1;
      const late = setTimeout(launch, runner.usualMs);
      timers.add(late);
      runner.ask().then((told) => {
        if (isOver) return;
        clearTimeout(late);
        inFlight -= 1;
        if (best === null || told.worth > best.worth) best = told;
        if (told.worth >= FINAL) end();
        else launch();
        if (inFlight === 0 && !isOver) end();
      });
    };
    timers.add(setTimeout(end, deadlineMs));
    launch();
    if (inFlight === 0) end();
  });
}
