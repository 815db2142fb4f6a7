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

test.each([
  ["the network that is named", { from: "subnet", subnet: "203.0.113.0/24" }, ""],
  ["a private one, from a known place", { from: "connection", subnet: "198.51.100.0/24" }, "198.51.100.0/24"],
  ["a private one, from nowhere", { from: "connection", subnet: null }, "which is not known"],
])("whose network counts: %s", (_name, client, connection) => {
  const told = connection && `, a private network: the connection's counts, ${connection}`;
  expect(explainText({ ...failover, client }).split("\n")[0]).toBe(
    `www.example.com. A for a client in 203.0.113.0/24${told}`,
  );
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

test("where the upstreams answer, and a name that is answered here though no zone has it", () => {
  const forwarded = "www.example.org.";
  const records = ["out.example.com. 60 IN CNAME www.example.org."];
  const links = [
    { owner: "out.example.com.", zone: "example.com.", generation: 1, outcome: "cname", tree: null },
    { owner: forwarded, outcome: "forwarded", tree: null },
    { owner: "a.b.", zone: "b.", generation: 1, node: "a.b.", outcome: "forwarded", tree: null },
    { owner: "printer.local.", outcome: "nxdomain", reason: "a name that is never forwarded (RFC 6762)", tree: null },
  ];
  const answer = { rcode: null, ttlSeconds: null, scope: null, records, forwarded };
  const answers = [
    { records, probability: 0.5, forwarded },
    { records: [], probability: 0.5 },
  ];
  expect(
    explainText({ ...failover, links, answer, answers })
      .split("\n")
      .slice(3),
  ).toEqual([
    "out.example.com.  cname  (zone example.com., generation 1)",
    "",
    "www.example.org.  forwarded  (not hosted here: UPSTREAMS answer)",
    "",
    "a.b.  forwarded  (zone b., generation 1: UPSTREAMS answer)",
    "",
    "printer.local.  nxdomain  a name that is never forwarded (RFC 6762)",
    "",
    "answer: from UPSTREAMS",
    `  ${records[0]}`,
    "  what UPSTREAMS say of www.example.org.",
    "",
    "possible answers: 2",
    `  50 %  ${records[0]} | what UPSTREAMS say of www.example.org.`,
    "  50 %  no records",
  ]);
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

describe("what a branch says besides", () => {
  const until = "2026-11-30T12:00:00.000Z";
  test.each<readonly [string, object, string]>([
    ["a weight that health took away", { weight: 10, effectiveWeight: 0 }, "a  values  weight 10, counts 0"],
    ["a weight that counts in full", { weight: 10, effectiveWeight: 10 }, "a  values  weight 10"],
    ["the age of a verdict", { status: "healthy", check: "c", ageSeconds: 12.5 }, "a  values  healthy for 12.5 s (c)"],
    ["a stale verdict", { status: "healthy", check: "c", stale: true }, "a  values  healthy (c, STALE)"],
    [
      "an override",
      { status: "unhealthy", override: { verdict: "down", until, reason: "upgrade" } },
      `a  values  unhealthy  forced down until ${until}: upgrade`,
    ],
    ["one for ever", { override: { verdict: "up", until: null, reason: "" } }, "a  values  forced up"],
    [
      "a quorum that the regions can never exceed",
      { status: "unhealthy", check: "c", quorumOutOfReach: { moreThan: 2, regions: 1 } },
      "a  values  unhealthy (c)  QUORUM OUT OF REACH: needs more than 2 healthy regions and has 1",
    ],
    ["manual failback", { failback: "manual" }, "a  values  failback manual"],
    ["failback after a time", { failback: { after: 60 } }, "a  values  failback after 60 s"],
    ["off", { off: true }, "a  values  off"],
    ["draining", { draining: { since: until, until } }, `a  values  draining until ${until}`],
    ["held back", { held: true }, "a  values  held back"],
    ["a target's state", { status: "unhealthy", state: "initial" }, "a  values  unhealthy  state initial"],
    [
      "an outside host",
      { kind: "alias", target: "b.", host: { ageSeconds: 1.5, ttlSeconds: 58, stale: false } },
      "a  alias to b.  looked up 1.5 s ago, TTL 58",
    ],
    [
      "its last known addresses",
      { kind: "alias", target: "b.", host: { ageSeconds: 900, ttlSeconds: 30, stale: true } },
      "a  alias to b.  looked up 900 s ago, TTL 30, STALE",
    ],
    [
      "one that nothing is known of",
      { kind: "alias", target: "b.", host: { error: "no upstream can be reached" } },
      "a  alias to b.  NOT LOOKED UP: no upstream can be reached",
    ],
    ["closed, now", { onAllUnhealthy: { kind: "closed", applied: true } }, "a  values  ALL UNHEALTHY: closed"],
    ["closed, if need be", { onAllUnhealthy: { kind: "closed", applied: false } }, "a  values"],
  ])("%s", (_name, keys, text) => {
    const link = { owner: "a.", zone: "a", outcome: "answer", tree: { path: "a", id: "a", kind: "values", ...keys } };
    expect(explainText({ ...failover, links: [link] }).split("\n")[4]).toBe(`└─ ${text}`);
  });
});

describe("possible answers", () => {
  const answer = (n: number) => ({ records: [`a. 60 IN A 192.0.2.${n}`], probability: 1 / 30 });
  test.each<readonly [string, Exclude<Explanation["answers"], undefined>, readonly string[]]>([
    ["one is the answer itself", [answer(1)], []],
    [
      "several, with their odds",
      [
        { ...answer(1), probability: 0.75 },
        { records: [], probability: 0.25 },
      ],
      ["", "possible answers: 2", "  75 %  a. 60 IN A 192.0.2.1", "  25 %  no records"],
    ],
    ["too many to tell", null, ["", "more than 1,000 answers are possible"]],
  ])("%s", (_name, answers, expected) => {
    expect(
      explainText({ ...failover, answers })
        .split("\n")
        .slice(11),
    ).toEqual(expected);
  });

  test("of many the first twenty", () => {
    const lines = explainText({ ...failover, answers: Array.from({ length: 30 }, (_, n) => answer(n)) }).split("\n");
    expect([lines.length, lines.at(-2), lines.at(-1)]).toEqual([
      34,
      "  3.3 %  a. 60 IN A 192.0.2.19",
      "  and 10 less likely ones",
    ]);
  });
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

test("a zone of a pool tells what its target groups come to", () => {
  const groups = [
    { id: "web", registered: 10, healthy: 4, dnsFailover: { met: false }, routingFailover: { met: true } },
    { id: "none", registered: 0, healthy: 0, dnsFailover: { met: null }, routingFailover: { met: null } },
  ];
  const tree = { path: "az1", id: "az1", kind: "zone", status: "unhealthy", groups, probability: 0 };
  const link = { owner: "a.", zone: "a", outcome: "answer", tree };
  expect(explainText({ ...failover, links: [link] }).split("\n")[4]).toBe(
    "└─ az1  zone  unhealthy  web: 4 of 10 healthy, below dnsFailover  none: 0 of 0 healthy  0 %",
  );
});
