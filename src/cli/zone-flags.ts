/**
 * The argument and the flag of every command that compiles a folder of zone files.
 */
import type { Command } from "commander";

/** Where the operator's zones are unless a folder is named. */
export const ZONES_DIR_DEFAULT = "zones";

export interface ZoneFlags {
  readonly allowPrivateTargets?: boolean;
}

/** Adds the argument and the flag to a command. */
export function addZoneFlags(command: Command): Command {
  return command
    .argument("[dir]", "the folder of zone files", ZONES_DIR_DEFAULT)
    .option("--allow-private-targets", "let checks probe loopback and private addresses");
}
