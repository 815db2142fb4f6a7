import { describe, expect, test } from "vitest";
import { type Explanation, explainText } from "../../../src/cli/explain-text.ts";

const unknown = { from: "subnet", subnet: "203.0.113.0/24" };

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

describe("where the client is placed", () => {
  const position = { latitude: 37.4, longitude: -122.1 };
  const nowhere = { continent: null, country: null, subdivision: null, position: null, from: "places.csv" };
  const california = { ...nowhere, continent: "NA", country: "US", subdivision: "CA" };
  const geo = { path: "", kind: "geolocation", candidates: [{ path: "a", kind: "values", match: { default: true } }] };
  const steered = [{ owner: "a.", zone: "a.", outcome: "answer", tree: geo }];
  test.each<readonly [string, Partial<Explanation>, readonly string[]]>([
    ["by places.csv", { client: { ...unknown, place: california } }, ["client placed: NA US-CA (places.csv)"]],
    [
      "by the connection, with a position",
      { client: { ...unknown, place: { ...california, position, from: "connection" } } },
      ["client placed: NA US-CA 37.4,-122.1 (connection)"],
    ],
    ["in no block of places.csv", { client: { ...unknown, place: nowhere } }, ["client placed: nowhere (places.csv)"]],
    ["nowhere", { client: { ...unknown, place: null } }, ["client placed: nowhere"]],
    [
      "nowhere, where none was named and places decide",
      { subnet: null, client: { ...unknown, place: null }, links: steered },
      ["client placed: nowhere"],
    ],
    ["of no matter where none was named and nothing asks", { subnet: null, client: { ...unknown, place: null } }, []],
    ["by a server that does not tell", { client: unknown }, []],
  ])("%s", (_name, fields, lines) => {
    const text = explainText({ ...failover, ...fields }).split("\n");
    expect(text.slice(1, text.indexOf("health: snapshot of 2026-11-30T12:00:00.000Z, 1.2 s old"))).toEqual(lines);
  });
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

test("an earlier version of a zone, of which no generation is known", () => {
  const link = { owner: "a.", zone: "a.", generation: null, earlier: true, outcome: "nodata", tree: null };
  expect(explainText({ ...failover, links: [link] }).split("\n")[3]).toBe(
    "a.  nodata  (zone a., an earlier version than the catalog's)",
  );
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
