/**
 * A cache bounded in bytes that evicts what was used longest ago.
 *
 * A use writes one number; the search for the oldest runs only on eviction, over some hundreds of entries. (Keeping a
 * Map in order of use would delete and insert on every query.)
 */

interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
  usedAt: number;
}

export class ByteCache<T> {
  readonly #capacityBytes: number;
  readonly #entries = new Map<string, Entry<T>>();
  #bytes = 0;
  #uses = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  /** What all entries weigh together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Gives a value and counts the use. */
  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#uses += 1;
    entry.usedAt = this.#uses;
    return entry.value;
  }

  /** Stores a value of the given weight. The newest entry always stays, even where it alone is over the capacity. */
  put(key: string, value: T, bytes: number): void {
    this.#delete(key);
    while (this.#entries.size > 0 && this.#bytes + bytes > this.#capacityBytes) this.#delete(this.#oldest());
    this.#uses += 1;
    this.#entries.set(key, { value, bytes, usedAt: this.#uses });
    this.#bytes += bytes;
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  #oldest(): string {
    let oldestKey = "";
    let oldestUse = Number.POSITIVE_INFINITY;
    for (const [key, { usedAt }] of this.#entries) {
      if (usedAt < oldestUse) {
        oldestKey = key;
        oldestUse = usedAt;
      }
    }
    return oldestKey;
  }
}
