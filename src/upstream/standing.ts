/**
 * How one upstream stands: its usual time to answer, and whether it is set aside because it failed. Pure arithmetic;
 * the clock comes in.
 *
 * The usual time is that of RFC 6298 2 for retransmission, smoothed mean plus four mean deviations: an answer that is
 * later is unusual for this upstream, however fast or slow it is.
 */

/** RFC 6298 2.3: the gains are an eighth and a quarter. */
const MEAN_GAIN = 1 / 8;
const DEVIATION_GAIN = 1 / 4;
const DEVIATIONS = 4;

/** Before anything is known. */
const USUAL_FIRST_MS = 300;
/** Below this a pause of the upstream's garbage collector would cost a second question. */
const USUAL_MIN_MS = 30;
/** A person notices; a slow first upstream must not make the second one wait for long. */
const USUAL_MAX_MS = 600;

/** The first pause; each failure in a row doubles it. */
const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 60_000;

export class Standing {
  readonly url: string;
  #meanMs: number | null = null;
  #deviationMs = 0;
  #failures = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #answeredMs = Number.NEGATIVE_INFINITY;

  constructor(url: string) {
    this.url = url;
  }

  /** After how long the next upstream is asked as well. */
  get usualMs(): number {
    if (this.#meanMs === null) return USUAL_FIRST_MS;
    return Math.min(USUAL_MAX_MS, Math.max(USUAL_MIN_MS, this.#meanMs + DEVIATIONS * this.#deviationMs));
  }

  /** When it may be asked again after having failed; in the past: now. */
  get pausedUntilMs(): number {
    return this.#pausedUntilMs;
  }

  /** It has answered: whatever there was against it is forgotten. */
  answered(askedMs: number, nowMs: number): void {
    const tookMs = nowMs - askedMs;
    this.#answeredMs = nowMs;
    this.#failures = 0;
    this.#pausedUntilMs = Number.NEGATIVE_INFINITY;
    if (this.#meanMs === null) {
      this.#meanMs = tookMs;
      this.#deviationMs = tookMs / 2;
      return;
    }
    this.#deviationMs += DEVIATION_GAIN * (Math.abs(this.#meanMs - tookMs) - this.#deviationMs);
    this.#meanMs += MEAN_GAIN * (tookMs - this.#meanMs);
  }

  /**
   * It has failed a question. Those that were under way together when it broke down count as one failure, and one that
   * it could not answer in time while it answered others counts for none: it is the name's servers that are slow.
   */
  failed(askedMs: number, nowMs: number): void {
    if (nowMs < this.#pausedUntilMs || askedMs < this.#answeredMs) return;
    this.#pausedUntilMs = nowMs + Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
  }
}
