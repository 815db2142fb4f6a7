/**
 * Notices that a folder of zone files has changed.
 *
 * It looks several times a second at names, sizes and times, and reports a change once it has stood still for one
 * look, so that a file is never read half written. Notifications of the file system were not taken: they miss changes
 * on network and container mounts, and a folder that is replaced.
 */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Two looks and a publication fit well into the 3 seconds after which an edit is answered. */
const LOOK_EVERY_MS = 250;

const ZONE_FILE = /\.(?:yaml|yml|json)$|^places\.csv$/;

export interface Watch {
  stop(): void;
}

/** Tells when a change has settled; a step is one look. */
export class Settling {
  #settled: string;
  #last: string;

  constructor(first: string) {
    this.#settled = first;
    this.#last = first;
  }

  /** Takes what a look saw; true: it differs from what was settled before, and has not moved since the look before. */
  step(seen: string): boolean {
    const changed = seen === this.#last && seen !== this.#settled;
    if (changed) this.#settled = seen;
    this.#last = seen;
    return changed;
  }
}

/** Describes a folder's zone files by what changes when one is edited; a folder that cannot be read is empty. */
export async function lookAt(dir: string): Promise<string> {
  const names = await readdir(dir).catch(() => []);
  const files = names.filter((name) => ZONE_FILE.test(name)).sort();
  const lines = await Promise.all(
    files.map(async (name) => {
      const found = await stat(join(dir, name)).catch(() => null);
      return found === null ? "" : `${name} ${found.ino} ${found.size} ${found.mtimeMs}`;
    }),
  );
  return lines.join("\n");
}

/** Calls `onChange` after each change of the folder since `first`, one call at a time. */
export function watchFolder(dir: string, first: string, onChange: () => Promise<void>): Watch {
  const settling = new Settling(first);
  let stopped = false;
  const look = async () => {
    if (settling.step(await lookAt(dir)) && !stopped) await onChange();
    if (!stopped) setTimeout(look, LOOK_EVERY_MS);
  };
  setTimeout(look, LOOK_EVERY_MS);
  return {
    stop() {
      stopped = true;
    },
  };
}
