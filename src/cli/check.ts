/** `fairlead check`: judges a folder of zone files and tells all that is wrong with it. */
import type { CheckOptions } from "./compile/check-book.ts";
import { type Compilation, compileFolder } from "./compile/folder.ts";
import { counted } from "./counted.ts";
import { reportProblems } from "./report.ts";

/** Where a person may sit. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Prints problems on standard output and warnings on standard error; gives the exit code: 1 for problems, 0 for warnings
 * alone. That all is well is told on a terminal only: elsewhere standard error holds warnings, each in their form.
 */
export async function runCheck(dir: string, options: CheckOptions, screen: Screen = process.stderr): Promise<number> {
  const { problems, compilation } = compileFolder(dir, options);
  const warnings = await reportProblems(problems);
  if (compilation === null) return 1;
  if (screen.isTTY === true) screen.write(`${praise(compilation, warnings)}\n`);
  return 0;
}

function praise({ zones }: Compilation, warnings: number): string {
  const labels = zones.flatMap(({ recordSets }) => [...recordSets.keys()]);
  // Pools are listed beside record sets, and the SOA is made whether or not it is written.
  const written = labels.filter((label) => !label.startsWith("pool ") && !label.endsWith("/SOA"));
  const rest = warnings === 0 ? "" : `, with ${counted(warnings, "warning")}`;
  return `${counted(zones.length, "zone")}, ${counted(written.length, "record set")}: fine${rest}`;
}
