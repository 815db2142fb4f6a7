/**
 * The parameters of a DNS question in a URL, as Google's and Cloudflare's public resolvers document them: `name`, `type`,
 * `do`, `cd` and `edns_client_subnet`.
 *
 * As there, the first of several counts, and what is unknown (`ct`, `random_padding`) is passed over; what cannot be
 * read is said, never guessed around.
 */
import { parseNetwork } from "../dns/address-text.ts";
import type { ForwardedQuestion, ToldSubnet } from "../dns/forwarded-query.ts";
import { type Name, ROOT } from "../dns/name.ts";
import { parseName } from "../dns/name-text.ts";
import { typeFromText } from "../dns/types.ts";
import { toAscii } from "./idn.ts";

export type ParsedQuestion =
  | { readonly kind: "question"; readonly question: ForwardedQuestion }
  | { readonly kind: "error"; readonly text: string };

const NUMBER = /^[1-9]\d{0,4}$/;
const TYPE_NUMBER_MAX = 65_535;
/** Google's documentation and Cloudflare's, which has an empty value mean false. */
const SWITCH_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["", false],
  ["0", false],
  ["false", false],
  ["1", true],
  ["true", true],
]);

/** Reads the question; an empty `type` or `edns_client_subnet` counts as not given. */
export function parseQuestion(search: URLSearchParams): ParsedQuestion {
  const name = readName(search.get("name") ?? "");
  if (typeof name === "object") return name;
  const typeText = search.get("type") || "A";
  const type = readType(typeText);
  if (type === null) return fault(`"${typeText}" is no type; write a mnemonic, a number from 1 to 65535, or TYPE65.`);
  const dnssecOk = readSwitch(search, "do");
  if (typeof dnssecOk === "object") return dnssecOk;
  const cd = readSwitch(search, "cd");
  if (typeof cd === "object") return cd;
  const subnetText = search.get("edns_client_subnet") || null;
  const subnet: ToldSubnet | null = subnetText === null ? null : parseNetwork(subnetText);
  if (subnetText !== null && subnet === null) {
    return fault(
      `"${subnetText}" is no subnet; write 203.0.113.0/24, 2001:db8::/56 or, to be located nowhere, 0.0.0.0/0.`,
    );
  }
  return { kind: "question", question: { name, type, dnssecOk, cd, subnet } };
}

function readName(text: string): Name | Extract<ParsedQuestion, { kind: "error" }> {
  if (text === "") return fault('"name" is required: an absolute name, as www.example.com.');
  const ascii = toAscii(text);
  if (ascii === null) return fault(`"${text}" cannot be written in ASCII (UTS 46).`);
  // For a master file "@" is the origin; here it is what it looks like.
  const parsed = parseName(ascii === "@" ? "\\@" : ascii, ROOT);
  return parsed.kind === "name" ? parsed.name : fault(`${parsed.message}.`);
}

function readType(text: string): number | null {
  const type = NUMBER.test(text) ? Number(text) : typeFromText(text);
  return type === 0 || (type !== null && type > TYPE_NUMBER_MAX) ? null : type;
}

function readSwitch(search: URLSearchParams, key: "do" | "cd"): boolean | Extract<ParsedQuestion, { kind: "error" }> {
  const text = search.get(key) ?? "";
  return SWITCH_WORDS.get(text.toLowerCase()) ?? fault(`"${key}" is 1, true, 0 or false, not "${text}".`);
}

function fault(text: string): Extract<ParsedQuestion, { kind: "error" }> {
  return { kind: "error", text };
}
