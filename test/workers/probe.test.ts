/** Probes against real servers, over the runtime's own sockets and `fetch`. */
import { connect } from "cloudflare:sockets";
import { describe, expect, inject, test } from "vitest";
import type { HttpProbeSpec, ProbeSpec } from "../../src/health/check.ts";
import { type ProbeTools, runProbe } from "../../src/probe/probe.ts";
import type { ProbeResult } from "../../src/probe/result.ts";
import { httpSpec, tcpSpec } from "../support/checks.ts";
import { tallyOf } from "./support/tally.ts";

const ports = inject("ports");
const tools: ProbeTools = { connect, fetch: (url, init) => fetch(url, init), clock: Date.now, allowPrivate: true };

/** The result without its latency, which must be a time if the target spoke at all. */
async function probe(spec: ProbeSpec, allowPrivate = true): Promise<Omit<ProbeResult, "latencyMs">> {
  const { latencyMs, ...result } = await runProbe(spec, { ...tools, allowPrivate });
  const hasSpoken = result.code !== null || result.outcome === "ok";
  expect(latencyMs === null ? null : latencyMs >= 0).toBe(hasSpoken ? true : null);
  return result;
}

function byAddress(path: string, fields: Partial<HttpProbeSpec> = {}): HttpProbeSpec {
  const port = fields.port ?? ports.web;
  const host = `www.example.com:${port}`;
  return httpSpec({ address: "127.0.0.1", port, path, host, timeout: 2, ...fields });
}

function byName(path: string, fields: Partial<HttpProbeSpec> = {}): HttpProbeSpec {
  const port = fields.port ?? ports.web;
  const host = `localhost:${port}`;
  return httpSpec({ address: null, url: `http://${host}${path}`, port, path, host, timeout: 2, ...fields });
}

const ways = [
  { way: "by address", spec: byAddress },
  { way: "by name", spec: byName },
];

interface Row {
  readonly name: string;
  readonly path: string;
  readonly fields?: Partial<HttpProbeSpec>;
  readonly outcome: ProbeResult["outcome"];
  readonly code: number | null;
}

const rows: readonly Row[] = [
  { name: "200 is healthy", path: "/status/200/k", outcome: "ok", code: 200 },
  { name: "404 is not expected", path: "/status/404/k", outcome: "status-mismatch", code: 404 },
  {
    name: "503 is healthy where it is expected",
    path: "/status/503/k",
    fields: { expect: [[503, 503]] },
    outcome: "ok",
    code: 503,
  },
  {
    name: "A19: a redirect is not followed by default, and 302 is not in 200–299",
    path: "/redirect/k?to=/status/200/k",
    outcome: "status-mismatch",
    code: 302,
  },
  {
    name: "A19: a redirect is healthy where it is expected",
    path: "/redirect/k?to=/status/200/k",
    fields: { expect: [[302, 302]] },
    outcome: "ok",
    code: 302,
  },
  {
    name: "A19: a redirect is followed on the same host",
    path: "/redirect/k?to=/status/204/k",
    fields: { follow: 1 },
    outcome: "ok",
    code: 204,
  },
  {
    name: "A19: a loop is too many redirects",
    path: "/loop/a",
    fields: { follow: 5 },
    outcome: "too-many-redirects",
    code: 302,
  },
  {
    name: "A19: one hop more than allowed is too many redirects",
    path: "/redirect/k?to=/redirect/l?to=/status/200/k",
    fields: { follow: 1 },
    outcome: "too-many-redirects",
    code: 302,
  },
  {
    name: "A19: another host is unhealthy",
    path: "/redirect/k?to=http://www.example.net/",
    fields: { follow: 5 },
    outcome: "status-mismatch",
    code: 302,
  },
  { name: "A20: a body without end does not matter", path: "/drip/k", outcome: "ok", code: 200 },
  {
    name: "T73: a head that comes too late is a timeout",
    path: "/hold/1500/k",
    fields: { timeout: 1 },
    outcome: "timeout",
    code: null,
  },
  {
    name: "the timeout covers redirects too",
    path: "/redirect/k?to=/hold/1500/k",
    fields: { follow: 1, timeout: 1 },
    outcome: "timeout",
    code: null,
  },
  { name: "nobody listens", path: "/", fields: { port: ports.refused }, outcome: "connection-failed", code: null },
  {
    name: "the server never says a word",
    path: "/",
    fields: { port: ports.silent, timeout: 1 },
    outcome: "timeout",
    code: null,
  },
  {
    name: "the server speaks no HTTP",
    path: "/",
    fields: { port: ports.ssh },
    outcome: "connection-failed",
    code: null,
  },
  {
    name: "the status line is cut off",
    path: "/",
    fields: { port: ports.cut },
    outcome: "connection-failed",
    code: null,
  },
];

describe.each(ways)("HTTP $way", ({ spec }) => {
  test.concurrent.each(rows)("$name", async ({ path, fields, outcome, code }) => {
    expect(await probe(spec(path, fields))).toEqual({ outcome, code });
  });
});

describe("HTTP by address", () => {
  test("a head beyond 16 KiB is no answer", async () => {
    expect(await probe(byAddress("/", { port: ports.endless }))).toEqual({ outcome: "connection-failed", code: null });
  });

  test.each([
    { name: "T78: the Host header is sent as written, with its port", key: "t78-port", host: "a.b.example.com:8080" },
    { name: "T78: and without one", key: "t78-bare", host: "a.b.example.com" },
  ])("$name", async ({ key, host }) => {
    expect(await probe(byAddress(`/status/200/${key}`, { host }))).toEqual({ outcome: "ok", code: 200 });
    expect((await tallyOf(key)).hosts).toEqual([host]);
  });

  test.each([
    {
      name: "the address itself is the same host",
      to: `http://127.0.0.1:${ports.web}/status/204/k`,
      code: 204,
      outcome: "ok",
    },
    {
      name: "a relative redirect stays at the address and its port",
      to: "../status/200/k",
      code: 200,
      outcome: "ok",
    },
    {
      name: "HTTPS cannot be asked of an address",
      to: "https://www.example.com/",
      code: 302,
      outcome: "status-mismatch",
    },
  ])("a redirect: $name", async ({ to, code, outcome }) => {
    const path = `/redirect/k?to=${encodeURIComponent(to)}`;
    expect(await probe(byAddress(path, { follow: 1 }))).toEqual({ outcome, code });
  });

  test("a target in a special-purpose range is never asked unless that is allowed", async () => {
    expect(await probe(byAddress("/status/200/forbidden"), false)).toEqual({
      outcome: "connection-failed",
      code: null,
    });
    expect((await tallyOf("forbidden")).count).toBe(0);
  });
});

describe("HTTP by name", () => {
  test.each([
    { name: "Cloudflare's page for a dead origin", page: "1016/530", outcome: "origin-error", code: 530 },
    { name: "Cloudflare's page for a refused connection", page: "521/521", outcome: "origin-error", code: 521 },
    { name: "a fetch to an address is refused by the platform", page: "1003/403", outcome: "not-measured", code: null },
    { name: "a fetch to a Worker of one's own zone is too", page: "1042/404", outcome: "not-measured", code: null },
    {
      name: "another page of Cloudflare's is the target's answer",
      page: "1020/403",
      outcome: "status-mismatch",
      code: 403,
    },
  ])("$name: $outcome", async ({ page, outcome, code }) => {
    expect(await probe(byName(`/page/${page}/k`))).toEqual({ outcome, code });
  });

  test("the body is cancelled", async () => {
    await probe(byName("/drip/cancelled"));
    await expect.poll(async () => (await tallyOf("cancelled")).closedEarly, { timeout: 3000 }).toBe(true);
  });
});

describe("TCP", () => {
  const target = { hostname: "127.0.0.1", timeout: 1 };
  test.concurrent.each([
    { name: "a connection is all it takes", fields: { port: ports.silent }, outcome: "ok" },
    { name: "a host name does as well", fields: { hostname: "localhost", port: ports.silent }, outcome: "ok" },
    { name: "nobody listens", fields: { port: ports.refused }, outcome: "connection-failed" },
  ])("$name: $outcome", async ({ fields, outcome }) => {
    expect(await probe(tcpSpec({ ...target, ...fields }))).toEqual({ outcome, code: null });
  });

  test.each([
    { name: "an address in a special-purpose range", hostname: "127.0.0.1" },
    { name: "a name that leads to one", hostname: "localhost" },
  ])("refused unless allowed: $name", async ({ hostname }) => {
    const spec = tcpSpec({ ...target, hostname, port: ports.silent });
    expect(await probe(spec, false)).toEqual({ outcome: "connection-failed", code: null });
  });
});
