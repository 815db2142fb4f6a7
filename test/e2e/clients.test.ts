/**
 * Real DoH clients against `fairlead dev` behind TLS and HTTP/2. A client that is not installed fails its test:
 * `.ci/install` brings them all.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { prepareBrowser } from "./support/chromium.ts";
import { type Dev, startDev, temporaryFolder } from "./support/dev.ts";
import { type Origin, startOrigin } from "./support/origin.ts";
import { freePort } from "./support/ports.ts";
import { run } from "./support/process.ts";
import { type Front, startFront } from "./support/tls-front.ts";

const PRIMARY = "127.0.0.1";
const SECONDARY = "127.0.0.2";

/** Two endpoints on one port, as a browser keeps the port when the address moves. */
const zone = (port: number): string => `
zone: example.com
checks:
  primary: { type: http, address: ${PRIMARY}, port: ${port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: 2 }
  secondary: { type: http, address: ${SECONDARY}, port: ${port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: 2 }
records:
  www:
    A:
      ttl: 1
      failover:
        - { id: primary, values: [${PRIMARY}], check: primary }
        - { id: secondary, values: [${SECONDARY}], check: secondary }
`;

let dev: Dev;
let front: Front;
let folder: string;
let pagePort: number;
let primary: Origin;
let secondary: Origin;

beforeAll(async () => {
  pagePort = await freePort(PRIMARY, SECONDARY);
  primary = await startOrigin(PRIMARY, pagePort, "served by the primary");
  secondary = await startOrigin(SECONDARY, pagePort, "served by the secondary");
  folder = await temporaryFolder();
  dev = await startDev({ "example.com.yaml": zone(pagePort) }, ["--tick", "1", "--allow-private-targets"]);
  front = await startFront(folder, dev.port);
});

afterAll(async () => {
  await front?.stop();
  await dev?.stop();
  await primary?.down();
  await secondary?.down();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until the answer is `address`; within the time that detection and two ages may take. */
async function untilAnswered(address: string): Promise<void> {
  for (const deadline = Date.now() + 25_000; Date.now() < deadline; await delay(250)) {
    if ((await ask(dev.url, "www.example.com")).data[0] === address) return;
  }
  throw new Error(`www.example.com was not answered with ${address} in time`);
}

describe("command-line clients resolve a steered name", () => {
  const digs = [
    { name: "kdig by POST", command: "kdig", method: "+https" },
    { name: "kdig by GET", command: "kdig", method: "+https-get" },
    { name: "dig by POST", command: "dig", method: "+https" },
    { name: "dig by GET", command: "dig", method: "+https-get" },
  ];
  test.each(digs)("$name", async ({ command, method }) => {
    const tls = [`+tls-ca=${front.authority}`, "+tls-hostname=localhost"];
    const question = ["+noall", "+answer", "www.example.com", "A"];
    const asked = await run(command, ["@127.0.0.1", "-p", String(front.port), method, ...tls, ...question], 20_000);
    expect({ code: asked.code, records: asked.stdout.trim().replaceAll(/\s+/g, " ") }).toEqual({
      code: 0,
      records: `www.example.com. 1 IN A ${PRIMARY}`,
    });
  });

  test("curl fetches a page by a name that it resolves over DoH", async () => {
    const doh = ["--cacert", front.authority, "--doh-url", `https://localhost:${front.port}/dns-query`];
    const page = `http://www.example.com:${pagePort}/`;
    const fetched = await run("curl", ["--silent", "--show-error", "--noproxy", "*", ...doh, page], 20_000);
    expect({ code: fetched.code, stderr: fetched.stderr }).toEqual({ code: 0, stderr: "" });
    expect(fetched.stdout).toMatch(/served by the primary/);
  });

  // One query outstanding: dnsperf 2.10 loses replies that arrive in one read of a connection, whatever the server.
  test.each(["GET", "POST"])("dnsperf by %s loses no query", async (method) => {
    const queries = join(folder, "queries.txt");
    await writeFile(queries, "www.example.com A\nwww.example.com AAAA\n");
    const options = ["-O", `doh-method=${method}`, "-O", "doh-uri=https://localhost/dns-query"];
    const load = ["-d", queries, "-l", "2", "-c", "1", "-q", "1", "-t", "3"];
    const loaded = await run(
      "dnsperf",
      ["-m", "doh", "-s", "127.0.0.1", "-p", String(front.port), ...load, ...options],
      30_000,
    );
    const count = (pattern: RegExp): number => Number(pattern.exec(loaded.stdout)?.[1] ?? Number.NaN);
    const sent = count(/Queries sent: +(\d+)/);
    expect(sent).toBeGreaterThan(10);
    expect({
      completed: count(/Queries completed: +(\d+)/),
      lost: count(/Queries lost: +(\d+)/),
      codes: /Response codes: +(.*)/.exec(loaded.stdout)?.[1],
    }).toEqual({ completed: sent, lost: 0, codes: `NOERROR ${sent} (100.00%)` });
  });
});

test("Chromium with secure DNS loads a page from the primary, and from the secondary once the primary is gone", async () => {
  const browser = await prepareBrowser(folder, front.port, front.authority);
  try {
    const page = `http://www.example.com:${pagePort}/`;
    await untilAnswered(PRIMARY);
    expect(await browser.load(page)).toMatch(/<p>served by the primary<\/p>/);
    await primary.down();
    await untilAnswered(SECONDARY);
    expect(await browser.load(page)).toMatch(/<p>served by the secondary<\/p>/);
    await primary.up();
    await untilAnswered(PRIMARY);
    expect(await browser.load(page)).toMatch(/<p>served by the primary<\/p>/);
  } finally {
    await browser.remove();
  }
}, 120_000);
