/**
 * A probe's time: one limit for all it does, connecting, redirects and reading included.
 *
 * Deviation: Route 53 has one limit for connecting (4 s) and another for the response (2 s). One limit is what an
 * operator can reason about, and a redirect or a slow connection cannot stretch it.
 * Begun only when the probe has its slot: a clock that runs while connections queue up reports the queue as timeouts.
 */

/** Thrown where a probe's time is over. */
export class TimeIsUp extends Error {}

export interface Deadline {
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
  /** Gives what the promise gives, or rejects with `TimeIsUp`; the promise may settle later, unheard. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Ends the clock. */
  end(): void;
}

/** Starts the clock. */
export function beginDeadline(seconds: number): Deadline {
  const controller = new AbortController();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);
  const timer = setTimeout(() => {
    over.reject(new TimeIsUp());
    controller.abort(new TimeIsUp());
  }, seconds * 1000);
  return {
    signal: controller.signal,
    race: (promise) => Promise.race([promise, over.promise]),
    end: () => clearTimeout(timer),
  };
}
