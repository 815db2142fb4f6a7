/**
 * `fairlead push`: publishes a folder of zone files.
 */
import { userInfo } from "node:os";
import type { Command } from "commander";
import type { Catalog } from "../zone/catalog.ts";
import { type Compilation, compileFolder } from "./compile/folder.ts";
import { planOf, refusalOf } from "./compile/plan.ts";
import { counted } from "./counted.ts";
import { Failure } from "./failure.ts";
import type { KvStore } from "./kv.ts";
import { progressOn } from "./progress.ts";
import { type Published, type Publishing, publish, readCatalog } from "./publish.ts";
import { readPublished } from "./published.ts";
import { reportProblems } from "./report.ts";
import { addTargetFlags, type TargetFlags, withStore } from "./target-flags.ts";
import { addZoneFlags, type ZoneFlags } from "./zone-flags.ts";

interface PushFlags extends ZoneFlags, TargetFlags {
  readonly force?: boolean;
}

/** Adds the command. */
export function addPush(program: Command): void {
  const command = program
    .command("push")
    .summary("publish a folder of zone files")
    .description("Publishes a folder of zone files: uploads what changed, then moves the catalog.");
  addTargetFlags(addZoneFlags(command))
    .option("--force", "publish even what removes a zone, much of one, or changes its apex NS; write every blob anew")
    .action(async (dir: string, flags: PushFlags) => {
      process.exitCode = await runPush(dir, flags);
    });
}

async function runPush(dir: string, flags: PushFlags): Promise<number> {
  const { problems, compilation } = compileFolder(dir, { allowPrivateTargets: flags.allowPrivateTargets ?? false });
  await reportProblems(problems);
  if (compilation === null) return 1;
  return await withStore(flags, async (store) => {
    const current = await readCatalog(store);
    if (flags.force !== true) await refuseDanger(store, current, compilation);
    const onProgress = progressOn(process.stderr);
    const publishing = { nowMs: Date.now(), by: publisherName(), note: "", onProgress, writes: writesOf(flags) };
    const published = await publish(store, compilation, current, publishing);
    process.stdout.write(`${toldOf(published, store.place)}\n`);
    return 0;
  });
}

/** A read at Cloudflare is a request over the network for each blob; here it costs next to nothing. */
function writesOf({ force, remote }: PushFlags): Publishing["writes"] {
  if (force === true) return "all";
  return remote === true ? "missing" : "unfit";
}

function toldOf(published: Published, place: string): string {
  const { generation } = published;
  switch (published.kind) {
    case "unchanged":
      return `nothing to publish: generation ${generation} in ${place} is the same`;
    case "repaired":
      return `wrote ${counted(published.blobs, "blob")} of generation ${generation} in ${place} again; it stays in force`;
    case "published":
      return `published generation ${generation} with ${counted(published.blobs, "new blob")} to ${place}`;
    default:
      return published satisfies never;
  }
}

async function refuseDanger(store: KvStore, current: Catalog | null, compilation: Compilation): Promise<void> {
  const refusal = refusalOf(
    planOf(compilation, await readPublished(store, current, compilation), current?.places ?? null),
  );
  if (refusal !== null) throw new Failure(`refused without --force: ${refusal}`);
}

/** The user's name, where the system knows one: containers often do not. */
export function publisherName(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}
