/** `--remote`, against a stand-in of Cloudflare's API for KV on this machine; the login is asked of wrangler itself. */
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { Catalog } from "../../src/zone/catalog.ts";
import { fairlead } from "./support/dev.ts";
import { folderForTest } from "./support/for-test.ts";

const NAMESPACE = /^\/accounts\/acc\/storage\/kv\/namespaces\/fairlead-zones/;

interface StandIn {
  readonly baseUrl: string;
  readonly values: Map<string, string>;
  /** Method, path and who asks. */
  readonly calls: string[];
  /** Answers HTTP 500 to every bulk write from now on. */
  failWrites(): void;
}

async function standIn(): Promise<StandIn> {
  const values = new Map<string, string>();
  const calls: string[] = [];
  let isFailing = false;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", "http://stand-in");
    const path = url.pathname.replace(NAMESPACE, "");
    const body = await text(request);
    const send = (status: number, result: unknown) => response.writeHead(status).end(JSON.stringify(result));
    calls.push(`${request.method} ${path} ${request.headers.authorization}`);
    if (request.method === "PUT" && path === "/bulk") {
      if (isFailing) return send(500, { errors: [{ code: 1, message: "out of order" }] });
      for (const { key, value } of JSON.parse(body) as { key: string; value: string }[]) values.set(key, value);
      return send(200, { result: { successful_key_count: 1, unsuccessful_keys: [] } });
    }
    if (path === "/keys") {
      const prefix = url.searchParams.get("prefix") ?? "";
      const names = [...values.keys()].filter((key) => key.startsWith(prefix));
      return send(200, { result: names.map((name) => ({ name })), result_info: { cursor: "" } });
    }
    if (path.startsWith("/values/")) {
      const value = values.get(decodeURIComponent(path.slice("/values/".length)));
      if (value !== undefined) return response.writeHead(200).end(value);
      return send(404, { errors: [{ code: 10009, message: "get: 'key not found'" }] });
    }
    return send(404, { errors: [{ code: 7003, message: `no route ${path}` }] });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  const failWrites = () => {
    isFailing = true;
  };
  return { baseUrl, values, calls, failWrites };
}

async function zoneFolder(): Promise<{ dir: string; write: (address: string) => Promise<void> }> {
  const dir = await folderForTest();
  const write = (address: string) =>
    writeFile(join(dir, "example.com.yaml"), `zone: example.com\nrecords:\n  www: { A: ${address} }\n`);
  await write("192.0.2.1");
  return { dir, write };
}

const environment = (baseUrl: string, more: Readonly<Record<string, string>>) => ({
  CLOUDFLARE_API_TOKEN: undefined,
  CLOUDFLARE_API_BASE_URL: baseUrl,
  CLOUDFLARE_ACCOUNT_ID: "acc",
  ...more,
});

test("push --remote publishes once, says so when nothing changed, and leaves the old generation when it breaks off", async () => {
  const { dir, write } = await zoneFolder();
  const api = await standIn();
  const env = environment(api.baseUrl, { CLOUDFLARE_API_TOKEN: "t" });
  const place = "KV namespace fairlead-zones at Cloudflare";

  const first = await fairlead(["push", dir, "--remote"], env);
  const catalog = api.values.get("catalog") ?? "";
  const { generation, zones } = JSON.parse(catalog) as Catalog;
  expect(first).toEqual({
    code: 0,
    stdout: `published generation ${generation} with 2 new blobs to ${place}\n`,
    stderr: "uploaded 2 of 2 blobs\n",
  });
  expect([...api.values.keys()].at(-1)).toBe("catalog");
  expect(api.values.has(`zone/${zones["example.com"]?.hash}`)).toBe(true);

  const second = await fairlead(["push", dir, "--remote"], env);
  expect(second.stdout).toBe(`nothing to publish: generation ${generation} in ${place} is the same\n`);

  await write("192.0.2.2");
  api.failWrites();
  const third = await fairlead(["push", dir, "--remote"], env);
  expect({ code: third.code, stderr: third.stderr }).toEqual({
    code: 1,
    stderr: "fairlead: Cloudflare's API answered HTTP 500: out of order (1)\n",
  });
  expect(api.values.get("catalog")).toBe(catalog);
});

test("without a token in the environment the login of wrangler is used", async () => {
  const { dir } = await zoneFolder();
  const api = await standIn();
  const home = await folderForTest();
  const config = join(home, ".wrangler", "config");
  await mkdir(config, { recursive: true });
  const login = `oauth_token = "from-login"\nrefresh_token = "r"\nexpiration_time = "2099-01-01T00:00:00.000Z"\nscopes = []\n`;
  await writeFile(join(config, "default.toml"), login);
  const env = environment(api.baseUrl, { HOME: home, XDG_CONFIG_HOME: home });
  const { code, stdout } = await fairlead(["plan", dir, "--remote"], env);
  expect({ code, stdout, calls: api.calls }).toEqual({
    code: 0,
    stdout: "example.com: new zone\n  + example.com./SOA\n  + www.example.com./A\nprobes: 0\n",
    calls: ["GET /values/catalog Bearer from-login"],
  });
});
