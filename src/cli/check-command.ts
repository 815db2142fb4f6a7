/**
 * The command lines of `fairlead check` and `fairlead build`.
 */
import { type Command, InvalidArgumentError } from "commander";
import { runBuild } from "./build.ts";
import { runCheck } from "./check.ts";
import { addZoneFlags, type ZoneFlags } from "./zone-flags.ts";

interface BuildFlags extends ZoneFlags {
  readonly out: string;
  readonly at?: string;
  readonly generation?: number;
  readonly by: string;
  readonly note: string;
}

/** RFC 3339 in UTC, as everywhere in this project. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A generation is a zone's serial, an unsigned number of 32 bits (RFC 1035 3.3.13). */
const GENERATION_MAX = 2 ** 32 - 1;

/** Adds `check`. */
export function addCheck(program: Command): void {
  const command = program
    .command("check")
    .summary("validate a folder of zone files")
    .description("Validates a folder of zone files; prints every problem as file:line:column: code: message.");
  addZoneFlags(command).action(async (dir: string, { allowPrivateTargets = false }: ZoneFlags) => {
    process.exitCode = await runCheck(dir, { allowPrivateTargets });
  });
}

/** Adds `build`. */
export function addBuild(program: Command): void {
  const command = program
    .command("build")
    .summary("write what a push would upload into two files")
    .description(
      "Writes OUT/blobs.json (for `wrangler kv bulk put`) and OUT/catalog.json (the key `catalog`, put last).",
    );
  addZoneFlags(command)
    .requiredOption("-o, --out <out>", "the folder to write into; it is made")
    .option("--at <time>", "the time of publication, such as 2026-11-30T12:00:00Z (default: now)", readTime)
    .option("--generation <n>", "the generation (default: the seconds of --at)", readGeneration)
    .option("--by <text>", "who publishes", "")
    .option("--note <text>", "why", "")
    .action(async (dir: string, { allowPrivateTargets = false, out, at, generation, by, note }: BuildFlags) => {
      const time = at ?? new Date().toISOString();
      process.exitCode = await runBuild(dir, {
        allowPrivateTargets,
        out,
        at: time,
        generation: generation ?? null,
        by,
        note,
      });
    });
}

function readTime(text: string): string {
  if (!TIME.test(text) || Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError("A time such as 2026-11-30T12:00:00Z is needed.");
  }
  return text;
}

function readGeneration(text: string): number {
  const generation = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (generation < 1 || generation > GENERATION_MAX) {
    throw new InvalidArgumentError(`A number from 1 to ${GENERATION_MAX} is needed.`);
  }
  return generation;
}
