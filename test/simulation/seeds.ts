/** Every seed that ever failed, and two to begin with. They are run each time. */
export const SEEDS: readonly number[] = [20_261_130, 1];
