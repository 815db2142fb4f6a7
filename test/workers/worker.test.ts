/** The Worker's entry with real bindings: which door a path leads to, and what becomes of a bug. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hashOf } from "../../src/cli/compile/hash.ts";
import worker from "../../src/worker.ts";
import { CATALOG_KEY, zoneKey } from "../../src/zone/catalog.ts";
import { publish } from "./support/publish.ts";

const ORIGIN = "https://dns.example.com";
/** www.example.com A, with the ID 0xabcd. */
const QUERY = "q80BAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAAQAB";

async function fetchPath(path: string, init: RequestInit = {}): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await worker.fetch(new Request(ORIGIN + path, init) as never, env, ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

/** Beyond every age, so that the isolate's one world looks again. */
let nowMs = Date.UTC(2026, 10, 30);

beforeEach(() => {
  nowMs += 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the Worker", () => {
  test("is not healthy before there is a catalog, and is afterwards", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const before = await fetchPath("/healthz");
    expect([before.status, await before.text()]).toEqual([503, "no catalog"]);
    await publish(["{zone: example.com, records: {www: {A: 192.0.2.1}}}"], 1, nowMs - 3_600_000);
    vi.setSystemTime(nowMs + 1_000);
    const after = await fetchPath("/healthz");
    expect([after.status, await after.text()]).toEqual([200, "ok"]);
  });

  test("answers a query by GET and by POST, byte for byte alike", async () => {
    const get = await fetchPath(`/dns-query?dns=${QUERY}`);
    const body = Uint8Array.fromBase64(QUERY, { alphabet: "base64url" });
    const post = await fetchPath("/dns-query", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/dns-message" },
    });
    const bytes = new Uint8Array(await get.arrayBuffer());
    expect([get.status, post.status, get.headers.get("Cache-Control")]).toEqual([200, 200, "max-age=60"]);
    expect(bytes.toHex()).toBe(
      "abcd8500000100010000000003777777076578616d706c6503636f6d0000010001c00c000100010000003c0004c0000201",
    );
    expect(new Uint8Array(await post.arrayBuffer()).toHex()).toBe(bytes.toHex());
  });

  test.each([
    { path: `/dns-query?dns=${QUERY}`, status: 200, type: "application/dns-message" },
    { path: "/dns-query", status: 400, type: "text/plain; charset=utf-8" },
    { path: "/dns-query?", status: 400, type: "text/plain; charset=utf-8" },
    { path: "/dns-query/", status: 404, type: "application/json" },
    { path: "/dns-queryx", status: 404, type: "application/json" },
    { path: "/x/dns-query", status: 404, type: "application/json" },
    { path: "/?/dns-query", status: 404, type: "application/json" },
    { path: "/", status: 404, type: "application/json" },
  ])("$path: $status $type", async ({ path, status, type }) => {
    const response = await fetchPath(path);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([status, type]);
  });
});

describe("a bug", () => {
  /** A manifest whose bytes have its hash, but that no compiler makes: it has no SOA. */
  async function publishNonsense(): Promise<void> {
    const manifest = JSON.stringify({ format: 1, apex: "\x07example\x03com\0", nodes: [{ n: "" }] });
    const { catalog } = await publish([], 2, nowMs - 3_600_000);
    await env.ZONES.put(zoneKey(hashOf(manifest)), manifest);
    const zones = { "example.com": { hash: hashOf(manifest), previous: null, serial: 2 } };
    await env.ZONES.put(CATALOG_KEY, JSON.stringify({ ...catalog, zones }));
  }

  test("while answering is SERVFAIL that echoes the query and that nobody keeps, with a line in the log", async () => {
    await publishNonsense();
    const log = vi.spyOn(console, "error").mockReturnValue();
    for (const path of ["afresh", "from memory"]) {
      const response = await fetchPath(`/dns-query?dns=${QUERY}`);
      const hex = new Uint8Array(await response.arrayBuffer()).toHex();
      expect([path, response.status, response.headers.get("Cache-Control"), hex]).toEqual([
        path,
        200,
        "no-store",
        "abcd8102000100000000000003777777076578616d706c6503636f6d0000010001",
      ]);
    }
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines.map(({ error: _error, ...line }) => line)).toEqual(Array(2).fill({ event: "bug", generation: 2 }));
    expect(JSON.stringify(lines)).not.toMatch(/www|dns=/);
  });

  test("elsewhere is HTTP 500, with a line in the log", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const ctx = createExecutionContext();
    const broken = { ...env, ADMIN_TOKEN: 7 } as never;
    const response = await worker.fetch(new Request(`${ORIGIN}/api/health`) as never, broken, ctx);
    expect([response.status, await response.text()]).toEqual([500, "Internal error.\n"]);
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines.map(({ error: _error, ...line }) => line)).toEqual([{ event: "bug", method: "GET" }]);
  });
});
