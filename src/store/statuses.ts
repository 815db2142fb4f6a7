/**
 * What this isolate knows of health: the catalog's checks document, and the last snapshot with the document that gives
 * its order. Judges the snapshot's age by the board's own time.
 *
 * A catalog without checks needs no board: it is never called then, and nothing is stale.
 */
import { CHECKS_FORMAT, type ChecksDocument } from "../health/check.ts";
import { decodeChecks } from "../health/document.ts";
import type { LatencyFigures } from "../health/latency.ts";
import type { HealthSnapshot } from "../health/snapshot.ts";
import { suppose } from "../health/suppose.ts";
import { viewOf } from "../health/view.ts";
import type { HealthView } from "../steering/candidate.ts";
import { checksKey } from "../zone/catalog.ts";
import type { Blob, Blobs } from "./blobs.ts";
import type { Env } from "./env.ts";
import { logError } from "./log.ts";
import type { Settings } from "./settings.ts";
import { fetchLatencies, fetchSnapshot, shareSnapshot } from "./snapshots.ts";

interface NamedDocument {
  readonly hash: string;
  readonly document: ChecksDocument;
}

interface Known {
  readonly snapshot: HealthSnapshot;
  readonly document: ChecksDocument;
}

const NO_CHECKS: ChecksDocument = {
  format: CHECKS_FORMAT,
  checks: [],
  latches: [],
  pools: [],
  sinceSeconds: 0,
  latencyChecks: [],
};

/** Latency figures are smoothed over many probes: a minute changes little. */
const LATENCIES_KEPT_MS = 60_000;

export class Statuses {
  readonly #env: Env;
  readonly #blobs: Blobs;
  readonly #settings: Settings;
  #wanted = "";
  #current: NamedDocument | null = null;
  #known: Known | null = null;
  #latencies: LatencyFigures | null = null;
  #latenciesReadMs = Number.NEGATIVE_INFINITY;
  /** One log line an outage. */
  #isFailing = false;
  /** Views are made once for each snapshot: a fresh and a stale one. */
  readonly #views = new Map<boolean, HealthView>();

  constructor(env: Env, blobs: Blobs, settings: Settings) {
    this.#env = env;
    this.#blobs = blobs;
    this.#settings = settings;
  }

  /** The last known snapshot; null: never one. */
  get snapshot(): HealthSnapshot | null {
    return this.#known?.snapshot ?? null;
  }

  /** The snapshot speaks of a catalog's checks, or there are none in it. */
  agreesWith(checks: string): boolean {
    if (this.#current?.hash !== checks) return false;
    return this.#current.document.checks.length === 0 || this.#known?.snapshot.checks === checks;
  }

  hasCheck(name: string): boolean {
    return this.#current?.document.checks.some((check) => check.name === name) ?? false;
  }

  /** A view of this isolate's, but for the verdicts that are supposed. */
  suppose(view: HealthView, given: ReadonlyMap<string, "healthy" | "unhealthy">): HealthView {
    return suppose(view, this.#current?.document ?? NO_CHECKS, given);
  }

  isBeyondSoftAge(nowMs: number): boolean {
    return this.#ageMs(nowMs) > this.#settings.healthSoftAgeMs;
  }

  isBeyondHardAge(nowMs: number): boolean {
    return this.#ageMs(nowMs) > this.#settings.healthHardAgeMs;
  }

  /** What steering reads at this time. */
  view(nowMs: number): HealthView {
    const stale = this.isBeyondHardAge(nowMs);
    const made = this.#views.get(stale);
    if (made !== undefined) return made;
    const document = this.#current?.document ?? this.#known?.document ?? NO_CHECKS;
    const measured = { regions: this.#settings.regions, latencies: this.#latencies };
    const view = viewOf(document, this.snapshot, this.#known?.document ?? null, stale, measured);
    this.#views.set(stale, view);
    return view;
  }

  /**
   * Follows the catalog's checks, and the board where its snapshot has aged or names other ones. Never rejects; false
   * where something could not be had.
   */
  async refresh(checks: string, nowMs: number): Promise<boolean> {
    if (this.#current?.hash !== checks) {
      // The document is here before it is wanted: queries in between go on with the one before.
      const document = await this.#document(checks);
      this.#wanted = checks;
      if (document !== null) this.#current = { hash: checks, document };
      this.#views.clear();
    }
    if (!this.isBeyondSoftAge(nowMs) && this.agreesWith(checks)) return true;
    const [isFine] = await Promise.all([this.#refreshSnapshot(checks, nowMs), this.#refreshLatencies(nowMs)]);
    return isFine;
  }

  async #refreshSnapshot(checks: string, nowMs: number): Promise<boolean> {
    const { healthSoftAgeMs } = this.#settings;
    const isFresh = (shared: HealthSnapshot) => shared.checks === checks && nowMs - shared.atMs <= healthSoftAgeMs;
    const fetched = await fetchSnapshot(this.#env, isFresh);
    if (fetched !== null) await this.#learn(fetched.snapshot);
    if (fetched?.isNews) await shareSnapshot(this.#env, fetched.snapshot);
    const isFine = !this.isBeyondSoftAge(nowMs);
    if (!isFine && !this.#isFailing)
      logError("health-not-refreshed", { checks, lastKnownAtMs: this.snapshot?.atMs ?? null });
    this.#isFailing = !isFine;
    return isFine;
  }

  /** Asked for only where a record set chooses by latency; the last known figures go on where none can be had. */
  async #refreshLatencies(nowMs: number): Promise<void> {
    const wanted = this.#current?.document.latencyChecks.length ?? 0;
    if (wanted === 0 || nowMs - this.#latenciesReadMs < LATENCIES_KEPT_MS) return;
    const figures = await fetchLatencies(this.#env, ({ atMs }) => nowMs - atMs < LATENCIES_KEPT_MS);
    if (figures === null) return;
    this.#latenciesReadMs = nowMs;
    this.#latencies = figures;
    this.#views.clear();
  }

  /** An earlier snapshot never replaces a later one; one whose order is not known says nothing. */
  async #learn(snapshot: HealthSnapshot): Promise<void> {
    if (this.#known !== null && snapshot.atMs < this.#known.snapshot.atMs) return;
    const document = await this.#document(snapshot.checks);
    if (document === null) return;
    this.#known = { snapshot, document };
    this.#views.clear();
  }

  async #document(hash: string): Promise<ChecksDocument | null> {
    if (this.#current?.hash === hash) return this.#current.document;
    await this.#blobs.load(checksKey(hash), checksBlob);
    const blob = this.#blobs.get(checksKey(hash));
    return blob?.kind === "checks" ? blob.document : null;
  }

  #isCurrent(): boolean {
    return this.#current?.hash === this.#wanted;
  }

  #needsNoBoard(): boolean {
    return this.#isCurrent() && this.#current?.document.checks.length === 0;
  }

  /** A board whose clock is ahead gives an age below zero: fresh. */
  #ageMs(nowMs: number): number {
    if (this.#needsNoBoard()) return 0;
    if (!this.#isCurrent() || this.#known === null) return Number.POSITIVE_INFINITY;
    return nowMs - this.#known.snapshot.atMs;
  }
}

function checksBlob(text: string): Blob | null {
  const document = decodeChecks(text);
  return document && { kind: "checks", document };
}
