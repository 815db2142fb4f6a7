/**
 * Ends workerd when this process is gone without having ended it: by SIGKILL, or for lack of memory.
 *
 * Miniflare ends workerd when the process exits, for which the process must still run. A shell waits for the end of
 * its standard input, which the system closes however this process dies, and kills the workerd it was told of last.
 * Nothing is polled, and a workerd that Miniflare starts anew after a crash is told of too.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { basename } from "node:path";

/** An empty line: there is none. A terminal's signals go to the shell too, and the command may still be closing. */
const SCRIPT = `trap '' INT TERM HUP; last=; while read -r pid; do last=$pid; done; [ -z "$last" ] || kill -9 "$last"`;

/** Node tells every new child process on this channel, before it runs. */
const CHANNEL = "child_process";

export interface Guard {
  /** Ends the watch: workerd has ended. */
  release(): void;
}

/** Watches over each workerd that this process starts from now on. */
export function guardRuntime(): Guard {
  const shell = spawn("sh", ["-c", SCRIPT], { stdio: ["pipe", "ignore", "ignore"] });
  // Without a shell the runtime works as well, and so it does when somebody ends the shell.
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  const tell = (line: string) => {
    if (shell.stdin.writable) shell.stdin.write(`${line}\n`);
  };
  const onChild = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once("spawn", () => {
      if (!basename(child.spawnfile).startsWith("workerd")) return;
      tell(String(child.pid));
      child.once("exit", () => tell(""));
    });
  };
  subscribe(CHANNEL, onChild);
  return {
    release() {
      unsubscribe(CHANNEL, onChild);
      shell.stdin.end();
    },
  };
}
