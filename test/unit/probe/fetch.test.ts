/** The probe through `fetch`, against scripted responses: what is asked, and what the platform's own words mean. */
import { expect, test } from "vitest";
import { type ProbeTools, runProbe } from "../../../src/probe/probe.ts";
import { httpSpec } from "../../support/checks.ts";

const spec = httpSpec({ address: null, type: "https", url: "https://origin.example.net/healthz", port: 443 });

function tools(fetch: ProbeTools["fetch"]): ProbeTools {
  const connect = (): never => {
    throw new Error("a host name is not probed by socket");
  };
  return { connect, fetch, clock: () => 5, allowPrivate: false };
}

test("T79: asks for the URL as it is, by whatever address family, past every cache, and follows nothing by itself", async () => {
  const asked: unknown[] = [];
  await runProbe(
    spec,
    tools(async (url, { signal, ...init }) => {
      asked.push([url, init, signal?.aborted]);
      return new Response(null, { status: 204 });
    }),
  );
  const headers = { "User-Agent": "Fairlead-Probe/1.0", Accept: "*/*" };
  expect(asked).toEqual([[spec.url, { method: "GET", redirect: "manual", cache: "no-store", headers }, false]]);
});

test.each([
  {
    name: "a connection limit says nothing of the target",
    text: "Response closed due to connection limit",
    outcome: "not-measured",
  },
  { name: "nor does running out of subrequests", text: "Too many subrequests.", outcome: "not-measured" },
  { name: "a lost connection does", text: "Network connection lost.", outcome: "connection-failed" },
  {
    name: "so does an error of TLS, which has no text",
    text: "internal error; reference = abc",
    outcome: "connection-failed",
  },
])("$name", async ({ text, outcome }) => {
  const result = await runProbe(
    spec,
    tools(async () => {
      throw new Error(text);
    }),
  );
  expect(result).toEqual({ outcome, latencyMs: null, code: null });
});

test.each([
  { name: "a dead origin's page", status: 522, server: "cloudflare", body: "error code: 522", outcome: "origin-error" },
  {
    name: "the same, though the status is expected",
    status: 530,
    server: "cloudflare",
    body: "error code: 1016\n",
    outcome: "origin-error",
  },
  { name: "the target's own 522, by its body", status: 522, server: "cloudflare", body: "busy", outcome: "ok" },
  { name: "the target's own 522, by its server", status: 522, server: "nginx", body: "error code: 522", outcome: "ok" },
  {
    name: "a long page that begins alike",
    status: 522,
    server: "cloudflare",
    body: `error code: 522${" ".repeat(99)}`,
    outcome: "ok",
  },
])("$name: $outcome", async ({ status, server, body, outcome }) => {
  const lenient = { ...spec, expect: [[200, 599]] as const };
  const result = await runProbe(
    lenient,
    tools(async () => new Response(body, { status, headers: { Server: server } })),
  );
  expect(result).toEqual({ outcome, latencyMs: 0, code: status });
});
