/**
 * Bundles the Worker for the local runtime: one ES module, as the deployment's build.
 */
import { join } from "node:path";
import { build, stop } from "esbuild";
import { PROJECT_ROOT } from "../project.ts";

/** Gives the text of the Worker's one module. */
export async function bundleWorker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT_ROOT, "src", "worker.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    logLevel: "silent",
  });
  // esbuild keeps a process of its own for further builds, and there are none.
  await stop();
  return outputFiles.map(({ text }) => text).join("");
}
