/** What `explain` tells of an answer's chances, against the shares seen in real queries. */
import { expect, test } from "vitest";
import { explain } from "../../src/answer/explain.ts";
import { TYPE } from "../../src/dns/types.ts";
import { seededDraw } from "../../src/steering/draw.ts";
import type { Tree } from "../../src/zone/model.ts";
import { NOW_MS, UNKNOWN_CLIENT } from "../support/health.ts";
import {
  candidate,
  healthOf,
  numbered,
  numberedCandidate,
  numbersAnswered,
  owner,
  policy,
  setOf,
  zoneSetOf,
} from "../support/steered-zone.ts";

const QUERIES = 20_000;

/** The bound that chance passes once in 10,000, by degrees of freedom. */
const CHI_SQUARE_MAX: Readonly<Record<number, number>> = { 2: 18.4, 5: 25.7, 9: 33.7 };

test.each<readonly [string, Tree, string]>([
  ["weights", numbered("weighted", "HHH", [1, 2, 7]), "HHH"],
  [
    "two of four",
    policy(
      "multivalue",
      [1, 2, 3, 4].map((n) => numberedCandidate(n, "H")),
      { answers: 2 },
    ),
    "HHHH",
  ],
  [
    "weights above two of four, one of them unhealthy",
    policy("weighted", [
      candidate(
        "a",
        policy(
          "multivalue",
          [1, 2, 3, 4].map((n) => numberedCandidate(n, "H")),
          { answers: 2 },
        ),
        { weight: 5 },
      ),
      candidate("b", numbered("weighted", "HHHHHHHUU", [1, 1, 2, 3, 4, 5, 6, 9, 9], 5), { weight: 2 }),
    ]),
    "HUHHHHHHHHHUU",
  ],
])("%s: the shares of 20,000 queries are what explain says", (_name, tree, health) => {
  const zones = zoneSetOf({ www: setOf(tree) });
  const view = healthOf(health);
  const question = { qname: owner("www"), qtype: TYPE.A, ra: false };
  const outcome = explain(question, zones, view, UNKNOWN_CLIENT, seededDraw(0), NOW_MS);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  const answers = outcome.explanation.answers ?? [];

  const seen = new Map<string, number>();
  for (let query = 0; query < QUERIES; query += 1) {
    // A multiplicative step, as seeds in production are 32 random bits and no neighbours.
    const answer = numbersAnswered(zones, view, seededDraw(Math.imul(query + 1, 0x9e3779b1)));
    seen.set(answer, (seen.get(answer) ?? 0) + 1);
  }

  let chiSquare = 0;
  let counted = 0;
  for (const { records, probability } of answers) {
    const numbers = records.map((record) => Number(record.slice(record.lastIndexOf(".") + 1)));
    const count = seen.get(numbers.toSorted((a, b) => a - b).join(" ")) ?? 0;
    counted += count;
    chiSquare += (count - QUERIES * probability) ** 2 / (QUERIES * probability);
  }
  expect(counted).toBe(QUERIES);
  expect(chiSquare).toBeLessThan(CHI_SQUARE_MAX[answers.length - 1] ?? 0);
});
