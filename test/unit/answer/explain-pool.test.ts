/** What `explain` says of a pool: its zones with their thresholds and counts, its targets with states and exact odds. */
import { describe, expect, test } from "vitest";
import { explain } from "../../../src/answer/explain.ts";
import type { ExplainedNode } from "../../../src/answer/explain-node.ts";
import { TYPE } from "../../../src/dns/types.ts";
import type { HealthView } from "../../../src/steering/candidate.ts";
import { zonesOf } from "../../support/build.ts";
import { NOW_MS, UNKNOWN_CLIENT } from "../../support/health.ts";
import { down, draining, group, poolZone, target, zones } from "../../support/pools.ts";
import { owner } from "../../support/steered-zone.ts";

function explained(text: string, health: HealthView) {
  const question = { qname: owner("www"), qtype: TYPE.A, ra: false };
  const outcome = explain(question, zonesOf(text), health, UNKNOWN_CLIENT, () => 0, NOW_MS);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  return outcome.explanation;
}

/** `path status probability chosen`, of all nodes from the top down. */
function linesOf(node: ExplainedNode | null | undefined): readonly string[] {
  if (!node) return [];
  const { path, kind, status, state = "", probability, chosen } = node;
  const line = `${path} ${kind} ${status} ${state} ${probability?.toFixed(3)}${chosen ? " chosen" : ""}`;
  return [line.trim().replace(/ +/g, " "), ...(node.candidates ?? []).flatMap(linesOf)];
}

const TARGETS = [target(11, "a"), target(12, "a", { weight: 3 }), target(21, "b"), target(22, "b", draining())];

describe("answer: targets", () => {
  const text = poolZone({ answer: "targets", zones: { a: {}, b: {} }, targetGroups: { g: group(TARGETS) } });

  test("each target with its state and odds", () => {
    expect(linesOf(explained(text, down()).links[0]?.tree)).toEqual([
      "pool healthy 1.000 chosen",
      "a zone healthy 0.500 chosen",
      "a/g/t11 values healthy healthy 0.125 chosen",
      "a/g/t12 values healthy healthy 0.375",
      "b zone healthy 0.500",
      "b/g/t21 values healthy healthy 0.500",
      "b/g/t22 values healthy draining 0.000",
    ]);
  });

  test("a zone below its threshold has no odds", () => {
    expect(linesOf(explained(text, down("web/g/t21")).links[0]?.tree).slice(4)).toEqual([
      "b zone unhealthy 0.000",
      "b/g/t21 values unhealthy unhealthy 0.000",
      "b/g/t22 values healthy draining 0.000",
    ]);
  });
});

describe("answer: nodes", () => {
  const text = poolZone({
    zones: zones(),
    minHealthy: { percent: 60 },
    targetGroups: { g: group(TARGETS), none: group([]) },
  });

  test("each zone with its groups' counts and thresholds", () => {
    const { links } = explained(text, down("web/g/t11"));
    const { candidates = [], pool } = links[0]?.tree ?? {};
    expect(pool).toEqual({ name: "example.com/web", healthy: true, answer: "nodes" });
    const met = (is: boolean | null) => ({ count: 1, percent: 60, met: is });
    const none = {
      id: "none",
      crossZone: false,
      registered: 0,
      healthy: 0,
      dnsFailover: met(null),
      routingFailover: met(null),
    };
    expect(candidates.map(({ groups }) => groups)).toEqual([
      [
        { id: "g", crossZone: false, registered: 2, healthy: 1, dnsFailover: met(false), routingFailover: met(false) },
        none,
      ],
      [
        { id: "g", crossZone: false, registered: 1, healthy: 1, dnsFailover: met(true), routingFailover: met(true) },
        none,
      ],
    ]);
    expect(candidates.map(({ values, probability }) => ({ values, probability }))).toEqual([
      { values: ["192.0.2.1"], probability: 0 },
      { values: ["192.0.2.2"], probability: 1 },
    ]);
  });

  test("targets are counted and not answered, so that they have neither weight nor odds", () => {
    const { candidates = [] } = explained(text, down("web/g/t11")).links[0]?.tree ?? {};
    const targets = candidates.flatMap((zone) => zone.candidates ?? []);
    expect(targets.map((one) => [one.id, "weight" in one, "probability" in one])).toEqual(
      TARGETS.map(({ id }) => [id, false, false]),
    );
  });

  test("a pool that fails open is among the places that do", () => {
    expect(explained(text, down("web/g/t11", "web/g/t21")).failedOpen).toEqual(["www.example.com./A"]);
  });
});

test("the records that stand in while all is unhealthy", () => {
  const text = poolZone({
    zones: zones({ override: "down" }, { override: "down" }),
    onAllUnhealthy: { values: ["192.0.2.9"] },
  });
  expect(explained(text, down()).links[0]?.tree?.onAllUnhealthy).toEqual({
    kind: "values",
    values: ["192.0.2.9"],
    applied: true,
  });
});
