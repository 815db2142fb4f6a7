/**
 * `fairlead explain`: asks a server's admin API why an answer is what it is.
 */
import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import type { Name } from "../dns/name.ts";
import { nameToText } from "../dns/name-text.ts";
import { typeToText } from "../dns/types.ts";
import { type Explanation, explainText } from "./explain-text.ts";
import { Failure, messageOf } from "./failure.ts";
import { readQname, readQtype, readServer, readSubnet, SERVER_DEFAULT } from "./query.ts";
import { toldBy } from "./told-by-server.ts";

interface ExplainOptions {
  readonly server: string;
  readonly subnet?: string;
  readonly given: readonly string[];
  readonly token: string;
}

/** The token that `fairlead dev` sets. */
export const TOKEN_DEFAULT = "dev";

/** Adds the command. */
export function addExplain(program: Command): void {
  program
    .command("explain")
    .summary("show why an answer is what it is")
    .description("Shows why an answer is what it is: the path through the tree, health, odds and choice.")
    .argument("<name>", "the name asked for", readQname)
    .argument("[type]", "the record type: a mnemonic or TYPEn (default: A)", readQtype)
    .option("--subnet <cidr>", "as if the client were in this block", readSubnetText)
    .option("--given <check=status>", "as if a check were healthy or unhealthy; may be repeated", readGiven, [])
    .option("--server <url>", "the server's DoH URL", readServer, SERVER_DEFAULT)
    .option("--token <token>", "the admin token (default: $FAIRLEAD_TOKEN, else dev)")
    .action(async (qname: Name, qtype: number | undefined, options: ExplainOptions) => {
      const token = options.token ?? process.env.FAIRLEAD_TOKEN ?? TOKEN_DEFAULT;
      const explanation = await askWhy(explainUrl(qname, qtype ?? 1, options), token);
      process.stdout.write(`${explainText(explanation)}\n`);
    });
}

function explainUrl(qname: Name, qtype: number, { server, subnet, given }: ExplainOptions): URL {
  const url = new URL("/api/explain", server);
  url.searchParams.set("name", nameToText(qname));
  url.searchParams.set("type", typeToText(qtype));
  if (subnet !== undefined) url.searchParams.set("subnet", subnet);
  for (const condition of given) url.searchParams.append("given", condition);
  return url;
}

async function askWhy(url: URL, token: string): Promise<Explanation> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch((thrown: unknown) => {
    const cause = thrown instanceof Error && thrown.cause !== undefined ? messageOf(thrown.cause) : "";
    throw new Failure(`no answer from ${url.origin}: ${cause || messageOf(thrown)}`);
  });
  if (response.ok) return (await response.json()) as Explanation;
  if (response.status === 401 || response.status === 403) {
    throw new Failure(`${url.origin} does not accept the token: give --token or set FAIRLEAD_TOKEN`);
  }
  throw new Failure(`${url.origin} answered HTTP ${response.status}${await toldBy(response)}`);
}

function readSubnetText(text: string): string {
  const { prefixLength } = readSubnet(text);
  return text.includes("/") ? text : `${text}/${prefixLength}`;
}

function readGiven(text: string, before: readonly string[]): string[] {
  if (!/.=(healthy|unhealthy)$/.test(text)) {
    throw new InvalidArgumentError("It is written CHECK=healthy or CHECK=unhealthy.");
  }
  return [...before, text];
}
