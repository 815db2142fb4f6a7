/**
 * Immutable blobs: read from KV, verified against the hash in their key, decoded once, kept in a bounded cache.
 *
 * A blob is here, absent (worth a read) or bad: missing, corrupt or unreadable, which is remembered for a while so
 * that queries do not pay for the same failed read again. What a bad blob means for an answer is decided elsewhere.
 */
import type { ChecksDocument } from "../health/check.ts";
import type { ZoneManifest } from "../zone/blob.ts";
import type { Section, Zone } from "../zone/model.ts";
import type { PlacesIndex, PlacesShard } from "../zone/places.ts";
import { ByteCache } from "./byte-cache.ts";
import { logError } from "./log.ts";
import { within } from "./wait.ts";

export type BlobState = "here" | "absent" | "bad";

/** A blob as decoded. A manifest carries the zone that was last made of it, so that both leave the memory together. */
export type Blob =
  | { readonly kind: "manifest"; readonly manifest: ZoneManifest; zone: Zone | null }
  | { readonly kind: "shard"; readonly section: Section }
  | { readonly kind: "checks"; readonly document: ChecksDocument }
  | PlacesIndex
  | PlacesShard;

type ReadOutcome =
  | { readonly kind: "bytes"; readonly bytes: ArrayBuffer }
  | { readonly kind: "failed"; readonly reason: FailureReason };

type FailureReason = "missing" | "corrupt" | "undecodable" | "unreadable";

/** All manifests, shards and checks documents of an isolate, which has 128 MB for everything. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Decoded nodes weigh 5 (weighted sets) to 16 (eight addresses a name) times their JSON in V8, measured on 80,000 names. */
const DECODED_BYTES_PER_STORED_BYTE = 16;

/** Columns of numbers and short strings, a few objects among them. */
const PLACES_BYTES_PER_STORED_BYTE = 5;

/** A name that is its content's hash never has other bytes: a data centre may keep it for a day. */
const READ_CACHE_TTL_SECONDS = 86_400;

/** KV caches misses like values. Reading again with the lowest TTL it allows (30) makes it look again. */
const REREAD_CACHE_TTL_SECONDS = 30;

/** As long as KV itself would repeat the miss. */
const MISSING_REMEMBERED_MS = 30_000;

/** KV itself failed: the next try may well do. */
const UNREADABLE_REMEMBERED_MS = 1_000;

const READ_TIMEOUT_MS = 2_000;

/** Keys of bad blobs are few; an isolate that meets more forgets them all and reads again. */
const BAD_KEYS_MAX = 10_000;

export class Blobs {
  readonly #kv: KVNamespace;
  readonly #clock: () => number;
  readonly #cache = new ByteCache<Blob>(CACHE_BYTES);
  readonly #badUntilMs = new Map<string, number>();

  constructor(kv: KVNamespace, clock: () => number) {
    this.#kv = kv;
    this.#clock = clock;
  }

  /** Gives a blob that is in memory. `variant` tells apart what one key's bytes are decoded to. */
  get(key: string, variant = ""): Blob | undefined {
    return this.#cache.get(variant + key);
  }

  /** Tells whether a blob can be used, is worth reading, or failed a short time ago. */
  state(key: string, variant = ""): BlobState {
    if (this.#cache.get(variant + key) !== undefined) return "here";
    const untilMs = this.#badUntilMs.get(key);
    if (untilMs === undefined) return "absent";
    if (untilMs > this.#clock()) return "bad";
    this.#badUntilMs.delete(key);
    return "absent";
  }

  /** Reads a blob into memory unless it is here or bad. Never rejects: a failure is remembered and logged. */
  async load(key: string, decode: (text: string) => Blob | null, variant = ""): Promise<void> {
    if (this.state(key, variant) !== "absent") return;
    let read = await this.#read(key, READ_CACHE_TTL_SECONDS);
    if (read.kind === "failed" && read.reason !== "unreadable") read = await this.#read(key, REREAD_CACHE_TTL_SECONDS);
    if (read.kind === "failed") return this.#fail(key, read.reason);
    const value = decode(new TextDecoder().decode(read.bytes));
    if (value === null) return this.#fail(key, "undecodable");
    const isPlaces = value.kind === "places-index" || value.kind === "places-shard";
    const weight = isPlaces ? PLACES_BYTES_PER_STORED_BYTE : DECODED_BYTES_PER_STORED_BYTE;
    this.#cache.put(variant + key, value, read.bytes.byteLength * weight);
  }

  async #read(key: string, cacheTtl: number): Promise<ReadOutcome> {
    const bytes = await within(this.#kv.get(key, { type: "arrayBuffer", cacheTtl }), READ_TIMEOUT_MS, undefined);
    if (bytes === undefined) return { kind: "failed", reason: "unreadable" };
    if (bytes === null) return { kind: "failed", reason: "missing" };
    if ((await hashOf(bytes)) !== key.slice(key.indexOf("/") + 1)) return { kind: "failed", reason: "corrupt" };
    return { kind: "bytes", bytes };
  }

  #fail(key: string, reason: FailureReason): void {
    logError("blob-bad", { key, reason });
    if (this.#badUntilMs.size >= BAD_KEYS_MAX) this.#badUntilMs.clear();
    const rememberedMs = reason === "unreadable" ? UNREADABLE_REMEMBERED_MS : MISSING_REMEMBERED_MS;
    this.#badUntilMs.set(key, this.#clock() + rememberedMs);
  }
}

/** A blob's name: the first 32 hexadecimal digits of its SHA-256. */
async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 16), (octet) => octet.toString(16).padStart(2, "0")).join("");
}
