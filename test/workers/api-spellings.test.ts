/** The names in the admin API's paths, bodies and parameters, in every spelling and encoding, over a real board. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { boardOf } from "../../src/store/board.ts";
import { RPC_FORMAT } from "../../src/store/env.ts";
import worker from "../../src/worker.ts";
import { publish } from "./support/publish.ts";

const inPlace = (address: string) => `values: [${address}], check: { type: tcp, address: ${address}, port: 80 }`;
const failover = (id: string) =>
  `failover: [{ id: ${JSON.stringify(id)}, ${inPlace("192.0.2.1")} }, { id: last, values: [192.0.2.9] }], failback: manual`;

const ZONES = [
  `
zone: example.com
checks:
  job: { type: push }
  web: { type: tcp, address: 192.0.2.7, port: 80 }
records:
  "@": { A: { ${failover("east")} } }
  "*.w": { A: { ${failover("east")} } }
  www:
    A: { ${failover("a/b?c#d%e f")} }
    AAAA: { values: ["2001:db8::1"], check: { type: tcp, address: "2001:db8::1", port: 80 } }
  both: { addresses: { ${failover("zürich 東")} } }`,
  `
zone: bücher.example.com
checks:
  web: { type: tcp, address: 192.0.2.8, port: 80 }
records: {}`,
  `
zone: 0/25.2.0.192.in-addr.arpa
checks:
  web: { type: tcp, address: 192.0.2.9, port: 80 }
records: {}`,
];

beforeAll(async () => {
  const { catalog } = await publish(ZONES, 1, Date.now());
  await boardOf(env).adopt({ format: RPC_FORMAT, generation: catalog.generation, checks: catalog.checks });
});

async function call(path: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  const ctx = createExecutionContext();
  const headers = { Authorization: "Bearer sole" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const request = new Request(`https://dns.example.com${path}`, init);
  const response = await worker.fetch(request as never, { ...env, ADMIN_TOKEN: "sole" }, ctx);
  await waitOnExecutionContext(ctx);
  return { status: response.status, body: await response.json() };
}

const DOWN = { verdict: "down", reason: "x" };

describe("a check's name in a path", () => {
  test.each([
    { name: "as it is written", path: "example.com/web", check: "example.com/web" },
    { name: "a zone in other letters", path: "Example.COM/web", check: "example.com/web" },
    { name: "a zone with its final dot", path: "Example.COM./web", check: "example.com/web" },
    { name: "a zone whose dots are encoded", path: "example%2Ecom%2E/web", check: "example.com/web" },
    { name: "U-labels", path: "B%C3%BCcher.example.com/web", check: "xn--bcher-kva.example.com/web" },
    { name: "U-labels as they are", path: "bücher.example.com/web", check: "xn--bcher-kva.example.com/web" },
    { name: "their A-labels", path: "XN--BCHER-KVA.example.com./web", check: "xn--bcher-kva.example.com/web" },
    {
      name: "a zone with a slash of its own (RFC 2317)",
      path: "0%2F25.2.0.192.in-addr.arpa/web",
      check: "0/25.2.0.192.in-addr.arpa/web",
    },
    { name: "an apex", path: "example.com/@%2FA%2Feast", check: "example.com/@/A/east" },
    { name: "an apex, encoded", path: "example.com/%40%2fA%2feast", check: "example.com/@/A/east" },
    { name: "a wildcard", path: "example.com/*.w%2FA%2Feast", check: "example.com/*.w/A/east" },
    { name: "a wildcard, encoded", path: "example.com/%2A.w%2FA%2Feast", check: "example.com/*.w/A/east" },
    {
      name: "slash, question mark, number sign, percent sign and space",
      path: "example.com/www%2FA%2Fa%2Fb%3Fc%23d%25e%20f",
      check: "example.com/www/A/a/b?c#d%e f",
    },
    {
      name: "other scripts",
      path: "example.com/both%2Faddresses%2Fz%C3%BCrich%20%E6%9D%B1",
      check: "example.com/both/addresses/zürich 東",
    },
    {
      name: "other scripts as they are",
      path: "example.com/both%2Faddresses%2Fzürich 東",
      check: "example.com/both/addresses/zürich 東",
    },
  ])("$name: $path", async ({ path, check }) => {
    const shown = await call(`/api/checks/${path}/override`, DOWN);
    expect(shown).toEqual({ status: 200, body: expect.objectContaining({ name: check }) });
    expect(await call(`/api/checks/${path}/override`, { verdict: "auto" })).toMatchObject({ status: 200 });
  });

  test("holds for reports as well", async () => {
    const { body } = await call("/api/checks/EXAMPLE.com./job/status", { status: "healthy" });
    expect(body).toMatchObject({ name: "example.com/job", status: "healthy" });
  });

  test.each([
    { name: "a percent sign alone", path: "example.com/100%", status: 400 },
    { name: "no hexadecimal digits", path: "example.com/%zz", status: 400 },
    { name: "half an encoding", path: "example.com/%4", status: 400 },
    { name: "no UTF-8", path: "example.com/%C3%28", status: 400 },
    { name: "a surrogate", path: "example.com/%ED%A0%80", status: 400 },
    { name: "no UTF-8 in the zone", path: "%FF.com/web", status: 400 },
    { name: "a name in other letters, which is another name", path: "example.com/WEB", status: 404 },
    { name: "a name with a final dot", path: "example.com/web.", status: 404 },
    { name: "what is encoded twice", path: "example.com/www%252FAAAA", status: 404 },
    { name: "two final dots", path: "example.com../web", status: 404 },
    { name: "no zone", path: "@/web", status: 404 },
    { name: "a NUL", path: "example.com/%00", status: 404 },
  ])("$name is told: $status for $path", async ({ path, status }) => {
    expect(await call(`/api/checks/${path}/override`, DOWN)).toEqual({ status, body: { error: expect.any(String) } });
  });
});

describe("until and reason", () => {
  test.each([
    { name: "UTC", until: "2999-01-01T00:00:00Z", utc: "2999-01-01T00:00:00.000Z" },
    { name: "an offset", until: "2999-01-01T00:00:00+02:00", utc: "2998-12-31T22:00:00.000Z" },
    { name: "an offset to the west", until: "2999-01-01T00:00:00.5-09:30", utc: "2999-01-01T09:30:00.500Z" },
  ])("$name: $until", async ({ until, utc }) => {
    const { body } = await call("/api/checks/example.com/web/override", { ...DOWN, until });
    expect(body).toMatchObject({ override: { until: utc } });
  });

  test("an offset counts when a time is past", async () => {
    const until = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}+02:00`;
    const { status, body } = await call("/api/checks/example.com/web/override", { ...DOWN, until });
    expect([status, body]).toEqual([400, { error: `"${until}" is past.` }]);
  });

  const checks = "/api/checks/example.com";
  test.each([
    { name: "of 256 characters, whatever their octets", path: `${checks}/web/override`, reason: "東".repeat(256) },
    { name: "of 256 characters, of a report", path: `${checks}/job/status`, reason: "𝒳".repeat(256) },
  ])("a reason $name", async ({ path, reason }) => {
    expect((await call(path, { ...bodyFor(path), reason })).status).toBe(200);
    const error = '"reason" has 257 characters; at most 256 are allowed.';
    expect(await call(path, { ...bodyFor(path), reason: `${reason}x` })).toEqual({ status: 400, body: { error } });
  });

  test.each([`${checks}/web/override`, `${checks}/job/status`, "/api/release"])(
    "%s takes no key that it does not know",
    async (path) => {
      const error = expect.stringContaining('There is no key "Reason"');
      expect(await call(path, { ...bodyFor(path), Reason: "x" })).toEqual({ status: 400, body: { error } });
    },
  );
});

const BODIES: readonly (readonly [end: string, body: object])[] = [
  ["/override", DOWN],
  ["/status", { status: "healthy" }],
  ["/release", { owner: "www.example.com", type: "A", path: "east" }],
];
const bodyFor = (path: string) => BODIES.find(([end]) => path.endsWith(end))?.[1];

describe("a place to release", () => {
  const odd = "a/b?c#d%e f";
  test.each([
    { name: "as it is written", owner: "www.example.com.", type: "A", path: odd, latch: `www.example.com./A/${odd}` },
    {
      name: "a type in lower case",
      owner: "www.example.com",
      type: "a",
      path: odd,
      latch: `www.example.com./A/${odd}`,
    },
    {
      name: "a type by its number",
      owner: "WWW.Example.COM",
      type: "type1",
      path: odd,
      latch: `www.example.com./A/${odd}`,
    },
    {
      name: "one escaped letter",
      owner: "\\119ww.example.com",
      type: "A",
      path: odd,
      latch: `www.example.com./A/${odd}`,
    },
    { name: "an apex", owner: "Example.com", type: "A", path: "east", latch: "example.com./A/east" },
    { name: "a wildcard", owner: "*.W.example.com", type: "A", path: "east", latch: "*.w.example.com./A/east" },
    {
      name: "one family of both, in lower case",
      owner: "both.example.com",
      type: "aaaa",
      path: "zürich 東",
      latch: "both.example.com./addresses/zürich 東",
    },
    {
      name: "both families",
      owner: "both.example.com",
      type: "ADDRESSES",
      path: "zürich 東",
      latch: "both.example.com./addresses/zürich 東",
    },
  ])("$name: $owner $type", async ({ owner, type, path, latch }) => {
    expect(await call("/api/release", { owner, type, path })).toEqual({
      status: 200,
      body: { name: latch, check: expect.any(String), held: false },
    });
  });

  test.each([
    { name: "a type that there is not", owner: "www.example.com", type: "AA", status: 400 },
    { name: "no name", owner: "www..example.com", type: "A", status: 400 },
    { name: "no absolute name", owner: "@", type: "A", status: 400 },
    { name: "an id in other letters", owner: "example.com", type: "A", path: "East", status: 404 },
  ])("$name is told: $status", async ({ owner, type, path = "east", status }) => {
    expect(await call("/api/release", { owner, type, path })).toEqual({
      status,
      body: { error: expect.any(String) },
    });
  });
});

describe("a check in given=", () => {
  const explain = (name: string, given: string) =>
    call(`/api/explain?name=${encodeURIComponent(name)}&given=${encodeURIComponent(`${given}=unhealthy`)}`);

  test.each([
    { name: "as it is written", owner: "example.com", given: "example.com/@/A/east" },
    { name: "a zone in other letters and with its dot", owner: "EXAMPLE.com.", given: "Example.COM./@/A/east" },
    { name: "a wildcard", owner: "x.w.example.com", given: "Example.com/*.w/A/east" },
    { name: "all signs", owner: "www.example.com", given: "example.com/www/A/a/b?c#d%e f" },
    { name: "other scripts", owner: "both.example.com", given: "example.com./both/addresses/zürich 東" },
  ])("$name: $given", async ({ owner, given }) => {
    const { body } = await explain(owner, given);
    expect(body).toMatchObject({ answer: { records: [expect.stringMatching(/ 192\.0\.2\.9$/)] } });
  });

  test.each([
    {
      name: "a zone with a slash of its own",
      owner: "example.com",
      given: "0/25.2.0.192.IN-ADDR.arpa./web",
      status: 200,
    },
    { name: "U-labels", owner: "bücher.example.com", given: "bücher.example.com/web", status: 200 },
    { name: "another name", owner: "example.com", given: "example.com/WEB", status: 400 },
    { name: "no zone", owner: "example.com", given: "web", status: 400 },
    { name: "a name to explain that is none", owner: "ü/x.example.com", given: "example.com/web", status: 400 },
  ])("$name: $status", async ({ owner, given, status }) => {
    expect((await explain(owner, given)).status).toBe(status);
  });
});
