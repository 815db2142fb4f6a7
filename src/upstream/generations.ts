/**
 * A cache bounded in bytes that forgets what was not used of late, in two generations: what is used moves to the young
 * one, and when that is full the old one is dropped whole.
 *
 * A use of a young entry writes nothing and no eviction ever searches, whatever the number of entries: the answers of
 * others are many and small, unlike the blobs that store/byte-cache.ts keeps.
 */

interface Weighed<T> {
  readonly value: T;
  readonly bytes: number;
}

export class Generations<T> {
  readonly #youngBytesMax: number;
  #young = new Map<string, Weighed<T>>();
  #old = new Map<string, Weighed<T>>();
  #youngBytes = 0;

  /** Never holds more than the capacity, unless one value alone is beyond half of it. */
  constructor(capacityBytes: number) {
    this.#youngBytesMax = capacityBytes / 2;
  }

  /** How many values there are. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Gives a value and counts the use. */
  get(key: string): T | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.put(key, old.value, old.bytes);
    return old.value;
  }

  /** Stores a value of the given weight. */
  put(key: string, value: T, bytes: number): void {
    this.delete(key);
    if (this.#youngBytes + bytes > this.#youngBytesMax) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(key, { value, bytes });
    this.#youngBytes += bytes;
  }

  /** Forgets a value. */
  delete(key: string): void {
    this.#youngBytes -= this.#young.get(key)?.bytes ?? 0;
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
