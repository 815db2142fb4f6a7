/**
 * Brings observations to the board: several at a time, since each report costs the board a stored row, yet none late.
 *
 * What could not be delivered is sent again with the next report; the board counts an observation once. One report
 * is under way at a time, so that observations arrive in their order.
 */
import type { Observation } from "../health/check.ts";
import { logError } from "../store/log.ts";
import { sleep } from "../store/wait.ts";

/** How long an observation waits for others: half of the second that a change of status may be late. */
const COLLECT_MS = 500;

/** About 25 rounds of a full prober; the oldest are dropped first. */
const PENDING_MAX = 1000;

export class Reporter {
  readonly #send: (observations: readonly Observation[]) => Promise<void>;
  #pending: Observation[] = [];
  #collecting: Promise<void> | null = null;

  constructor(send: (observations: readonly Observation[]) => Promise<void>) {
    this.#send = send;
  }

  /** Takes an observation up. `isLast`: no other is to be expected soon. Settles when its report has been tried. */
  add(observation: Observation, isLast: boolean): Promise<void> {
    this.#pending.push(observation);
    if (this.#pending.length > PENDING_MAX) this.#pending.shift();
    this.#collecting ??= this.#deliver(isLast ? 0 : COLLECT_MS);
    return this.#collecting;
  }

  async #deliver(waitMs: number): Promise<void> {
    try {
      if (waitMs > 0) await sleep(waitMs);
      while (this.#pending.length > 0) {
        const sent = this.#pending;
        this.#pending = [];
        if (!(await this.#tried(sent))) return;
      }
    } finally {
      this.#collecting = null;
    }
  }

  async #tried(sent: readonly Observation[]): Promise<boolean> {
    try {
      await this.#send(sent);
      return true;
    } catch (error) {
      this.#pending = [...sent, ...this.#pending].slice(-PENDING_MAX);
      logError("report-failed", { observations: sent.length, error: String(error) });
      return false;
    }
  }
}
