/** Pools in `GET /api/health`: ELB's states, reason codes and counts of zones. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Outcome, PublishedPool } from "../../src/health/check.ts";
import { boardOf } from "../../src/store/board.ts";
import { RPC_FORMAT } from "../../src/store/env.ts";
import worker from "../../src/worker.ts";
import type { OperatorState } from "../../src/zone/model.ts";
import { NO_STATE } from "../../src/zone/model-defaults.ts";
import type { Target } from "../../src/zone/pool-model.ts";
import { check, observation } from "../support/checks.ts";
import { adoptChecks } from "./support/health.ts";

const NOW_MS = Date.now();
const IDS = ["new", "up", "slow", "wrong", "shut"] as const;
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  up: "ok",
  slow: "timeout",
  wrong: "status-mismatch",
  shut: "connection-failed",
};

const one = { count: 1, percent: null };
const noData = new Map();

function target(id: string, zone: string, state: OperatorState = NO_STATE): Target {
  return { id, zone, weight: 1, check: `example.com/web/g/${id}`, tree: { kind: "values", rdata: noData }, state };
}

const draining = (ageSeconds: number): OperatorState => ({
  ...NO_STATE,
  draining: { sinceMs: NOW_MS - ageSeconds * 1000, seconds: 60 },
});

const pool: PublishedPool = {
  name: "example.com/web",
  answer: "targets",
  group: null,
  answers: 1,
  affinity: null,
  onAllUnhealthy: { kind: "open" },
  zones: ["az1", "az2"].map((id) => ({ id, rdata: noData, check: null, state: NO_STATE })),
  groups: [
    {
      id: "g",
      crossZone: false,
      dnsFailover: one,
      routingFailover: one,
      targets: [
        ...IDS.map((id) => target(id, id === "up" || id === "new" ? "az1" : "az2")),
        target("leaving", "az1", draining(10)),
        target("gone", "az1", draining(100)),
        target("off", "az1", { ...NO_STATE, off: true }),
      ],
    },
  ],
  ttlSecondsMax: 120,
};

const counts = { HealthyStateDNS: 1, UnhealthyStateDNS: 1, HealthyStateRouting: 1, UnhealthyStateRouting: 1 };
const time = (offsetSeconds: number) => new Date(NOW_MS + offsetSeconds * 1000).toISOString();
const shown = (id: string, zone: string, state: string, more: object = {}) => ({
  id,
  zone,
  check: `example.com/web/g/${id}`,
  state,
  ...more,
});

const POOLS_SHOWN = [
  {
    name: pool.name,
    healthy: true,
    ...counts,
    zones: [
      { id: "az1", off: false, healthy: true },
      { id: "az2", off: false, healthy: false },
    ],
    groups: [
      {
        id: "g",
        ...counts,
        targets: [
          shown("new", "az1", "initial"),
          shown("up", "az1", "healthy"),
          shown("slow", "az2", "unhealthy", { reasonCode: "Target.Timeout" }),
          shown("wrong", "az2", "unhealthy", { reasonCode: "Target.ResponseCodeMismatch" }),
          shown("shut", "az2", "unhealthy", { reasonCode: "Target.FailedHealthChecks" }),
          shown("leaving", "az1", "draining", {
            draining: { since: time(-10), until: time(50) },
            safeToRemoveAt: time(110),
          }),
          shown("gone", "az1", "unused", {
            draining: { since: time(-100), until: time(-40) },
            safeToRemoveAt: time(20),
          }),
          shown("off", "az1", "unused"),
        ],
      },
    ],
  },
];

test("targets have states and reason codes, zones are counted, and draining says when it is safe", async () => {
  const names = pool.groups.flatMap(({ targets }) => targets.map(({ id }) => id));
  const checks = names.map((id) =>
    check(`example.com/web/g/${id}`, { probe: id, unhealthyThreshold: 1, healthyThreshold: 1, initial: "unhealthy" }),
  );
  await adoptChecks(
    checks.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    undefined,
    { pools: [pool] },
  );
  const observations = Object.entries(OUTCOMES).map(([id, outcome]) => observation(id, NOW_MS, outcome));
  await boardOf(env).report({ format: RPC_FORMAT, prober: "test", observations });

  const ctx = createExecutionContext();
  const request = new Request("https://dns.example.com/api/health", { headers: { Authorization: "Bearer t" } });
  const response = await worker.fetch(request as never, { ...env, ADMIN_TOKEN: "t" }, ctx);
  await waitOnExecutionContext(ctx);
  interface Shown {
    readonly pools: unknown;
    readonly checks: readonly { readonly name: string; readonly state?: string; readonly reasonCode?: string }[];
  }
  const { pools, checks: shownChecks } = await response.json<Shown>();

  expect(pools).toEqual(POOLS_SHOWN);
  const states = shownChecks.map(({ name, state, reasonCode }) => [
    name.slice("example.com/web/g/".length),
    state,
    reasonCode,
  ]);
  expect(states).toEqual([
    ["gone", "unused", undefined],
    ["leaving", "draining", undefined],
    ["new", "initial", undefined],
    ["off", "unused", undefined],
    ["shut", "unhealthy", "Target.FailedHealthChecks"],
    ["slow", "unhealthy", "Target.Timeout"],
    ["up", "healthy", undefined],
    ["wrong", "unhealthy", "Target.ResponseCodeMismatch"],
  ]);
});
