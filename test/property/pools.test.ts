/**
 * Random pools against an oracle written from the rules alone: whether zones and pool are healthy, and the exact
 * distribution of answers, drawn, enumerated and explained.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TYPE } from "../../src/dns/types.ts";
import { NO_HOSTS } from "../../src/steering/hosts.ts";
import { choosePool, planPool } from "../../src/steering/pool.ts";
import { answersOfPool, oddsOfPool } from "../../src/steering/pool-answers.ts";
import { poolIsHealthy } from "../../src/steering/pool-health.ts";
import { poolReadings } from "../../src/steering/select.ts";
import type { Situation } from "../../src/steering/situation.ts";
import type { OperatorState, PoolTree } from "../../src/zone/model.ts";
import { NO_STATE } from "../../src/zone/model-defaults.ts";
import type { Pool, PoolZone, Target, TargetGroup, Threshold } from "../../src/zone/pool-model.ts";
import { distribution } from "../support/distribution.ts";
import { healthView, NOW_MS, reading } from "../support/health.ts";
import { chancesOfPool, isPoolUp, isZoneUp } from "./pools.oracle.ts";

const RUNS = { seed: 20261130, numRuns: 500 };
const ZONES = ["a", "b", "c"];

const DRAINING = { sinceMs: NOW_MS - 1000, seconds: 300 };
const state: fc.Arbitrary<OperatorState> = fc.constantFrom(
  ...[NO_STATE, NO_STATE, NO_STATE, NO_STATE],
  { ...NO_STATE, off: true },
  { ...NO_STATE, draining: DRAINING },
  { ...NO_STATE, override: { verdict: "up" as const, untilMs: null, reason: "" } },
  { ...NO_STATE, override: { verdict: "down" as const, untilMs: null, reason: "" } },
);
/** A check is named for what it says, so that nothing has to be looked up. */
const check = fc.constantFrom("up", "up", "down", null);
const threshold: fc.Arbitrary<Threshold> = fc.record({
  count: fc.constantFrom(1, 1, 2, 3, null),
  percent: fc.constantFrom(null, null, 34, 50, 100),
});

const zonesOf: fc.Arbitrary<readonly PoolZone[]> = fc
  .array(fc.record({ check, state: state.filter(({ draining }) => draining === null) }), { minLength: 1, maxLength: 3 })
  .map((zones) =>
    zones.map((zone, at) => ({
      ...zone,
      id: ZONES[at] ?? "",
      rdata: new Map([[TYPE.A, [Uint8Array.of(192, 0, 2, at)]]]),
    })),
  );

const groupOf = (id: string): fc.Arbitrary<TargetGroup> =>
  fc
    .record({
      crossZone: fc.boolean(),
      dnsFailover: threshold,
      routingFailover: threshold,
      targets: fc.array(
        fc.record({ zone: fc.nat(2), weight: fc.integer({ min: 0, max: 3 }), check, state, ipv6: fc.boolean() }),
        {
          maxLength: 6,
        },
      ),
    })
    .map((group) => ({ ...group, id, targets: group.targets.map((target, at) => targetOf(target, `${id}${at}`)) }));

function targetOf(
  { zone, ipv6, ...rest }: { zone: number; ipv6: boolean } & Pick<Target, "weight" | "check" | "state">,
  id: string,
): Target {
  const rdata = new Map([[ipv6 ? TYPE.AAAA : TYPE.A, [new Uint8Array()]]]);
  return { ...rest, id, zone: ZONES[zone] ?? "", tree: { kind: "values", rdata } };
}

const tree: fc.Arbitrary<PoolTree> = fc
  .record({
    answer: fc.constantFrom("nodes" as const, "targets" as const),
    answers: fc.integer({ min: 1, max: 3 }),
    zones: zonesOf,
    groups: fc.tuple(groupOf("x"), groupOf("y")).chain((both) => fc.constantFrom([], both.slice(0, 1), both)),
    zone: fc.constantFrom(null, null, "a"),
  })
  .map(({ zone, zones, groups, ...rest }) => {
    const ids = new Set(zones.map(({ id }) => id));
    const inZones = groups.map((group) => ({ ...group, targets: group.targets.filter((one) => ids.has(one.zone)) }));
    const pool: Pool = {
      ...rest,
      name: "example.com/web",
      group: inZones[0]?.id ?? null,
      affinity: null,
      onAllUnhealthy: { kind: "open" },
      zones,
      groups: inZones,
    };
    return { kind: "pool", pool, zone, evaluateTargetHealth: true };
  });

function situation(draw: Situation["draw"]): Situation {
  const health = healthView((name) => reading(name === "up" ? "healthy" : "unhealthy"));
  return {
    nowMs: NOW_MS,
    health,
    draw,
    hosts: NO_HOSTS,
    aliasTargets: () => [],
    place: () => null,
    subnet: () => null,
  };
}

test("a pool is healthy by the rules, and so is each zone by name", () => {
  fc.assert(
    fc.property(tree, ({ pool }) => {
      const told = [null, ...pool.zones.map(({ id }) => id)].map((zone) =>
        poolIsHealthy(
          { pool, zone },
          poolReadings(
            situation(() => 0),
            0,
          ),
        ),
      );
      expect(told).toEqual([isPoolUp(pool), ...pool.zones.map((zone) => isZoneUp(pool, zone))]);
    }),
    RUNS,
  );
});

test("answers are distributed as the rules say, and explained with the same odds", () => {
  fc.assert(
    fc.property(tree, (one) => {
      const keyOf = (picks: readonly { readonly of: { readonly id: string } | null }[]): string =>
        picks
          .map(({ of }) => of?.id ?? "")
          .toSorted()
          .join(" ");
      const drawn = distribution((draw) => keyOf(choosePool(one, TYPE.A, situation(draw), 0).picks));
      const expected = chancesOfPool(one);
      expect(rounded(drawn)).toEqual(rounded(expected));

      const enumerated = new Map<string, number>();
      for (const { picks, probability } of answersOfPool(
        one,
        TYPE.A,
        situation(() => 0),
        0,
        1000,
      ) ?? []) {
        enumerated.set(keyOf(picks), (enumerated.get(keyOf(picks)) ?? 0) + probability);
      }
      expect(rounded(enumerated)).toEqual(rounded(expected));

      const plan = planPool(
        one,
        TYPE.A,
        situation(() => 0),
        0,
      );
      const odds = oddsOfPool(
        one,
        plan,
        TYPE.A,
        situation(() => 0),
        0,
      );
      const present = new Map<string, number>();
      for (const [key, chance] of expected) {
        const ids = key.split(" ").filter(Boolean);
        const zones = one.pool.groups.flatMap(({ targets }) => targets).filter(({ id }) => ids.includes(id));
        for (const id of new Set([...ids, ...zones.map(({ zone }) => zone)])) {
          present.set(id, (present.get(id) ?? 0) + chance);
        }
      }
      expect(rounded(new Map([...odds].map(([{ id }, chance]) => [id, chance])))).toEqual(rounded(present));
    }),
    RUNS,
  );
});

function rounded(chances: ReadonlyMap<string, number>): Record<string, string> {
  const entries = [...chances].filter(([, p]) => p > 0).map(([answered, p]) => [answered, p.toFixed(9)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
