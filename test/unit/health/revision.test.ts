import { describe, expect, test } from "vitest";
import { type ChecksIndex, indexChecks } from "../../../src/health/checks-index.ts";
import { type Facts, NO_FACTS, takeOver } from "../../../src/health/facts.ts";
import { Revision, revise } from "../../../src/health/revision.ts";
import type { CheckOverride } from "../../../src/health/verdict.ts";
import { calculated, check, checksDocument, observation, push } from "../../support/checks.ts";

const fast = { unhealthyThreshold: 1, healthyThreshold: 1 };
const told = push("told", { expires: 60 });
const web = check("web", { probe: "p", ...fast });
const latch = { name: "www.example.com./A/primary", check: "web" };
const index = indexChecks(
  {
    ...checksDocument(calculated("all", ["told", "web"]), told, web, check("late", { initial: "unhealthy", ...fast })),
    latches: [latch],
  },
  [],
);

/** The facts after steps, each a revision at its time. */
function factsAfter(
  steps: readonly (readonly [nowMs: number, step: (revision: Revision) => void])[],
  on = index,
): Facts {
  const begun = takeOver(NO_FACTS, on, 0);
  return steps.reduce(
    (facts, [nowMs, step]) => revise(facts, revised(facts, nowMs, step, on)),
    revise(
      begun,
      revised(begun, 0, (revision) => revision.sweep("published"), on),
    ),
  );
}

function revised(facts: Facts, nowMs: number, step: (revision: Revision) => void, on: ChecksIndex = index): Revision {
  const revision = new Revision(on, facts, nowMs);
  step(revision);
  return revision;
}

const fails = (atMs: number) => (revision: Revision) => revision.observe(observation("p", atMs, "timeout"));
const recovers = (atMs: number) => (revision: Revision) => revision.observe(observation("p", atMs));
const down: CheckOverride = { verdict: "down", untilMs: 5_000, reason: "work", by: "ops", atMs: 0 };

describe("a verdict's times", () => {
  test("a first verdict that bears `initial` out is a change of status, not of what it counts as", () => {
    const { verdicts } = factsAfter([[1_500, recovers(1_000)]]);
    expect(verdicts.get("web")).toEqual({
      status: "healthy",
      healthy: true,
      stale: false,
      sinceMs: 1_000,
      turnedMs: null,
    });
  });

  test("a change of both has the observation's time", () => {
    const { verdicts } = factsAfter([[1_500, fails(1_000)]]);
    const turned = { stale: false, sinceMs: 1_000, turnedMs: 1_000 };
    expect(verdicts.get("web")).toEqual({ status: "unhealthy", healthy: false, ...turned });
    expect(verdicts.get("all")).toEqual({ status: "unhealthy", healthy: false, ...turned });
  });
});

describe("transitions", () => {
  test("an observation's come with its outcome, and those that follow are calculated", () => {
    expect(revised(factsAfter([]), 1_500, fails(1_000)).transitions).toEqual([
      { name: "web", before: "unknown", after: "unhealthy", atMs: 1_000, reason: "timeout" },
      { name: "all", before: "unknown", after: "unhealthy", atMs: 1_000, reason: "calculated" },
    ]);
  });

  test("an override, a report and their ends", () => {
    const facts = factsAfter([[1_000, recovers(1_000)]]);
    expect(revised(facts, 2_000, (revision) => revision.override(web, down)).transitions).toEqual([
      { name: "web", before: "healthy", after: "unhealthy", atMs: 2_000, reason: "override" },
      { name: "all", before: "unknown", after: "unhealthy", atMs: 2_000, reason: "calculated" },
    ]);
    const report = { status: "healthy", reason: "", atMs: 2_000 } as const;
    const ordered = factsAfter([
      [1_000, recovers(1_000)],
      [2_000, (revision) => revision.override(web, down)],
      [2_000, (revision) => revision.push(told, report)],
    ]);
    const sweep = (revision: Revision) => revision.sweep("time");
    expect(revised(ordered, 4_999, sweep).hasNews).toBe(false);
    expect(revised(ordered, 5_000, sweep).transitions).toEqual([
      { name: "web", before: "unhealthy", after: "healthy", atMs: 5_000, reason: "time" },
      { name: "all", before: "unhealthy", after: "healthy", atMs: 5_000, reason: "time" },
    ]);
    expect(revised(ordered, 62_000, sweep).transitions.map(({ name }) => name)).toEqual(["told", "web"]);
  });

  test("an override that is taken back leaves what was observed", () => {
    const facts = factsAfter([
      [1_000, recovers(1_000)],
      [2_000, (revision) => revision.override(web, down)],
      [3_000, (revision) => revision.override(web, null)],
    ]);
    expect([facts.verdicts.get("web")?.status, facts.overrides.size]).toEqual(["healthy", 0]);
  });
});

describe("a latch", () => {
  test("is held from the first failure, through recovery, until it is released", () => {
    const recovered = factsAfter([
      [1_000, fails(1_000)],
      [2_000, recovers(2_000)],
    ]);
    expect(recovered.held).toEqual(new Set([latch.name]));
    expect(
      revise(
        recovered,
        revised(recovered, 3_000, (revision) => revision.release(latch.name)),
      ).held.size,
    ).toBe(0);
  });

  test("is held by a failure that one report brings together with the recovery", () => {
    const facts = factsAfter([
      [
        2_000,
        (revision) => {
          fails(1_000)(revision);
          recovers(2_000)(revision);
        },
      ],
    ]);
    expect([facts.verdicts.get("web")?.status, facts.held]).toEqual(["healthy", new Set([latch.name])]);
  });

  test("is held at once where its check is unhealthy when it is published", () => {
    const failed = factsAfter([[1_000, fails(1_000)]], indexChecks(checksDocument(web), []));
    const next = indexChecks({ ...checksDocument(web), latches: [latch] }, []);
    const taken = takeOver(failed, next, 2_000);
    const revision = revised(taken, 2_000, (one) => one.sweep("published"), next);
    expect([revision.held, revision.hasNews]).toEqual([new Set([latch.name]), true]);
  });
});

test("an observation from a region that the check is not probed from is nobody's", () => {
  const revision = revised(factsAfter([]), 1_000, (one) => one.observe(observation("p", 1_000, "timeout", "oc")));
  expect([revision.states.size, revision.hasNews]).toEqual([0, false]);
});

test("what is known grows stale with time, and parents with their children", () => {
  const facts = factsAfter([[1_000, recovers(1_000)]]);
  const stale = revised(facts, 181_001, (revision) => revision.sweep("time"));
  expect([...stale.verdicts].map(([name, verdict]) => [name, verdict.stale])).toEqual([
    ["web", true],
    ["late", true],
    ["all", true],
  ]);
});
