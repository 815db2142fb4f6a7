import { describe, expect, test } from "vitest";
import { originsOf } from "../../src/http/cors.ts";
import { backendOf, knock } from "../support/doors.ts";
import { CORS, DOORS } from "./doors.cases.ts";

const BACKEND = backendOf("{zone: example.com, records: {www: {A: 192.0.2.1, AAAA: '2001:db8::1'}}}");

describe("doors", () => {
  test.each(DOORS)("$name: $path, accepting $accept", async ({ method = "GET", path, accept, ...expected }) => {
    const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
    const response = await knock(path, { method, headers }, BACKEND);
    const { name: _name, status, type, allow = null } = expected;
    const told = response.headers;
    expect([response.status, told.get("Content-Type"), told.get("Allow")]).toEqual([status, type, allow]);
  });

  const readable = DOORS.filter(({ method = "GET" }) => method === "GET");
  test.each(readable)("HEAD is GET without its body: $path, accepting $accept", async ({ path, accept }) => {
    const headers: Record<string, string> = accept === undefined ? {} : { Accept: accept };
    const whole = await knock(path, { headers }, BACKEND);
    const head = await knock(path, { method: "HEAD", headers }, BACKEND);
    const length = String((await whole.arrayBuffer()).byteLength);
    expect([head.status, Object.fromEntries(head.headers), await head.text()]).toEqual([
      whole.status,
      { ...Object.fromEntries(whole.headers), "content-length": length },
      "",
    ]);
  });
});

describe("pages of other origins", () => {
  test.each(CORS)("$name ($method)", async ({ setting, method, path, headers, status, expected }) => {
    const origins = originsOf(setting);
    const guard = origins && { tokens: null, limiter: null, origins };
    const response = await knock(path, { method, headers }, BACKEND, guard);
    const told = [...response.headers].filter(([name]) => /^(allow|vary|access-control-.*)$/.test(name));
    expect([response.status, Object.fromEntries(told)]).toEqual([status, expected]);
  });
});
