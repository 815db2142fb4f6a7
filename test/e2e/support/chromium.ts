/**
 * Headless Chromium in secure-DNS mode: every name goes to the DoH server of a policy, and nowhere else. Each load has
 * a profile of its own, since a browser remembers addresses longer than their TTL.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeTrustStore } from "./nss.ts";
import { run } from "./process.ts";

const POLICY_FOLDER = "/etc/chromium/policies/managed";
const POLICY_FILE = join(POLICY_FOLDER, "fairlead-e2e.json");
const LOAD_TIMEOUT_MS = 40_000;

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--no-proxy-server",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The DOM is told once a page's scripts have nothing under way; waiting for the network costs none of it.
  "--virtual-time-budget=5000",
];

export interface Browser {
  /** Loads a page with a fresh profile and gives its DOM as text. */
  load(url: string): Promise<string>;
  /** Takes the policy away again. */
  remove(): Promise<void>;
}

/** Makes a home folder that trusts the authority, and the policy that names the DoH server on `port`. */
export async function prepareBrowser(folder: string, port: number, authority: string): Promise<Browser> {
  await makeTrustStore(join(folder, ".pki/nssdb"), authority);
  await mkdir(POLICY_FOLDER, { recursive: true });
  const template = `https://localhost:${port}/dns-query{?dns}`;
  await writeFile(POLICY_FILE, JSON.stringify({ DnsOverHttpsMode: "secure", DnsOverHttpsTemplates: template }));
  let loads = 0;
  return {
    async load(url) {
      loads += 1;
      const profile = join(folder, `profile-${loads}`);
      const args = [...FLAGS, `--user-data-dir=${profile}`, "--dump-dom", url];
      const finished = await run("chromium", args, LOAD_TIMEOUT_MS, { env: { HOME: folder } });
      if (finished.code !== 0) throw new Error(`chromium ended with ${finished.code}: ${finished.stderr}`);
      return finished.stdout;
    },
    remove: () => rm(POLICY_FILE, { force: true }),
  };
}
