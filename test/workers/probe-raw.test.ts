/** Both ways of asking, over a raw socket and through `fetch`, before servers that keep to RFC 9112 and such as do not. */
import { connect } from "cloudflare:sockets";
import { describe, expect, inject, test } from "vitest";
import { runProbe } from "../../src/probe/probe.ts";
import { httpSpec } from "../support/checks.ts";
import { RAW_ANSWERS } from "./support/raw-answers.ts";

const { raw: port } = inject("ports");
const tools = {
  connect,
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  clock: Date.now,
  allowPrivate: true,
};
const host = `localhost:${port}`;

const rows = RAW_ANSWERS.map((row, at) => ({ ...row, path: `/raw/${at}` }));

describe.each([
  { way: "address", address: "127.0.0.1" },
  { way: "name", address: null },
])("by $way", ({ address }) => {
  test.concurrent.each(rows)("$name", async ({ path, outcomes, byName, code = 200 }) => {
    const results = [null, "needle"].map((contains) => {
      const url = `http://${host}${path}`;
      return runProbe(httpSpec({ address, url, port, path, host, follow: 1, timeout: 4, contains }), tools);
    });
    const expected = address === null && byName !== undefined ? byName.outcomes : outcomes;
    expect((await Promise.all(results)).map(({ outcome, code }) => ({ outcome, code }))).toEqual(
      expected.map((outcome) => ({ outcome, code: outcome === "connection-failed" ? null : code })),
    );
  });
});
