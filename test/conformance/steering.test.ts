import { describe, expect, test } from "vitest";
import { seededDraw } from "../../src/steering/draw.ts";
import { positionOfRegion } from "../../src/steering/regions.ts";
import type { Match, ZoneSet } from "../../src/zone/model.ts";
import { chancesOf, expectChances } from "../support/chances.ts";
import { clientAt } from "../support/health.ts";
import {
  alias,
  candidate,
  healthOf,
  numbered,
  numbersAnswered,
  policy,
  setOf,
  values,
  zoneSetOf,
} from "../support/steered-zone.ts";
import { FAILOVER, type FlatCase, MULTIVALUE, TREES, type TreeCase, WEIGHTED } from "./steering.cases.ts";

function flatZones({ policy: name, weights, health }: FlatCase): ZoneSet {
  return zoneSetOf({ www: setOf(numbered(name, health, weights)) });
}

describe.each([
  ["weighted", WEIGHTED],
  ["failover", FAILOVER],
  ["multivalue", MULTIVALUE],
] as const)("%s", (_policy, cases) => {
  test.each(cases)("$name", (row) => {
    expectChances(chancesOf(flatZones(row), healthOf(row.health)), row.chances);
  });
});

describe("multivalue of more than eight", () => {
  const answersOf = (health: string): string[][] => {
    const zones = flatZones({ name: "", policy: "multivalue", health, chances: {} });
    return Array.from({ length: 2000 }, (_, seed) =>
      numbersAnswered(zones, healthOf(health), seededDraw(seed)).split(" "),
    );
  };

  test.each([
    ["T33 ten healthy: eight distinct ones, each in 80 % of the answers", "HHHHHHHHHH"],
    ["T35 ten unhealthy: eight of the ten", "UUUUUUUUUU"],
  ])("%s", (_name, health) => {
    const answers = answersOf(health);
    expect(new Set(answers.map((numbers) => new Set(numbers).size))).toEqual(new Set([8]));
    for (let n = 1; n <= 10; n += 1) {
      const share = answers.filter((numbers) => numbers.includes(String(n))).length / answers.length;
      // Five standard deviations of a share of 0.8 in 2,000 answers: 5 × sqrt(0.8 × 0.2 / 2000) = 0.045.
      expect(Math.abs(share - 0.8)).toBeLessThan(0.045);
    }
  });
});

test("T39 plain values with an unhealthy check are answered whole, in every order alike", () => {
  const zones = zoneSetOf({ www: setOf(values(1, 2, 3), "c1") });
  expectChances(chancesOf(zones, healthOf("U")), { "1 2 3": 1 });
});

function siteOf(region: string): Match {
  const position = positionOfRegion(region);
  if (position === null) throw new Error("the region is known");
  return { kind: "site", region, ...position, bias: 0 };
}

describe("trees", () => {
  const treeZones = ({ us, ap, evaluate = true, check }: TreeCase): ZoneSet => {
    const first = candidate("us", alias("us", evaluate), { check: check ? "alias" : null, match: siteOf("us-east-1") });
    const second = candidate("ap", alias("ap"), { match: siteOf("ap-southeast-2") });
    return zoneSetOf({
      // The order written is not that of distance: the client is in Ohio.
      www: setOf(policy("latency", [second, first])),
      us: setOf(numbered("weighted", us, [1, 1])),
      ap: setOf(numbered("weighted", ap, [3, 1], 3)),
    });
  };

  test.each(TREES)("$name", (row) => {
    const health = healthOf(row.us + row.ap, 1, row.check ? { alias: row.check } : {});
    const client = clientAt({ position: positionOfRegion("us-east-2") });
    expectChances(chancesOf(treeZones(row), health, { client }), row.chances);
  });

  test.each([
    ["T29 the primary alias answers with its healthy members only", "UUH", "HH", { 3: 1 }],
    ["T30 nothing healthy behind the primary: the secondary's members", "UUU", "HH", { 4: 0.5, 5: 0.5 }],
    ["T31 nothing healthy at all: the primary's members by weight", "UUU", "UU", { 1: 0.5, 2: 0.25, 3: 0.25 }],
  ] as const)("%s", (_name, primary, secondary, chances) => {
    const weights = primary === "UUU" && secondary === "UU" ? [2, 1, 1] : [1, 1, 1];
    const zones = zoneSetOf({
      www: setOf(policy("failover", [candidate("primary", alias("p")), candidate("secondary", alias("s"))])),
      p: setOf(numbered("weighted", primary, weights)),
      s: setOf(numbered("weighted", secondary, [1, 1], 4)),
    });
    expectChances(chancesOf(zones, healthOf(primary + secondary)), chances);
  });
});

test("T32 a primary that is healthy again is answered by the next query", () => {
  const zones = zoneSetOf({ www: setOf(numbered("failover", "HH")) });
  const answered = ["HH", "UH", "HH"].map((health) => numbersAnswered(zones, healthOf(health), seededDraw(1)));
  expect(answered).toEqual(["1", "2", "1"]);
});

describe("groups in order, all down", () => {
  const groups = policy("failover", [
    candidate("first", numbered("multivalue", "UU")),
    candidate("second", numbered("multivalue", "UU", [], 3)),
  ]);
  const standby = candidate("standby", values(5));

  test.each([
    { name: "A17 the first group alone is answered, not the union", tree: groups, chances: { "1 2": 1 } },
    {
      name: "A17 as the primary of a failover they are left for the secondary: only the top fails open",
      tree: policy("failover", [candidate("groups", groups), standby]),
      chances: { 5: 1 },
    },
  ])("$name", ({ tree, chances }) => {
    expectChances(chancesOf(zoneSetOf({ www: setOf(tree) }), healthOf("UUUU")), chances);
  });
});
