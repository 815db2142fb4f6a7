/**
 * Answers of the upstreams, kept in the isolate's memory and for all isolates of the data centre (Cache API).
 *
 * An answer is fresh for its lifetime and stands in for a while longer when nobody else answers
 * (RFC 8767). The shared copy is the message as it came, which is read again with the same distrust; its age is told by
 * a header of its own, since the Cache API keeps it beyond its lifetime. A Cache API that fails is ignored.
 */
import { type Asked, type Foreign, readForeign } from "../dns/foreign.ts";
import { within } from "../store/wait.ts";
import { Generations } from "./generations.ts";

export interface Kept {
  readonly foreign: Foreign;
  /** When its TTLs were what its message says. */
  readonly storedMs: number;
  readonly freshUntilMs: number;
  readonly staleUntilMs: number;
}

/** Of an isolate's 128 MB, beside the 32 MB of the hosted zones: some ten thousand answers. */
const CAPACITY_BYTES = 8 * 2 ** 20;
/** What an entry costs besides its octets: objects, the key, the map's slot. */
const ENTRY_BYTES = 500;
const SHARED_TIMEOUT_MS = 100;
const STORED_HEADER = "Fairlead-Stored";

export class Answers {
  readonly #memory = new Generations<Kept>(CAPACITY_BYTES);
  readonly #prefix: string;
  readonly #serveStaleMs: number;

  /** `space` tells apart whose answers they are: deployments of one Cloudflare zone share a Cache API. */
  constructor(space: string, serveStaleMs: number) {
    this.#prefix = `https://upstream.invalid/${encodeURIComponent(space)}/`;
    this.#serveStaleMs = serveStaleMs;
  }

  /** Gives what this isolate remembers, however old. */
  get(key: string): Kept | undefined {
    return this.#memory.get(key);
  }

  /** Remembers an answer; null: one that is for the asker alone (RFC 1035 3.2.1: a TTL of zero), or has no lifetime. */
  remember(key: string, foreign: Foreign, storedMs: number): Kept | null {
    const { lifetimeSeconds } = foreign;
    if (lifetimeSeconds === null || lifetimeSeconds === 0) return null;
    const freshUntilMs = storedMs + lifetimeSeconds * 1000;
    const kept = { foreign, storedMs, freshUntilMs, staleUntilMs: freshUntilMs + this.#serveStaleMs };
    this.#memory.put(key, kept, ENTRY_BYTES + foreign.message.length + 8 * foreign.ttlOffsets.length);
    return kept;
  }

  /** Looks for an answer that another isolate has left, and remembers it. Never rejects. */
  async find(key: string, asked: Asked): Promise<Kept | null> {
    try {
      const response = await within(caches.default.match(this.#urlOf(key)), SHARED_TIMEOUT_MS, undefined);
      const storedMs = Number(response?.headers.get(STORED_HEADER) ?? Number.NaN);
      const received = response && (await within(response.arrayBuffer(), SHARED_TIMEOUT_MS, null));
      if (!received || Number.isNaN(storedMs)) return null;
      const foreign = readForeign(new Uint8Array(received), asked);
      return foreign && this.remember(key, foreign, storedMs);
    } catch {
      return null;
    }
  }

  /** Leaves an answer for the other isolates. Never rejects. */
  async share(key: string, message: Uint8Array, kept: Kept, nowMs: number): Promise<void> {
    try {
      const seconds = Math.ceil((kept.staleUntilMs - nowMs) / 1000);
      const headers = { [STORED_HEADER]: String(kept.storedMs), "Cache-Control": `max-age=${seconds}` };
      await caches.default.put(this.#urlOf(key), new Response(message, { headers }));
    } catch {
      // No Cache API here: every isolate asks for itself.
    }
  }

  /** A key may hold any octet; in hexadecimal it is at most some 600 characters. */
  #urlOf(key: string): string {
    let path = this.#prefix;
    for (let at = 0; at < key.length; at += 1) path += key.charCodeAt(at).toString(16).padStart(2, "0");
    return path;
  }
}
