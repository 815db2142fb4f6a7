import { describe, expect, test } from "vitest";
import { type Explanation, explain } from "../../../src/answer/explain.ts";
import type { HealthView } from "../../../src/steering/candidate.ts";
import { IN_ORDER, questionOf } from "../../support/ask.ts";
import { zonesOf } from "../../support/build.ts";
import { healthView, NOW_MS, reading, UNKNOWN_CLIENT } from "../../support/health.ts";

const ZONES = zonesOf(`
zone: example.com
ttl: 60
soa: { minimum: 30 }
checks:
  a: { type: tcp, address: 192.0.2.1, port: 80 }
  b: { type: tcp, address: 192.0.2.2, port: 80 }
  c: { type: tcp, address: 192.0.2.3, port: 80 }
records:
  www:
    A:
      failover:
        - { id: near, alias: near }
        - { id: far, values: 192.0.2.3, check: c }
  near:
    A:
      ttl: 20
      weighted:
        - { id: a, weight: 3, values: 192.0.2.1, check: a }
        - { id: b, weight: 1, values: 192.0.2.2, check: b }
  "*.dev": { CNAME: www }
  split: { CNAME: { weighted: [{ id: in, weight: 3, values: www }, { id: out, weight: 1, values: www.example.org. }] } }
`);

function healthWith(statuses: Readonly<Record<string, "healthy" | "unhealthy" | "unknown">>): HealthView {
  return healthView((check) => reading(statuses[check.slice("example.com/".length)] ?? "healthy"));
}

function explanationOf(question: string, statuses: Parameters<typeof healthWith>[0]): Explanation {
  const outcome = explain(
    { ...questionOf(question), ra: false },
    ZONES,
    healthWith(statuses),
    UNKNOWN_CLIENT,
    IN_ORDER,
    NOW_MS,
  );
  if (outcome.kind === "need") throw new Error("everything is in memory");
  return outcome.explanation;
}

describe("the tree", () => {
  test("shows health, exact odds and the choice at every level", () => {
    const { links, failedOpen, answer, answers } = explanationOf("www.example.com. A", { b: "unknown" });
    expect(links[0]?.tree).toEqual({
      path: "",
      kind: "failover",
      status: "healthy",
      probability: 1,
      chosen: true,
      failedOpen: false,
      candidates: [
        {
          path: "near",
          id: "near",
          kind: "alias",
          status: "healthy",
          probability: 1,
          chosen: true,
          failedOpen: false,
          target: "near.example.com.",
          candidates: [
            {
              path: "near",
              kind: "weighted",
              status: "healthy",
              probability: 1,
              chosen: true,
              failedOpen: false,
              candidates: [
                leaf("near/a", "a", 3, 0.75, true, "healthy", "192.0.2.1"),
                leaf("near/b", "b", 1, 0.25, false, "unknown", "192.0.2.2"),
              ],
            },
          ],
        },
        {
          path: "far",
          id: "far",
          kind: "values",
          status: "healthy",
          check: "example.com/c",
          probability: 0,
          chosen: false,
          failedOpen: false,
          values: ["192.0.2.3"],
        },
      ],
    });
    expect(failedOpen).toEqual([]);
    expect(answers).toEqual([
      { records: ["www.example.com. 20 IN A 192.0.2.1"], probability: 0.75 },
      { records: ["www.example.com. 20 IN A 192.0.2.2"], probability: 0.25 },
    ]);
    expect(answer).toEqual({
      rcode: "NOERROR",
      ttlSeconds: 20,
      scope: 0,
      records: ["www.example.com. 20 IN A 192.0.2.1"],
    });
  });

  test("names every place that failed open, and no place that cannot be reached", () => {
    const all = { a: "unhealthy", b: "unhealthy", c: "unhealthy" } as const;
    expect(explanationOf("www.example.com. A", all).failedOpen).toEqual([
      "www.example.com./A",
      "www.example.com./A/near",
    ]);
    expect(explanationOf("www.example.com. A", { a: "unhealthy", b: "unhealthy" }).failedOpen).toEqual([]);
  });
});

test("the chain has a link for each owner name, with the wildcard that gave it", () => {
  const { links } = explanationOf("x.dev.example.com. A", {});
  expect(links.map(({ owner, zone, node, outcome }) => [owner, zone, node, outcome])).toEqual([
    ["x.dev.example.com.", "example.com.", "*.dev.example.com.", "cname"],
    ["www.example.com.", "example.com.", "www.example.com.", "answer"],
  ]);
});

test("a whole answer is the whole chain, whichever CNAME is chosen", () => {
  expect(explanationOf("split.example.com. A", { a: "unhealthy" }).answers).toEqual([
    {
      records: ["split.example.com. 60 IN CNAME www.example.com.", "www.example.com. 20 IN A 192.0.2.2"],
      probability: 0.75,
    },
    { records: ["split.example.com. 60 IN CNAME www.example.org."], probability: 0.25 },
  ]);
});

test.each([
  ["nope.example.com. A", "nxdomain", "example.com.", "NXDOMAIN", 30],
  ["www.example.com. MX", "nodata", "www.example.com.", "NOERROR", 30],
  ["www.example.org. A", "refused", undefined, "REFUSED", null],
] as const)("%s is %s", (question, outcome, node, rcode, ttlSeconds) => {
  const { links, answer } = explanationOf(question, {});
  expect(links.map((link) => [link.outcome, link.node, link.tree])).toEqual([[outcome, node, null]]);
  expect(answer).toEqual({ rcode, ttlSeconds, scope: 0, records: [] });
});

function leaf(
  path: string,
  id: string,
  weight: number,
  probability: number,
  chosen: boolean,
  status: string,
  value: string,
) {
  const check = `example.com/${id}`;
  const weights = { weight, effectiveWeight: weight };
  return {
    path,
    id,
    kind: "values",
    status,
    check,
    ...weights,
    probability,
    chosen,
    failedOpen: false,
    values: [value],
  };
}
