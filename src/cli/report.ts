/**
 * Tells problems and warnings of a zone folder, in the form that editors and CI systems take apart.
 */
import { type Problem, problemText } from "./compile/problem.ts";

/** Prints problems on standard output and warnings on standard error; gives whether there was a problem. */
export function reportProblems(problems: readonly Problem[]): boolean {
  for (const problem of problems) {
    const stream = problem.severity === "problem" ? process.stdout : process.stderr;
    stream.write(`${problemText(problem)}\n`);
  }
  return problems.some(({ severity }) => severity === "problem");
}
