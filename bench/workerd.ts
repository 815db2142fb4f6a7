/**
 * `workerd serve`: configurations for the product and for the bare Worker, and the running process. Nothing but the
 * runtime stands between the load and the Worker; `wrangler dev` would pass a few hundred requests a second.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT } from "../test/e2e/support/dev.ts";
import { freePort } from "../test/e2e/support/ports.ts";
import { type Started, start } from "../test/e2e/support/process.ts";
import type { Target } from "./load.ts";

const WORKERD = join(ROOT, "node_modules/.bin/workerd");
const COMPATIBILITY_DATE = "2026-11-02";

/** A week: no refresh falls due while the benchmark runs. */
const NEVER_SECONDS = "604800";

const VARIABLES: Readonly<Record<string, string>> = {
  ALLOW_PRIVATE_TARGETS: "true",
  HEALTH_SOFT_AGE_SECONDS: NEVER_SECONDS,
  HEALTH_HARD_AGE_SECONDS: NEVER_SECONDS,
  CATALOG_SOFT_AGE_SECONDS: NEVER_SECONDS,
  CATALOG_HARD_AGE_SECONDS: NEVER_SECONDS,
};

export interface Served extends Target {
  /** Of the product: fires its cron trigger; tells how often KV has been read. */
  readonly controlUrl: string;
  readonly kvUrl: string;
  stop(): Promise<void>;
}

const worker = (name: string, module: string, rest: string): string =>
  `(name = "${name}", worker = (modules = [(name = "${module}", esModule = embed "${module}")],
    compatibilityDate = "${COMPATIBILITY_DATE}", ${rest}))`;

const socket = (service: string, port: number): string =>
  `(name = "${service}", address = "127.0.0.1:${port}", http = (), service = "${service}")`;

async function serve(
  folder: string,
  name: string,
  services: readonly string[],
  sockets: readonly string[],
): Promise<Started> {
  const file = join(folder, `${name}.capnp`);
  const list = (items: readonly string[]): string => items.join(",\n  ");
  await writeFile(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  ${list(services)}
], sockets = [
  ${list(sockets)}
]);
`,
  );
  return start(WORKERD, ["serve", "--experimental", file]);
}

/** Waits for the first reply of any kind. */
async function untilReachable(url: string, child: Started): Promise<void> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await delay(50)) {
    try {
      await (await fetch(url, { signal: AbortSignal.timeout(5_000) })).arrayBuffer();
      return;
    } catch {
      // Not listening yet.
    }
  }
  await child.stop();
  throw new Error(`workerd did not answer at ${url}:\n${child.stdout()}${child.stderr()}`);
}

/** Serves the product's module `module` of `folder` with KV and Durable Objects of this process's own, and an upstream. */
export async function serveProduct(folder: string, module: string, upstream: string): Promise<Served> {
  const [port, controlPort, kvPort] = [await freePort(), await freePort(), await freePort()];
  const objectsFolder = join(folder, `objects-${module}`);
  await mkdir(objectsFolder);
  const texts = Object.entries({ ...VARIABLES, UPSTREAMS: upstream }).map(
    ([name, text]) => `(name = "${name}", text = "${text}")`,
  );
  const objects = ["BOARD", "PROBER"].map((name, at) => {
    const className = ["HealthBoard", "Prober"][at];
    return `(name = "${name}", durableObjectNamespace = "${className}")`;
  });
  const namespaces = ["HealthBoard", "Prober"].map(
    (name) => `(className = "${name}", uniqueKey = "bench-${name}", enableSql = true)`,
  );
  const services = [
    worker(
      "product",
      module,
      `bindings = [(name = "ZONES", kvNamespace = "kv"), ${[...objects, ...texts].join(", ")}],
    compatibilityFlags = ["global_fetch_strictly_public"],
    durableObjectNamespaces = [${namespaces.join(", ")}], durableObjectStorage = (localDisk = "objects")`,
    ),
    worker("kv", "kv.js", `bindings = [(name = "VALUES", json = embed "values.json")]`),
    worker(
      "control",
      "control.js",
      `bindings = [(name = "PRODUCT", service = "product")], compatibilityFlags = ["service_binding_extra_handlers"]`,
    ),
    // SQLite wants a disk; each process has a folder of its own.
    `(name = "objects", disk = (path = "${objectsFolder}", writable = true))`,
    `(name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true)))`,
  ];
  const sockets = [socket("product", port), socket("control", controlPort), socket("kv", kvPort)];
  const child = await serve(folder, module.replace(".js", ""), services, sockets);
  const served = {
    url: `http://127.0.0.1:${port}/dns-query`,
    controlUrl: `http://127.0.0.1:${controlPort}/`,
    kvUrl: `http://127.0.0.1:${kvPort}/`,
    pid: child.pid,
    stop: child.stop,
  };
  await untilReachable(served.url, child);
  return served;
}

/** What the bare Worker sends. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly number[];
}

/** Serves the bare Worker. */
export async function serveBare(folder: string, reply: Reply): Promise<Target & { stop(): Promise<void> }> {
  const port = await freePort();
  await writeFile(join(folder, "reply.json"), JSON.stringify(reply));
  const services = [worker("bare", "bare.js", `bindings = [(name = "REPLY", json = embed "reply.json")]`)];
  const child = await serve(folder, "bare", services, [socket("bare", port)]);
  const url = `http://127.0.0.1:${port}/dns-query`;
  await untilReachable(url, child);
  return { url, pid: child.pid, stop: child.stop };
}
