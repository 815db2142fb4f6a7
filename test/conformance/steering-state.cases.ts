/**
 * What operators say of candidates, and the options of policies, one row a fact. Candidates are numbered as their
 * values are; `chances` gives the exact probability of each answer, by the numbers of the candidates in it.
 */
import type { OnAllUnhealthy, OperatorState, PolicyTree, RecordSet } from "../../src/zone/model.ts";
import { NOW_MS } from "../support/health.ts";
import { alias, candidate, numbered, numberedCandidate, policy, said, setOf, values } from "../support/steered-zone.ts";

export interface StateCase {
  readonly name: string;
  readonly health: string;
  readonly sets: Readonly<Record<string, RecordSet>>;
  readonly chances: Readonly<Record<string, number>>;
}

const UP: Partial<OperatorState> = { override: { verdict: "up", untilMs: null, reason: "tested by hand" } };
const DOWN: Partial<OperatorState> = { override: { verdict: "down", untilMs: NOW_MS + 1, reason: "maintenance" } };
const PAST: Partial<OperatorState> = { override: { verdict: "down", untilMs: NOW_MS, reason: "maintenance" } };
const OFF: Partial<OperatorState> = { off: true };
const DRAINING: Partial<OperatorState> = { draining: { sinceMs: NOW_MS - 299_999, seconds: 300 } };
const DRAINED: Partial<OperatorState> = { draining: { sinceMs: NOW_MS - 300_000, seconds: 300 } };
const ANNOUNCED: Partial<OperatorState> = { draining: { sinceMs: NOW_MS + 1, seconds: 300 } };
const NOTHING: Partial<OperatorState> = {};

export const OVERRIDES: readonly StateCase[] = [
  flat(
    "T20 forced up, forced down, unhealthy, healthy",
    "weighted",
    "UHUH",
    [UP, DOWN, NOTHING, NOTHING],
    { 1: 5 / 11, 4: 6 / 11 },
    [10, 10, 12, 12],
  ),
  flat("an override whose time is past is none", "failover", "HH", [PAST, NOTHING], { 1: 1 }),
  flat("down is a verdict: still eligible where all is unhealthy", "failover", "HU", [DOWN, NOTHING], { 1: 1 }),
  tree(
    "an override replaces what the members say",
    "UUH",
    [candidate("a", numbered("weighted", "UU", [1, 1]), said(UP)), numberedCandidate(3, "H")],
    { 1: 0.5, 2: 0.5 },
  ),
  tree(
    "forced up without an answer is no candidate",
    "H",
    [
      candidate("a", policy("failover", [numberedCandidate(9, "-", 0, said(OFF))]), said(UP)),
      numberedCandidate(1, "H"),
    ],
    { 1: 1 },
  ),
];

export const OFF_AND_DRAINING: readonly StateCase[] = [
  flat("off is never answered", "weighted", "HH", [OFF, NOTHING], { 2: 1 }, [10, 1]),
  flat("off is not answered where all else is unhealthy either", "failover", "HUU", [OFF, NOTHING, NOTHING], { 2: 1 }),
  flat("all off: no answer", "failover", "HH", [OFF, OFF], { "": 1 }),
  tree(
    "all off is unhealthy to the parent, and no candidate of it",
    "HHH",
    [candidate("a", policy("failover", [numberedCandidate(1, "H", 0, said(OFF))])), numberedCandidate(3, "U")],
    { 3: 1 },
  ),
  flat("T91 draining: in no answer", "weighted", "HH", [DRAINING, NOTHING], { 2: 1 }, [10, 1]),
  flat("T91 not before it begins", "failover", "HH", [ANNOUNCED, NOTHING], { 1: 1 }),
  flat("T91 a healthy draining one does not stop a fail open", "failover", "HU", [DRAINING, NOTHING], { 2: 1 }),
  flat("T91 only draining ones left: they are used", "failover", "UH", [DRAINING, DRAINING], { 2: 1 }),
  flat("T91 what is drained is off", "failover", "HU", [DRAINED, NOTHING], { 2: 1 }),
  flat("T91 … even where nothing else is left", "failover", "H", [DRAINED], { "": 1 }),
  flat("weight 0 is used before what drains", "weighted", "HH", [DRAINING, NOTHING], { 2: 1 }, [10, 0]),
  flat("one forced down is used before what drains, failing open", "failover", "HH", [DRAINING, DOWN], { 2: 1 }),
  flat("only a draining one is left beside what is off", "weighted", "UH", [DRAINING, OFF], { 1: 1 }, [1, 1]),
  tree(
    "T91 … and its policy has no answer",
    "HH",
    [candidate("a", policy("failover", [numberedCandidate(1, "H", 0, said(DRAINED))])), numberedCandidate(2, "H")],
    { 2: 1 },
  ),
  tree(
    "draining is used where the others have no answer",
    "HH",
    [
      numberedCandidate(1, "H", 0, said(DRAINING)),
      candidate("b", policy("failover", [numberedCandidate(2, "H", 0, said(OFF))])),
    ],
    { 1: 1 },
  ),
];

const CLOSED: Partial<PolicyTree> = { onAllUnhealthy: { kind: "closed" } };
const SPARE: OnAllUnhealthy = { kind: "values", rdata: rdataOf(9) };

export const ON_ALL_UNHEALTHY: readonly StateCase[] = [
  root("closed: no answer", "UU", numbered("failover", "UU"), CLOSED, { "": 1 }),
  root("closed: the healthy one while there is one", "UH", numbered("failover", "UH"), CLOSED, { 2: 1 }),
  root("values: these", "UU", numbered("failover", "UU"), { onAllUnhealthy: SPARE }, { 9: 1 }),
  root(
    "values of another type only: no answer",
    "U",
    numbered("failover", "U"),
    { onAllUnhealthy: { kind: "values", rdata: new Map() } },
    { "": 1 },
  ),
  root(
    "no match is not unhealthy: nothing stands in",
    "H",
    policy("geolocation", [numberedCandidate(1, "H", 0, { match: { kind: "country", code: "US" } })]),
    { onAllUnhealthy: SPARE },
    { "": 1 },
  ),
  tree(
    "with nothing healthy a policy reports so, whatever stands in",
    "UH",
    [
      candidate("a", policy("failover", [numberedCandidate(1, "U")], { onAllUnhealthy: SPARE })),
      numberedCandidate(2, "H"),
    ],
    { 2: 1 },
  ),
  tree(
    "failing open may lead into what is closed",
    "UU",
    [candidate("a", policy("failover", [numberedCandidate(1, "U")], CLOSED)), numberedCandidate(2, "U")],
    { "": 1 },
  ),
  {
    name: "a closed member adds nothing to a multivalue answer",
    health: "UU",
    sets: {
      www: setOf(
        policy("multivalue", [
          candidate("a", policy("failover", [numberedCandidate(1, "U")], CLOSED)),
          numberedCandidate(2, "U"),
        ]),
      ),
    },
    chances: { 2: 1 },
  },
  {
    name: "an alias without evaluation enters its target, which then does as it says",
    health: "U",
    sets: {
      www: setOf(policy("failover", [candidate("a", alias("spare", false)), candidate("b", values(2))])),
      spare: setOf(policy("failover", [numberedCandidate(1, "U")], { onAllUnhealthy: SPARE })),
    },
    chances: { 9: 1 },
  },
];

function rdataOf(n: number) {
  const tree = values(n);
  return tree.kind === "values" ? tree.rdata : new Map();
}

function flat(
  name: string,
  kind: "weighted" | "failover",
  health: string,
  states: readonly Partial<OperatorState>[],
  chances: Readonly<Record<string, number>>,
  weights: readonly number[] = [],
): StateCase {
  const candidates = states.map((state, at) =>
    numberedCandidate(at + 1, health[at] ?? "-", weights[at] ?? 0, said(state)),
  );
  return { name, health, sets: { www: setOf(policy(kind, candidates)) }, chances };
}

/** A failover at the top. */
function tree(
  name: string,
  health: string,
  candidates: PolicyTree["candidates"],
  chances: Readonly<Record<string, number>>,
): StateCase {
  return { name, health, sets: { www: setOf(policy("failover", candidates)) }, chances };
}

function root(
  name: string,
  health: string,
  whole: PolicyTree,
  options: Partial<PolicyTree>,
  chances: Readonly<Record<string, number>>,
): StateCase {
  return { name, health, sets: { www: setOf({ ...whole, ...options }) }, chances };
}
