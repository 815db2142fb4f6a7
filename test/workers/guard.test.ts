/** What a deployment puts in front of queries, through the Worker's entry: tokens in the path, a rate limit, CORS. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Env } from "../../src/store/env.ts";
import worker from "../../src/worker.ts";
import { publish } from "./support/publish.ts";

const ORIGIN = "https://dns.example.com";
/** www.example.com A, with the ID 0xabcd. */
const QUERY = "dns=q80BAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAAQAB";
const QUESTION = "name=M%C3%BCnchen.example.com";
const TOKENS = "alice:token-of-alice,bob:token_of~bob.2, broken, half:, eve:a/b";
const LONGEST = "t".repeat(128);

beforeAll(async () => {
  const zone = "{zone: example.com, records: {www: {A: 192.0.2.1}, xn--mnchen-3ya: {A: 192.0.2.4}}}";
  await publish([zone], 1, Date.now() - 3_600_000);
});
afterEach(() => vi.restoreAllMocks());

type Changes = Partial<Pick<Env, "ACCESS_TOKENS" | "CORS_ORIGINS" | "RATE_LIMITER">>;

async function call(path: string, changes: Changes | Env, init: RequestInit = {}): Promise<Response> {
  const ctx = createExecutionContext();
  const bindings = "ZONES" in changes ? changes : { ...env, ...changes };
  const response = await worker.fetch(new Request(ORIGIN + path, init) as never, bindings, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

describe("tokens in the path", () => {
  const silenced = () => vi.spyOn(console, "error").mockReturnValue();

  test.each([
    { name: "the first token", path: `/dns-query/token-of-alice?${QUERY}`, status: 200 },
    { name: "the last token", path: `/dns-query/token_of~bob.2?${QUERY}`, status: 200 },
    { name: "a token before JSON", path: `/resolve/token-of-alice?${QUESTION}`, status: 200 },
    { name: "no token", path: `/dns-query?${QUERY}`, status: 404 },
    { name: "no token before JSON", path: `/resolve?${QUESTION}`, status: 404 },
    { name: "an empty token", path: `/dns-query/?${QUERY}`, status: 404 },
    { name: "another token", path: `/dns-query/token-of-carol?${QUERY}`, status: 404 },
    { name: "the beginning of a token", path: `/dns-query/token-of-alic?${QUERY}`, status: 404 },
    { name: "more than a token", path: `/dns-query/token-of-alice2?${QUERY}`, status: 404 },
    { name: "a token in capitals", path: `/dns-query/TOKEN-OF-ALICE?${QUERY}`, status: 404 },
    { name: "a name instead of its token", path: `/dns-query/alice?${QUERY}`, status: 404 },
    { name: "an entry without a name", path: `/dns-query/broken?${QUERY}`, status: 404 },
    { name: "a token and a path", path: `/dns-query/token-of-alice/x?${QUERY}`, status: 404 },
    { name: "a token as a parameter", path: `/dns-query?${QUERY}&token=token-of-alice`, status: 404 },
    { name: "a token longer than any may be", path: `/dns-query/${"t".repeat(300)}?${QUERY}`, status: 404 },
  ])("$name: $status", async ({ path, status }) => {
    silenced();
    expect((await call(path, { ACCESS_TOKENS: TOKENS })).status).toBe(status);
  });

  test("by POST too", async () => {
    silenced();
    const body = Uint8Array.fromBase64(QUERY.slice("dns=".length), { alphabet: "base64url" });
    const init = { method: "POST", body, headers: { "Content-Type": "application/dns-message" } };
    const statuses = ["/dns-query/token-of-alice", "/dns-query/x", "/dns-query"].map(
      async (path) => (await call(path, { ACCESS_TOKENS: TOKENS }, init)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
  });

  test.each([
    { name: "one token without a name", tokens: " lonely ", token: "lonely", status: 200 },
    { name: "a token of 128 octets", tokens: LONGEST, token: LONGEST, status: 200 },
    { name: "and not with one more", tokens: LONGEST, token: `${LONGEST}t`, status: 404 },
    { name: "none where none is asked for", tokens: "", token: "lonely", status: 404 },
  ])("$name: $status", async ({ tokens, token, status }) => {
    expect((await call(`/dns-query/${token}?${QUERY}`, { ACCESS_TOKENS: tokens })).status).toBe(status);
  });

  test("an unknown one is answered like a path that is not there", async () => {
    silenced();
    const told = async (path: string) => {
      const response = await call(path, { ACCESS_TOKENS: TOKENS, CORS_ORIGINS: "https://app.example.com" });
      return [response.status, Object.fromEntries(response.headers), await response.text()];
    };
    expect(await told(`/dns-query/x?${QUERY}`)).toEqual(await told("/nowhere"));
  });

  test("that cannot be read let nobody in, and are logged by their place alone", async () => {
    const log = silenced();
    const changes = { ACCESS_TOKENS: "no token at all" };
    const statuses = [`/dns-query?${QUERY}`, `/dns-query/no?${QUERY}`].map(
      async (path) => (await call(path, changes)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404]);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    const line = {
      event: "access-token-unreadable",
      entry: 1,
      allowed: "name:token, the token of A-Z a-z 0-9 - . _ ~",
    };
    expect(lines).toEqual([line, line]);
  });

  test("leave other paths alone, and are in the page's URLs", async () => {
    silenced();
    expect((await call("/healthz", { ACCESS_TOKENS: TOKENS })).status).toBe(200);
    const page = await call(
      "/dns-query/token-of-alice",
      { ACCESS_TOKENS: TOKENS },
      { headers: { Accept: "text/html" } },
    );
    expect(await page.text()).toContain(`<pre>${ORIGIN}/dns-query/token-of-alice</pre>`);
  });
});

describe("a rate limit", () => {
  const limited: Changes = { RATE_LIMITER: env.TWO_A_MINUTE };
  const from = (address: string) => ({ headers: { "CF-Connecting-IP": address } });

  test("holds for a network, whatever it asks for", async () => {
    const bindings: Env = { ...env, ...limited };
    const asked: [string, string][] = [
      [`/dns-query?${QUERY}`, "192.0.2.1"],
      [`/resolve?${QUESTION}`, "192.0.2.99"],
      [`/dns-query?${QUERY}`, "192.0.2.200"],
      [`/resolve?${QUESTION}`, "192.0.2.1"],
      [`/dns-query?${QUERY}`, "198.51.100.1"],
      [`/dns-query?${QUERY}`, "2001:db8:0:1::1"],
      [`/dns-query?${QUERY}`, "2001:db8:0:2::1"],
      [`/dns-query?${QUERY}`, "2001:db8:0:3::1"],
      [`/dns-query?${QUERY}`, "2001:db8:0:100::1"],
    ];
    const statuses: number[] = [];
    for (const [path, address] of asked) statuses.push((await call(path, bindings, from(address))).status);
    expect(statuses).toEqual([200, 200, 429, 429, 200, 200, 200, 429, 200]);
  });

  test("says when to come back", async () => {
    const answer = () => call(`/dns-query?${QUERY}`, { ...limited, CORS_ORIGINS: "*" }, from("203.0.113.1"));
    await answer();
    await answer();
    const { status, headers } = await answer();
    expect([status, Object.fromEntries(headers)]).toEqual([
      429,
      {
        "access-control-allow-origin": "*",
        "cache-control": "no-store",
        "content-type": "text/plain; charset=utf-8",
        "retry-after": "10",
      },
    ]);
  });

  test("that fails limits nobody, with a line in the log", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const keys: unknown[] = [];
    const limit = (options: unknown) => {
      keys.push(options);
      return Promise.reject(new Error("away"));
    };
    const { status } = await call(`/dns-query?${QUERY}`, { RATE_LIMITER: { limit } as RateLimit });
    expect([status, keys, log.mock.calls.map(([line]) => JSON.parse(String(line)).event)]).toEqual([
      200,
      [{ key: "unknown" }],
      ["rate-limiter-failed"],
    ]);
  });

  test("does not count who may not ask", async () => {
    const changes = { ...limited, ACCESS_TOKENS: "lonely" };
    const statuses: number[] = [];
    for (const token of ["x", "x", "x", "lonely"]) {
      statuses.push((await call(`/dns-query/${token}?${QUERY}`, changes, from("198.51.100.200"))).status);
    }
    expect(statuses).toEqual([404, 404, 404, 200]);
  });
});

describe("without a guard", () => {
  test("an international name is answered in JSON, with the headers of the answer in DNS", async () => {
    const response = await call(`/resolve?${QUESTION}`, {});
    expect([response.headers.get("Cache-Control"), response.headers.get("Vary")]).toEqual(["max-age=60", "Accept"]);
    const name = "xn--mnchen-3ya.example.com.";
    expect(await response.json()).toEqual({
      ...{ Status: 0, TC: false, RD: true, RA: false, AD: false, CD: false },
      Question: [{ name, type: 1 }],
      Answer: [{ name, type: 1, TTL: 60, data: "192.0.2.4" }],
    });
  });

  test.each([
    { name: "every page may read", changes: {}, expected: "*" },
    { name: "but where CORS_ORIGINS says whose", changes: { CORS_ORIGINS: "https://b.example.com" }, expected: null },
    { name: "or nobody's", changes: { CORS_ORIGINS: "none" }, expected: null },
  ])("$name", async ({ changes, expected }) => {
    const { headers } = await call(`/dns-query?${QUERY}`, changes, { headers: { Origin: "https://app.example.com" } });
    expect(headers.get("Access-Control-Allow-Origin")).toBe(expected);
  });

  test("OPTIONS is told what there is, by a query's URL too", async () => {
    const { status, headers } = await call(`/dns-query?${QUERY}`, {}, { method: "OPTIONS" });
    expect([status, headers.get("Allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
  });
});
