/**
 * Pools as ELB and GWLB document their balancers, one row a fact. `chances` gives the exact probability of each answer,
 * by the last octets in it: 1 and 2 are the nodes of the zones a and b, higher ones are targets.
 */
import {
  answering,
  checksOf,
  draining,
  each,
  group,
  type PoolCase,
  poolZone,
  row,
  target,
  targets,
  tcp,
  zones,
} from "../support/pools.ts";

/** Two zones of ten targets each, half of which must be healthy (semantics 3.2). */
const TWENTY = [...targets(11, 20, "a"), ...targets(21, 30, "b")];
const HALF = { minHealthy: { percent: 50 } };
const SIX_OF_B = checksOf("g", 21, 26);
const twenty = (fields: object, records?: object): string =>
  poolZone({ zones: zones(), targetGroups: { g: group(TWENTY) }, ...HALF, ...fields }, records);
const ZONE_B = { www: { A: { pool: { name: "web", zone: "b" } } } };
const BOTH = { "1 2": 1 };

/** One target of each group in each zone (semantics 3.3): 11 and 21 of group x, 12 and 22 of group y. */
const fourTargets = (crossZone: boolean): string =>
  poolZone({
    zones: zones(),
    crossZone,
    targetGroups: {
      x: group([target(11, "a"), target(21, "b")]),
      y: group([target(12, "a"), target(22, "b")]),
    },
  });

const TEN = [...targets(11, 12, "a"), ...targets(21, 28, "b")];

/** Ten targets in zone a and a healthy one in zone b, under a threshold. */
const tenOfA = (minHealthy: object): string =>
  poolZone({
    zones: zones(),
    minHealthy,
    targetGroups: { g: group([...targets(11, 20, "a"), ...targets(21, 30, "b")]) },
  });

export const THRESHOLDS: readonly PoolCase[] = [
  row("T84 cross-zone off: the zone below its threshold leaves the answer", twenty({}), SIX_OF_B, { 1: 1 }),
  row(
    "T84 cross-zone off, zone b by name: all its ten targets",
    twenty({ answer: "targets" }, ZONE_B),
    SIX_OF_B,
    each(21, 30),
  ),
  row("T84 cross-zone on: 14 of 20 are enough for both zones", twenty({ crossZone: true }), SIX_OF_B, BOTH),
  row(
    "T84 cross-zone on: the 14 healthy targets of both zones",
    twenty({ crossZone: true, answer: "targets" }),
    SIX_OF_B,
    {
      ...each(11, 20, 14),
      ...each(27, 30, 14),
    },
  ),
  row("T85 5 of 10 at 50 %: enough", tenOfA({ percent: 50 }), checksOf("g", 11, 15), BOTH),
  row("T85 4 of 10 at 50 %: too few", tenOfA({ percent: 50 }), checksOf("g", 11, 16), { 2: 1 }),
  row("T86 count 3 is reached and 50 % is not: too few", tenOfA({ count: 3, percent: 50 }), checksOf("g", 11, 16), {
    2: 1,
  }),
  row("count 5 is not reached and 30 % is: too few", tenOfA({ count: 5, percent: 30 }), checksOf("g", 11, 16), {
    2: 1,
  }),
  row("T87 all zones below: all zones", twenty({}), [...checksOf("g", 11, 16), ...SIX_OF_B], BOTH),
  row("T89 cross-zone off, one target of x in a down: zone b", fourTargets(false), ["web/x/t11"], { 2: 1 }),
  row(
    "T89 cross-zone off, a target in either zone down: both zones",
    fourTargets(false),
    ["web/x/t11", "web/y/t22"],
    BOTH,
  ),
  row("T89 cross-zone on, one target of x down: both zones", fourTargets(true), ["web/x/t11"], BOTH),
  row("T89 cross-zone on, all of y down: both zones", fourTargets(true), ["web/y/t12", "web/y/t22"], BOTH),
  row(
    "a group's own threshold goes before the pool's",
    poolZone({
      zones: zones(),
      minHealthy: { percent: 100 },
      targetGroups: { g: group(TWENTY, { minHealthy: { percent: 40 } }) },
    }),
    SIX_OF_B,
    BOTH,
  ),
  row(
    "thresholds merge field by field: the pool's count beside the group's percentage",
    poolZone({
      zones: zones(),
      dnsFailover: { count: 5 },
      targetGroups: { g: group(TWENTY, { minHealthy: { percent: 30 } }) },
    }),
    SIX_OF_B,
    { 1: 1 },
  ),
  row(
    "dnsFailover off: a zone stays with nothing healthy in it",
    poolZone({
      zones: zones(),
      dnsFailover: { count: "off" },
      targetGroups: { g: group([target(11, "a"), target(21, "b")]) },
    }),
    ["web/g/t11"],
    BOTH,
  ),
  row("T94 cross-zone on: 10 % each", answering(TEN, { crossZone: true }), [], each(11, 12, 10, each(21, 28, 10))),
  row("T94 cross-zone off: 25 % each in a, 6.25 % each in b", answering(TEN), [], each(11, 12, 4, each(21, 28, 16))),
];

/** Zone a with a target, zone b without one. */
const oneSided = (crossZone: boolean): string =>
  poolZone({ zones: zones(), crossZone, targetGroups: { g: group([target(11, "a")]) } });
const ownHealth = (b: object, fields: object = {}): string =>
  poolZone({ zones: zones({}, b), targetGroups: { g: group([target(11, "a"), target(21, "b")]) }, ...fields });

export const ZONES: readonly PoolCase[] = [
  row("E1.11 cross-zone off: a zone without targets of a group is unhealthy", oneSided(false), [], { 1: 1 }),
  row("cross-zone on: a zone without targets is as healthy as the group", oneSided(true), [], BOTH),
  row("without target groups the zones' own health decides", poolZone({ zones: zones({ check: tcp() }) }), ["web/a"], {
    2: 1,
  }),
  row("a zone that is down by its own check leaves the answer", ownHealth({ check: tcp() }), ["web/b"], { 1: 1 }),
  row("an override down takes a zone out", ownHealth({ override: "down" }), [], { 1: 1 }),
  row(
    "an override up keeps a zone in, whatever its targets and check",
    ownHealth({ override: "up", check: tcp() }),
    ["web/b", "web/g/t21"],
    BOTH,
  ),
  row("a zone that is off is not answered even when all are unhealthy", ownHealth({ off: true }), ["web/g/t11"], {
    1: 1,
  }),
  row("a pool with all zones off has no answer", poolZone({ zones: zones({ off: true }, { off: true }) }), [], {
    "": 1,
  }),
  row(
    "an empty group is ignored",
    poolZone({
      zones: zones(),
      targetGroups: { g: group([target(11, "a"), target(21, "b")]), none: group([]) },
    }),
    ["web/g/t21"],
    { 1: 1 },
  ),
  row(
    "a group with only draining targets in a zone is empty there",
    poolZone({
      zones: zones(),
      targetGroups: { g: group([target(11, "a"), target(21, "b", draining())]) },
    }),
    [],
    { 1: 1 },
  ),
  row(
    "a zone forced up does not save a pool whose group has nothing healthy: as all unhealthy",
    ownHealth({ override: "up" }),
    ["web/g/t11", "web/g/t21"],
    BOTH,
  ),
  row("onAllUnhealthy closed: nothing", ownHealth({}, { onAllUnhealthy: "closed" }), ["web/g/t11", "web/g/t21"], {
    "": 1,
  }),
  row(
    "onAllUnhealthy with values: these",
    ownHealth({}, { onAllUnhealthy: { values: ["192.0.2.9"] } }),
    ["web/g/t11", "web/g/t21"],
    { 9: 1 },
  ),
];

const failover = (pool: unknown): object => ({
  www: {
    A: {
      failover: [
        { id: "p", alias: "primary" },
        { id: "s", values: ["192.0.2.8"] },
      ],
    },
  },
  primary: { A: { pool } },
});
/** Groups of two targets across zones, x in a and b, y in a and b. */
const balancer = (of: object, pool: unknown = "web"): string =>
  poolZone({ zones: zones(), crossZone: true, targetGroups: of }, failover(pool));
const X = group([target(11, "a"), target(21, "b")]);
const Y = group([target(12, "a"), target(22, "b")]);

export const ABOVE: readonly PoolCase[] = [
  row(
    "T93 a group with nothing healthy makes the alias unhealthy",
    balancer({ x: X, y: Y }),
    ["web/x/t11", "web/y/t12", "web/y/t22"],
    { 8: 1 },
  ),
  row("T93 all groups empty: unhealthy", balancer({ x: group([]), y: group([]) }), [], { 8: 1 }),
  row("one healthy target in every group: healthy", balancer({ x: X, y: Y }), ["web/x/t11", "web/y/t12"], BOTH),
  row("an empty group beside a healthy one is ignored", balancer({ x: X, y: group([]) }), [], BOTH),
  row(
    "one zone by name reports its own health",
    balancer({ x: group([target(11, "a")], { crossZone: false }) }, { name: "web", zone: "b" }),
    [],
    { 8: 1 },
  ),
  row(
    "a zone that is off is no candidate",
    poolZone({ zones: zones({}, { off: true }) }, failover({ name: "web", zone: "b" })),
    [],
    { 8: 1 },
  ),
];
