/**
 * What the board works out step by step is what it would work out from everything at once: after any observations,
 * reports and overrides, a sweep finds nothing to change.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CalculatedCheck, Check, Quorum } from "../../src/health/check.ts";
import { indexChecks } from "../../src/health/checks-index.ts";
import { type Facts, NO_FACTS, takeOver } from "../../src/health/facts.ts";
import { Revision, revise } from "../../src/health/revision.ts";
import { calculated, check, checksDocument, observation, push } from "../support/checks.ts";

const RUNS = { seed: 67, numRuns: 300 };
const REGIONS = ["weur", "enam", "apac"];
const LEAVES = ["a", "b", "c", "p"];
const NESTED = ["x", "y", "z"];

const flags = fc.record({
  inverted: fc.boolean(),
  disabled: fc.boolean(),
  initial: fc.constantFrom("healthy" as const, "unhealthy" as const),
});
const atLeast: fc.Arbitrary<Quorum> = fc.oneof(
  fc.record({ kind: fc.constant("count" as const), count: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ kind: fc.constant("percent" as const), percent: fc.integer({ min: 1, max: 100 }) }),
);

const probed = (name: string) =>
  fc
    .record({ flags, thresholds: fc.integer({ min: 1, max: 2 }), regions: fc.subarray(REGIONS) })
    .map(({ flags: own, thresholds, regions }) =>
      check(name, { ...own, probe: name, regions, unhealthyThreshold: thresholds, healthyThreshold: thresholds }),
    );

/** Each may have the leaves and the nested ones before it as children, so there is no loop. */
const nested = (name: string, at: number): fc.Arbitrary<CalculatedCheck> =>
  fc
    .record({ flags, atLeast, of: fc.subarray([...LEAVES, ...NESTED.slice(0, at)], { minLength: 1 }) })
    .map(({ of, ...fields }) => calculated(name, of, { ...fields.flags, atLeast: fields.atLeast }));

const documents = fc
  .tuple(
    probed("a"),
    probed("b"),
    probed("c"),
    flags.map((own) => push("p", own)),
    ...NESTED.map(nested),
  )
  .chain((checks: readonly Check[]) => fc.shuffledSubarray([...checks], { minLength: checks.length }))
  .map((checks) => ({ ...checksDocument(...checks), latches: checks.map(({ name }) => ({ name, check: name })) }));

type Step = (revision: Revision, byName: (name: string) => Check, atMs: number) => void;

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom(...REGIONS), fc.constantFrom("ok", "timeout")).map(
    ([probe, region, outcome]): Step =>
      (revision, _, atMs) => {
        revision.observe(observation(probe, atMs, outcome as "ok" | "timeout", region));
      },
  ),
  fc.constantFrom("healthy" as const, "unhealthy" as const).map(
    (status): Step =>
      (revision, byName, atMs) => {
        revision.push(byName("p"), { status, reason: "", atMs });
      },
  ),
  fc.tuple(fc.constantFrom(...LEAVES, ...NESTED), fc.constantFrom("up" as const, "down" as const, null)).map(
    ([name, verdict]): Step =>
      (revision, byName, atMs) => {
        const said = { untilMs: null, reason: "", by: "", atMs };
        revision.override(byName(name), verdict && { verdict, ...said });
      },
  ),
);

describe("verdicts worked out step by step", () => {
  test("are those of a sweep, and a latch is held exactly when its check has been unhealthy", () => {
    const property = fc.property(documents, fc.array(steps, { maxLength: 30 }), (document, taken) => {
      const index = indexChecks(document, REGIONS);
      const byName = (name: string): Check => index.byName.get(name) ?? check(name);
      let facts: Facts = takeOver(NO_FACTS, index, 0);
      const failed = new Set<string>();
      const apply = (nowMs: number, work: (revision: Revision) => void): Revision => {
        const revision = new Revision(index, facts, nowMs);
        work(revision);
        facts = revise(facts, revision);
        for (const [name, { status }] of facts.verdicts) if (status === "unhealthy") failed.add(name);
        return revision;
      };
      apply(0, (revision) => revision.sweep("published"));
      for (const [at, step] of taken.entries()) apply(at + 1, (revision) => step(revision, byName, at + 1));
      expect(facts.held).toEqual(failed);
      expect(apply(taken.length, (revision) => revision.sweep("time")).hasNews).toBe(false);
    });
    fc.assert(property, RUNS);
  });
});
