/**
 * Shows how far an upload is: a bar on a terminal, plain lines elsewhere, nothing where there is nothing to wait for.
 */
import type { OnProgress } from "./kv.ts";

export interface ProgressTarget {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_COLUMNS = 30;

/** Plain lines are written at each tenth, so that a log stays short. */
const PLAIN_STEPS = 10;

/** Gives the function that an upload calls after each part. */
export function progressOn(target: ProgressTarget): OnProgress {
  let stepBefore = 0;
  return (done, total) => {
    const share = total === 0 ? 1 : done / total;
    if (target.isTTY === true) {
      const filled = Math.round(share * BAR_COLUMNS);
      const bar = "#".repeat(filled) + "-".repeat(BAR_COLUMNS - filled);
      target.write(`\r[${bar}] ${done} of ${total} blobs${done === total ? "\n" : ""}`);
      return;
    }
    const step = Math.floor(share * PLAIN_STEPS);
    if (step > stepBefore) target.write(`uploaded ${done} of ${total} blobs\n`);
    stepBefore = step;
  };
}
