/**
 * `fairlead dev`: everything on this machine, from a folder of zone files to answers that follow health.
 *
 *   zone files ──compile──> KV ──> Worker <── ticks          other commands ──control port──> KV
 *        ^ watched                                            (found by the lock of the state folder)
 */
import { randomBytes } from "node:crypto";
import { CATALOG_KEY } from "../zone/catalog.ts";
import { type Compilation, compileFolder } from "./compile/folder.ts";
import { bundleWorker } from "./dev/bundle.ts";
import { startControl } from "./dev/control.ts";
import { beginLifetime } from "./dev/lifetime.ts";
import { heldFailure, type OwnLock, takeLock } from "./dev/lock.ts";
import { type Runtime, startRuntime } from "./dev/runtime.ts";
import { unknownVariables } from "./dev/variables.ts";
import { lookAt, watchFolder } from "./dev/watch.ts";
import { messageOf } from "./failure.ts";
import { makeFolder } from "./make-folder.ts";
import { readProject } from "./project.ts";
import { type Published, type Publishing, publish, readCatalog } from "./publish.ts";
import { reportProblems } from "./report.ts";

export interface DevOptions {
  readonly dir: string;
  readonly port: number;
  readonly tickSeconds: number;
  /** Null: nothing outlives the process. */
  readonly stateDir: string | null;
  readonly allowPrivateTargets: boolean;
  readonly adminToken: string;
  readonly vars: Readonly<Record<string, string>>;
  /** Told the DoH URL once it answers. */
  readonly onServing: (url: string) => void;
}

/** An edit must be answered within 3 seconds, so the catalog is never older than this. */
const CATALOG_AGE_SECONDS = "1";

/** What is left of the two seconds when closing hangs. */
const CLOSE_WITHIN_MS = 1200;

/** Serves until a signal or the loss of the parent; gives the exit code. */
export async function runDev(options: DevOptions): Promise<number> {
  const lifetime = beginLifetime();
  const closers: Closer[] = [];
  let code = 1;
  let isCutOff = false;
  try {
    const ended = lifetime.ended.then(() => "ended" as const);
    const first = await Promise.race([start(options, closers), ended]);
    if (first === "serving") await ended;
    if (first !== "invalid") code = 0;
    isCutOff = first === "ended";
    return code;
  } finally {
    // Whatever hangs while closing must not keep the process: Miniflare ends its workerd when the process exits.
    setTimeout(() => process.exit(code), CLOSE_WITHIN_MS).unref();
    for (const close of closers.reverse()) await close();
    lifetime.release();
    // The start is still going on, and nothing waits for it.
    if (isCutOff) process.exit(code);
  }
}

type Closer = () => Promise<void> | void;

async function start(options: DevOptions, closers: Closer[]): Promise<"serving" | "invalid"> {
  const { dir, port, tickSeconds, stateDir, onServing } = options;
  const firstLook = await lookAt(dir);
  const { problems, compilation } = compileFolder(dir, options);
  await reportProblems(problems, options.vars);
  if (compilation === null) return "invalid";
  // Held from before the folder is opened until after it is closed.
  const lock = stateDir === null ? null : await holdState(stateDir);
  if (lock !== null) closers.push(() => lock.drop());

  const [project, script] = await Promise.all([readProject(), bundleWorker()]);
  const vars = { ...project.vars, ...ownVars(options), ...options.vars };
  for (const line of unknownVariables(Object.keys(vars))) process.stderr.write(`${line}\n`);
  const runtime = await startRuntime({ project, script, port, stateDir, vars });
  closers.push(() => runtime.close());
  await publishHere(runtime, compilation, "unfit");
  if (lock !== null) closers.push(await openControl(lock, runtime));

  const timer = setInterval(() => tick(runtime), tickSeconds * 1000);
  closers.push(() => clearInterval(timer));
  tick(runtime);
  const watch = watchFolder(dir, firstLook, republisher(options, runtime));
  closers.push(() => watch.stop());
  onServing(`${runtime.origin}/dns-query`);
  return "serving";
}

/** Gives what publishes the edited folder; where it is invalid the old zones go on. */
function republisher(options: DevOptions, runtime: Runtime): () => Promise<void> {
  let wasRefused = false;
  return async () => {
    const isFirstAfterRefusal = wasRefused;
    wasRefused = true;
    try {
      const { problems, compilation } = compileFolder(options.dir, options);
      await reportProblems(problems, options.vars);
      if (compilation === null) {
        process.stderr.write("not published: the old zones go on\n");
        return;
      }
      const { kind, generation } = await publishHere(runtime, compilation, "missing");
      wasRefused = false;
      if (kind === "published") process.stdout.write(`published generation ${generation}\n`);
      // Elsewhere a save that changes nothing is not worth a line; here the last word would stay that nothing goes.
      else if (isFirstAfterRefusal) process.stdout.write(`nothing to publish: generation ${generation} is the same\n`);
      tick(runtime);
    } catch (thrown) {
      process.stderr.write(`not published: ${messageOf(thrown)}\n`);
    }
  };
}

async function publishHere(
  { store }: Runtime,
  compilation: Compilation,
  writes: Publishing["writes"],
): Promise<Published> {
  const publishing = { nowMs: Date.now(), by: "fairlead dev", note: "", writes };
  return await publish(store, compilation, await readCatalog(store), publishing);
}

function tick(runtime: Runtime): void {
  runtime.tick().catch((thrown: unknown) => process.stderr.write(`tick failed: ${messageOf(thrown)}\n`));
}

async function holdState(stateDir: string): Promise<OwnLock> {
  makeFolder(stateDir);
  const taking = await takeLock(stateDir, "fairlead dev");
  if (taking.kind === "held") throw heldFailure(stateDir, taking.by);
  return taking;
}

/** Opens the control port and announces it; gives what closes it. */
async function openControl(lock: OwnLock, runtime: Runtime): Promise<Closer> {
  const secret = randomBytes(32).toString("hex");
  const control = await startControl(runtime.store, secret, (keys) => {
    if (keys.includes(CATALOG_KEY)) tick(runtime);
  });
  await lock.announce({ port: control.port, secret });
  return () => control.close();
}

function ownVars({ allowPrivateTargets, adminToken }: DevOptions): Record<string, string> {
  return {
    ALLOW_PRIVATE_TARGETS: String(allowPrivateTargets),
    ADMIN_TOKEN: adminToken,
    CATALOG_SOFT_AGE_SECONDS: CATALOG_AGE_SECONDS,
    CATALOG_HARD_AGE_SECONDS: CATALOG_AGE_SECONDS,
  };
}
