/**
 * `fairlead build`: writes what a publication consists of into two files, for `wrangler kv bulk put` and a last
 * `wrangler kv key put catalog`.
 *
 * It knows no parent, so that the same folder and flags give the same bytes wherever it runs.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { historyKey } from "../zone/catalog.ts";
import type { CheckOptions } from "./compile/check-book.ts";
import { compileFolder } from "./compile/folder.ts";
import { composeCatalog } from "./compile/publication.ts";
import { Failure, messageOf } from "./failure.ts";
import { makeFolder } from "./make-folder.ts";
import { reportProblems } from "./report.ts";

/** A generation is a SOA serial too: 32 bits. */
const GENERATION_MAX = 0xffff_ffff;
const EXIT_USAGE = 2;

export interface BuildOptions extends CheckOptions {
  readonly out: string;
  /** RFC 3339 UTC; kept as it was given. */
  readonly at: string;
  /** 1 … 2^32-1; null: the seconds of `at`. */
  readonly generation: number | null;
  readonly by: string;
  readonly note: string;
}

/** Writes `OUT/blobs.json` and `OUT/catalog.json`; gives the exit code. Problems are printed and nothing is written. */
export async function runBuild(
  dir: string,
  { out, at, generation, by, note, ...options }: BuildOptions,
): Promise<number> {
  const current = generation ?? Math.floor(Date.parse(at) / 1000);
  // A time before 1970 or after 2106 has no generation.
  if (!(current >= 1 && current <= GENERATION_MAX)) {
    process.stderr.write(`fairlead: ${at} gives no generation from 1 to ${GENERATION_MAX}; add --generation\n`);
    return EXIT_USAGE;
  }
  const { problems, compilation } = compileFolder(dir, { ...options, nowMs: Date.parse(at) });
  await reportProblems(problems);
  if (compilation === null) return 1;
  const catalog = JSON.stringify(composeCatalog({ compilation, current: null, generation: current, at, by, note }));
  const entries = [...compilation.blobs, [historyKey(current), catalog] as const]
    .map(([key, value]) => ({ key, value }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  makeFolder(out);
  try {
    writeFileSync(join(out, "blobs.json"), JSON.stringify(entries));
    writeFileSync(join(out, "catalog.json"), catalog);
  } catch (thrown) {
    throw new Failure(`${out}: ${messageOf(thrown)}`);
  }
  return 0;
}
