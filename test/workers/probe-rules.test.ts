/** Body rules, methods and fields against real servers, over the runtime's own sockets and `fetch`. */
import { connect } from "cloudflare:sockets";
import { describe, expect, inject, test } from "vitest";
import type { HttpProbeSpec } from "../../src/health/check.ts";
import { runProbe } from "../../src/probe/probe.ts";
import type { ProbeResult } from "../../src/probe/result.ts";
import { httpSpec } from "../support/checks.ts";
import { tallyOf } from "./support/tally.ts";

const ports = inject("ports");
const tools = {
  connect,
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  clock: Date.now,
  allowPrivate: true,
};
const NEEDLE = '"status":"ok"';

type Way = "address" | "name";

function specOf(way: Way, path: string, fields: Partial<HttpProbeSpec>): HttpProbeSpec {
  const port = fields.port ?? ports.web;
  const host = `localhost:${port}`;
  const url = `http://${host}${path}`;
  return httpSpec({ address: way === "address" ? "127.0.0.1" : null, url, port, path, host, timeout: 2, ...fields });
}

interface Row {
  readonly name: string;
  readonly path: string;
  readonly fields?: Partial<HttpProbeSpec>;
  readonly outcome: ProbeResult["outcome"] | Readonly<Record<Way, ProbeResult["outcome"]>>;
  readonly code?: number;
}

const rows: readonly Row[] = [
  { name: "a text in the body", path: "/body/plain/k", outcome: "ok" },
  { name: "T74: a text that ends with octet 5,120", path: "/body/5120/k", outcome: "ok" },
  { name: "T74: one that ends with the next", path: "/body/5121/k", outcome: "body-mismatch" },
  { name: "T75: the wrong case", path: "/body/wrong-case/k", outcome: "body-mismatch" },
  { name: "T75: gzip", path: "/body/gzip/k", outcome: "ok" },
  {
    name: "T75: brotli, which fetch decodes",
    path: "/body/brotli/k",
    outcome: { address: "body-mismatch", name: "ok" },
  },
  { name: "deflate", path: "/body/deflate/k", outcome: "ok" },
  { name: "deflate without zlib's wrapping", path: "/body/bare-deflate/k", outcome: "ok" },
  { name: "chunks", path: "/body/chunked-plain/k", outcome: "ok" },
  { name: "gzip in chunks", path: "/body/chunked-gzip/k", outcome: "ok" },
  { name: "deflate in chunks", path: "/body/chunked-deflate/k", outcome: "ok" },
  { name: "the 5,120 octets are those of the decoded body", path: "/body/gzip-5121/k", outcome: "body-mismatch" },
  { name: "what unpacks without end is cut off", path: "/body/bomb/k", outcome: "body-mismatch" },
  { name: "A20: a body shorter than announced", path: "/body/short/k", outcome: "truncated" },
  { name: "one that breaks off behind the text", path: "/body/short-with-text/k", outcome: "ok" },
  { name: "A20: a body that drips is given the timeout", path: "/drip/k", fields: { timeout: 1 }, outcome: "timeout" },
  { name: "no body at all", path: "/status/200/k", outcome: "body-mismatch" },
  { name: "a status that is not expected comes first", path: "/status/500/k", outcome: "status-mismatch", code: 500 },
  {
    name: "the body of the answer that a redirect leads to",
    path: "/redirect/k?to=/body/plain/k",
    fields: { follow: 1 },
    outcome: "ok",
  },
  { name: "a body that ends with the connection", path: "/", fields: { port: ports.closing }, outcome: "ok" },
  {
    name: "a page of Cloudflare's that is the target's own, where it is expected",
    path: "/page/1020/403/k",
    fields: { expect: [[403, 403]], contains: "code: 1020" },
    outcome: "ok",
    code: 403,
  },
  {
    name: "T73: a head that comes too late",
    path: "/hold/1500/k",
    fields: { timeout: 1 },
    outcome: "timeout",
    code: 0,
  },
];

describe.each(["address", "name"] as const)("a body rule, by %s", (way) => {
  test.concurrent.each(rows)("$name", async ({ path, fields, outcome, code = 200 }) => {
    const result = await runProbe(specOf(way, path, { contains: NEEDLE, ...fields }), tools);
    const expected = typeof outcome === "string" ? outcome : outcome[way];
    expect({ outcome: result.outcome, code: result.code }).toEqual({
      outcome: expected,
      code: code === 0 ? null : code,
    });
  });

  test("reading stops once the text is found", async () => {
    const key = `found-by-${way}`;
    const result = await runProbe(specOf(way, `/drip/${key}`, { contains: "never ends" }), tools);
    expect(result).toMatchObject({ outcome: "ok", code: 200 });
    await expect.poll(async () => (await tallyOf(key)).closedEarly, { timeout: 3000 }).toBe(true);
  });
});

describe.each(["address", "name"] as const)("the request, by %s", (way) => {
  test.each([
    { name: "GET without the field", fields: {}, code: 403 },
    { name: "GET with it", fields: { headers: [["x-token", "one two"]] as const }, code: 200 },
    { name: "HEAD", fields: { method: "HEAD" as const }, code: 200 },
  ])("$name: $code", async ({ fields, code }) => {
    expect((await runProbe(specOf(way, "/echo/k", fields), tools)).code).toBe(code);
  });
});

test("T76: a certificate of the past is refused here, where the platform verifies", async () => {
  const url = `https://localhost:${ports.expired}/`;
  const result = await runProbe(httpSpec({ type: "https", address: null, url, port: ports.expired }), tools);
  expect(result).toEqual({ outcome: "connection-failed", latencyMs: null, code: null });
});
