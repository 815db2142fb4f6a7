/** `wrangler dev` answers what `fairlead push` has put into the local KV: one layout of local state for both. */
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { fairlead, ROOT, temporaryFolder } from "./support/dev.ts";
import { freePort } from "./support/ports.ts";
import { type Started, start } from "./support/process.ts";

const ZONE = `
zone: example.com
records:
  www: { A: { weighted: [{ id: only, weight: 1, values: [192.0.2.10] }] } }
`;

let folder: string;
let wrangler: Started | undefined;

beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder, "zones"));
  await writeFile(join(folder, "zones/example.com.yaml"), ZONE);
});

afterAll(async () => {
  await wrangler?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The README's way to fire the cron trigger by hand. */
const CRON_PATH = /http:\/\/localhost:8787(\/cdn-cgi\/[\w/]+)/.exec(readFileSync(join(ROOT, "README.md"), "utf8"))?.[1];

test("wrangler dev answers from the state that fairlead push wrote", async () => {
  const state = join(folder, "state");
  const pushed = await fairlead(["push", join(folder, "zones"), "--state", state]);
  expect({ code: pushed.code, stderr: pushed.code === 0 ? "" : pushed.stderr }).toEqual({ code: 0, stderr: "" });

  const port = await freePort();
  const ports = ["--port", String(port), "--inspector-port", String(await freePort())];
  wrangler = await start(
    join(ROOT, "node_modules/.bin/wrangler"),
    ["dev", "--ip", "127.0.0.1", ...ports, "--persist-to", state],
    {
      cwd: ROOT,
      env: { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    },
  );
  await wrangler.line(/Ready on http/, 60_000);
  expect(await ask(`http://127.0.0.1:${port}/dns-query`, "www.example.com")).toEqual({
    rcode: "NOERROR",
    data: ["192.0.2.10"],
    extendedErrors: [],
  });
  const fired = await fetch(`http://localhost:${port}${CRON_PATH}`);
  expect([fired.status, await fired.text()]).toEqual([200, "ok"]);
}, 120_000);
