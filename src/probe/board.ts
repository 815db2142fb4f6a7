/**
 * The Durable Object that owns the state of every check and hands out the snapshot that decisions are made from.
 *
 * One for the whole deployment, so that all resolvers see one verdict. A report is acknowledged only after it is
 * stored, since the object may be evicted at any moment; everything is answered from memory. It never probes.
 */
import { DurableObject } from "cloudflare:workers";
import type { Check, ChecksDocument } from "../health/check.ts";
import { type HealthSnapshot, makeSnapshot } from "../health/snapshot.ts";
import { beginState, carryOver, type HealthState, isStale, observe } from "../health/state.ts";
import {
  type Adoption,
  type BoardHealth,
  type BoardRpc,
  type CheckHealth,
  type Env,
  type Report,
  type ReportReceipt,
  RPC_FORMAT,
} from "../store/env.ts";
import { logError } from "../store/log.ts";
import { BoardStore, type Known, type Transition } from "./board-store.ts";
import { ChecksDocuments } from "./documents.ts";

/** A snapshot is made anew after this time, or at once when a state has changed. */
const SNAPSHOT_KEPT_MS = 500;

export class HealthBoard extends DurableObject<Env> implements BoardRpc {
  readonly #store: BoardStore;
  readonly #documents: ChecksDocuments;
  #known: Known | null;
  #checksOfProbe: ReadonlyMap<string, readonly Check[]>;
  #snapshot: HealthSnapshot | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#documents = new ChecksDocuments(env.ZONES);
    this.#store = new BoardStore(ctx.storage);
    this.#known = this.#store.load();
    this.#checksOfProbe = groupByProbe(this.#known?.document);
  }

  async snapshot(): Promise<HealthSnapshot | null> {
    if (this.#known === null) return null;
    const nowMs = Date.now();
    if (this.#snapshot === null || nowMs - this.#snapshot.atMs >= SNAPSHOT_KEPT_MS) {
      this.#snapshot = makeSnapshot(this.#known.document, this.#known.checks, this.#known.states, nowMs);
    }
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
    this.#takeOver(update, document);
  }

  async report(report: Report): Promise<ReportReceipt> {
    const receipt: ReportReceipt = { format: RPC_FORMAT, checks: this.#known?.checks ?? null };
    if (this.#known === null || report.format !== RPC_FORMAT) return receipt;
    const changed = new Map<string, HealthState>();
    const transitions: Transition[] = [];
    for (const observation of report.observations) {
      for (const check of this.#checksOfProbe.get(observation.probe) ?? []) {
        const before = changed.get(check.name) ?? this.#known.states.get(check.name);
        if (before === undefined) continue;
        const after = observe(before, check, observation);
        if (after === before) continue;
        changed.set(check.name, after);
        if (after.status === before.status) continue;
        const { atMs, outcome: reason } = observation;
        transitions.push({ name: check.name, before: before.status, after: after.status, atMs, reason });
      }
    }
    if (changed.size > 0) this.#commit(this.#known, changed, transitions);
    return receipt;
  }

  async health(): Promise<BoardHealth> {
    const atMs = Date.now();
    const { document, states } = this.#known ?? { document: { checks: [] }, states: new Map<string, HealthState>() };
    const checks = document.checks.map((check) => describe(check, states.get(check.name), atMs));
    return { format: RPC_FORMAT, atMs, checks };
  }

  #isOutdated({ generation }: Adoption): boolean {
    return this.#known !== null && generation < this.#known.generation;
  }

  #setGeneration(known: Known, generation: number): void {
    if (known.generation === generation) return;
    this.#store.saveAdoption({ generation, checks: known.checks });
    this.#known = { ...known, generation };
  }

  #takeOver({ generation, checks }: Adoption, document: ChecksDocument): void {
    const nowMs = Date.now();
    const states = new Map(
      document.checks.map((check) => {
        const before = this.#known?.states.get(check.name);
        return [check.name, before === undefined ? beginState(check, nowMs) : carryOver(before, check)];
      }),
    );
    const known: Known = { generation, checks, document, states };
    this.#store.saveAll(known);
    this.#known = known;
    this.#checksOfProbe = groupByProbe(document);
    this.#snapshot = null;
  }

  /** Stores first: what is in memory is acknowledged and must not be lost. */
  #commit(known: Known, changed: ReadonlyMap<string, HealthState>, transitions: readonly Transition[]): void {
    const states = new Map([...known.states, ...changed]);
    this.#store.saveChanges(states, changed.keys(), transitions);
    this.#known = { ...known, states };
    this.#snapshot = null;
  }
}

function groupByProbe(document: ChecksDocument | undefined): ReadonlyMap<string, readonly Check[]> {
  return Map.groupBy(document?.checks ?? [], ({ probe }) => probe);
}

function describe(check: Check, state: HealthState | undefined, nowMs: number): CheckHealth {
  return {
    name: check.name,
    type: check.spec.type,
    target: check.spec.url,
    status: state?.status ?? "unknown",
    stale: state !== undefined && isStale(state, check.spec.interval, nowMs),
    sinceMs: state?.sinceMs ?? null,
    last: state?.last ?? null,
    usedBy: check.usedBy,
  };
}
