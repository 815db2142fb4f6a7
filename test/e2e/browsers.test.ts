/**
 * Browsers that ask Fairlead every name: Chromium in secure-DNS mode and Firefox in TRR-only mode each load a page of a
 * hosted name that is steered and one of a name that is forwarded. Both names are on nobody else's servers.
 */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, prepareBrowser } from "./support/chromium.ts";
import { type Dev, startDev, temporaryFolder } from "./support/dev.ts";
import { prepareFirefox } from "./support/firefox.ts";
import { freePort } from "./support/ports.ts";
import { type DohServer, type Resolver, startDohServer, startResolver } from "./support/resolver.ts";
import { type Site, startSite } from "./support/site.ts";
import { type Front, startFront } from "./support/tls-front.ts";

const HOSTED = "www.example.com";
const FORWARDED = "web.example.net";

/** A line of the log may take longer than the answer. */
const LOG_PATIENCE = { timeout: 5_000 };

/** Nobody is at the first address, and its check says so from the start. */
const ZONE = `
zone: example.com
checks:
  gone: { type: push, whenSilent: unhealthy, initial: unhealthy }
records:
  www:
    A:
      failover:
        - { id: primary, values: [127.0.0.2], check: gone }
        - { id: secondary, values: [127.0.0.1] }
`;

let folder: string;
let sitePort: number;
let site: Site;
let resolver: Resolver;
let upstream: DohServer;
let dev: Dev;
let front: Front;

beforeAll(async () => {
  folder = await temporaryFolder();
  sitePort = await freePort();
  site = await startSite(sitePort, {
    [`${HOSTED}/`]: "<!doctype html><title>hosted</title><p>the steered page</p>",
    [`${FORWARDED}/`]: "<!doctype html><title>forwarded</title><p>the page of others</p>",
  });
  resolver = await startResolver(folder, "127.0.0.1");
  upstream = await startDohServer({ folder, resolver, who: "192.0.2.100" });
  const flags = ["--var", `UPSTREAMS=${upstream.url}`, "--var", "LOG_QUERIES=true"];
  dev = await startDev({ "example.com.yaml": ZONE }, flags);
  front = await startFront(folder, dev.port);
});

afterAll(async () => {
  await front?.stop();
  await dev?.stop();
  await upstream?.down();
  await resolver?.stop();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Names that were asked for an address since `from`, with what came of it. */
function questionsSince(from: number): string[] {
  const lines = dev.process.stdout().slice(from).split("\n");
  const queries = lines.filter((line) => line.startsWith(`{"event":"query"`)).map((line) => JSON.parse(line));
  return queries.map(({ qname, qtype, rcode }) => `${qname} ${qtype} ${rcode}`);
}

const browsers = [
  { name: "Chromium with secure DNS", prepare: prepareBrowser, userAgent: / HeadlessChrome\// },
  { name: "Firefox in TRR-only mode", prepare: prepareFirefox, userAgent: / Firefox\// },
];

describe.each(browsers)("$name", ({ prepare, userAgent }) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await prepare(folder, front.port, front.authority);
  });

  afterAll(() => browser?.remove());

  test.each([
    { what: "a steered name", host: HOSTED, text: "<p>the steered page</p>" },
    { what: "a forwarded name", host: FORWARDED, text: "<p>the page of others</p>" },
  ])("loads a page of $what", async ({ host, text }) => {
    const from = dev.process.stdout().length;
    expect(await browser.load(`http://${host}:${sitePort}/`)).toContain(text);
    await expect.poll(() => questionsSince(from), LOG_PATIENCE).toContain(`${host}. A NOERROR`);
    const visit = { host, path: "/", userAgent: expect.stringMatching(userAgent) };
    expect(site.visits.filter(({ path }) => path === "/").at(-1)).toEqual(visit);
  });
});
