/**
 * `fairlead plan`: what a push would change.
 */
import type { Command } from "commander";
import { compileFolder } from "./compile/folder.ts";
import { planOf, refusalOf } from "./compile/plan.ts";
import { planText } from "./plan-text.ts";
import { readCatalog } from "./publish.ts";
import { readPublished } from "./published.ts";
import { reportProblems } from "./report.ts";
import { addTargetFlags, type TargetFlags, withStore } from "./target-flags.ts";
import { addZoneFlags, type ZoneFlags } from "./zone-flags.ts";

/** Adds the command. */
export function addPlan(program: Command): void {
  const command = program
    .command("plan")
    .summary("show what a push would change")
    .description(
      "Shows what a push would change: record sets added (+), changed (~), removed (-), and what probing costs.",
    );
  addTargetFlags(addZoneFlags(command)).action(async (dir: string, flags: ZoneFlags & TargetFlags) => {
    process.exitCode = await runPlan(dir, flags);
  });
}

async function runPlan(dir: string, flags: ZoneFlags & TargetFlags): Promise<number> {
  const { problems, compilation } = compileFolder(dir, { allowPrivateTargets: flags.allowPrivateTargets ?? false });
  await reportProblems(problems);
  if (compilation === null) return 1;
  return await withStore(flags, async (store) => {
    const current = await readCatalog(store);
    const plan = planOf(compilation, await readPublished(store, current, compilation), current?.places ?? null);
    process.stdout.write(`${planText(plan)}\n`);
    const refusal = refusalOf(plan);
    if (refusal !== null) process.stdout.write(`push would refuse this without --force: ${refusal}\n`);
    return 0;
  });
}
