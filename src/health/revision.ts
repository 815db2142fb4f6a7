/**
 * What one call changes in the facts, worked out over them before anything is stored: observations, reports and
 * overrides come in, verdicts with their times, transitions and latches come out.
 *
 * A verdict is made anew where its evidence changed, and with it those that are calculated from it; what time alone
 * changes (an override ends, a report expires, a region falls silent) shows at the next sweep.
 */
import type { CalculatedCheck, Check, Observation } from "./check.ts";
import type { ChecksIndex } from "./checks-index.ts";
import type { Facts, StandingVerdict, Transition } from "./facts.ts";
import { holdFailed } from "./latch.ts";
import { type HealthState, observe, stateKey } from "./state.ts";
import { type CheckOverride, type Evidence, judge, type PushReport, type Verdict } from "./verdict.ts";

/** A check that no document has counts as healthy. */
const NOBODY_KNOWS: Verdict = { status: "unknown", healthy: true, stale: false };

export class Revision {
  readonly states = new Map<string, HealthState>();
  readonly verdicts = new Map<string, StandingVerdict>();
  /** Null: taken back. */
  readonly overrides = new Map<string, CheckOverride | null>();
  readonly reports = new Map<string, PushReport>();
  readonly transitions: Transition[] = [];
  held: ReadonlySet<string>;
  readonly #index: ChecksIndex;
  readonly #facts: Facts;
  readonly #nowMs: number;
  readonly #evidence: Evidence;

  constructor(index: ChecksIndex, facts: Facts, nowMs: number) {
    this.#index = index;
    this.#facts = facts;
    this.#nowMs = nowMs;
    this.held = facts.held;
    this.#evidence = {
      statesOf: ({ name }) => (index.votingKeys.get(name) ?? []).flatMap((key) => this.#stateOf(key) ?? []),
      reportOn: ({ name }) => this.reports.get(name) ?? facts.reports.get(name),
      overrideOn: ({ name }) =>
        (this.overrides.has(name) ? this.overrides.get(name) : facts.overrides.get(name)) ?? undefined,
    };
  }

  /** Some verdict, override or latch is another one. */
  get hasNews(): boolean {
    return this.verdicts.size > 0 || this.overrides.size > 0 || this.held !== this.#facts.held;
  }

  /** Applies an observation to every check that shares the probe and is measured from its region. */
  observe(observation: Observation): void {
    for (const check of this.#index.ofProbe.get(observation.probe) ?? []) {
      // A prober of an earlier version says nothing of regions.
      const key = stateKey(check.name, observation.region ?? null);
      const before = this.#index.measuredKeys.get(check.name)?.includes(key) ? this.#stateOf(key) : undefined;
      if (before === undefined) continue;
      const after = observe(before, check, observation);
      if (after === before) continue;
      this.states.set(key, after);
      if (after.status !== before.status) this.#settle(check, observation.outcome, observation.atMs);
    }
  }

  /** Puts an operator's verdict in force, or takes it back. */
  override(check: Check, override: CheckOverride | null): void {
    this.overrides.set(check.name, override);
    this.#settle(check, "override", this.#nowMs);
  }

  /** Takes up what a push check was told. */
  push(check: Check, report: PushReport): void {
    this.reports.set(check.name, report);
    this.#settle(check, "push", report.atMs);
  }

  /** Lets a latch go. */
  release(latch: string): void {
    const held = new Set(this.held);
    held.delete(latch);
    this.held = held;
  }

  /** Makes every verdict anew. */
  sweep(reason: string): void {
    for (const check of this.#index.document.checks) {
      if (check.kind !== "calculated") this.#judge(check, reason, this.#nowMs);
    }
    this.#judgeCalculated(this.#index.calculated, reason, this.#nowMs);
    this.held = holdFailed(this.#index.document.latches, this.held, (check) => this.verdictOn(check).status);
  }

  /** The verdict as this revision has it. */
  verdictOn(check: string): Verdict {
    return this.verdicts.get(check) ?? this.#facts.verdicts.get(check) ?? NOBODY_KNOWS;
  }

  #settle(check: Check, reason: string, atMs: number): void {
    const isNew = this.#judge(check, reason, atMs);
    if (isNew) this.#judgeCalculated(this.#index.calculated, "calculated", atMs);
  }

  #judgeCalculated(checks: readonly CalculatedCheck[], reason: string, atMs: number): void {
    for (const check of checks) this.#judge(check, reason, atMs);
  }

  /** Tells whether the verdict is another one than before. */
  #judge(check: Check, reason: string, atMs: number): boolean {
    const { name } = check;
    const before = this.verdicts.get(name) ?? this.#facts.verdicts.get(name);
    const after = judge(check, this.#evidence, (child) => this.verdictOn(child), this.#nowMs);
    const { status, healthy, stale } = after;
    if (before?.status === status && before.healthy === healthy && before.stale === stale) return false;
    const sinceMs = before === undefined || before.status === status ? (before?.sinceMs ?? null) : atMs;
    const turnedMs = before === undefined || before.healthy === healthy ? (before?.turnedMs ?? null) : atMs;
    this.verdicts.set(name, { ...after, sinceMs, turnedMs });
    if (before !== undefined && before.status !== status) {
      this.transitions.push({ name, before: before.status, after: status, atMs, reason });
    }
    if (status === "unhealthy") {
      this.held = holdFailed(this.#index.latchesOf.get(name) ?? [], this.held, () => status);
    }
    return true;
  }

  #stateOf(key: string): HealthState | undefined {
    return this.states.get(key) ?? this.#facts.states.get(key);
  }
}

/** Gives the facts with a revision's changes. */
export function revise(facts: Facts, revision: Revision): Facts {
  return {
    states: overlay(facts.states, revision.states),
    verdicts: overlay(facts.verdicts, revision.verdicts),
    overrides: overlay(facts.overrides, revision.overrides),
    reports: overlay(facts.reports, revision.reports),
    held: revision.held,
  };
}

function overlay<T>(before: ReadonlyMap<string, T>, changed: ReadonlyMap<string, T | null>): ReadonlyMap<string, T> {
  if (changed.size === 0) return before;
  const after = new Map(before);
  for (const [name, value] of changed) {
    if (value === null) after.delete(name);
    else after.set(name, value);
  }
  return after;
}
