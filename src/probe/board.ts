/**
 * The Durable Object that owns the state of every check and hands out the snapshot that decisions are made from.
 *
 * One for the whole deployment, so that all resolvers see one verdict. What it is told is acknowledged only after it
 * is stored, since the object may be evicted at any moment; everything is answered from memory. It never probes, and
 * works nothing out itself: it brings clock and storage to the arithmetic of health.
 */
import { DurableObject } from "cloudflare:workers";
import { unconfiguredRegions } from "../health/assignment.ts";
import type { Check } from "../health/check.ts";
import { type ChecksIndex, indexChecks } from "../health/checks-index.ts";
import { type Facts, NO_FACTS, takeOver } from "../health/facts.ts";
import { findLatch } from "../health/latch.ts";
import { gatherLatencies, type LatencyFigures } from "../health/latency.ts";
import { Revision, revise } from "../health/revision.ts";
import { type HealthSnapshot, makeSnapshot } from "../health/snapshot.ts";
import {
  type Adoption,
  type BoardHealth,
  type BoardRpc,
  type CheckHealth,
  type Env,
  type LatchHealth,
  type OrderReceipt,
  type OverrideOrder,
  type PushOrder,
  type ReleaseOrder,
  type Report,
  type ReportReceipt,
  RPC_FORMAT,
  type Undone,
} from "../store/env.ts";
import { logError, logLine } from "../store/log.ts";
import { regionsOf } from "../store/settings.ts";
import { describeCheck, describeLatches } from "./board-health.ts";
import { type Adopted, BoardStore } from "./board-store.ts";
import { ChecksDocuments } from "./documents.ts";

/** A snapshot is made anew after this time, or at once when a verdict has changed. */
const SNAPSHOT_KEPT_MS = 500;

interface Known extends Adopted {
  readonly index: ChecksIndex;
  readonly facts: Facts;
}

const NOT_UNDERSTOOD: Undone = { kind: "refused", text: "The board is of another version; try again." };

export class HealthBoard extends DurableObject<Env> implements BoardRpc {
  readonly #store: BoardStore;
  readonly #documents: ChecksDocuments;
  readonly #regions: readonly string[];
  #known: Known | null = null;
  #snapshot: HealthSnapshot | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#regions = regionsOf(env);
    this.#documents = new ChecksDocuments(env.ZONES);
    this.#store = new BoardStore(ctx.storage, this.#regions);
    const loaded = this.#store.load();
    if (loaded !== null) this.#follow(loaded, loaded.facts, loaded.isInPlace);
  }

  async snapshot(): Promise<HealthSnapshot | null> {
    if (this.#known === null) return null;
    const nowMs = Date.now();
    if (this.#snapshot !== null && nowMs - this.#snapshot.atMs < SNAPSHOT_KEPT_MS) return this.#snapshot;
    const { document, checks, facts } = this.#sweep(this.#known, nowMs);
    this.#snapshot = makeSnapshot(document, checks, facts, nowMs);
    return this.#snapshot;
  }

  async adopt(update: Adoption): Promise<void> {
    if (update.format !== RPC_FORMAT || this.#isOutdated(update)) return;
    if (this.#known?.checks === update.checks) return this.#setGeneration(this.#known, update.generation);
    const document = await this.#documents.read(update.checks);
    if (document === null)
      return logError("checks-not-adopted", { generation: update.generation, checks: update.checks });
    // A later adoption may have overtaken this one while the document was read.
    if (this.#isOutdated(update)) return;
    const { generation, checks } = update;
    this.#follow({ generation, checks, document }, this.#known?.facts ?? NO_FACTS, false);
  }

  async report(report: Report): Promise<ReportReceipt> {
    const known = this.#known;
    const receipt: ReportReceipt = { format: RPC_FORMAT, checks: known?.checks ?? null };
    if (known === null || report.format !== RPC_FORMAT) return receipt;
    const revision = new Revision(known.index, known.facts, Date.now());
    for (const observation of report.observations) revision.observe(observation);
    if (revision.states.size > 0) this.#commit(known, revision);
    return receipt;
  }

  async override({ format, check: name, override }: OverrideOrder): Promise<OrderReceipt<CheckHealth>> {
    if (format !== RPC_FORMAT) return NOT_UNDERSTOOD;
    const check = this.#known?.index.byName.get(name);
    if (!this.#known || !check) return noCheck(name);
    const nowMs = Date.now();
    const revision = new Revision(this.#known.index, this.#known.facts, nowMs);
    revision.override(check, override && { ...override, atMs: nowMs });
    return this.#done(check, this.#commit(this.#known, revision), nowMs);
  }

  async push({ format, check: name, report }: PushOrder): Promise<OrderReceipt<CheckHealth>> {
    if (format !== RPC_FORMAT) return NOT_UNDERSTOOD;
    const check = this.#known?.index.byName.get(name);
    if (!this.#known || !check) return noCheck(name);
    if (check.kind !== "push") {
      return { kind: "refused", text: `"${name}" is no push check: its status comes from what it looks at.` };
    }
    const nowMs = Date.now();
    const revision = new Revision(this.#known.index, this.#known.facts, nowMs);
    revision.push(check, { ...report, atMs: nowMs });
    return this.#done(check, this.#commit(this.#known, revision), nowMs);
  }

  /** A latch whose check is unhealthy would be held again at once, so it is not let go. */
  async release({ format, ...place }: ReleaseOrder): Promise<OrderReceipt<LatchHealth>> {
    if (format !== RPC_FORMAT) return NOT_UNDERSTOOD;
    const latch = this.#known && findLatch(this.#known.document.latches, place);
    if (!this.#known || !latch) {
      const text = `There is no candidate with manual failback at "${place.owner}", ${place.type}, "${place.path}".`;
      return { kind: "unknown", text };
    }
    const nowMs = Date.now();
    const known = this.#sweep(this.#known, nowMs);
    const revision = new Revision(known.index, known.facts, nowMs);
    if (revision.verdictOn(latch.check).status === "unhealthy") {
      return { kind: "refused", text: `"${latch.name}" cannot be released: its check "${latch.check}" is unhealthy.` };
    }
    if (revision.held.has(latch.name)) {
      revision.release(latch.name);
      this.#commit(known, revision);
    }
    return { kind: "done", now: { ...latch, held: false } };
  }

  async latencies(): Promise<LatencyFigures | null> {
    const known = this.#known;
    return known && gatherLatencies(known.document, known.facts.states, this.#regions, Date.now());
  }

  async health(): Promise<BoardHealth> {
    const atMs = Date.now();
    if (this.#known === null) return { format: RPC_FORMAT, atMs, checks: [], pools: [], latches: [] };
    const { document, index, facts } = this.#sweep(this.#known, atMs);
    return {
      format: RPC_FORMAT,
      atMs,
      checks: document.checks.map((check) => describeCheck(check, index, facts, atMs)),
      pools: document.pools,
      latches: describeLatches(document, facts),
    };
  }

  #isOutdated({ generation }: Adoption): boolean {
    return this.#known !== null && generation < this.#known.generation;
  }

  #setGeneration(known: Known, generation: number): void {
    if (known.generation === generation) return;
    this.#store.saveAdoption({ generation, checks: known.checks });
    this.#known = { ...known, generation };
  }

  /** Takes a document over with what is known of its checks. */
  #follow({ generation, checks, document }: Adopted, before: Facts, isStored: boolean): void {
    const nowMs = Date.now();
    const index = indexChecks(document, this.#regions);
    const taken = takeOver(before, index, nowMs);
    const known: Known = { generation, checks, document, index, facts: taken };
    const revision = new Revision(index, taken, nowMs);
    revision.sweep("published");
    if (isStored) {
      this.#commit(known, revision);
      return;
    }
    const facts = revise(taken, revision);
    this.#store.saveAll(known, facts, revision);
    logChanges(revision);
    this.#known = { ...known, facts };
    this.#snapshot = null;
    this.#warn(index);
  }

  /** Says once for a document and the regions what of it these leave without effect. */
  #warn({ document, outOfReach }: ChecksIndex): void {
    const configured = this.#regions;
    const ignored = unconfiguredRegions(document, configured);
    if (ignored.length > 0) logError("regions-not-configured", { ignored, configured });
    const checks = [...outOfReach].map(([name, { moreThan, regions }]) => ({ name, moreThan, regions }));
    if (checks.length > 0) logError("quorum-out-of-reach", { checks, configured });
  }

  /** Brings in what time alone has changed. */
  #sweep(known: Known, nowMs: number): Known {
    const revision = new Revision(known.index, known.facts, nowMs);
    revision.sweep("time");
    return revision.hasNews ? this.#commit(known, revision) : known;
  }

  #done(check: Check, { index, facts }: Known, nowMs: number): OrderReceipt<CheckHealth> {
    return { kind: "done", now: describeCheck(check, index, facts, nowMs) };
  }

  /** Stores first: what is in memory is acknowledged and must not be lost. */
  #commit(known: Known, revision: Revision): Known {
    const facts = revise(known.facts, revision);
    this.#store.saveRevision(revision, known.facts, facts);
    logChanges(revision);
    const committed = { ...known, facts };
    this.#known = committed;
    if (revision.hasNews) this.#snapshot = null;
    return committed;
  }
}

/** One line for each change of a status, with what led to it: an outcome, or whose word it is, never the words. */
function logChanges({ transitions }: Revision): void {
  for (const { name, before, after, atMs, reason } of transitions) {
    logLine("verdict", { check: name, from: before, to: after, reason, at: new Date(atMs).toISOString() });
  }
}

function noCheck(name: string): Undone {
  return { kind: "unknown", text: `There is no check "${name}".` };
}
