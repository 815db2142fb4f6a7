/**
 * The command line as a whole: every command, and what becomes of errors.
 *
 * Exit codes: 0 done; 1 wrong data, refused or failed; 2 wrong usage.
 */
import { Command, CommanderError } from "commander";
import { addBuild, addCheck } from "./check-command.ts";
import { addDev } from "./dev-command.ts";
import { addExplain } from "./explain.ts";
import { Failure } from "./failure.ts";
import { addHistory } from "./history.ts";
import { addPlan } from "./plan.ts";
import { projectVersion } from "./project.ts";
import { addPush } from "./push.ts";
import { addQuery } from "./query.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Builds the program; `onServing` is told the DoH URL of `dev`. */
export function buildProgram(onServing?: (url: string) => void): Command {
  const program = new Command("fairlead")
    .description("DNS-over-HTTPS at the edge that steers answers by weight, failover order and health.")
    .version(projectVersion(), "--version", "print the version")
    .exitOverride()
    .showHelpAfterError("(fairlead help, or --help after a command, tells more)");
  addDev(program, onServing);
  addCheck(program);
  addBuild(program);
  addPlan(program);
  addPush(program);
  addHistory(program);
  addQuery(program);
  addExplain(program);
  return program;
}

/** Runs a command line; sets the process's exit code. */
export async function runProgram(program: Command, args: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      process.exitCode = thrown.exitCode === 0 ? 0 : EXIT_USAGE;
    } else if (thrown instanceof Failure) {
      process.stderr.write(`fairlead: ${thrown.message}\n`);
      process.exitCode = EXIT_FAILED;
    } else {
      process.stderr.write(`fairlead: this is a fault of fairlead itself: ${stackOf(thrown)}\n`);
      process.exitCode = EXIT_FAILED;
    }
  }
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
