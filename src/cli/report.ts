/**
 * Tells problems and warnings of a zone folder, in the form that editors and CI systems take apart.
 */
import { type Problem, problemText } from "./compile/problem.ts";
import { NEEDS_UPSTREAMS } from "./compile/rules-hosts.ts";
import { readProject } from "./project.ts";

/**
 * Prints problems on standard output and warnings on standard error; gives how many warnings there were. What the Worker
 * needs is not told where it has it, by wrangler.toml or by the given variables, which go first.
 */
export async function reportProblems(
  problems: readonly Problem[],
  vars: Readonly<Record<string, string>> = {},
): Promise<number> {
  const told = (await hasUpstreams(problems, vars))
    ? problems.filter(({ code }) => code !== NEEDS_UPSTREAMS)
    : problems;
  for (const problem of told) {
    const stream = problem.severity === "problem" ? process.stdout : process.stderr;
    stream.write(`${problemText(problem)}\n`);
  }
  return told.filter(({ severity }) => severity === "warning").length;
}

/** Only a folder that needs them pays for reading wrangler.toml. */
async function hasUpstreams(problems: readonly Problem[], vars: Readonly<Record<string, string>>): Promise<boolean> {
  if (!problems.some(({ code }) => code === NEEDS_UPSTREAMS)) return false;
  const { UPSTREAMS = "" } = { ...(await readProject()).vars, ...vars };
  return UPSTREAMS.trim() !== "";
}
