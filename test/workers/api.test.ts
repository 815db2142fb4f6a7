/** The admin API over a real board: who may use it, and the JSON of the contract. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { boardOf } from "../../src/store/board.ts";
import { RPC_FORMAT } from "../../src/store/env.ts";
import worker from "../../src/worker.ts";
import { type Publication, publish } from "./support/publish.ts";

const ORIGIN = "https://dns.example.com";
const TOKENS = "reader:read:r-token,writer:write:w-token,broken,half:write";

const ZONE = `
zone: example.com
checks:
  east: { type: http, address: 192.0.2.1, path: /healthz }
  west: { type: tcp, address: 192.0.2.2, port: 443 }
records:
  www:
    A:
      failover:
        - { id: primary, values: [192.0.2.1], check: east }
        - { id: secondary, values: [192.0.2.2], check: west }`;

let publication: Publication;
const atMs = Date.now() - 60_000;

beforeAll(async () => {
  publication = await publish([ZONE], 4, atMs);
  const board = boardOf(env);
  const { generation, checks } = publication.catalog;
  await board.adopt({ format: RPC_FORMAT, generation, checks });
  const [east] = publication.document.checks;
  const probe = east?.kind === "probed" ? east.probe : "";
  const failure = { region: null, probe, outcome: "status-mismatch", latencyMs: 12.3, code: 503 } as const;
  const observations = [0, 1, 2].map((round) => ({ ...failure, atMs: Date.now() - 3_000 + round }));
  await board.report({ format: RPC_FORMAT, prober: "test", observations });
});

async function call(
  path: string,
  authorization: string | null = "Bearer r-token",
  adminToken: string | null = TOKENS,
  method = "GET",
): Promise<Response> {
  const ctx = createExecutionContext();
  const headers: Record<string, string> = authorization === null ? {} : { Authorization: authorization };
  const bindings = adminToken === null ? env : { ...env, ADMIN_TOKEN: adminToken };
  const response = await worker.fetch(new Request(ORIGIN + path, { method, headers }) as never, bindings, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("the admin API", () => {
  test.each([
    { name: "a token with the right to read", authorization: "Bearer r-token", status: 200 },
    { name: "the right to write includes reading", authorization: "Bearer w-token", status: 200 },
    { name: "the scheme in lower case (RFC 9110 11.1)", authorization: "bearer r-token", status: 200 },
    { name: "no credentials", authorization: null, status: 401 },
    { name: "another token", authorization: "Bearer r-toke", status: 401 },
    { name: "a token with more behind it", authorization: "Bearer r-token2", status: 401 },
    { name: "no token", authorization: "Bearer ", status: 401 },
    { name: "a name and a token", authorization: "Bearer reader:read:r-token", status: 401 },
    { name: "another scheme", authorization: "Basic r-token", status: 401 },
    { name: "an entry that cannot be read grants nothing", authorization: "Bearer broken", status: 401 },
  ])("$name: $status", async ({ authorization, status }) => {
    const response = await call("/api/health", authorization);
    const challenge = status === 401 ? "Bearer" : null;
    expect([response.status, response.headers.get("WWW-Authenticate")]).toEqual([status, challenge]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test.each(["/api/health", "/api/explain?name=www.example.com", "/api/none"])(
    "%s is not there without a secret",
    async (path) => {
      for (const secret of ["", " "]) expect((await call(path, "Bearer r-token", secret)).status).toBe(404);
      expect((await call(path, "Bearer undefined", null)).status).toBe(404);
    },
  );

  const ALLOW = "GET, HEAD";
  test.each([
    { name: "a path that is not there", path: "/api/none", method: "GET", status: 404, allow: null },
    { name: "nothing behind the slash", path: "/api/", method: "GET", status: 404, allow: null },
    { name: "the API itself", path: "/api", method: "POST", status: 404, allow: null },
    { name: "a method that is not allowed", path: "/api/health", method: "POST", status: 405, allow: ALLOW },
    { name: "another one, elsewhere", path: "/api/explain", method: "DELETE", status: 405, allow: ALLOW },
  ])("$name: 401 without a token, $status with one", async ({ path, method, status, allow }) => {
    for (const authorization of [null, "Bearer r-toke"]) {
      const refused = await call(path, authorization, TOKENS, method);
      expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    }
    const answered = await call(path, "Bearer r-token", TOKENS, method);
    expect([answered.status, answered.headers.get("Allow")]).toEqual([status, allow]);
  });

  test("HEAD is GET without a body", async () => {
    const response = await call("/api/health", "Bearer r-token", TOKENS, "HEAD");
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test("a sole token has all rights", async () => {
    expect((await call("/api/health", "Bearer sole", "sole")).status).toBe(200);
  });
});

describe("GET /api/health", () => {
  test("tells what the board knows of every check, by name", async () => {
    const response = await call("/api/health");
    const age = expect.closeTo(3, -1);
    expect(await response.json()).toEqual({
      at,
      checks: [
        {
          name: "example.com/east",
          type: "http",
          target: "http://192.0.2.1:80/healthz",
          status: "unhealthy",
          stale: false,
          since: at,
          ageSeconds: age,
          last: { at, healthy: false, reason: "status-mismatch", latencyMs: 12.3, code: 503 },
          usedBy: ["www.example.com./A"],
        },
        {
          name: "example.com/west",
          type: "tcp",
          target: "tcp://192.0.2.2:443",
          status: "unknown",
          countsAs: "healthy",
          stale: false,
          since: null,
          ageSeconds: null,
          last: null,
          usedBy: ["www.example.com./A"],
        },
      ],
      pools: [],
      latches: [],
    });
  });
});

describe("GET /api/explain", () => {
  const answerOf = async (query: string): Promise<unknown> => {
    const response = await call(`/api/explain?${query}`);
    const { answer, failedOpen } = await response.json<{ answer: { records: string[] }; failedOpen: string[] }>();
    return { records: answer.records, failedOpen };
  };

  test("tells why, from the catalog down to the record", async () => {
    const response = await call("/api/explain?name=www.example.com&subnet=203.0.113.7/24");
    const node = { kind: "values", path: expect.any(String) };
    expect(await response.json()).toEqual({
      name: "www.example.com.",
      type: "A",
      subnet: "203.0.113.7/24",
      client: { from: "subnet", subnet: "203.0.113.0/24", place: null },
      snapshot: { at, ageSeconds: expect.any(Number) },
      links: [
        {
          owner: "www.example.com.",
          zone: "example.com.",
          generation: 4,
          hash: publication.hashOf("example.com"),
          node: "www.example.com.",
          outcome: "answer",
          tree: expect.objectContaining({
            path: "",
            kind: "failover",
            candidates: [
              expect.objectContaining({
                ...node,
                path: "primary",
                check: "example.com/east",
                status: "unhealthy",
                probability: 0,
                chosen: false,
              }),
              expect.objectContaining({
                ...node,
                path: "secondary",
                check: "example.com/west",
                status: "unknown",
                probability: 1,
                chosen: true,
              }),
            ],
          }),
        },
      ],
      failedOpen: [],
      answers: [{ records: ["www.example.com. 60 IN A 192.0.2.2"], probability: 1 }],
      answer: { rcode: "NOERROR", ttlSeconds: 60, scope: 0, records: ["www.example.com. 60 IN A 192.0.2.2"] },
    });
  });

  test("supposes verdicts", async () => {
    const query = "name=www.example.com.&given=example.com/east=healthy";
    expect(await answerOf(query)).toEqual({ records: ["www.example.com. 60 IN A 192.0.2.1"], failedOpen: [] });
    expect(await answerOf("name=www.example.com.&given=example.com/west=unhealthy")).toEqual({
      records: ["www.example.com. 60 IN A 192.0.2.1"],
      failedOpen: ["www.example.com./A"],
    });
  });

  test("says of a name that is not hosted that it is refused", async () => {
    const response = await call("/api/explain?name=www.example.net.");
    const { links, answer } = await response.json<{ links: unknown; answer: { rcode: string } }>();
    expect([response.status, links, answer.rcode]).toEqual([
      200,
      [{ owner: "www.example.net.", outcome: "refused", tree: null }],
      "REFUSED",
    ]);
  });

  test.each([
    "",
    "name=",
    "name=@",
    "name=a..b",
    "name=www.example.com&type=NONE",
    "name=www.example.com&type=AXFR",
    "name=www.example.com&subnet=203.0.113.0/33",
    "name=www.example.com&subnet=example.com/8",
    "name=www.example.com&subnet=203.0.113.0/",
    "name=www.example.com&given=example.com/east",
    "name=www.example.com&given=example.com/east=up",
    "name=www.example.com&given=example.com/none=healthy",
    "name=www.example.com&name=www.example.com",
    "name=www.example.com&tpye=AAAA",
  ])("refuses the parameters %j", async (query) => {
    const response = await call(`/api/explain?${query}`);
    expect([response.status, await response.json()]).toEqual([400, { error: expect.any(String) }]);
  });
});
