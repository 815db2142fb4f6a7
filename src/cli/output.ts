/**
 * What becomes of output that cannot be written.
 *
 * A reader may have had enough, as `head` has: nobody misses the rest, and what the command is doing goes on to its
 * end, for a publication must not break off for that. Any other error, such as a full disk, makes the command fail.
 */
import { hasCode, messageOf } from "./failure.ts";

/** Takes care of both output streams for the life of the process. */
export function tolerateLostReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (thrown: unknown) => {
      if (hasCode(thrown, "EPIPE")) return;
      process.exitCode = 1;
      if (stream === process.stdout) process.stderr.write(`fairlead: output cannot be written: ${messageOf(thrown)}\n`);
    });
  }
}
