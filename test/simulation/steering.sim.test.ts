/** `SEED=… STEPS=…` runs another seed, or for longer; a failure names its seed. */
import { describe, expect, test } from "vitest";
import type { HealthView } from "../../src/steering/candidate.ts";
import { serverFailure } from "../../src/store/resolver.ts";
import { reading } from "../support/health.ts";
import { SEEDS } from "./seeds.ts";
import { type Plant, type Run, Simulation } from "./world.ts";

const SLOW_MACHINE_MS = 60_000;
const STEPS = Number(process.env.STEPS ?? 4_000);
const seeds = process.env.SEED === undefined ? SEEDS : [Number(process.env.SEED)];

const simulate = (seed: number, steps: number, plant: Plant = {}): Promise<Run> =>
  new Simulation(seed, plant).run(steps);

describe.each(seeds)("SEED=%d", { timeout: SLOW_MACHINE_MS }, (seed) => {
  test(`${STEPS} steps through faults and the quiet after them break no rule, and come out the same twice`, async () => {
    const run = await simulate(seed, STEPS);
    expect(run.broken).toEqual([]);
    expect(run.versions).toBeGreaterThan(1);
    expect((await simulate(seed, STEPS)).transcript).toEqual(run.transcript);
  });
});

/** A simulation that never saw one of these would say nothing of it. */
const WORTH_SEEING = ["closed", "joined", "overridden", "draining", "latched", "delayed", "slow"].flatMap((label) => [
  `${label} 11`,
  `${label} 12`,
]);

test.each(SEEDS)("SEED=%d sees every way to answer", { timeout: SLOW_MACHINE_MS }, async (seed) => {
  const { answers } = await simulate(seed, 4_000);
  expect([...WORTH_SEEING, "closed", "draining"].filter((one) => !answers.has(one))).toEqual([]);
});

const LOST = serverFailure({ infoCode: 0, text: "" }, false);

const healthPlant = (fault: Partial<HealthView>): Plant => ({
  view: (view) => ({ ...view, health: { ...view.health, ...fault } }),
});

/** Knows how checks stand, and not since when. */
const withoutTimes = (health: HealthView): HealthView => ({
  ...health,
  read: (check) => ({ ...health.read(check), sinceMs: null }),
});

/** Faults of the program, each of which its rule has to find. */
const PLANTS: readonly { readonly name: string; readonly plant: Plant; readonly rule: string }[] = [
  {
    name: "a failure that is taken for the platform's own",
    plant: { hear: (seen) => (seen.outcome === "ok" ? seen : { ...seen, outcome: "not-measured" }) },
    rule: "the choice follows the endpoints in time",
  },
  {
    name: "a choice that does not look at health",
    plant: healthPlant({ read: () => reading("healthy") }),
    rule: "the choice follows what the board told",
  },
  {
    name: "a candidate that comes back without its release",
    plant: healthPlant({ isHeld: () => false }),
    rule: "the choice follows what the board told",
  },
  {
    name: "a clock an hour behind, by which overrides and drainings go",
    plant: { view: (view) => ({ ...view, nowMs: view.nowMs - 3_600_000 }) },
    rule: "the choice follows what the board told",
  },
  {
    name: "a start that is not slow",
    plant: { view: (view) => ({ ...view, health: withoutTimes(view.health) }) },
    rule: "a slow start is as slow as was said",
  },
  {
    name: "a TTL that is too long",
    plant: {
      answered: (given) => ({
        ...given,
        reply: {
          ...given.reply,
          answer: given.reply.answer.map((rrset) => ({ ...rrset, ttlSeconds: rrset.ttlSeconds + 1 })),
        },
      }),
    },
    rule: "the TTL is the version's own",
  },
  {
    name: "an answer that is lost at times",
    plant: {
      answered: (given) => (Math.random() < 0.01 ? LOST : given),
    },
    rule: "who has answered goes on answering",
  },
  {
    name: "an age that is not told",
    plant: { answered: (given) => ({ ...given, reply: { ...given.reply, errors: [] } }) },
    rule: "old health is told",
  },
];

test.each(PLANTS)("a planted fault is found: $name", { timeout: SLOW_MACHINE_MS }, async ({ plant, rule }) => {
  const broken: string[] = [];
  for (const seed of SEEDS) broken.push(...(await simulate(seed, 4_000, plant)).broken);
  expect(new Set(broken.map((line) => line.split(" — ")[0]))).toContain(rule);
});
