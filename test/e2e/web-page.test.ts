/**
 * Web pages in Chromium that ask across origins, in JSON and in DNS: the one whose origin is in CORS_ORIGINS reads the
 * answers, and the browser keeps them from the other. It asks before it sends a POST of a DNS message (pre-flight).
 */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, prepareBrowser } from "./support/chromium.ts";
import { type Dev, startDev, temporaryFolder } from "./support/dev.ts";
import { freePort } from "./support/ports.ts";
import { type Site, startSite } from "./support/site.ts";
import { type Front, startFront } from "./support/tls-front.ts";

const ZONE = `
zone: example.com
records:
  www: { A: 192.0.2.10 }
  app: { A: 127.0.0.1 }
  other: { A: 127.0.0.1 }
`;

/** www.example.com A. */
const QUERY = "AAABAAABAAAAAAAAA3d3dwdleGFtcGxlA2NvbQAAAQAB";

/** Asks in three ways, and writes into itself what it was told. */
const page = (frontPort: number): string => `<!doctype html><pre></pre><script>
const resolver = "https://localhost:${frontPort}";
const query = Uint8Array.from(atob("${QUERY}"), (letter) => letter.charCodeAt(0));
const told = async (path, init, read) => {
  try {
    const response = await fetch(resolver + path, init);
    return response.status + " " + read(await response.arrayBuffer());
  } catch (error) {
    return error.name;
  }
};
const text = (body) => JSON.parse(new TextDecoder().decode(body)).Answer[0].data;
const address = (body) => new Uint8Array(body).slice(-4).join(".");
const dns = { "Content-Type": "application/dns-message" };
Promise.all([
  told("/resolve?name=www.example.com", {}, text),
  told("/dns-query?dns=${QUERY}", {}, address),
  told("/dns-query", { method: "POST", body: query, headers: dns }, address),
]).then((all) => { document.querySelector("pre").textContent = all.join(", "); });
</script>`;

let folder: string;
let sitePort: number;
let site: Site;
let dev: Dev;
let front: Front;
let browser: Browser;

beforeAll(async () => {
  folder = await temporaryFolder();
  sitePort = await freePort();
  const origin = `http://app.example.com:${sitePort}`;
  dev = await startDev({ "example.com.yaml": ZONE }, [
    ...["--var", `CORS_ORIGINS=https://app.example.com ${origin}`],
    ...["--var", "LOG_QUERIES=true"],
  ]);
  front = await startFront(folder, dev.port);
  const text = page(front.port);
  site = await startSite(sitePort, { "app.example.com/": text, "other.example.com/": text });
  browser = await prepareBrowser(folder, front.port, front.authority);
});

afterAll(async () => {
  await browser?.remove();
  await front?.stop();
  await dev?.stop();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  {
    name: "of an allowed origin reads every answer",
    host: "app.example.com",
    told: "200 192.0.2.10, 200 192.0.2.10, 200 192.0.2.10",
    answered: 3,
  },
  {
    name: "of another origin reads none, and its POST is not even sent",
    host: "other.example.com",
    told: "TypeError, TypeError, TypeError",
    answered: 2,
  },
])("a page $name", async ({ host, told, answered }) => {
  const from = dev.process.stdout().length;
  const dom = await browser.load(`http://${host}:${sitePort}/`);
  expect(/<pre>(.*)<\/pre>/.exec(dom)?.[1]).toBe(told);
  // A line of the log may take longer than the answer.
  const queries = () => dev.process.stdout().slice(from).split(`"qname":"www.example.com."`).length - 1;
  await expect.poll(queries, { timeout: 5_000 }).toBe(answered);
});
