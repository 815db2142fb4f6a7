import { describe, expect, test } from "vitest";
import { type ExplainedObservation, treeLines } from "../../../src/cli/explain-node-text.ts";

describe("what a branch says besides", () => {
  const seen = { reason: "status-mismatch", code: 503 };
  const observed = (made: ExplainedObservation) => ({ status: "unhealthy", check: "c", observed: made });
  const until = "2026-11-30T12:00:00.000Z";
  test.each<readonly [string, object, string]>([
    ["a weight that health took away", { weight: 10, effectiveWeight: 0 }, "a  values  weight 10, counts 0"],
    ["a weight that counts in full", { weight: 10, effectiveWeight: 10 }, "a  values  weight 10"],
    ["a continent", { match: { continent: "EU" }, matches: true }, "a  values  continent EU"],
    ["a country elsewhere", { match: { country: "DE" }, matches: false }, "a  values  country DE  no match"],
    [
      "a subdivision elsewhere, which is unhealthy as well",
      { match: { country: "US", subdivision: "CA" }, matches: false, status: "unhealthy" },
      "a  values  subdivision US-CA  no match  unhealthy",
    ],
    ["everybody else", { match: { default: true }, matches: true }, "a  values  default"],
    [
      "the first of many networks",
      { match: { networks: ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32"] } },
      "a  values  networks 192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 and 1 more",
    ],
    ["a distance", { match: { region: "weur" }, kilometres: 12.5 }, "a  values  region weur  12.5 km"],
    [
      "a biased one",
      { match: { region: "39,-77.5", bias: 50 }, kilometres: 10, biasedKilometres: 5 },
      "a  values  region 39,-77.5  10 km, bias 50: counts as 5 km",
    ],
    [
      "a time",
      { match: { region: "weur" }, ms: 12.3, measuredFrom: "enam" },
      "a  values  region weur  12.3 ms measured from enam",
    ],
    [
      "one that nobody measured",
      { match: { region: "weur" }, ms: 12.3, measuredFrom: null },
      "a  values  region weur  12.3 ms by distance",
    ],
    ["the age of a verdict", { status: "healthy", check: "c", ageSeconds: 12.5 }, "a  values  healthy for 12.5 s (c)"],
    ["a stale verdict", { status: "healthy", check: "c", stale: true }, "a  values  healthy (c, STALE)"],
    ["what was seen last", observed({ last: seen }), "a  values  unhealthy (c: status-mismatch 503)"],
    ["without a code", observed({ last: { reason: "timeout", code: null } }), "a  values  unhealthy (c: timeout)"],
    ["nothing yet", observed({ last: null }), "a  values  unhealthy (c: not measured yet)"],
    [
      "in several regions",
      observed({
        last: seen,
        regions: [
          { region: "weur", last: seen },
          { region: "enam", last: null },
        ],
      }),
      "a  values  unhealthy (c: weur status-mismatch 503, enam not measured yet)",
    ],
    ["no report", observed({ report: null }), "a  values  unhealthy (c: never reported)"],
    [
      "a report",
      observed({ report: { ageSeconds: 9.5, status: "unhealthy", reason: "disk full" } }),
      "a  values  unhealthy (c: reported unhealthy 9.5 s ago: disk full)",
    ],
    [
      "a calculated check's children",
      observed({
        children: [
          { check: "d", status: "healthy" },
          { check: "e", status: "unhealthy" },
        ],
      }),
      "a  values  unhealthy (c: d healthy, e unhealthy)",
    ],
    ["inverted", observed({ last: seen, inverted: true }), "a  values  unhealthy (c: status-mismatch 503, inverted)"],
    [
      "disabled",
      observed({ last: seen, inverted: true, disabled: true }),
      "a  values  unhealthy (c: disabled, inverted)",
    ],
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
    const tree = { path: "a", id: "a", kind: "values", ...keys };
    expect(treeLines(tree, "", true)[0]).toBe(`└─ ${text}`);
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
    expect(treeLines(tree, "", true)[0]).toBe(`└─ values  ${text}`);
  });
});

test("a zone of a pool tells what its target groups come to", () => {
  const groups = [
    { id: "web", registered: 10, healthy: 4, dnsFailover: { met: false }, routingFailover: { met: true } },
    { id: "none", registered: 0, healthy: 0, dnsFailover: { met: null }, routingFailover: { met: null } },
  ];
  const tree = { path: "az1", id: "az1", kind: "zone", status: "unhealthy", groups, probability: 0 };
  expect(treeLines(tree, "", true)[0]).toBe(
    "└─ az1  zone  unhealthy  web: 4 of 10 healthy, below dnsFailover  none: 0 of 0 healthy  0 %",
  );
});
