import { describe, expect, test } from "vitest";
import type { CompiledZone } from "../../../../src/cli/compile/folder.ts";
import { planOf, refusalOf } from "../../../../src/cli/compile/plan.ts";
import type { ZoneRecords } from "../../../../src/cli/compile/records.ts";
import { ROOT } from "../../../../src/dns/name.ts";
import type { Check } from "../../../../src/health/check.ts";
import { calculated, check as checkOf, checksDocument, push, tcpSpec } from "../../../support/checks.ts";

function records(sets: Record<string, string>, nsApex: readonly string[] = []): ZoneRecords {
  return { recordSets: new Map([["example.com./SOA", "soa"], ...Object.entries(sets)]), nsApex };
}

function compilation(zones: Record<string, ZoneRecords>, checks: readonly Check[] = []) {
  const compiled = Object.entries(zones).map(
    ([apexText, zone]): CompiledZone => ({ apexText, apex: ROOT, hash: "", ...zone }),
  );
  return {
    zones: compiled,
    checks: checksDocument(...checks),
    checksHash: "",
    placesHash: null,
    blobs: new Map<string, string>(),
  };
}

const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.example.com./A`, "x"]));

function check(name: string, probe: string, interval: number): Check {
  return checkOf(name, { probe, spec: tcpSpec({ interval }) });
}

describe("a plan", () => {
  test("tells added, changed and removed record sets of every zone", () => {
    const next = compilation({
      "example.com": records({ "a.example.com./A": "1", "b.example.com./A": "new", "c.example.com./A": "3" }),
      "example.net": records({ "example.net./A": "1" }),
    });
    const now = new Map([
      ["example.com", records({ "a.example.com./A": "1", "b.example.com./A": "old", "d.example.com./A": "4" })],
      ["example.org", records({})],
    ]);
    expect(planOf(next, now, null)).toEqual({
      places: null,
      zones: [
        {
          apexText: "example.com",
          kind: "changed",
          added: ["c.example.com./A"],
          changed: ["b.example.com./A"],
          removed: ["d.example.com./A"],
          before: 3,
          apexNsChanged: false,
        },
        {
          apexText: "example.net",
          kind: "added",
          added: ["example.com./SOA", "example.net./A"],
          changed: [],
          removed: [],
          before: 0,
          apexNsChanged: false,
        },
        {
          apexText: "example.org",
          kind: "removed",
          added: [],
          changed: [],
          removed: ["example.com./SOA"],
          before: 0,
          apexNsChanged: false,
        },
      ],
      probing: { probes: 0, probesPerMonth: 0, monthlyCostUsd: 0 },
    });
  });

  test("counts equal probes once and prices what goes beyond the included amounts", () => {
    const checks = [check("z/a", "p", 1), check("z/b", "p", 1), check("z/c", "q", 30)];
    // 2,592,000 + 86,400 probes: 5,356,800 requests (1M free), 8,035,200 rows (free), 342,835 GB-s (free).
    expect(planOf(compilation({}, checks), new Map(), null).probing).toEqual({
      probes: 2,
      probesPerMonth: 2_678_400,
      monthlyCostUsd: (4_356_800 / 1e6) * 0.15,
    });
  });

  test("counts each region that a check names, and nothing for what is not probed", () => {
    const everyHour = { spec: tcpSpec({ interval: 3600 }) };
    const checks = [
      checkOf("z/a", { ...everyHour, probe: "p", regions: ["enam", "weur"] }),
      checkOf("z/b", { ...everyHour, probe: "p", regions: ["apac", "weur"] }),
      checkOf("z/c", { ...everyHour, probe: "q", disabled: true }),
      calculated("z/d", ["z/a"]),
      push("z/e"),
    ];
    expect(planOf(compilation({}, checks), new Map(), null).probing).toEqual({
      probes: 3,
      probesPerMonth: 3 * 720,
      monthlyCostUsd: 0,
    });
  });
});

describe("a plan that needs force", () => {
  test.each([
    { name: "nothing changes", now: records(numbered(10)), next: records(numbered(10)), refusal: null },
    {
      name: "five of ten removed: not more than five",
      now: records(numbered(10)),
      next: records(numbered(5)),
      refusal: null,
    },
    {
      name: "six of twenty removed: not more than 30 %",
      now: records(numbered(20)),
      next: records(numbered(14)),
      refusal: null,
    },
    {
      name: "six of nineteen removed",
      now: records(numbered(19)),
      next: records(numbered(13)),
      refusal: "6 of the 19 record sets of example.com would be removed",
    },
    {
      name: "the apex NS change",
      now: records({}, ["ns1.example.com."]),
      next: records({}, ["ns2.example.com."]),
      refusal: "the NS at the apex of example.com would change",
    },
  ])("$name", ({ now, next, refusal }) => {
    expect(refusalOf(planOf(compilation({ "example.com": next }), new Map([["example.com", now]]), null))).toBe(
      refusal,
    );
  });

  test("a whole zone would go", () => {
    const now = new Map([["example.com", records({})]]);
    expect(refusalOf(planOf(compilation({}), now, null))).toBe("the zone example.com would be removed");
  });

  test("a new zone with NS is no change of NS", () => {
    const next = compilation({ "example.com": records({}, ["ns1.example.com."]) });
    expect(refusalOf(planOf(next, new Map(), null))).toBeNull();
  });
});

test.each([
  { name: "none before, none after", before: null, after: null, places: null },
  { name: "the same", before: "1", after: "1", places: null },
  { name: "new", before: null, after: "1", places: "added" },
  { name: "others", before: "1", after: "2", places: "changed" },
  { name: "no more", before: "1", after: null, places: "removed" },
])("what becomes of the set of places: $name", ({ before, after, places }) => {
  expect(planOf({ ...compilation({}), placesHash: after }, new Map(), before).places).toBe(places);
});
