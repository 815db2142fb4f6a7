/**
 * A zone built of trees for tests of steering: candidates are numbered, candidate n answers 192.0.2.n, and health is
 * written as a string, one letter per candidate: H healthy, U unhealthy, - no check.
 */
import { answer } from "../../src/answer/answer.ts";
import { fold, type Name, nameOfLabels } from "../../src/dns/name.ts";
import { TYPE } from "../../src/dns/types.ts";
import type { Draw, HealthView } from "../../src/steering/candidate.ts";
import type { Candidate, PolicyName, RecordSet, Tree, ZoneNode, ZoneSet } from "../../src/zone/model.ts";
import { sectionOf, zoneOf } from "../../src/zone/zone.ts";

const APEX = nameOfLabels(["example", "com"]);

/** `www` gives www.example.com. */
export const owner = (label: string): Name => nameOfLabels([label, "example", "com"]);

/** The value set of candidate `n`. */
export function values(...numbers: readonly number[]): Tree {
  return { kind: "values", rdata: new Map([[TYPE.A, numbers.map((n) => Uint8Array.of(192, 0, 2, n))]]) };
}

export function alias(label: string, evaluateTargetHealth = true): Tree {
  return { kind: "alias", target: owner(label), types: [TYPE.A], evaluateTargetHealth };
}

export function policy(name: PolicyName, candidates: readonly Candidate[], answers = 8): Tree {
  return { kind: "policy", policy: name, candidates, answers };
}

/** Numbered value sets under a policy, from `first` on; checks are named `c1`, `c2`, …, or absent where health says `-`. */
export function numbered(name: PolicyName, health: string, weights: readonly number[] = [], first = 1): Tree {
  const candidates = [...health].map((letter, at) => candidate(first + at, letter, weights[at] ?? 0));
  return policy(name, candidates);
}

function candidate(n: number, health: string, weight: number): Candidate {
  return { id: String(n), weight, check: health === "-" ? null : `c${n}`, tree: values(n) };
}

/** Reads `c1`, `c2`, … by the letters of a health string, the first of which is `first`'s; further checks by name. */
export function healthOf(letters: string, first = 1, others: Readonly<Record<string, string>> = {}): HealthView {
  return {
    stale: false,
    read: (check) => {
      const letter = others[check] ?? letters[Number(check.slice(1)) - first];
      if (letter !== "H" && letter !== "U") throw new Error(`no health given for ${check}`);
      return { healthy: letter === "H", status: letter === "H" ? "healthy" : "unhealthy", stale: false };
    },
  };
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
  const zone = zoneOf({ apex: APEX, soa, body }, { hash: "0".repeat(32), serial: 1 }, () =>
    sectionOf({ ancestors: [], nodes: [] }),
  );
  return { find: (name) => (fold(name).endsWith(APEX) ? { kind: "zone", zone, stale: false } : null) };
}

function nodeOf(at: Name, set: RecordSet | null): ZoneNode {
  const sets = new Map(set ? set.types.map((type) => [type, set] as const) : []);
  return { owner: at, sets, cut: false, occluded: false, dname: false, wildcard: false };
}

/** Asks for www.example.com A and gives the candidates' numbers, sorted, as "1 2"; "" for NODATA. */
export function numbersAnswered(zones: ZoneSet, health: HealthView, draw: Draw): string {
  const outcome = answer({ qname: owner("www"), qtype: TYPE.A, ra: false }, zones, health, { subnet: null }, draw);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  const numbers = outcome.reply.answer.flatMap(({ rdata }) => rdata.map((octets) => octets[3] ?? 0));
  return numbers.toSorted((a, b) => a - b).join(" ");
}
