/** The admin API's writes over a real board: rights, bodies, and what comes of them. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { boardOf } from "../../src/store/board.ts";
import { RPC_FORMAT } from "../../src/store/env.ts";
import worker from "../../src/worker.ts";
import { calculated, check, observation, push } from "../support/checks.ts";
import { adoptChecks } from "./support/health.ts";

const fast = { unhealthyThreshold: 1, healthyThreshold: 1 };
const inPlace = check("example.com/www/A/east", { probe: "p1", ...fast });
const down = check("example.com/down", { probe: "p2", ...fast });
const latches = [
  { name: "www.example.com./A/down", check: down.name },
  { name: "www.example.com./A/east", check: inPlace.name },
];

beforeAll(async () => {
  await adoptChecks([down, push("example.com/job"), calculated("example.com/sum", [down.name]), inPlace], undefined, {
    latches,
  });
  const nowMs = Date.now();
  const observations = [
    observation("p1", nowMs, "timeout"),
    observation("p1", nowMs + 1),
    observation("p2", nowMs, "timeout"),
  ];
  await boardOf(env).report({ format: RPC_FORMAT, prober: "test", observations });
});

async function call(path: string, init: RequestInit = {}, token = "w-token"): Promise<Response> {
  const ctx = createExecutionContext();
  const bindings = { ...env, ADMIN_TOKEN: "reader:read:r-token,writer:write:w-token" };
  const headers = { Authorization: `Bearer ${token}` };
  const request = new Request(`https://dns.example.com${path}`, { headers, ...init });
  const response = await worker.fetch(request as never, bindings, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

const post = (path: string, body: unknown, token?: string): Promise<Response> =>
  call(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }, token);

async function told(response: Response): Promise<readonly [status: number, body: unknown]> {
  return [response.status, await response.json()];
}

const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const OVERRIDE = "/api/checks/example.com/www%2FA%2Feast/override";
const STATUS = "/api/checks/example.com/job/status";
const RELEASE = "/api/release";

describe("override", () => {
  test("is in force until its time, and is shown with its reason and whose it is", async () => {
    const until = "2999-12-31T23:59:59.000Z";
    const body = { verdict: "down", until, reason: "new kernel" };
    const [status, shown] = await told(await post(OVERRIDE, body));
    const override = { ...body, by: "writer", at };
    expect([status, shown]).toEqual([
      200,
      {
        name: inPlace.name,
        type: "http",
        target: "http://192.0.2.10:80/",
        status: "unhealthy",
        stale: false,
        since: at,
        ageSeconds: expect.any(Number),
        last: { at, healthy: true, reason: "ok", latencyMs: null, code: null },
        override,
        usedBy: [],
      },
    ]);
    const { checks } = await (await call("/api/health", {}, "r-token")).json<{ checks: { name: string }[] }>();
    expect(checks.find(({ name }) => name === inPlace.name)).toMatchObject({ status: "unhealthy", override });
  });

  test("is taken back by auto", async () => {
    await post(OVERRIDE, { verdict: "up", reason: "known to work" });
    const [status, shown] = await told(await post(OVERRIDE, { verdict: "auto", reason: "back to normal" }));
    expect([status, shown]).toEqual([200, expect.not.objectContaining({ override: expect.anything() })]);
  });
});

describe("status", () => {
  test("tells a push check, which shows it as its last observation", async () => {
    const [status, shown] = await told(await post(STATUS, { status: "unhealthy", reason: "disk full" }));
    expect([status, shown]).toEqual([
      200,
      {
        name: "example.com/job",
        type: "push",
        target: "reports, at least every 120 s",
        status: "unhealthy",
        stale: false,
        since: at,
        ageSeconds: expect.closeTo(0, 0),
        last: { at, healthy: false, reason: "disk full", latencyMs: null, code: null },
        usedBy: [],
      },
    ]);
  });

  test("needs no reason", async () => {
    expect((await post(STATUS, { status: "healthy" })).status).toBe(200);
  });
});

describe("release", () => {
  test("lets a candidate go whose check is healthy again", async () => {
    await post(OVERRIDE, { verdict: "auto" });
    const latch = { name: "www.example.com./A/east", check: inPlace.name, held: false };
    const { latches: before } = await (await call("/api/health")).json<{ latches: unknown }>();
    expect(before).toContainEqual({ ...latch, held: true });
    expect(await told(await post(RELEASE, { owner: "www.example.com", type: "A", path: "east" }))).toEqual([
      200,
      latch,
    ]);
  });
});

describe("refusals", () => {
  const good = { verdict: "down", reason: "x" };
  const refusals = [
    { name: "a token that may only read", path: OVERRIDE, body: good, token: "r-token", status: 403 },
    { name: "another token", path: STATUS, body: { status: "healthy" }, token: "x", status: 401 },
    { name: "an unknown check", path: OVERRIDE.replace("east", "west"), body: good, status: 404 },
    {
      name: "a check's name that is not encoded",
      path: "/api/checks/example.com/www/A/east/override",
      body: good,
      status: 404,
    },
    { name: "a path that cannot be decoded", path: "/api/checks/example.com/%FF/override", body: good, status: 400 },
    { name: "no JSON", path: OVERRIDE, body: "verdict=down", status: 400 },
    { name: "no object", path: OVERRIDE, body: [good], status: 400 },
    { name: "no body", path: OVERRIDE, body: "", status: 400 },
    { name: "another verdict", path: OVERRIDE, body: { ...good, verdict: "sideways" }, status: 400 },
    { name: "a verdict that is no text", path: OVERRIDE, body: { ...good, verdict: true }, status: 400 },
    { name: "no verdict", path: OVERRIDE, body: { reason: "x" }, status: 400 },
    { name: "no reason", path: OVERRIDE, body: { verdict: "down" }, status: 400 },
    { name: "an empty reason", path: OVERRIDE, body: { ...good, reason: "" }, status: 400 },
    { name: "an unknown key", path: OVERRIDE, body: { ...good, untill: "2999-01-01T00:00:00Z" }, status: 400 },
    { name: "a time without its zone", path: OVERRIDE, body: { ...good, until: "2999-01-01T00:00:00" }, status: 400 },
    { name: "a day that is none", path: OVERRIDE, body: { ...good, until: "2999-02-30T00:00:00Z" }, status: 400 },
    { name: "a time that is past", path: OVERRIDE, body: { ...good, until: "2020-01-01T00:00:00Z" }, status: 400 },
    { name: "a time for auto", path: OVERRIDE, body: { verdict: "auto", until: "2999-01-01T00:00:00Z" }, status: 400 },
    { name: "more than 4 KB", path: OVERRIDE, body: { ...good, reason: "x".repeat(4096) }, status: 413 },
    { name: "another status", path: STATUS, body: { status: "unknown" }, status: 400 },
    {
      name: "a check that is probed",
      path: "/api/checks/example.com/down/status",
      body: { status: "healthy" },
      status: 409,
    },
    {
      name: "a check that is calculated",
      path: "/api/checks/example.com/sum/status",
      body: { status: "healthy" },
      status: 409,
    },
    { name: "no such latch", path: RELEASE, body: { owner: "www.example.com", type: "A", path: "west" }, status: 404 },
    { name: "a latch without its path", path: RELEASE, body: { owner: "www.example.com", type: "A" }, status: 400 },
    {
      name: "a latch whose check is unhealthy",
      path: RELEASE,
      body: { owner: "www.example.com.", type: "A", path: "down" },
      status: 409,
    },
  ];
  test.each(refusals)("$name: $status", async ({ path, body, token, status }) => {
    expect(await told(await post(path, body, token))).toEqual([status, { error: expect.any(String) }]);
  });

  test.each([
    {
      name: "a check's name that is not encoded is told encoded",
      path: "/api/checks/example.com/www/A/east/override",
      error: "There is nothing here; write the check's name as one segment: www%2FA%2Feast",
    },
    { name: "another path is not", path: "/api/checks/example.com/www/A", error: "There is nothing here." },
    { name: "nor is a name without an order", path: "/api/checks/example.com/east", error: "There is nothing here." },
  ])("$name", async ({ path, error }) => {
    expect(await told(await post(path, good))).toEqual([404, { error }]);
  });

  test("are only for POST", async () => {
    const response = await call(OVERRIDE);
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
  });
});
