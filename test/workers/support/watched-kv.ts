/**
 * The real local KV, watched: every read is counted by key, and single keys can be hidden, spoilt or made to fail, as an
 * eventually consistent store does.
 */
export class WatchedKv {
  readonly reads: string[] = [];
  /** Keys that are not visible yet. */
  readonly hidden = new Set<string>();
  /** Keys whose bytes arrive changed. */
  readonly spoilt = new Set<string>();
  /** KV itself does not answer. */
  isAway = false;
  readonly kv: KVNamespace;

  constructor(real: KVNamespace) {
    const get = async (key: string, options: { readonly type: "text" | "arrayBuffer" }): Promise<unknown> => {
      this.reads.push(key);
      if (this.isAway) throw new Error("KV GET failed: 500");
      if (this.hidden.has(key)) return null;
      const bytes = await real.get(key, "arrayBuffer");
      if (bytes === null) return null;
      if (this.spoilt.has(key)) new Uint8Array(bytes).fill(0x20, 0, 1);
      return options.type === "text" ? new TextDecoder().decode(bytes) : bytes;
    };
    this.kv = new Proxy(real, { get: (target, name) => (name === "get" ? get : Reflect.get(target, name)) });
  }

  /** Takes the keys read since the last call, in order. */
  takeReads(): string[] {
    return this.reads.splice(0);
  }
}
