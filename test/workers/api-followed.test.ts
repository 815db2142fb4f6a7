/** Targets by reference in `GET /api/health` and `GET /api/explain`: they are as healthy as the record sets they follow. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { boardOf } from "../../src/store/board.ts";
import { RPC_FORMAT } from "../../src/store/env.ts";
import worker from "../../src/worker.ts";
import { publish } from "./support/publish.ts";

const ZONE = `
zone: example.com
checks:
  origin: { type: push }
pools:
  web:
    zones: { a: { values: [192.0.2.1] }, b: { values: [192.0.2.2] } }
    targetGroups:
      g:
        targets:
          - { id: followed, zone: a, alias: origin }
          - { id: plain, zone: b, address: 198.51.100.2 }
records:
  www: { A: { pool: web } }
  origin: { A: { values: [198.51.100.1], check: origin } }`;

const CHECK = "example.com/origin";

beforeAll(async () => {
  const { catalog } = await publish([ZONE], 4, Date.now() - 60_000);
  await boardOf(env).adopt({ format: RPC_FORMAT, generation: catalog.generation, checks: catalog.checks });
});

async function get<T>(path: string): Promise<T> {
  const ctx = createExecutionContext();
  const request = new Request(`https://dns.example.com${path}`, { headers: { Authorization: "Bearer t" } });
  const response = await worker.fetch(request as never, { ...env, ADMIN_TOKEN: "t" }, ctx);
  await waitOnExecutionContext(ctx);
  return response.json<T>();
}

interface Shown {
  readonly HealthyStateDNS: number;
  readonly groups: readonly { readonly targets: readonly { readonly id: string; readonly state: string }[] }[];
}

async function shownBy(status: "healthy" | "unhealthy") {
  await boardOf(env).push({ format: RPC_FORMAT, check: CHECK, report: { status, reason: "" } });
  const { pools } = await get<{ pools: readonly Shown[] }>("/api/health");
  const path = `/api/explain?name=www.example.com&given=${CHECK}=${status}`;
  const { links } = await get<{ links: readonly { tree: { candidates: readonly object[] } }[] }>(path);
  const [zone] = (links[0]?.tree.candidates ?? []) as { status: string; candidates: { state: string }[] }[];
  return {
    health: pools.map(({ HealthyStateDNS, groups }) => [HealthyStateDNS, groups[0]?.targets[0]?.state]),
    explained: [zone?.status, zone?.candidates[0]?.state],
  };
}

test("a target by reference, its zone and the numbers of zones go by the record set that it follows", async () => {
  expect([await shownBy("healthy"), await shownBy("unhealthy")]).toEqual([
    { health: [[2, "healthy"]], explained: ["healthy", "healthy"] },
    { health: [[1, "unhealthy"]], explained: ["unhealthy", "unhealthy"] },
  ]);
});
