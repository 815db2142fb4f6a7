/** `fairlead check`: judges a folder of zone files and tells all that is wrong with it. */
import type { CheckOptions } from "./compile/check-book.ts";
import { compileFolder } from "./compile/folder.ts";
import { reportProblems } from "./report.ts";

/** Prints problems on standard output and warnings on standard error; gives the exit code: 1 for problems, 0 for warnings alone. */
export async function runCheck(dir: string, options: CheckOptions): Promise<number> {
  return (await reportProblems(compileFolder(dir, options).problems)) ? 1 : 0;
}
