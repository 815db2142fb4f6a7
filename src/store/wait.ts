/**
 * Bounded waiting. A promise that another request owns is never waited for (it may die with its owner), so followers
 * of a refresh sleep and look again.
 */

/** Resolves after `ms` milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Gives what the promise resolves to, or `late` where it rejects or has not settled after `ms` milliseconds. */
export function within<T, L>(promise: Promise<T>, ms: number, late: L): Promise<T | L> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(late), ms);
    const settle = (value: T | L): void => {
      clearTimeout(timer);
      resolve(value);
    };
    promise.then(settle, () => settle(late));
  });
}
