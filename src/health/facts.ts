/**
 * All that the board knows besides the document itself, and how a document is taken over.
 *
 * A state belongs to a check and a region. Nothing that is known of a check is lost by a publication that keeps its
 * name, nor by other regions: what the new regions have not found out yet, the old ones' last status stands for.
 */
import type { HealthStatus } from "../steering/candidate.ts";
import type { ChecksIndex } from "./checks-index.ts";
import { keepKnown } from "./latch.ts";
import { beginState, carryOver, type HealthState } from "./state.ts";
import type { CheckOverride, PushReport, Verdict } from "./verdict.ts";

export interface Facts {
  /** By stateKey. */
  readonly states: ReadonlyMap<string, HealthState>;
  /** The rest by check name. */
  readonly verdicts: ReadonlyMap<string, StandingVerdict>;
  readonly overrides: ReadonlyMap<string, CheckOverride>;
  readonly reports: ReadonlyMap<string, PushReport>;
  /** Names of latches. */
  readonly held: ReadonlySet<string>;
}

/** A verdict, and since when. */
export interface StandingVerdict extends Verdict {
  /** When the status last changed; null: never. */
  readonly sinceMs: number | null;
  /** When what it counts as last changed: a first verdict that bears `initial` out changes nothing. Null: never. */
  readonly turnedMs: number | null;
}

/** A change of status, for the log. */
export interface Transition {
  readonly name: string;
  readonly before: HealthStatus;
  readonly after: HealthStatus;
  readonly atMs: number;
  readonly reason: string;
}

export const NO_FACTS: Facts = {
  states: new Map(),
  verdicts: new Map(),
  overrides: new Map(),
  reports: new Map(),
  held: new Set(),
};

/** Keeps of the facts what concerns the checks of a document, and begins what it is new to. */
export function takeOver(facts: Facts, index: ChecksIndex, nowMs: number): Facts {
  const isPush = (name: string): boolean => index.byName.get(name)?.kind === "push";
  return {
    states: statesFor(facts.states, index, nowMs),
    verdicts: keep(facts.verdicts, (name) => index.byName.has(name)),
    overrides: keep(facts.overrides, (name) => index.byName.has(name)),
    reports: keep(facts.reports, isPush),
    held: keepKnown(facts.held, index.document.latches),
  };
}

function keep<T>(all: ReadonlyMap<string, T>, isKept: (name: string) => boolean): ReadonlyMap<string, T> {
  return new Map([...all].filter(([name]) => isKept(name)));
}

function statesFor(
  before: ReadonlyMap<string, HealthState>,
  { document, votingKeys, measuredKeys }: ChecksIndex,
  nowMs: number,
): ReadonlyMap<string, HealthState> {
  const newest = newestByName(before);
  const states = new Map<string, HealthState>();
  for (const check of document.checks) {
    if (check.kind !== "probed") continue;
    const voting = votingKeys.get(check.name) ?? [];
    const isKnown = voting.some((key) => before.has(key));
    const former = isKnown ? undefined : newest.get(check.name);
    for (const key of measuredKeys.get(check.name) ?? []) {
      const own = before.get(key);
      if (own !== undefined) states.set(key, carryOver(own, check));
      else if (former !== undefined && voting.includes(key)) states.set(key, { ...inherited(former), check: check.id });
      else states.set(key, beginState(check, nowMs));
    }
  }
  return states;
}

/** Another region's status for the time being: its counters and times are not this region's. */
function inherited(state: HealthState): HealthState {
  return { ...state, successes: 0, failures: 0, last: null, latencyMs: null };
}

function newestByName(states: ReadonlyMap<string, HealthState>): ReadonlyMap<string, HealthState> {
  const newest = new Map<string, HealthState>();
  for (const [key, state] of states) {
    const name = key.slice(key.indexOf(" ") + 1);
    const known = newest.get(name);
    if (known === undefined || known.measuredMs < state.measuredMs) newest.set(name, state);
  }
  return newest;
}
