import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { openRemote, remoteTarget } from "../../../src/cli/kv-remote.ts";
import type { Project } from "../../../src/cli/project.ts";

const PROJECT: Project = {
  name: "fairlead",
  compatibilityDate: "2026-11-02",
  compatibilityFlags: [],
  namespaceId: "ns",
  accountId: null,
  vars: {},
  crons: [],
  rateLimiters: [],
};

interface Call {
  readonly call: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** Stands in for Cloudflare's API: answers in turn and keeps what was asked. */
async function standIn(answers: readonly Answer[]): Promise<{ baseUrl: string; calls: Call[] }> {
  const calls: Call[] = [];
  const left = [...answers];
  const asked = async (request: IncomingMessage): Promise<void> => {
    const sent = await text(request);
    const body: unknown = sent === "" ? null : JSON.parse(sent);
    calls.push({ call: `${request.method} ${request.url}`, authorization: request.headers.authorization, body });
  };
  const listening = createServer(async (request, response) => {
    await asked(request);
    const { status = 200, body } = left.shift() ?? { status: 500, body: "no further answer" };
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  return { baseUrl: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`, calls };
}

async function open(answers: readonly Answer[]) {
  const { baseUrl, calls } = await standIn(answers);
  const environment = { CLOUDFLARE_API_BASE_URL: baseUrl, CLOUDFLARE_API_TOKEN: "t", CLOUDFLARE_ACCOUNT_ID: "acc" };
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  return { store: openRemote(await remoteTarget(PROJECT, environment), wait), calls, waits };
}

const NAMESPACE = "/accounts/acc/storage/kv/namespaces/ns";
const DONE = { body: { success: true, result: {} } };

test("a value is read as it is, with its key percent-encoded", async () => {
  const { store, calls } = await open([{ body: '{"a":1}' }]);
  expect(await store.get("zone/ab")).toBe('{"a":1}');
  expect(calls).toEqual([{ call: `GET ${NAMESPACE}/values/zone%2Fab`, authorization: "Bearer t", body: null }]);
});

describe("a missing value", () => {
  const missing = (code: number, message: string) => ({
    status: 404,
    body: { success: false, errors: [{ code, message }] },
  });
  test("is null where the key does not exist", async () => {
    const { store } = await open([missing(10009, "get: 'key not found'")]);
    expect(await store.get("catalog")).toBeNull();
  });
  test("is a failure where the namespace does not exist", async () => {
    const { store } = await open([missing(10013, "namespace not found")]);
    await expect(store.get("catalog")).rejects.toThrow("HTTP 404: namespace not found (10013)");
  });
});

test("keys are listed page by page", async () => {
  const page = (name: string, cursor: string) => ({ body: { result: [{ name }], result_info: { cursor } } });
  const { store, calls } = await open([page("zone/a", "next"), page("zone/b", "")]);
  expect(await store.list("zone/")).toEqual(["zone/a", "zone/b"]);
  expect(calls.map(({ call }) => call)).toEqual([
    `GET ${NAMESPACE}/keys?limit=1000&prefix=zone%2F`,
    `GET ${NAMESPACE}/keys?limit=1000&prefix=zone%2F&cursor=next`,
  ]);
});

test("1001 blobs are two calls, with progress after each", async () => {
  const { store, calls } = await open([DONE, DONE]);
  const entries = Array.from({ length: 1001 }, (_, index) => ({ key: `zone/${index}`, value: "v" }));
  const progress: [number, number][] = [];
  await store.putAll(entries, (done, total) => progress.push([done, total]));
  expect(progress).toEqual([
    [1000, 1001],
    [1001, 1001],
  ]);
  expect(calls).toEqual([
    { call: `PUT ${NAMESPACE}/bulk`, authorization: "Bearer t", body: entries.slice(0, 1000) },
    { call: `PUT ${NAMESPACE}/bulk`, authorization: "Bearer t", body: entries.slice(1000) },
  ]);
});

describe("keys that were not stored", () => {
  const a = { key: "a", value: "1" };
  const b = { key: "b", value: "2" };
  const failed = { body: { result: { unsuccessful_keys: ["b"] } } };

  test("are sent again, and those alone", async () => {
    const { store, calls, waits } = await open([failed, DONE]);
    await store.putAll([a, b]);
    expect({ sent: calls.map(({ body }) => body), waits }).toEqual({ sent: [[a, b], [b]], waits: [1000] });
  });

  test("stop the upload in the end", async () => {
    const { store, waits } = await open([failed, failed, failed, failed]);
    await expect(store.putAll([a, b])).rejects.toThrow("Cloudflare did not store 1 keys, the first is b");
    expect(waits).toEqual([1000, 2000, 3000]);
  });
});

test("an error of the API is told in its own words", async () => {
  const { store } = await open([{ status: 403, body: { errors: [{ code: 10000, message: "Authentication error" }] } }]);
  await expect(store.put("a", "1")).rejects.toThrow("Cloudflare's API answered HTTP 403: Authentication error (10000)");
});

test("keys are removed together", async () => {
  const { store, calls } = await open([DONE]);
  await store.remove(["zone/a", "shard/b"]);
  expect(calls).toEqual([
    { call: `POST ${NAMESPACE}/bulk/delete`, authorization: "Bearer t", body: ["zone/a", "shard/b"] },
  ]);
});

describe("the account", () => {
  const environment = (baseUrl: string) => ({ CLOUDFLARE_API_BASE_URL: baseUrl, CLOUDFLARE_API_TOKEN: "t" });
  test("is wrangler.toml's where the environment names none", async () => {
    const target = await remoteTarget({ ...PROJECT, accountId: "own" }, environment("http://127.0.0.1:1"));
    expect(target.accountId).toBe("own");
  });
  test("is the login's only one where nothing names one", async () => {
    const { baseUrl } = await standIn([{ body: { result: [{ id: "only" }] } }]);
    expect((await remoteTarget(PROJECT, environment(baseUrl))).accountId).toBe("only");
  });
  test("must be named where the login has several", async () => {
    const { baseUrl } = await standIn([{ body: { result: [{ id: "a" }, { id: "b" }] } }]);
    await expect(remoteTarget(PROJECT, environment(baseUrl))).rejects.toThrow("the login has 2 accounts");
  });
});
