import { expect, test } from "vitest";
import type { PublishedPool } from "../../../src/health/check.ts";
import { type PoolReport, poolReport } from "../../../src/steering/pool-report.ts";
import { compileTexts } from "../../support/build.ts";
import { healthView, NOW_MS, reading } from "../../support/health.ts";
import { draining, group, poolZone, target, zones } from "../../support/pools.ts";

/** The pool as it stands in the checks document of a zone file. */
function published(web: object): PublishedPool {
  const { compilation } = compileTexts([poolZone(web)]);
  const [pool] = JSON.parse(JSON.stringify(compilation?.checks.pools));
  return pool;
}

const HEALTH = healthView((check) => {
  if (check === "example.com/web/g/t12") return reading("unhealthy");
  return reading(check === "example.com/web/g/t13" ? "unknown" : "healthy");
});

const statesOf = ({ groups }: PoolReport) =>
  groups.flatMap(({ targets }) => targets.map(({ id, state }) => `${id} ${state}`));

test("targets have the states of ELB", () => {
  const pool = published({
    zones: { ...zones(), c: { values: ["192.0.2.3"], off: true } },
    targetGroups: {
      g: group([
        target(11, "a"),
        target(12, "a"),
        target(13, "a"),
        target(14, "b", draining()),
        target(15, "b", { off: true }),
        target(16, "b", { draining: { since: "2026-11-30T11:00:00Z", seconds: 60 } }),
        target(17, "c"),
        target(12, "b", { id: "t18", override: "up" }),
        target(19, "b", { override: "down" }),
      ]),
    },
  });
  expect(statesOf(poolReport(pool, HEALTH, () => true, NOW_MS))).toEqual([
    "t11 healthy",
    "t12 unhealthy",
    "t13 initial",
    "t14 draining",
    "t15 unused",
    "t16 unused",
    "t17 unused",
    "t18 healthy",
    "t19 unhealthy",
  ]);
});

test("a target by reference is unhealthy with the record set that it follows, whatever its check says", () => {
  const follower = (n: number, zone: string, fields: object = {}) => target(n, zone, { alias: "origin", ...fields });
  const of = [follower(12, "a"), follower(13, "a", { check: { type: "push" } }), follower(14, "b", { override: "up" })];
  const web = { zones: zones(), targetGroups: { g: { targets: [...of, target(21, "b")] } } };
  const records = { www: { A: { pool: "web" } }, origin: { A: "192.0.2.5" } };
  const { compilation } = compileTexts([poolZone(web, records)]);
  const [pool] = compilation?.checks.pools ?? [];
  const told = (isHealthy: boolean) => {
    const report = pool && poolReport(pool, HEALTH, () => isHealthy, NOW_MS);
    return report && [...statesOf(report), report.groups[0]?.HealthyStateDNS];
  };
  expect([told(true), told(false)]).toEqual([
    ["t12 healthy", "t13 initial", "t14 healthy", "t21 healthy", 2],
    ["t12 unhealthy", "t13 unhealthy", "t14 healthy", "t21 healthy", 1],
  ]);
});

test("zones are counted under the names of ELB, those that are off not at all", () => {
  const pool = published({
    zones: { ...zones(), c: { values: ["192.0.2.3"], off: true } },
    dnsFailover: { percent: 100 },
    targetGroups: { g: group([target(11, "a"), target(12, "a"), target(21, "b")]) },
  });
  const { groups, ...report } = poolReport(pool, HEALTH, () => true, NOW_MS);
  const counts = { HealthyStateDNS: 1, UnhealthyStateDNS: 1, HealthyStateRouting: 2, UnhealthyStateRouting: 0 };
  expect(report).toEqual({
    name: "example.com/web",
    healthy: true,
    ...counts,
    zones: [
      { id: "a", off: false, healthy: false },
      { id: "b", off: false, healthy: true },
      { id: "c", off: true, healthy: false },
    ],
  });
  expect(groups.map(({ targets, ...rest }) => rest)).toEqual([{ id: "g", ...counts }]);
});

test.each([
  ["the end of draining", 30, NOW_MS + 240_000],
  ["the end of the longest TTL, where that is later", 600, NOW_MS + 540_000],
])("a draining target is safe to remove at %s", (_name, ttl, expected) => {
  const web = { zones: zones(), targetGroups: { g: group([target(11, "a", draining()), target(21, "b")]) } };
  const { compilation } = compileTexts([poolZone(web, { www: { A: { ttl, pool: "web" } } })]);
  const [pool] = compilation?.checks.pools ?? [];
  const targets = pool && poolReport(pool, HEALTH, () => true, NOW_MS).groups[0]?.targets;
  expect(targets?.map(({ safeToRemoveAtMs }) => safeToRemoveAtMs)).toEqual([expected, null]);
});
