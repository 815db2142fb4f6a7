/**
 * Makes a folder and those above it that are missing.
 *
 * One at a time, by hand: Node's `mkdir` with `recursive` runs in circles for ever where the file system says that a
 * folder does not exist which does, as /proc does.
 */
import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Failure, hasCode, messageOf } from "./failure.ts";

/** Makes a folder unless it is there; what is there and no folder is a failure. */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isFolder(at); at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder);
    } catch (thrown) {
      // Another process was faster.
      if (hasCode(thrown, "EEXIST") && isFolder(folder)) continue;
      throw new Failure(`the folder ${folder} cannot be made: ${messageOf(thrown)}`);
    }
  }
}

/** Tells whether there is a folder; the root always is one, so that a climb ends. */
function isFolder(path: string): boolean {
  if (dirname(path) === path) return true;
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
