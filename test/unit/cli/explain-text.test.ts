import { describe, expect, test } from "vitest";
import { type Explanation, explainText } from "../../../src/cli/explain-text.ts";

const failover: Explanation = {
  name: "www.example.com.",
  type: "A",
  subnet: "203.0.113.0/24",
  snapshot: { at: "2026-11-30T12:00:00.000Z", ageSeconds: 1.23 },
  links: [
    {
      owner: "www.example.com.",
      zone: "example.com",
      generation: 42,
      node: "*.example.com.",
      outcome: "answer",
      tree: {
        path: "",
        kind: "failover",
        status: "healthy",
        chosen: true,
        candidates: [
          {
            path: "east",
            id: "east",
            kind: "weighted",
            status: "unhealthy",
            check: "example.com/east",
            probability: 0,
            candidates: [
              { path: "east/a", id: "a", kind: "values", weight: 0, status: "unhealthy", values: ["192.0.2.10"] },
            ],
          },
          { path: "west", id: "west", kind: "alias", target: "w.example.net.", probability: 1, chosen: true },
        ],
      },
    },
  ],
  failedOpen: [],
  answer: { rcode: "NOERROR", ttlSeconds: 60, scope: 0, records: ["www.example.com. 60 IN A 192.0.2.20"] },
};

test("a tree with what was chosen", () => {
  expect(explainText(failover)).toBe(`\
www.example.com. A for a client in 203.0.113.0/24
health: snapshot of 2026-11-30T12:00:00.000Z, 1.2 s old

www.example.com.  answer  (zone example.com, generation 42, by *.example.com.)
└─ failover  healthy  <- chosen
   ├─ east  weighted  unhealthy (example.com/east)  0 %
   │  └─ a  values  weight 0  unhealthy  192.0.2.10
   └─ west  alias to w.example.net.  100 %  <- chosen

answer: NOERROR, TTL 60, scope 0
  www.example.com. 60 IN A 192.0.2.20`);
});

test("a name that is not hosted, and no snapshot", () => {
  const refused: Explanation = {
    name: "www.example.org.",
    type: "A",
    snapshot: null,
    links: [{ owner: "www.example.org.", outcome: "refused", tree: null }],
    failedOpen: [],
    answer: { rcode: "REFUSED", records: [] },
  };
  expect(explainText(refused)).toBe(`\
www.example.org. A
health: no snapshot yet

www.example.org.  refused  (not hosted here)

answer: REFUSED`);
});

test("a fail open is said at the place and once more before the answer", () => {
  const tree = { path: "", kind: "weighted", status: "unhealthy", failedOpen: true };
  const open: Explanation = {
    name: "a.example.com.",
    type: "A",
    snapshot: { at: null, ageSeconds: null },
    links: [{ owner: "a.example.com.", zone: "example.com", generation: 1, outcome: "answer", tree }],
    failedOpen: ["a.example.com./A"],
    answer: { rcode: "NOERROR", ttlSeconds: 5, scope: 0, records: [] },
  };
  expect(explainText(open).split("\n").slice(3)).toEqual([
    "a.example.com.  answer  (zone example.com, generation 1)",
    "└─ weighted  unhealthy  FAILED OPEN",
    "",
    "FAILED OPEN at a.example.com./A: nothing there is healthy, so all of it counts as healthy",
    "answer: NOERROR, TTL 5, scope 0",
  ]);
});

describe("odds are never rounded to none or to certainty", () => {
  const rows = [
    { probability: 0, text: "0 %" },
    { probability: 0.0001, text: "< 0.1 %" },
    { probability: 1 / 3, text: "33.3 %" },
    { probability: 0.25, text: "25 %" },
    { probability: 0.9999, text: "> 99.9 %" },
    { probability: 1, text: "100 %" },
  ];
  test.each(rows)("$probability", ({ probability, text }) => {
    const tree = { path: "", kind: "values", probability };
    const link = { owner: "a.", zone: "a", outcome: "answer", tree };
    const lines = explainText({ ...failover, links: [link] }).split("\n");
    expect(lines[4]).toBe(`└─ values  ${text}`);
  });
});
