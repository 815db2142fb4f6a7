/**
 * `fairlead history`, `rollback` and `gc`: the command lines of past generations.
 */
import { type Command, InvalidArgumentError } from "commander";
import { historyKey } from "../zone/catalog.ts";
import { counted } from "./counted.ts";
import { collectGarbage, KEPT_GENERATIONS, listGenerations, nothingPublished, rollBack } from "./generations.ts";
import { catalogAt, readCatalog } from "./publish.ts";
import { publisherName } from "./push.ts";
import { addTargetFlags, type TargetFlags, withStore } from "./target-flags.ts";

/** Adds the three commands. */
export function addHistory(program: Command): void {
  addTargetFlags(
    program.command("history").description("Lists past generations, the newest first; * is in force."),
  ).action((flags: TargetFlags) =>
    withStore(flags, async (store) => {
      const current = await readCatalog(store);
      if (current === null) process.stderr.write(`${nothingPublished(store)}\n`);
      for (const generation of await listGenerations(store)) {
        const catalog = await catalogAt(store, historyKey(generation));
        if (catalog === null) continue;
        const { at, by, note } = catalog.published;
        const told = [at, counted(Object.keys(catalog.zones).length, "zone"), ...(by === "" ? [] : [`by ${by}`]), note];
        const mark = generation === current?.generation ? "*" : " ";
        process.stdout.write(`${mark} ${generation}  ${told.join("  ").trimEnd()}\n`);
      }
    }),
  );
  const rollback = program.command("rollback").description("Publishes a past generation anew, under a higher number.");
  addTargetFlags(rollback)
    .argument(
      "[generation]",
      "which (default: the one before the current; twice returns to where you were)",
      readGeneration,
    )
    .action((wanted: number | undefined, flags: TargetFlags) =>
      withStore(flags, async (store) => {
        const publisher = { nowMs: Date.now(), by: publisherName() };
        const { target, catalog } = await rollBack(store, wanted ?? null, publisher);
        process.stdout.write(`published generation ${catalog.generation} to ${store.place}: rollback to ${target}\n`);
      }),
    );
  const gc = program
    .command("gc")
    .description(`Deletes all but the newest ${KEPT_GENERATIONS} generations, and blobs that none of them names.`)
    .addHelpText("after", "\nDo not run it while a push is under way.");
  addTargetFlags(gc).action((flags: TargetFlags) =>
    withStore(flags, async (store) => {
      const { generations, blobs } = await collectGarbage(store);
      process.stdout.write(
        `deleted ${counted(generations, "generation")} and ${counted(blobs, "blob")} from ${store.place}\n`,
      );
    }),
  );
}

function readGeneration(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError("A generation is a number, as history lists them.");
  return Number(text);
}
