/**
 * Who may ask, and how much, as kdig and curl see it: tokens in the path, and the rate limiter that docs/web-and-access.md
 * has people put into wrangler.toml.
 */
import { appendFile, cp, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Dev, type DevOptions, ROOT, startDev, temporaryFolder } from "./support/dev.ts";
import { kdig, runKdig } from "./support/kdig.ts";
import { run } from "./support/process.ts";
import { type Front, startFront } from "./support/tls-front.ts";

const ZONE = "{zone: example.com, records: {www: {A: 192.0.2.10}}}";
const ANSWER = ["www.example.com. 60 IN A 192.0.2.10"];
const LIMIT = 5;

const stops: (() => Promise<void>)[] = [];
let folder: string;
let front: Front;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await rm(folder, { recursive: true, force: true });
});

async function serve(flags: readonly string[], options: DevOptions = {}): Promise<void> {
  const dev: Dev = await startDev({ "example.com.yaml": ZONE }, flags, options);
  stops.push(dev.stop);
  front = await startFront(folder, dev.port);
  stops.push(front.stop);
}

/** Asks for JSON; gives the HTTP status, and what Retry-After says. */
async function curl(path: string, client = "192.0.2.1"): Promise<string> {
  const told = ["--output", "/dev/null", "--write-out", "%{http_code} %header{retry-after}"];
  const sent = ["--cacert", front.authority, "--header", `CF-Connecting-IP: ${client}`];
  const url = `https://localhost:${front.port}${path}?name=www.example.com`;
  return (await run("curl", ["--silent", ...told, ...sent, url], 20_000)).stdout.trim();
}

test("with tokens only those who have one in their path are answered", async () => {
  await serve(["--var", "ACCESS_TOKENS=alice:3f0c51d2,laptop:91be77aa"]);
  for (const token of ["3f0c51d2", "91be77aa"]) {
    expect((await kdig(front, "www.example.com A", `/dns-query/${token}`)).answer).toEqual(ANSWER);
  }
  for (const path of ["/dns-query", "/dns-query/3f0c51d3", "/dns-query/alice"]) {
    expect((await runKdig(front, "www.example.com A", path)).stdout).toMatch(/status: 404/);
  }
  expect([await curl("/resolve/3f0c51d2"), await curl("/resolve"), await curl("/resolve/x")]).toEqual([
    "200",
    "404",
    "404",
  ]);
});

/** Makes a copy of the project whose wrangler.toml has the documented block, with a limit that is soon reached. */
async function limitedProject(): Promise<string> {
  const root = join(folder, "project");
  await mkdir(root);
  for (const part of ["package.json", "wrangler.toml", "src"])
    await cp(join(ROOT, part), join(root, part), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(root, "node_modules"));
  const manual = await readFile(join(ROOT, "docs/web-and-access.md"), "utf8");
  const [, block = ""] = /```toml\n(\[\[ratelimits\]\]\n.*?)```/s.exec(manual) ?? [];
  await appendFile(join(root, "wrangler.toml"), `\n${block.replace(/limit = \d+/, `limit = ${LIMIT}`)}`);
  return root;
}

test("beyond the rate limit a client's network is told to wait, and another is answered", async () => {
  await serve([], { root: await limitedProject() });
  // A new period may begin once on the way, and another network is counted by itself.
  const told: string[] = [];
  while (told.length <= 2 * LIMIT && !told.includes("429 10")) told.push(await curl("/resolve"));
  expect({ before: new Set(told.slice(0, -1)), last: told.at(-1) }).toEqual({
    before: new Set(["200"]),
    last: "429 10",
  });
  expect(told.length).toBeGreaterThan(LIMIT);
  expect(await curl("/resolve", "198.51.100.1")).toBe("200");
  let output = "";
  for (let left = 2 * LIMIT; left >= 0 && !output.includes("status: 429"); left -= 1) {
    output = (await runKdig(front, "www.example.com A")).stdout;
  }
  expect(output).toMatch(/HTTP session .*\(status: 429\)/);
});
