/** `kdig +https` through the TLS front, and what it prints taken apart. */
import { run } from "./process.ts";
import type { Front } from "./tls-front.ts";

export interface Dug {
  readonly status: string;
  /** Of the header: `qr rd ra`. */
  readonly flags: string;
  /** Owner, TTL, class, type and data, parted by single spaces, in the order of the reply. */
  readonly answer: readonly string[];
  readonly authority: readonly string[];
  /** Extended DNS Errors, as `22 (No Reachable Authority): 'text'`. */
  readonly errors: readonly string[];
}

const TIMEOUT_MS = 20_000;

/** Asks with kdig's own words for the question, an OPT record in it; `path` is the resolver's. */
export async function kdig(front: Front, question: string, path = "/dns-query"): Promise<Dug> {
  const { code, stdout, stderr } = await runKdig(front, question, path);
  if (code !== 0) throw new Error(`kdig ended with ${code}: ${stdout}${stderr}`);
  return {
    status: /status: (\w+);/.exec(stdout)?.[1] ?? "",
    flags: /^;; Flags: ([^;]*);/m.exec(stdout)?.[1] ?? "",
    answer: sectionOf(stdout, "ANSWER"),
    authority: sectionOf(stdout, "AUTHORITY"),
    errors: [...stdout.matchAll(/^;; EDE: (.*)$/gm)].map(([, text = ""]) => text),
  };
}

/** Runs kdig to its end, whatever that is. */
export function runKdig(front: Front, question: string, path = "/dns-query") {
  const server = ["@127.0.0.1", "-p", String(front.port), `+https=localhost${path}`];
  const tls = [`+tls-ca=${front.authority}`, "+tls-hostname=localhost"];
  return run("kdig", [...server, ...tls, "+edns", ...question.split(" ")], TIMEOUT_MS);
}

function sectionOf(output: string, section: string): string[] {
  const [, lines = ""] = new RegExp(`^;; ${section} SECTION:\\n((?:[^;\\n].*\\n)+)`, "m").exec(output) ?? [];
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replaceAll(/\s+/g, " "));
}
