import { describe, expect, test } from "vitest";
import { assignProbes, probesByRegion, quorumOutOfReach, unconfiguredRegions } from "../../../src/health/assignment.ts";
import type { ChecksDocument } from "../../../src/health/check.ts";
import { calculated, check, checksDocument, httpSpec, push } from "../../support/checks.ts";

function manyChecks(count: number, timing: { interval: number; timeout: number }): ChecksDocument {
  return checksDocument(
    ...Array.from({ length: count }, (_, n) => check(`example.com/${n}`, { spec: httpSpec(timing) })),
  );
}

test("equal probes run once, and back off only if every check allows it", () => {
  const spec = httpSpec();
  const document = checksDocument(
    check("a", { probe: "p2", spec }),
    check("b", { probe: "p1", spec }),
    check("c", { probe: "p2", spec, backoff: false }),
  );
  const probes = [
    { id: "p1", spec, backoff: true },
    { id: "p2", spec, backoff: false },
  ];
  expect(probesByRegion(document, [])).toEqual(new Map([[null, probes]]));
});

test("what is disabled, calculated or pushed is not probed", () => {
  const document = checksDocument(check("off", { disabled: true }), calculated("sum", ["off"]), push("told"));
  expect(assignProbes(document, [])).toEqual([]);
});

describe("assignProbes", () => {
  const one = checksDocument(check("a", { probe: "p1" }));
  const probes = [{ id: "p1", spec: httpSpec(), backoff: true }];
  test.each([
    { name: "without regions the prober is local and has no hint", regions: [], prober: "local/0", region: null },
    {
      name: "a check without regions is probed from the first",
      regions: ["weur", "enam"],
      prober: "weur/0",
      region: "weur",
    },
  ])("$name", ({ regions, prober, region }) => {
    expect(assignProbes(one, regions)).toEqual([{ prober, region, probes }]);
  });

  const asking = (regions: readonly string[]) => checksDocument(check("a", { probe: "p1", regions }));
  test.each([
    { name: "each of a check's regions has its own probers", asked: ["enam", "weur"], probers: ["weur/0", "enam/0"] },
    { name: "other regions leave the check alone", asked: ["enam"], probers: ["enam/0"] },
    { name: "a region that is not configured is ignored", asked: ["oc", "enam"], probers: ["enam/0"] },
    { name: "where none is configured, the first one probes", asked: ["oc"], probers: ["weur/0"] },
  ])("$name", ({ asked, probers }) => {
    const assigned = assignProbes(asking(asked), ["weur", "enam"]);
    expect(assigned).toEqual(probers.map((prober) => ({ prober, region: prober.slice(0, -2), probes })));
  });

  test("the regions that are asked for in vain are told", () => {
    expect(unconfiguredRegions(asking(["sam", "enam", "oc"]), ["enam"])).toEqual(["oc", "sam"]);
  });

  test("a check that is chosen by latency is measured from every region, whatever regions it asks for", () => {
    const document = { ...asking(["enam"]), latencyChecks: ["a"] };
    const probers = assignProbes(document, ["weur", "enam"]).map(({ prober }) => prober);
    expect(probers).toEqual(["weur/0", "enam/0"]);
    expect(assignProbes(document, []).map(({ prober }) => prober)).toEqual(["local/0"]);
  });

  test("no checks need no prober", () => {
    expect(assignProbes(checksDocument(), ["weur"])).toEqual([]);
  });

  test.each([
    { name: "probes that may fill their interval", count: 23, interval: 10, timeout: 10 },
    { name: "usual probes", count: 500, interval: 30, timeout: 4 },
    { name: "many light probes", count: 1000, interval: 3600, timeout: 1 },
  ])("$name: each prober's share fits when all time out, with a fifth to spare", ({ count, ...timing }) => {
    const duties = assignProbes(manyChecks(count, timing), []);
    const loads = duties.map(({ probes: own }) => own.length * (timing.timeout / timing.interval));
    expect(Math.max(...loads)).toBeLessThanOrEqual(4 + 1e-9);
    expect(Math.max(...duties.map(({ probes: own }) => own.length))).toBeLessThanOrEqual(40);
    const ids = duties.flatMap(({ probes: own }) => own.map(({ id }) => id));
    expect(new Set(ids).size).toBe(count);
    expect(ids.length).toBe(count);
  });

  test("one check more moves few of five hundred probes, and the same document none", () => {
    const timing = { interval: 30, timeout: 4 };
    const placeOf = (document: ChecksDocument): ReadonlyMap<string, string> =>
      new Map(assignProbes(document, []).flatMap(({ prober, probes: own }) => own.map(({ id }) => [id, prober])));
    const before = placeOf(manyChecks(500, timing));
    const after = placeOf(manyChecks(501, timing));
    const moved = [...before].filter(([id, prober]) => after.get(id) !== prober);
    // One displaced probe may displace another in each of the 17 shares; a twentieth is a generous bound.
    expect(moved.length).toBeLessThanOrEqual(25);
    expect(placeOf(manyChecks(500, timing))).toEqual(before);
  });
});

describe("quorumOutOfReach", () => {
  const all = ["apac", "enam", "weur"];
  const wide = { regions: all, quorum: { kind: "count", count: 1 } } as const;
  test.each([
    { name: "two of three regions can say healthy", fields: wide, configured: all, told: null },
    { name: "two are left, which is more than one", fields: wide, configured: ["enam", "weur"], told: null },
    { name: "one is left", fields: wide, configured: ["enam"], told: { moreThan: 1, regions: 1 } },
    {
      name: "none is left, so that the first one votes",
      fields: wide,
      configured: ["oc", "sam"],
      told: { moreThan: 1, regions: 1 },
    },
    { name: "no regions: the one prober votes", fields: wide, configured: [], told: { moreThan: 1, regions: 1 } },
    { name: "a share is of the regions that vote", fields: { regions: all }, configured: ["enam"], told: null },
    { name: "nobody votes on what is disabled", fields: { ...wide, disabled: true }, configured: [], told: null },
  ])("$name", ({ fields, configured, told }) => {
    expect(quorumOutOfReach(check("a", fields), configured)).toEqual(told);
  });
});
