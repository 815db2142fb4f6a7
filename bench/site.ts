/**
 * What is measured: the Worker as `wrangler deploy` bundles it, and a zone with a weighted record set on checks, compiled
 * as an operator compiles it.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { fairlead, ROOT } from "../test/e2e/support/dev.ts";
import { run } from "../test/e2e/support/process.ts";

/** Modules that the runtime itself brings. */
const RUNTIME_MODULES = ["cloudflare:*", "node:*"];

/** The checks are due once an hour, so that one round at the start is all. */
const zone = (port: number): string => `
zone: example.com
checks:
  east: { type: http, address: 127.0.0.1, port: ${port}, interval: 3600, unhealthyThreshold: 1, healthyThreshold: 1 }
  west: { type: tcp, address: 127.0.0.1, port: ${port}, interval: 3600, unhealthyThreshold: 1, healthyThreshold: 1 }
records:
  www:
    A:
      weighted:
        - { id: east, weight: 10, values: [192.0.2.10], check: east }
        - { id: west, weight: 20, values: [192.0.2.20], check: west }
`;

/** Writes `worker.js` into the folder, made by `wrangler deploy --dry-run` with the project's own configuration. */
export async function bundleProduct(folder: string): Promise<void> {
  const wrangler = join(ROOT, "node_modules/.bin/wrangler");
  const args = ["deploy", "--dry-run", "--outdir", folder];
  const bundled = await run(wrangler, args, 60_000, { cwd: ROOT, env: { WRANGLER_SEND_METRICS: "false" } });
  if (bundled.code !== 0) throw new Error(`wrangler deploy --dry-run: ${bundled.stdout}${bundled.stderr}`);
}

/** Writes the benchmark's own Workers into the folder, each as one module. */
export async function bundleWorkers(folder: string): Promise<void> {
  await build({
    entryPoints: ["bare", "kv", "control", "counting"].map((name) => join(ROOT, "bench/workers", `${name}.ts`)),
    outdir: folder,
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: RUNTIME_MODULES,
    logLevel: "warning",
  });
}

/** Counts the octets of `http/doh.ts` with all that it imports, minified. */
export async function minifiedDohBytes(): Promise<number> {
  const built = await build({
    entryPoints: [join(ROOT, "src/http/doh.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2024",
    external: RUNTIME_MODULES,
    write: false,
    logLevel: "warning",
  });
  return built.outputFiles.reduce((sum, file) => sum + file.contents.length, 0);
}

/** Compiles the zone, its checks aimed at `port`, and writes `values.json`: every KV value in base64, by key. */
export async function compileZone(folder: string, port: number): Promise<void> {
  const zones = join(folder, "zones");
  const out = join(folder, "kv");
  await mkdir(zones);
  await writeFile(join(zones, "example.com.yaml"), zone(port));
  const built = await fairlead(["build", zones, "-o", out, "--allow-private-targets"]);
  if (built.code !== 0) throw new Error(`fairlead build: ${built.stdout}${built.stderr}`);
  const blobs: { key: string; value: string; base64?: boolean }[] = JSON.parse(
    await readFile(join(out, "blobs.json"), "utf8"),
  );
  const values = blobs.map(({ key, value, base64 }) => [
    key,
    base64 === true ? value : Buffer.from(value).toString("base64"),
  ]);
  const catalog = await readFile(join(out, "catalog.json"), "base64");
  await writeFile(join(folder, "values.json"), JSON.stringify(Object.fromEntries([...values, ["catalog", catalog]])));
}
