/**
 * An isolate's memory of the world: the catalog with the time of its reading, the zones, the health. Decides when a
 * query may go on with it, when it is refreshed behind an answer, and when a query waits.
 *
 * Only settled data is shared between requests, never a promise (it dies with the request that made it): "one refresh
 * at a time" is a time stamp, and those who wait for another's refresh sleep and look again.
 */

import type { Name } from "../dns/name.ts";
import type { HealthView, Place, Subnet } from "../steering/candidate.ts";
import type { HostView } from "../steering/hosts.ts";
import { CATALOG_KEY, type Catalog, decodeCatalog } from "../zone/catalog.ts";
import type { Need, ZoneSet } from "../zone/model.ts";
import { Blobs } from "./blobs.ts";
import type { Env } from "./env.ts";
import { type Hosts, isHostKey, type MakeHosts, noHosts, type Occasion } from "./hosts.ts";
import { logError } from "./log.ts";
import { Places } from "./places.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { Statuses } from "./statuses.ts";
import { TAKEOVER_MS } from "./versions.ts";
import { sleep, within } from "./wait.ts";
import { Zones } from "./zones.ts";

/** What one pass over an answer decides from. */
export interface View {
  readonly zones: ZoneSet;
  readonly health: HealthView;
  readonly hosts: HostView;
  readonly nowMs: number;
}

interface Reading {
  readonly text: string;
  readonly catalog: Catalog;
  readonly readAtMs: number;
  readonly publishedAtMs: number;
}

/** The lowest that KV allows; the catalog's soft age is its own. */
const CATALOG_CACHE_TTL_SECONDS = 30;
const CATALOG_TIMEOUT_MS = 2_000;

/** A query whose data is beyond its hard age waits so long for a refresh, and then serves what there is. */
const REFRESH_WAIT_MS = 250;
/** Without any catalog there is nothing to serve: clients give up after some five seconds. */
const FIRST_WAIT_MS = 3_000;
const LOOK_AGAIN_MS = 25;

/** After a failure, and for what is awaited rather than aged. */
const REFRESH_PAUSE_MS = 1_000;
/** While refreshes keep failing, queries do not wait for them: an outage must not slow every answer. */
const NO_WAIT_AFTER_FAILURE_MS = 5_000;
/** A refresh that is older has died with its request; its reads time out in less. */
const REFRESH_DEAD_MS = 10_000;

export class World {
  readonly settings: Settings;
  /** Outside hosts that aliases answer with. */
  readonly hosts: Hosts;
  readonly #env: Env;
  readonly #clock: () => number;
  readonly #zones: Zones;
  readonly #places: Places;
  readonly #statuses: Statuses;
  #reading: Reading | null = null;
  #startedMs = Number.NEGATIVE_INFINITY;
  #isRefreshing = false;
  #failedMs = Number.NEGATIVE_INFINITY;
  #refusal: string | null = null;

  constructor(env: Env, clock: () => number = () => Date.now(), makeHosts: MakeHosts = noHosts) {
    this.settings = settingsOf(env);
    this.hosts = makeHosts(env, this.settings);
    this.#env = env;
    this.#clock = clock;
    const blobs = new Blobs(env.ZONES, clock);
    this.#zones = new Zones(blobs);
    this.#places = new Places(blobs);
    this.#statuses = new Statuses(env, blobs, this.settings);
  }

  /** The catalog in force; null: none has been read yet. */
  get catalog(): Catalog | null {
    return this.#reading?.catalog ?? null;
  }

  /** The board's time of the last known snapshot; null: none. */
  get snapshotAtMs(): number | null {
    return this.#statuses.snapshot?.atMs ?? null;
  }

  /** Tells whether the catalog has a check of this full name. */
  hasCheck(name: string): boolean {
    return this.#statuses.hasCheck(name);
  }

  /** Tells whether a folded name is in a hosted zone. */
  isHosted(name: Name): boolean {
    return this.#zones.isHosted(name);
  }

  /** Finds where a network is, by the set of places in force; null: the deployment has none. */
  place(subnet: Subnet): Place | Need | null {
    return this.#places.find(subnet);
  }

  /** Health as a pass sees it, but for the verdicts that are supposed, by the check's full name. */
  suppose(health: HealthView, given: ReadonlyMap<string, "healthy" | "unhealthy">): HealthView {
    return this.#statuses.suppose(health, given);
  }

  /** The time, which a query on its way asks once: it is a call into the runtime. Milliseconds since the epoch. */
  now(): number {
    return this.#clock();
  }

  /** Begins a pass over an answer. `avoided` is the query's own and collects the versions it finds incomplete. */
  look(avoided: Set<string>, nowMs = this.now()): View {
    const stale = this.#isCatalogBeyond(this.settings.catalogHardAgeMs, nowMs);
    const zones = this.#zones.begin({ ready: this.#isReady(nowMs), stale, avoided });
    return { zones, health: this.#statuses.view(nowMs), hosts: this.hosts, nowMs };
  }

  /** Fetches blobs that a pass named, and looks up hosts. Never rejects. */
  async load(keys: readonly string[], occasion: Occasion): Promise<void> {
    await Promise.all(keys.map((key) => (isHostKey(key) ? this.hosts.load(key, occasion) : this.#loadBlob(key))));
  }

  #loadBlob(key: string): Promise<void> {
    return (this.#places.owns(key) ? this.#places : this.#zones).load(key);
  }

  /** Something is beyond its hard age, and waiting for it is not known to be in vain. */
  mustWait(nowMs = this.now()): boolean {
    const pauseMs = this.#reading === null ? REFRESH_PAUSE_MS : NO_WAIT_AFTER_FAILURE_MS;
    if (nowMs - this.#failedMs < pauseMs) return false;
    return this.#isCatalogBeyond(this.settings.catalogHardAgeMs, nowMs) || this.#statuses.isBeyondHardAge(nowMs);
  }

  /** Waits for a refresh, of this request or of another one, as long as a query may. */
  async wait(ctx: Pick<ExecutionContext, "waitUntil">): Promise<void> {
    if (this.isRefreshDue()) {
      const { catalog, all } = this.#refresh();
      ctx.waitUntil(all);
      if (this.#reading === null) await within(catalog, FIRST_WAIT_MS, undefined);
      await within(all, REFRESH_WAIT_MS, undefined);
      return;
    }
    for (let sleptMs = 0; this.mustWait(); sleptMs += LOOK_AGAIN_MS) {
      if (sleptMs >= (this.#reading === null ? FIRST_WAIT_MS : REFRESH_WAIT_MS)) return;
      await sleep(LOOK_AGAIN_MS);
    }
  }

  /** Something has passed its soft age, or is awaited, and nobody is refreshing at this time. */
  isRefreshDue(nowMs = this.now()): boolean {
    if (this.#isRefreshing && nowMs - this.#startedMs < REFRESH_DEAD_MS) return false;
    if (nowMs - this.#failedMs < REFRESH_PAUSE_MS) return false;
    if (this.#isCatalogBeyond(this.settings.catalogSoftAgeMs, nowMs) || this.#statuses.isBeyondSoftAge(nowMs))
      return true;
    if (nowMs - this.#startedMs < REFRESH_PAUSE_MS) return false;
    return this.#zones.isAwaiting || !this.#agrees();
  }

  /** Refreshes what is due. Never rejects. */
  refresh(): Promise<void> {
    return this.#refresh().all;
  }

  #refresh(): { readonly catalog: Promise<boolean>; readonly all: Promise<void> } {
    this.#isRefreshing = true;
    this.#startedMs = this.#clock();
    const catalog = this.#refreshCatalog();
    return { catalog, all: this.#refreshRest(catalog) };
  }

  async #refreshRest(catalog: Promise<boolean>): Promise<void> {
    let isFine = false;
    try {
      const isCatalogFine = await catalog;
      const checks = this.catalog?.checks;
      const isHealthFine = checks !== undefined && (await this.#statuses.refresh(checks, this.#clock()));
      await Promise.all(this.#zones.takeAwaited().map((key) => this.#loadBlob(key)));
      this.hosts.want(this.#zones.hosts, this.#clock());
      isFine = isCatalogFine && isHealthFine;
    } catch (error) {
      logError("refresh-failed", { error: String(error) });
    }
    this.#failedMs = isFine ? Number.NEGATIVE_INFINITY : this.#clock();
    this.#isRefreshing = false;
  }

  /** Reads the catalog where it has aged; false where it could not be had. An isolate never goes back a generation. */
  async #refreshCatalog(): Promise<boolean> {
    const readAtMs = this.#clock();
    if (!this.#isCatalogBeyond(this.settings.catalogSoftAgeMs, readAtMs)) return true;
    const options = { type: "text", cacheTtl: CATALOG_CACHE_TTL_SECONDS } as const;
    const text = await within(this.#env.ZONES.get(CATALOG_KEY, options), CATALOG_TIMEOUT_MS, undefined);
    if (typeof text !== "string") return this.#refuse(text === null ? "missing" : "unreadable");
    const known = this.#reading;
    if (text === known?.text) {
      this.#reading = { ...known, readAtMs };
      this.#refusal = null;
      return true;
    }
    const catalog = decodeCatalog(text);
    if (catalog === null) return this.#refuse("undecodable");
    if (known !== null && catalog.generation < known.catalog.generation) return this.#refuse("earlier generation");
    this.#reading = { text, catalog, readAtMs, publishedAtMs: Date.parse(catalog.published.at) || 0 };
    this.#zones.adopt(catalog);
    this.#places.adopt(catalog);
    this.#refusal = null;
    return true;
  }

  /** The last good catalog goes on serving; one line a reason says so. */
  #refuse(reason: string): false {
    if (reason !== this.#refusal) logError("catalog-bad", { reason, serving: this.catalog?.generation ?? null });
    this.#refusal = reason;
    return false;
  }

  #agrees(): boolean {
    return this.#reading !== null && this.#statuses.agreesWith(this.#reading.catalog.checks);
  }

  #isReady(nowMs: number): boolean {
    return this.#agrees() || nowMs - (this.#reading?.publishedAtMs ?? nowMs) >= TAKEOVER_MS;
  }

  #isCatalogBeyond(ageMs: number, nowMs: number): boolean {
    return this.#reading === null || nowMs - this.#reading.readAtMs > ageMs;
  }
}
