/**
 * Headless Firefox in TRR-only mode: every name goes to the DoH server of its preferences, and nowhere else. It is led
 * by WebDriver BiDi over its own port. Each load has a profile of its own, since a browser remembers addresses.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "./chromium.ts";
import { makeTrustStore } from "./nss.ts";
import { start } from "./process.ts";

const START_MS = 30_000;
const REPLY_MS = 30_000;

/** https://firefox-source-docs.mozilla.org/networking/dns/trr.html */
const preferences = (port: number): Readonly<Record<string, string | number | boolean>> => ({
  "network.trr.mode": 3,
  "network.trr.uri": `https://localhost:${port}/dns-query`,
  "network.trr.custom_uri": `https://localhost:${port}/dns-query`,
  // The pages of the tests are on this machine.
  "network.trr.allow-rfc1918": true,
  "network.proxy.type": 0,
  // As the address bar asks for it, by its scheme.
  "dom.security.https_first": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
});

/** Prepares Firefox to trust the authority and to ask the DoH server on `port`. */
export function prepareFirefox(folder: string, port: number, authority: string): Browser {
  let loads = 0;
  return {
    async load(url) {
      loads += 1;
      const profile = join(folder, `firefox-${loads}`);
      await makeTrustStore(profile, authority);
      const lines = Object.entries(preferences(port)).map(
        ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
      );
      await writeFile(join(profile, "user.js"), lines.join("\n"));
      const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"];
      const child = await start("firefox-esr", args, { env: { HOME: folder } });
      try {
        const [, address = ""] = await child.line(/^WebDriver BiDi listening on (ws:\S+)$/m, START_MS);
        return await domOf(address, url);
      } finally {
        await child.stop();
      }
    },
    async remove() {},
  };
}

/** Loads a page and gives its DOM as text. */
async function domOf(address: string, url: string): Promise<string> {
  const socket = new WebSocket(`${address}/session`);
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new Error(`no connection to ${address}`)), { once: true });
    });
    await command(socket, 1, "session.new", { capabilities: {} });
    const { contexts } = (await command(socket, 2, "browsingContext.getTree", {})) as {
      contexts: { context: string }[];
    };
    const context = contexts[0]?.context;
    await command(socket, 3, "browsingContext.navigate", { context, url, wait: "complete" });
    const expression = "document.documentElement.outerHTML";
    const evaluated = await command(socket, 4, "script.evaluate", {
      expression,
      target: { context },
      awaitPromise: false,
    });
    return (evaluated as { result: { value: string } }).result.value;
  } finally {
    socket.close();
  }
}

/** Sends a command and waits for its result; an error of the browser rejects. */
function command(socket: WebSocket, id: number, method: string, params: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${method}: no reply in time`)), REPLY_MS);
    const listen = ({ data }: MessageEvent): void => {
      const reply = JSON.parse(String(data)) as { id?: number; type: string; result?: unknown; message?: string };
      if (reply.id !== id) return;
      clearTimeout(timer);
      socket.removeEventListener("message", listen);
      if (reply.type === "success") resolve(reply.result);
      else reject(new Error(`${method}: ${reply.message}`));
    };
    socket.addEventListener("message", listen);
    socket.send(JSON.stringify({ id, method, params }));
  });
}
