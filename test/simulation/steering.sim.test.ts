/** `SEED=… STEPS=…` runs another seed, or for longer; a failure names its seed. */
import { describe, expect, test } from "vitest";
import { observe } from "../../src/health/state.ts";
import { serverFailure } from "../../src/store/resolver.ts";
import { SEEDS } from "./seeds.ts";
import { type Plant, type Run, Simulation } from "./world.ts";

const STEPS = Number(process.env.STEPS ?? 2_000);
const seeds = process.env.SEED === undefined ? SEEDS : [Number(process.env.SEED)];

const simulate = (seed: number, steps: number, plant: Plant = {}): Promise<Run> =>
  new Simulation(seed, plant).run(steps);

describe.each(seeds)("SEED=%d", (seed) => {
  test(`${STEPS} steps through faults and the quiet after them break no rule, and come out the same twice`, async () => {
    const run = await simulate(seed, STEPS);
    expect(run.broken).toEqual([]);
    expect(run.versions).toBeGreaterThan(1);
    expect((await simulate(seed, STEPS)).transcript).toEqual(run.transcript);
  });
});

const LOST = serverFailure({ infoCode: 0, text: "" }, false);

/** Faults of the program, each of which its rule has to find. */
const PLANTS: readonly { readonly name: string; readonly plant: Plant; readonly rule: string }[] = [
  {
    name: "a state that forgets its failures",
    plant: { observe: (state, check, seen) => (seen.outcome === "ok" ? observe(state, check, seen) : state) },
    rule: "the choice follows the endpoints in time",
  },
  {
    name: "a choice that does not look at health",
    plant: {
      view: (view) => ({
        ...view,
        health: { stale: view.health.stale, read: () => ({ healthy: true, status: "healthy", stale: false }) },
      }),
    },
    rule: "the choice follows what the board told",
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

test.each(PLANTS)("a planted fault is found: $name", async ({ plant, rule }) => {
  const { broken } = await simulate(SEEDS[0] ?? 0, 1_500, plant);
  expect(new Set(broken.map((line) => line.split(" — ")[0]))).toContain(rule);
});
