/**
 * ELB's worked examples of two zones with the target groups A and B, one target of each in either zone, on real targets:
 * what the balancer's name answers with cross-zone balancing off and on.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { explain, settle } from "./support/api.ts";
import { type Dev, startDev } from "./support/dev.ts";
import { answersOf } from "./support/draws.ts";
import { addressesIn, type Fleet, startFleet } from "./support/fleet.ts";

const TARGETS = addressesIn("127.0.44", 4);
const [A1 = "", B1 = "", A2 = "", B2 = ""] = TARGETS;
const AZ1 = "192.0.2.1";
const AZ2 = "192.0.2.2";

const pool = (port: number, crossZone: boolean): string => {
  const check = `{ type: http, port: ${port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: 2 }`;
  return `
    crossZone: ${crossZone}
    zones:
      az1: { values: [${AZ1}] }
      az2: { values: [${AZ2}] }
    targetGroups:
      a:
        check: ${check}
        targets: [{ id: a1, zone: az1, address: ${A1} }, { id: a2, zone: az2, address: ${A2} }]
      b:
        check: ${check}
        targets: [{ id: b1, zone: az1, address: ${B1} }, { id: b2, zone: az2, address: ${B2} }]`;
};

const zone = (port: number): string => `
zone: example.com
ttl: 1
pools:
  apart: ${pool(port, false)}
  together: ${pool(port, true)}
records:
  apart: { A: { pool: apart } }
  together: { A: { pool: together } }
`;

let dev: Dev;
let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet(TARGETS);
  const ages = ["--var", "HEALTH_SOFT_AGE_SECONDS=1", "--var", "HEALTH_HARD_AGE_SECONDS=2"];
  const flags = ["--tick", "1", "--allow-private-targets", ...ages];
  dev = await startDev({ "example.com.yaml": zone(fleet.port) }, flags);
});

afterAll(async () => {
  await dev?.stop();
  await fleet?.stop();
});

const BOTH = `${AZ1} ${AZ2}`;
const FAILS_OPEN = { answers: [BOTH], failedOpen: 1 };

const rows = [
  {
    name: "all healthy: both zones",
    down: [],
    apart: { answers: [BOTH], failedOpen: 0 },
    together: { answers: [BOTH], failedOpen: 0 },
  },
  {
    name: "A1 unhealthy: off, AZ2 alone; on, A2 stands for the group in both zones",
    down: [A1],
    apart: { answers: [AZ2], failedOpen: 0 },
    together: { answers: [BOTH], failedOpen: 0 },
  },
  {
    name: "A1 and B2 unhealthy: off, both zones are unhealthy and the balancer fails open; on, each group has a target",
    down: [A1, B2],
    apart: FAILS_OPEN,
    together: { answers: [BOTH], failedOpen: 0 },
  },
  {
    name: "B1 and B2 unhealthy: the group has no target anywhere, and the balancer fails open, off and on",
    down: [B1, B2],
    apart: FAILS_OPEN,
    together: FAILS_OPEN,
  },
  {
    name: "every target unhealthy: all zones",
    down: TARGETS,
    apart: FAILS_OPEN,
    together: FAILS_OPEN,
  },
  {
    name: "A2 unhealthy, the others back: off, AZ1 alone; on, both zones",
    down: [A2],
    apart: { answers: [AZ1], failedOpen: 0 },
    together: { answers: [BOTH], failedOpen: 0 },
  },
];

const WHERE: Readonly<Record<string, string>> = { a1: A1, b1: B1, a2: A2, b2: B2 };

/** The verdicts on every target's check, of both pools. */
function verdicts(down: readonly string[]): Record<string, string> {
  const ids = Object.entries(WHERE);
  const names = ["apart", "together"].flatMap((name) =>
    ids.map(([id, address]) => [`example.com/${name}/${id.charAt(0)}/${id}`, address] as const),
  );
  return Object.fromEntries(
    names.map(([name, address]) => [name, down.includes(address) ? "unhealthy" : "healthy"] as const),
  );
}

test.each(rows)("$name", async ({ down, apart, together }) => {
  await fleet.only(...TARGETS.filter((target) => !down.includes(target)));
  await settle(dev, verdicts(down));
  const seen = async (name: string) => ({
    answers: await answersOf(dev.url, name, 20),
    failedOpen: (await explain(dev, name)).failedOpen.length,
  });
  expect({ apart: await seen("apart.example.com"), together: await seen("together.example.com") }).toEqual({
    apart,
    together,
  });
});
