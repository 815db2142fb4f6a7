/** How often something happened, against the chances it had: the sum of what was too much, in standard deviations. */
export class Share {
  #excess = 0;
  #variance = 0;

  /** Counts one occasion with its own chance. */
  count(happened: boolean, chance: number): void {
    this.#excess += (happened ? 1 : 0) - chance;
    this.#variance += chance * (1 - chance);
  }

  /** 0: nothing was left to chance. */
  get deviations(): number {
    return this.#variance === 0 ? 0 : this.#excess / Math.sqrt(this.#variance);
  }
}
