/** What `explain` says of operators, options, time and clients, beside health and odds. */
import { describe, expect, test } from "vitest";
import { type Explanation, explain } from "../../../src/answer/explain.ts";
import type { ExplainedNode } from "../../../src/answer/explain-node.ts";
import { timeToText } from "../../../src/answer/record-text.ts";
import { TYPE } from "../../../src/dns/types.ts";
import type { Client, HealthView } from "../../../src/steering/candidate.ts";
import type { PolicyTree, Tree } from "../../../src/zone/model.ts";
import { clientIn, healthView, NOW_MS, reading, UNKNOWN_CLIENT } from "../../support/health.ts";
import {
  healthOf,
  numbered,
  numberedCandidate,
  owner,
  policy,
  said,
  setOf,
  values,
  zoneSetOf,
} from "../../support/steered-zone.ts";

function explained(tree: Tree, health: HealthView, client: Client = UNKNOWN_CLIENT): Explanation {
  const question = { qname: owner("www"), qtype: TYPE.A, ra: false };
  const outcome = explain(question, zoneSetOf({ www: setOf(tree) }), health, client, () => 0, NOW_MS);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  return outcome.explanation;
}

/** The top's candidates, each with the keys asked for. */
function told(explanation: Explanation, ...keys: readonly (keyof ExplainedNode)[]) {
  const candidates = explanation.links[0]?.tree?.candidates ?? [];
  return candidates.map((node) => Object.fromEntries(keys.flatMap((key) => (key in node ? [[key, node[key]]] : []))));
}

describe("what an operator said", () => {
  const until = NOW_MS + 60_000;
  const tree = policy("weighted", [
    numberedCandidate(1, "U", 10, said({ override: { verdict: "up", untilMs: null, reason: "by hand" } })),
    numberedCandidate(2, "H", 10, said({ override: { verdict: "down", untilMs: until, reason: "upgrade" } })),
    numberedCandidate(3, "H", 10, said({ override: { verdict: "down", untilMs: NOW_MS, reason: "past" } })),
    numberedCandidate(4, "H", 10, said({ off: true })),
    numberedCandidate(5, "H", 10, said({ draining: { sinceMs: NOW_MS - 60_000, seconds: 120 } })),
  ]);

  test("overrides with their reason, what is off, and when draining ends", () => {
    expect(told(explained(tree, healthOf("UHHHH")), "status", "override", "off", "draining", "probability")).toEqual([
      { status: "healthy", override: { verdict: "up", until: null, reason: "by hand" }, probability: 0.5 },
      {
        status: "unhealthy",
        override: { verdict: "down", until: "2026-11-30T12:01:00.000Z", reason: "upgrade" },
        probability: 0,
      },
      { status: "healthy", probability: 0.5 },
      { status: "healthy", off: true, probability: 0 },
      {
        status: "healthy",
        draining: { since: "2026-11-30T11:59:00.000Z", until: "2026-11-30T12:01:00.000Z" },
        probability: 0,
      },
    ]);
  });

  test("the weight as written, and what is left of it after health", () => {
    expect(told(explained(tree, healthOf("UHHHH")), "weight", "effectiveWeight")).toEqual(
      [10, 0, 10, 0, 0].map((effectiveWeight) => ({ weight: 10, effectiveWeight })),
    );
  });
});

test("slow start: the weight so far, and how old the verdict is", () => {
  const tree: PolicyTree = { ...numbered("weighted", "HH", [10, 10]), slowStartSeconds: 100 };
  const health = healthView((check) => reading("healthy", check === "c1" ? NOW_MS - 25_000 : null));
  expect(told(explained(tree, health), "ageSeconds", "weight", "effectiveWeight", "probability")).toEqual([
    { ageSeconds: 25, weight: 10, effectiveWeight: 2.5, probability: 0.2 },
    { weight: 10, effectiveWeight: 10, probability: 0.8 },
  ]);
});

test("how old a verdict is, however old, where that was looked up; it changes no weight", () => {
  const tree: PolicyTree = { ...numbered("weighted", "HH", [10, 10]), slowStartSeconds: 100 };
  const health = healthView((check) => ({
    ...reading("healthy", check === "c1" ? NOW_MS - 25_000 : null),
    changedMs: NOW_MS - 90_000_000,
  }));
  expect(told(explained(tree, health), "ageSeconds", "effectiveWeight")).toEqual([
    { ageSeconds: 90_000, effectiveWeight: 2.5 },
    { ageSeconds: 90_000, effectiveWeight: 10 },
  ]);
});

test("a candidate that is held back, and one whose verdict is stale", () => {
  const tree: PolicyTree = { ...numbered("failover", "HH"), failback: { kind: "manual", place: "www.example.com./A" } };
  const health: HealthView = {
    ...healthView((check) => ({ ...reading("healthy"), stale: check === "c2" })),
    isHeld: (latch) => latch === "www.example.com./A/1",
  };
  expect(told(explained(tree, health), "held", "stale", "chosen")).toEqual([
    { held: true, chosen: false },
    { stale: true, chosen: true },
  ]);
});

test.each([
  { name: "manual", failback: { kind: "manual", place: "www.example.com./A" }, told: "manual", held: true },
  { name: "after a time", failback: { kind: "after", seconds: 60 }, told: { after: 60 }, held: true },
  { name: "auto", failback: { kind: "auto" }, told: undefined, held: undefined },
] as const)("failback $name, as written, and the candidate that it holds back", ({ failback, told, held }) => {
  const tree: PolicyTree = { ...numbered("failover", "HH"), failback };
  const health: HealthView = {
    ...healthView((check) => reading("healthy", check === "c1" ? NOW_MS - 59_999 : null)),
    isHeld: (latch) => latch === "www.example.com./A/1",
  };
  const top = explained(tree, health).links[0]?.tree;
  expect([top?.failback, top?.candidates?.map((node) => node.held)]).toEqual([told, [held, undefined]]);
});

test("an override of the check by the API is told like the candidate's own, which goes before it", () => {
  const override = { verdict: "down", untilMs: NOW_MS + 60_000, reason: "maintenance" } as const;
  const tree = policy("failover", [
    numberedCandidate(1, "U"),
    numberedCandidate(2, "U", 0, said({ override: { verdict: "up", untilMs: null, reason: "by hand" } })),
    numberedCandidate(3, "U", 0, said({ override: { verdict: "up", untilMs: NOW_MS, reason: "past" } })),
  ]);
  const health = healthView(() => ({ ...reading("unhealthy"), cause: { kind: "override", override } }));
  const ordered = { verdict: "down", until: "2026-11-30T12:01:00.000Z", reason: "maintenance" };
  expect(told(explained(tree, health), "status", "override")).toEqual([
    { status: "unhealthy", override: ordered },
    { status: "healthy", override: { verdict: "up", until: null, reason: "by hand" } },
    { status: "unhealthy", override: ordered },
  ]);
});

describe("onAllUnhealthy", () => {
  const spare = values(9);
  test.each([
    ["closed, while nothing is healthy", { kind: "closed" } as const, "UU", { kind: "closed", applied: true }, []],
    [
      "closed, while something is",
      { kind: "closed" } as const,
      "UH",
      { kind: "closed", applied: false },
      ["192.0.2.2"],
    ],
    ["values", spare, "UU", { kind: "values", values: ["192.0.2.9"], applied: true }, ["192.0.2.9"]],
  ])("%s", (_name, option, health, expected, answered) => {
    if (option.kind !== "closed" && option.kind !== "values") throw new Error("one of the two");
    const explanation = explained({ ...numbered("failover", "UU"), onAllUnhealthy: option }, healthOf(health));
    expect(explanation.links[0]?.tree?.onAllUnhealthy).toEqual(expected);
    expect(explanation.failedOpen).toEqual([]);
    const records = answered.map((address) => `www.example.com. 60 IN A ${address}`);
    expect(explanation.answers).toEqual([{ records, probability: 1 }]);
  });
});

test("under affinity the client's own candidate is certain, and the answer holds for its /24", () => {
  const tree: PolicyTree = { ...numbered("weighted", "HHH", [1, 1, 1]), affinity: { seed: "s", byType: false } };
  const explanation = explained(tree, healthOf("HHH"), clientIn("203.0.113.0/24"));
  const probabilities = told(explanation, "probability").map(({ probability }) => probability);
  expect(probabilities.toSorted()).toEqual([0, 0, 1]);
  expect(told(explanation, "chosen")).toEqual(probabilities.map((probability) => ({ chosen: probability === 1 })));
  expect(explanation.answer.scope).toBe(24);
  // An unknown client is drawn for.
  expect(told(explained(tree, healthOf("HHH")), "probability")).toEqual([1, 2, 3].map(() => ({ probability: 1 / 3 })));
});

describe("whole answers", () => {
  const healthy = (count: number) => "H".repeat(count);
  test.each([
    ["T33 eight of ten: 45 answers", 10, 45],
    ["eight of twelve: 495", 12, 495],
    ["eight of thirteen: 1,287 are too many", 13, null],
    ["eight of a hundred: given up early", 100, null],
  ])("%s", (_name, count, expected) => {
    const { answers } = explained(numbered("multivalue", healthy(count)), healthOf(healthy(count)));
    expect(answers?.length ?? null).toBe(expected);
    if (answers !== null)
      expect(answers.map(({ probability }) => (probability * answers.length).toFixed(9))).toEqual(
        answers.map(() => "1.000000000"),
      );
  });
});

test.each([0, 951_782_399_999, 951_782_400_000, 951_868_800_000, 1_709_164_800_000, 4_107_542_400_000, NOW_MS, -1])(
  "%i ms is written as a date",
  (ms) => {
    expect(timeToText(ms)).toBe(new Date(ms).toISOString());
  },
);
