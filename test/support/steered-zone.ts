/**
 * A zone built of trees for tests of steering: candidates are numbered, candidate n answers 192.0.2.n, and health is
 * written as a string, one letter per candidate: H healthy, U unhealthy, - no check.
 */
import { answer } from "../../src/answer/answer.ts";
import { fold, type Name, nameOfLabels } from "../../src/dns/name.ts";
import { TYPE } from "../../src/dns/types.ts";
import type { Client, Draw, HealthView } from "../../src/steering/candidate.ts";
import type {
  Alias,
  Candidate,
  OperatorState,
  PolicyName,
  PolicyTree,
  RecordSet,
  Tree,
  ZoneNode,
  ZoneSet,
} from "../../src/zone/model.ts";
import { NO_OPTIONS, NO_STATE } from "../../src/zone/model-defaults.ts";
import { sectionOf, zoneOf } from "../../src/zone/zone.ts";
import { healthView, NOW_MS, reading, UNKNOWN_CLIENT } from "./health.ts";

const APEX = nameOfLabels(["example", "com"]);

/** `www` gives www.example.com. */
export const owner = (label: string): Name => nameOfLabels([label, "example", "com"]);

/** The value set of candidate `n`. */
export function values(...numbers: readonly number[]): Tree {
  return { kind: "values", rdata: new Map([[TYPE.A, numbers.map((n) => Uint8Array.of(192, 0, 2, n))]]) };
}

export function alias(label: string, evaluateTargetHealth = true): Alias {
  return { kind: "alias", target: owner(label), outside: false, types: [TYPE.A], evaluateTargetHealth };
}

export function policy(
  name: PolicyName,
  candidates: readonly Candidate[],
  options: Partial<PolicyTree> = {},
): PolicyTree {
  return { kind: "policy", policy: name, candidates, answers: 8, ...NO_OPTIONS, ...options };
}

/** A candidate without weight, check, place or a word of its operator, but for what is given. */
export function candidate(id: string, tree: Tree, fields: Partial<Candidate> = {}): Candidate {
  return { id, weight: 0, check: null, match: null, state: NO_STATE, tree, ...fields };
}

/** What an operator said: only what is given. */
export function said(state: Partial<OperatorState>): Pick<Candidate, "state"> {
  return { state: { ...NO_STATE, ...state } };
}

/** Numbered value sets under a policy, from `first` on; checks are named `c1`, `c2`, …, or absent where health says `-`. */
export function numbered(name: PolicyName, health: string, weights: readonly number[] = [], first = 1): PolicyTree {
  const candidates = [...health].map((letter, at) => numberedCandidate(first + at, letter, weights[at] ?? 0));
  return policy(name, candidates);
}

/** Candidate `n`, which answers 192.0.2.n and has the check `c<n>`, or none where health is `-`. */
export function numberedCandidate(n: number, health: string, weight = 0, fields: Partial<Candidate> = {}): Candidate {
  return candidate(String(n), values(n), { weight, check: health === "-" ? null : `c${n}`, ...fields });
}

/** Reads `c1`, `c2`, … by the letters of a health string, the first of which is `first`'s; further checks by name. */
export function healthOf(letters: string, first = 1, others: Readonly<Record<string, string>> = {}): HealthView {
  return healthView((check) => {
    const letter = others[check] ?? letters[Number(check.slice(1)) - first];
    if (letter !== "H" && letter !== "U") throw new Error(`no health given for ${check}`);
    return reading(letter === "H" ? "healthy" : "unhealthy");
  });
}

export function setOf(tree: Tree, check: string | null = null): RecordSet {
  return { types: [TYPE.A], ttlSeconds: tree.kind === "alias" ? null : 60, check, tree };
}

/** The zone example.com with an A record set for each label. */
export function zoneSetOf(sets: Readonly<Record<string, RecordSet>>): ZoneSet {
  const nodes = Object.entries(sets).map(([label, set]) => nodeOf(owner(label), set));
  const soa = {
    mname: owner("ns1"),
    rname: owner("hostmaster"),
    refresh: 7200,
    retry: 900,
    expire: 1209600,
    minimum: 60,
    ttl: 60,
  };
  const body = { kind: "nodes" as const, nodes: [nodeOf(APEX, null), ...nodes] };
  const zone = zoneOf({ apex: APEX, soa, pools: [], body }, { hash: "0".repeat(32), serial: 1 }, () =>
    sectionOf({ ancestors: [], nodes: [] }),
  );
  return { find: (name) => (fold(name).endsWith(APEX) ? { kind: "zone", zone, stale: false } : null) };
}

function nodeOf(at: Name, set: RecordSet | null): ZoneNode {
  const sets = new Map(set ? set.types.map((type) => [type, set] as const) : []);
  return { owner: at, sets, cut: false, occluded: false, dname: false, wildcard: false };
}

/** Who asks, and when. */
export interface Asking {
  readonly client?: Client;
  readonly nowMs?: number;
}

/** Asks for www.example.com A and gives the whole outcome. */
export function answered(zones: ZoneSet, health: HealthView, draw: Draw, asking: Asking = {}) {
  const { client = UNKNOWN_CLIENT, nowMs = NOW_MS } = asking;
  const outcome = answer({ qname: owner("www"), qtype: TYPE.A, ra: false }, zones, health, client, draw, nowMs);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  return outcome;
}

/** Asks for www.example.com A and gives the candidates' numbers, sorted, as "1 2"; "" for NODATA. */
export function numbersAnswered(zones: ZoneSet, health: HealthView, draw: Draw, asking: Asking = {}): string {
  const { reply } = answered(zones, health, draw, asking);
  const numbers = reply.answer.flatMap(({ rdata }) => rdata.map((octets) => octets[3] ?? 0));
  return numbers.toSorted((a, b) => a - b).join(" ");
}
