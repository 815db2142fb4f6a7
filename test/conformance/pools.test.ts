import { describe, expect, test } from "vitest";
import { problemText } from "../../src/cli/compile/problem.ts";
import { compileTexts, zonesOf } from "../support/build.ts";
import { chancesOf, expectChances } from "../support/chances.ts";
import { clientIn } from "../support/health.ts";
import { down, group, poolZone, targets, zones } from "../support/pools.ts";
import { answered, numbersAnswered } from "../support/steered-zone.ts";
import { TARGETS } from "./pool-targets.cases.ts";
import { ABOVE, THRESHOLDS, ZONES } from "./pools.cases.ts";

describe.each([
  ["thresholds and shares", THRESHOLDS],
  ["zones", ZONES],
  ["health to what stands above", ABOVE],
  ["answer: targets", TARGETS],
] as const)("%s", (_what, cases) => {
  test.each(cases)("$name", ({ text, down: names = [], chances }) => {
    expectChances(chancesOf(zonesOf(text), down(...names)), chances);
  });
});

test("T88 a dns threshold below the routing threshold is refused", () => {
  const text = poolZone({
    zones: zones(),
    dnsFailover: { percent: 30 },
    routingFailover: { percent: 50 },
    targetGroups: { g: group(targets(11, 20, "a")) },
  });
  expect(compileTexts([text]).problems.map(problemText)).toEqual([
    '1.yaml:1:132: dns-threshold-below-routing: target group "g": the dns threshold must not be below the routing threshold; percent is 30 for dnsFailover and 50 for routingFailover',
  ]);
});

describe("affinity", () => {
  const zoneSet = zonesOf(
    poolZone({
      answer: "targets",
      affinity: "client",
      zones: { a: {}, b: {} },
      targetGroups: { g: group([...targets(11, 13, "a"), ...targets(21, 22, "b")]) },
    }),
  );
  const answersOf = (...names: readonly string[]): readonly string[] =>
    Array.from({ length: 400 }, (_, at) =>
      numbersAnswered(zoneSet, down(...names), () => 0, { client: clientIn(`198.${18 + (at >> 8)}.${at & 255}.0/24`) }),
    );

  test("a target that fails moves its own clients only", () => {
    const before = answersOf();
    const without = answersOf("web/g/t12");
    expect(new Set(before)).toEqual(new Set(["11", "12", "13", "21", "22"]));
    expect(new Set(before.filter((answered, at) => answered !== without[at]))).toEqual(new Set(["12"]));
    expect(new Set(without)).toEqual(new Set(["11", "13", "21", "22"]));
  });

  test("a zone that fails moves its own clients only", () => {
    const before = answersOf();
    const without = answersOf("web/g/t21", "web/g/t22");
    expect(new Set(before.filter((answered, at) => answered !== without[at]))).toEqual(new Set(["21", "22"]));
    expect(new Set(without)).toEqual(new Set(["11", "12", "13"]));
  });
});

test("closed is NODATA that nobody keeps for longer than 30 s", () => {
  const text = poolZone({ zones: zones({ override: "down" }, { override: "down" }), onAllUnhealthy: "closed" });
  const { reply, maxAgeSeconds } = answered(zonesOf(text), down(), () => 0);
  expect({ rcode: reply.rcode, answer: reply.answer, maxAgeSeconds }).toEqual({
    rcode: 0,
    answer: [],
    maxAgeSeconds: 30,
  });
});
