/** What `GET /api/explain` tells besides the answer: orders by the API, quorums out of reach, and whose place counts. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { boardOf } from "../../src/store/board.ts";
import { RPC_FORMAT } from "../../src/store/env.ts";
import worker from "../../src/worker.ts";
import { zoneKey } from "../../src/zone/catalog.ts";
import { prepare, publish } from "./support/publish.ts";

const ZONE = `
zone: example.com
checks:
  forced: { type: push }
  told: { type: push }
  sum: { type: calculated, of: [forced], atLeast: all }
  silent: { type: push }
  down: { type: http, address: 192.0.2.8, unhealthyThreshold: 1 }
  turned: { type: http, address: 192.0.2.9, inverted: true, disabled: true }
  wide: { type: tcp, address: 192.0.2.3, port: 443, regions: [weur, enam], quorum: 1 }
records:
  steady: { A: { values: [192.0.2.7], check: told } }
  silent: { A: { values: [192.0.2.7], check: silent } }
  wide: { A: { values: [192.0.2.7], check: wide } }
  down: { A: { values: [192.0.2.7], check: down } }
  sum: { A: { values: [192.0.2.7], check: sum } }
  turned: { A: { values: [192.0.2.7], check: turned } }
  www:
    A:
      failover:
        - { id: forced, values: [192.0.2.4], check: forced }
        - { id: said, values: [192.0.2.5], check: forced, override: down, reason: by hand }
        - { id: sum, values: [192.0.2.6], check: sum }
        - { id: wide, values: [192.0.2.3], check: wide }`;

/** Explaining asks no upstream: this one is never reached. */
const ENV = { ...env, ADMIN_TOKEN: "t", UPSTREAMS: "https://dns.example.net/dns-query" };

/** Its second version is the catalog's, and cannot be read. */
const otherZone = (version: number) => `
zone: example.net
records: { www: { A: 192.0.2.${version} } }`;

const untilMs = Date.UTC(2999, 0);
const until = "2999-01-01T00:00:00.000Z";

beforeAll(async () => {
  const before = await prepare([ZONE, otherZone(1)], 3, Date.now() - 7_200_000);
  const { catalog, document, hashOf } = await publish([ZONE, otherZone(2)], 4, Date.now() - 3_600_000, before);
  await env.ZONES.delete(zoneKey(hashOf("example.net")));
  const board = boardOf(env);
  await board.adopt({ format: RPC_FORMAT, generation: catalog.generation, checks: catalog.checks });
  const override = { verdict: "down", untilMs, reason: "new kernel", by: "ops" } as const;
  await board.override({ format: RPC_FORMAT, check: "example.com/forced", override });
  await board.push({ format: RPC_FORMAT, check: "example.com/told", report: { status: "healthy", reason: "" } });
  const check = document.checks.find(({ name }) => name === "example.com/down");
  const probe = check?.kind === "probed" ? check.probe : "";
  const failure = { region: null, probe, atMs: Date.now() - 100, latencyMs: 1, code: 503 };
  await board.report({
    format: RPC_FORMAT,
    prober: "test",
    observations: [{ ...failure, outcome: "status-mismatch" }],
  });
});

const at = expect.any(String);
const age = expect.any(Number);

async function get<T>(path: string): Promise<T> {
  const ctx = createExecutionContext();
  const request = new Request(`https://dns.example.com${path}`, { headers: { Authorization: "Bearer t" } });
  const response = await worker.fetch(request as never, ENV, ctx);
  await waitOnExecutionContext(ctx);
  return response.json<T>();
}

type Told = Readonly<Record<string, unknown>>;

/** Only the keys asked for, where they are. */
const only = (told: Told, ...keys: readonly string[]): Told =>
  Object.fromEntries(keys.flatMap((key) => (key in told ? [[key, told[key]]] : [])));

describe("what decides besides observations", () => {
  const quorumOutOfReach = { moreThan: 1, regions: 1 };
  const candidates = async (given = "") => {
    const path = `/api/explain?name=www.example.com${given}`;
    const { links } = await get<{ links: readonly { tree: { candidates: readonly Told[] } }[] }>(path);
    return links[0]?.tree.candidates.map((one) => only(one, "id", "status", "override", "quorumOutOfReach"));
  };
  const forced = { id: "forced", status: "unhealthy", override: { verdict: "down", until, reason: "new kernel" } };
  const said = { id: "said", status: "unhealthy", override: { verdict: "down", until: null, reason: "by hand" } };
  const wide = { id: "wide", status: "unknown", quorumOutOfReach };

  test("is told of each candidate, its own override before that of its check", async () => {
    expect(await candidates()).toEqual([forced, said, { id: "sum", status: "unhealthy" }, wide]);
  });

  test("is gone where a verdict is supposed", async () => {
    const supposed = { id: "forced", status: "healthy" };
    const sum = { id: "sum", status: "healthy" };
    expect(await candidates("&given=example.com/forced=healthy")).toEqual([supposed, said, sum, wide]);
  });

  test("is told by GET /api/health too", async () => {
    const { checks } = await get<{ checks: readonly Told[] }>("/api/health");
    const decided = checks.filter((one) => "override" in one || "quorumOutOfReach" in one);
    expect(decided.map((one) => only(one, "name", "override", "quorumOutOfReach"))).toEqual([
      {
        name: "example.com/forced",
        override: { verdict: "down", until, reason: "new kernel", by: "ops", at: expect.any(String) },
      },
      { name: "example.com/wide", quorumOutOfReach },
    ]);
  });
});

test.each([
  {
    name: "a check without its zone is told its full form",
    given: "wide",
    error: 'There is no check "wide". The full name of one is ZONE/NAME, such as example.com/web.',
  },
  {
    name: "a check that is not there is told alone",
    given: "example.com/west",
    error: 'There is no check "example.com/west".',
  },
])("$name", async ({ given, error }) => {
  expect(await get(`/api/explain?name=www.example.com&given=${given}=healthy`)).toEqual({ error });
});

describe("what a status was made from", () => {
  test.each<readonly [string, unknown]>([
    ["steady", { report: { at, ageSeconds: age, status: "healthy", reason: "" } }],
    ["silent", { report: null }],
    ["wide", { last: null }],
    ["down", { last: { at, ageSeconds: age, reason: "status-mismatch", code: 503 } }],
    ["sum", { children: [{ check: "example.com/forced", status: "unhealthy" }] }],
    ["turned", { last: null, inverted: true, disabled: true }],
  ])("%s", async (name, observed) => {
    const { links } = await get<{ links: readonly { tree: Told }[] }>(`/api/explain?name=${name}.example.com`);
    expect(links.map(({ tree }) => tree.observed)).toEqual([observed]);
  });

  test("is not told where a verdict is supposed", async () => {
    const path = "/api/explain?name=down.example.com&given=example.com/down=healthy";
    const { links } = await get<{ links: readonly { tree: Told }[] }>(path);
    expect(links.map(({ tree }) => only(tree, "status", "observed"))).toEqual([{ status: "healthy" }]);
  });
});

test("an earlier version than the catalog's has no generation", async () => {
  const { links } = await get<{ links: readonly Told[] }>("/api/explain?name=www.example.net");
  expect(links.map((link) => only(link, "zone", "generation", "earlier"))).toEqual([
    { zone: "example.net.", generation: null, earlier: true },
  ]);
  const steady = await get<{ links: readonly Told[] }>("/api/explain?name=steady.example.com");
  expect(steady.links.map((link) => only(link, "zone", "generation", "earlier"))).toEqual([
    { zone: "example.com.", generation: 3 },
  ]);
});

test("a name outside is forwarded where there are upstreams, and nothing is said of what they answer", async () => {
  const { links, answer } = await get<{ links: unknown; answer: unknown }>("/api/explain?name=www.example.org");
  expect(links).toEqual([{ owner: "www.example.org.", outcome: "forwarded", tree: null }]);
  const unknown = { rcode: null, ttlSeconds: null, scope: null };
  expect(answer).toEqual({ ...unknown, records: [], forwarded: "www.example.org." });
});

test("a status has its age, though it counts as it did at first and so no snapshot tells of it", async () => {
  const { links } = await get<{ links: readonly { tree: Told }[] }>("/api/explain?name=steady.example.com");
  expect(links.map(({ tree }) => only(tree, "status", "ageSeconds"))).toEqual([
    { status: "healthy", ageSeconds: expect.any(Number) },
  ]);
});
