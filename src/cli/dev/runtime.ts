/**
 * The local runtime: the Worker with its KV namespace and Durable Objects, under Miniflare.
 *
 * Not `wrangler dev`, which passes a tenth of the requests and never fires a cron trigger, and not wrangler's test
 * harness, whose outbound connections go through Node and turn a refused one into a response.
 */
import { createServer } from "node:net";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { Failure, hasCode, messageOf } from "../failure.ts";
import type { KvStore } from "../kv.ts";
import { storeOver } from "../kv-local.ts";
import { KV_BINDING, type Project, persistencePath } from "../project.ts";
import { guardRuntime } from "./guard.ts";

export interface RuntimeOptions {
  readonly project: Project;
  /** The Worker's one ES module. */
  readonly script: string;
  readonly port: number;
  /** Null: in a temporary folder that goes with the process. */
  readonly stateDir: string | null;
  readonly vars: Readonly<Record<string, string>>;
}

export interface Runtime {
  /** Without a final slash. */
  readonly origin: string;
  readonly store: KvStore;
  /** Fires the cron trigger and waits for the handler. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Starts the Worker; throws where the port is taken. */
export async function startRuntime({ project, script, port, stateDir, vars }: RuntimeOptions): Promise<Runtime> {
  await refuseTakenPort(port);
  const guard = guardRuntime();
  const dropNewListeners = watchListeners();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: project.name,
      host: HOST,
      port,
      // No placeholder of Cloudflare's edge is fetched; a client may still say where it is by MF-CF-Blob.
      cf: false,
      log: new Log(LogLevel.ERROR),
      modules: [{ type: "ESModule", path: "worker.js", contents: script }],
      modulesRoot: "/",
      compatibilityDate: project.compatibilityDate,
      compatibilityFlags: [...project.compatibilityFlags],
      ...(stateDir === null ? {} : { resourcePersistencePath: persistencePath(stateDir) }),
      kvNamespaces: { [KV_BINDING]: project.namespaceId },
      durableObjects: {
        BOARD: { className: "HealthBoard", useSQLite: true },
        PROBER: { className: "Prober", useSQLite: true },
      },
      ratelimits: Object.fromEntries(project.rateLimiters.map(({ name, ...limiter }) => [name, limiter])),
      bindings: { ...vars },
    }),
  );
  dropNewListeners();
  const url = await miniflare.ready.catch(async (thrown: unknown) => {
    // A runtime that has not started fails to end with the same error.
    await miniflare.dispose().catch(() => {});
    guard.release();
    throw new Failure(`the server cannot start on ${HOST}:${port}: ${messageOf(thrown)}`);
  });
  dropNewListeners();
  const worker = await miniflare.getWorker();
  const cron = project.crons[0] ?? "* * * * *";
  let isClosed = false;
  return {
    origin: url.origin,
    store: storeOver(await miniflare.getKVNamespace(KV_BINDING), "the local KV"),
    async tick() {
      try {
        const { outcome } = await worker.scheduled({ cron, scheduledTime: new Date() });
        if (outcome !== "ok") throw new Failure(`the cron handler ended with ${outcome}`);
      } catch (thrown) {
        // A tick that the end of the server cut off has not failed.
        if (!isClosed) throw thrown;
      }
    },
    async close() {
      isClosed = true;
      await miniflare.dispose();
      guard.release();
    },
  };
}

/** Tries the port: what the runtime writes when it cannot have it is for its own developers. */
async function refuseTakenPort(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => server.close(() => resolve()));
  }).catch((thrown: unknown) => {
    if (hasCode(thrown, "EADDRINUSE")) throw new Failure(`port ${port} is in use; choose another with --port`);
    if (hasCode(thrown, "EACCES")) throw new Failure(`port ${port} is not allowed here; choose another with --port`);
    throw new Failure(`port ${port} of ${HOST} cannot be opened: ${messageOf(thrown)}`);
  });
}

/**
 * Gives what takes away the listeners for signals that were added meanwhile. Miniflare ends the process at the first
 * signal, in the middle of closing; its listener for the process's exit stays, which ends workerd whatever happens.
 */
function watchListeners(): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  return () => {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener);
    }
  };
}
