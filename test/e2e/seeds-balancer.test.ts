/**
 * ELB's worked example of target-group health, on real targets: two zones of ten, thresholds of 50 % for both actions,
 * six targets of zone B fail; with cross-zone balancing off and on. And DNS failover between two balancers by aliases.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settle } from "./support/api.ts";
import { type Dev, startDev } from "./support/dev.ts";
import { addressesOf, answersOf } from "./support/draws.ts";
import { addressesIn, type Fleet, startFleet } from "./support/fleet.ts";

const IN_A = addressesIn("127.0.51", 10);
const IN_B = addressesIn("127.0.52", 10);
const FAILING = IN_B.slice(0, 6);
const [APP1 = "", APP2 = "", STATIC1 = "", STATIC2 = "", SPARE = ""] = addressesIn("127.0.53", 5);
const FRONT = [APP1, APP2, STATIC1, STATIC2, SPARE];
const NODE_A = "192.0.2.1";
const NODE_B = "192.0.2.2";
const PRIMARY_NODES = ["192.0.2.11", "192.0.2.12"];
const SECONDARY_NODE = "198.51.100.11";
/** One of 20 targets at equal odds stays unseen in 600 draws once in 10¹². */
const DRAWS = 600;

const idOf = (address: string): string => address.replace("127.0.51.", "a").replace("127.0.52.", "b");

const fleetPool = (check: string, answer: string, crossZone: boolean): string => `
    answer: ${answer}
    crossZone: ${crossZone}
    minHealthy: { percent: 50 }
    zones:
      a: { values: [${NODE_A}] }
      b: { values: [${NODE_B}] }
    targetGroups:
      fleet:
        check: ${check}
        targets:
${IN_A.map((address) => `          - { id: ${idOf(address)}, zone: a, address: ${address} }`).join("\n")}
${IN_B.map((address) => `          - { id: ${idOf(address)}, zone: b, address: ${address} }`).join("\n")}`;

const zone = (port: number): string => {
  const check = `{ type: http, port: ${port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: 2 }`;
  return `
zone: example.com
ttl: 1
pools:
  apart: ${fleetPool(check, "nodes", false)}
  together: ${fleetPool(check, "nodes", true)}
  apart-targets: ${fleetPool(check, "targets", false)}
  together-targets: ${fleetPool(check, "targets", true)}
  primary:
    crossZone: true
    zones: { a: { values: [${PRIMARY_NODES[0]}] }, b: { values: [${PRIMARY_NODES[1]}] } }
    targetGroups:
      app:
        check: ${check}
        targets: [{ id: app1, zone: a, address: ${APP1} }, { id: app2, zone: b, address: ${APP2} }]
      static:
        check: ${check}
        targets: [{ id: static1, zone: a, address: ${STATIC1} }, { id: static2, zone: b, address: ${STATIC2} }]
  secondary:
    zones: { a: { values: [${SECONDARY_NODE}] } }
    targetGroups:
      app: { check: ${check}, targets: [{ id: spare, zone: a, address: ${SPARE} }] }
  empty:
    zones: { a: { values: [203.0.113.1] } }
    targetGroups: { app: { targets: [] } }
records:
  apart: { A: { pool: apart } }
  together: { A: { pool: together } }
  apart-targets: { A: { pool: apart-targets } }
  apart-b-targets: { A: { pool: { name: apart-targets, zone: b } } }
  together-targets: { A: { pool: together-targets } }
  primary: { A: { pool: primary } }
  secondary: { A: { pool: secondary } }
  empty: { A: { pool: empty } }
  www:
    A: { failover: [{ id: primary, alias: primary }, { id: secondary, alias: secondary }] }
  emptied:
    A: { failover: [{ id: primary, alias: empty }, { id: secondary, alias: secondary }] }
`;
};

let dev: Dev;
let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet([...IN_A, ...IN_B, ...FRONT]);
  const ages = ["--var", "HEALTH_SOFT_AGE_SECONDS=1", "--var", "HEALTH_HARD_AGE_SECONDS=2"];
  const flags = ["--tick", "1", "--allow-private-targets", ...ages];
  dev = await startDev({ "example.com.yaml": zone(fleet.port) }, flags);
});

afterAll(async () => {
  await dev?.stop();
  await fleet?.stop();
});

/** Waits for the verdicts on the twenty targets of all four pools. */
function settleFleet(failing: readonly string[]): Promise<void> {
  const pools = ["apart", "together", "apart-targets", "together-targets"];
  const verdicts = pools.flatMap((pool) =>
    [...IN_A, ...IN_B].map((address) => [
      `example.com/${pool}/fleet/${idOf(address)}`,
      failing.includes(address) ? "unhealthy" : "healthy",
    ]),
  );
  return settle(dev, Object.fromEntries(verdicts));
}

describe("six of ten targets of zone B fail", () => {
  const LEFT = [...IN_A, ...IN_B.slice(6)].toSorted();
  const ALL = [...IN_A, ...IN_B].toSorted();
  const rows = [
    {
      name: "before: both zones, and every target",
      failing: [],
      apart: [`${NODE_A} ${NODE_B}`],
      together: [`${NODE_A} ${NODE_B}`],
      targets: { apart: ALL, apartInB: IN_B.toSorted(), together: ALL },
    },
    {
      name: "off: A alone, and explicitly in B all ten; on: both zones, and the 14 that are healthy",
      failing: FAILING,
      apart: [NODE_A],
      together: [`${NODE_A} ${NODE_B}`],
      targets: { apart: IN_A.toSorted(), apartInB: IN_B.toSorted(), together: LEFT },
    },
    {
      name: "five of ten are 50 %, which is not below it: B is in the answer, with its five healthy ones",
      failing: FAILING.slice(0, 5),
      apart: [`${NODE_A} ${NODE_B}`],
      together: [`${NODE_A} ${NODE_B}`],
      targets: {
        apart: [...IN_A, ...IN_B.slice(5)].toSorted(),
        apartInB: IN_B.slice(5).toSorted(),
        together: [...IN_A, ...IN_B.slice(5)].toSorted(),
      },
    },
  ];
  test.each(rows)("$name", async ({ failing, apart, together, targets }) => {
    await fleet.up(...IN_A, ...IN_B.filter((address) => !failing.includes(address)));
    await fleet.down(...failing);
    await settleFleet(failing);
    const nodes = [await answersOf(dev.url, "apart.example.com"), await answersOf(dev.url, "together.example.com")];
    expect(nodes).toEqual([apart, together]);
    expect({
      apart: await addressesOf(dev.url, "apart-targets.example.com", DRAWS),
      apartInB: await addressesOf(dev.url, "apart-b-targets.example.com", DRAWS),
      together: await addressesOf(dev.url, "together-targets.example.com", DRAWS),
    }).toEqual(targets);
  });
});

describe("aliases fail over from one balancer to another", () => {
  const CHECKS: Readonly<Record<string, string>> = {
    [APP1]: "example.com/primary/app/app1",
    [APP2]: "example.com/primary/app/app2",
    [STATIC1]: "example.com/primary/static/static1",
    [STATIC2]: "example.com/primary/static/static2",
    [SPARE]: "example.com/secondary/app/spare",
  };
  const BOTH = [PRIMARY_NODES.join(" ")];
  const rows = [
    { name: "a target in each group is enough", down: [APP1, STATIC2], answers: BOTH },
    { name: "one group without a healthy target: the secondary", down: [STATIC1, STATIC2], answers: [SECONDARY_NODE] },
    { name: "the group is back: the primary", down: [], answers: BOTH },
    { name: "no target anywhere: the secondary", down: FRONT.slice(0, 4), answers: [SECONDARY_NODE] },
    { name: "both balancers unhealthy: the primary, as if all were healthy", down: FRONT, answers: BOTH },
  ];
  test.each(rows)("$name", async ({ down, answers }) => {
    await fleet.up(...FRONT.filter((address) => !down.includes(address)));
    await fleet.down(...down);
    const verdicts = FRONT.map((address) => [CHECKS[address], down.includes(address) ? "unhealthy" : "healthy"]);
    await settle(dev, Object.fromEntries(verdicts));
    expect(await answersOf(dev.url, "www.example.com")).toEqual(answers);
  });

  test("a balancer whose groups are empty is unhealthy: the secondary", async () => {
    await fleet.up(SPARE);
    await settle(dev, { "example.com/secondary/app/spare": "healthy" });
    expect(await answersOf(dev.url, "emptied.example.com")).toEqual([SECONDARY_NODE]);
  });
});
