/**
 * `fairlead query`: asks over DoH and prints the answer as dig does.
 */
import { type Command, InvalidArgumentError } from "commander";
import { type Network, parseNetwork } from "../dns/address-text.ts";
import { type Name, ROOT } from "../dns/name.ts";
import { parseName } from "../dns/name-text.ts";
import { typeFromText } from "../dns/types.ts";
import { ask } from "./ask.ts";
import { toAsciiName } from "./compile/idna.ts";
import { digText } from "./dig.ts";

/** The DoH URL of `fairlead dev`. */
export const SERVER_DEFAULT = "http://127.0.0.1:8053/dns-query";

interface QueryOptions {
  readonly server: string;
  readonly subnet?: Network;
}

/** Adds the command. */
export function addQuery(program: Command): void {
  program
    .command("query")
    .summary("ask a DoH server, print the answer as dig does")
    .description("Asks a DoH server, always with EDNS, and prints the answer in dig's layout.")
    .argument("<name>", "the name to ask for", readQname)
    .argument("[type]", "the record type: a mnemonic or TYPEn (default: A)", readQtype)
    .option("--server <url>", "the DoH URL", readServer, SERVER_DEFAULT)
    .option("--subnet <cidr>", "EDNS Client Subnet, for instance 203.0.113.0/24", readSubnet)
    .addHelpText("after", "\nExit code: 0 for every DNS answer whatever its status, 1 when none came.")
    .action(async (qname: Name, qtype: number | undefined, { server, subnet }: QueryOptions) => {
      const startMs = performance.now();
      const message = await ask(server, { qname, qtype: qtype ?? 1, subnet: subnet ?? null });
      const milliseconds = Math.round(performance.now() - startMs);
      const command = process.argv.slice(3).join(" ");
      process.stdout.write(`${digText(message, { command, server, milliseconds, at: new Date() })}\n`);
    });
}

/** Reads a name of the command line: absolute whether or not it ends in a dot; U-labels become A-labels. */
export function readQname(text: string): Name {
  const ascii = text === "" ? null : toAsciiName(text);
  const parsed = ascii === null ? null : parseName(ascii, ROOT);
  if (parsed?.kind === "name") return parsed.name;
  throw new InvalidArgumentError(parsed === null ? "It is not a domain name." : parsed.message);
}

/** Reads a record type of the command line. */
export function readQtype(text: string): number {
  const type = text.toUpperCase() === "ANY" ? 255 : typeFromText(text);
  if (type === null) throw new InvalidArgumentError("It is neither a known record type nor TYPEn.");
  return type;
}

/** Reads `--subnet`. */
export function readSubnet(text: string): Network {
  const subnet = parseNetwork(text);
  if (subnet === null) throw new InvalidArgumentError("A block such as 203.0.113.0/24 or 2001:db8::/48 is needed.");
  return subnet;
}

/** Reads `--server`. */
export function readServer(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isUrl) throw new InvalidArgumentError("An http or https URL is needed.");
  return text;
}
