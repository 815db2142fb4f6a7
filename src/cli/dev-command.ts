/**
 * The command line of `fairlead dev`.
 */
import { join, relative } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { TOKEN_DEFAULT } from "./explain.ts";
import { PROJECT_ROOT } from "./project.ts";

interface DevFlags {
  readonly port: number;
  readonly tick: number;
  readonly state?: string;
  readonly allowPrivateTargets?: boolean;
  readonly adminToken: string;
  readonly var?: Readonly<Record<string, string>>;
}

/** Without a folder the examples are served, whose targets are on this machine. */
const EXAMPLES_DIR = join(PROJECT_ROOT, "examples", "zones");

const PORT_DEFAULT = 8053;
const TICK_SECONDS_DEFAULT = 60;
const TICK_SECONDS_MAX = 86_400;

/** Adds the command. `onServing` is told the DoH URL after it is printed. */
export function addDev(program: Command, onServing: (url: string) => void = () => {}): void {
  program
    .command("dev")
    .summary("run everything on this machine")
    .description(
      "Runs everything on this machine: compiles DIR, serves it, probes its checks, republishes when a file changes.",
    )
    .argument("[dir]", "the folder of zone files (default: examples/zones with --allow-private-targets)")
    .option("--port <n>", "the port on 127.0.0.1; 0: any free one", readPort, PORT_DEFAULT)
    .option("--tick <seconds>", "seconds between cron ticks, fractions allowed", readTick, TICK_SECONDS_DEFAULT)
    .option("--state <dir>", "keep KV and Durable Objects here (default: nothing outlives the process)")
    .option("--allow-private-targets", "let checks probe loopback and private addresses")
    .option("--admin-token <token>", "the token of the admin API", TOKEN_DEFAULT)
    .option("--var <key=value>", "set a Worker variable; may be repeated", readVar)
    .action(async (dir: string | undefined, flags: DevFlags) => {
      // Loaded here, since bundler and runtime take longer to load than most commands take to run.
      const { runDev } = await import("./dev.ts");
      process.exitCode = await runDev({
        dir: dir ?? (relative(process.cwd(), EXAMPLES_DIR) || "."),
        port: flags.port,
        tickSeconds: flags.tick,
        stateDir: flags.state ?? null,
        allowPrivateTargets: flags.allowPrivateTargets ?? dir === undefined,
        adminToken: flags.adminToken,
        vars: flags.var ?? {},
        onServing(url) {
          process.stdout.write(`serving ${url}\n`);
          onServing(url);
        },
      });
    });
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError("A port is 0 to 65535.");
  return port;
}

function readTick(text: string): number {
  const seconds = /^\d+(\.\d+)?$|^\.\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds > 0 && seconds <= TICK_SECONDS_MAX)) {
    throw new InvalidArgumentError(`Seconds above 0 and at most ${TICK_SECONDS_MAX} are needed.`);
  }
  return seconds;
}

function readVar(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, key, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError("It is written KEY=VALUE.");
  return { ...before, [key]: value };
}
