/** Asks the core a question written as text, and writes the answer as text: one helper for whole messages. */
import { answer } from "../../src/answer/answer.ts";
import { type Name, ROOT } from "../../src/dns/name.ts";
import { nameToText, parseName } from "../../src/dns/name-text.ts";
import { rdataToText } from "../../src/dns/rdata-text.ts";
import type { RRset } from "../../src/dns/reply.ts";
import { rcodeToText, typeFromText, typeToText } from "../../src/dns/types.ts";
import type { Draw } from "../../src/steering/candidate.ts";
import type { ZoneSet } from "../../src/zone/model.ts";
import { ALL_HEALTHY, NOW_MS, UNKNOWN_CLIENT } from "./health.ts";

/** Leaves everything in the order written. */
export const IN_ORDER: Draw = () => 0;

export interface TextAnswer {
  readonly rcode: string;
  readonly aa: boolean;
  readonly answer: readonly string[];
  readonly authority: readonly string[];
  readonly additional: readonly string[];
  readonly maxAge: number | null;
}

/** `question` is `www.example.com. A`. */
export function ask(zones: ZoneSet, question: string, health = ALL_HEALTHY, draw = IN_ORDER): TextAnswer {
  const outcome = answer({ ...questionOf(question), ra: false }, zones, health, UNKNOWN_CLIENT, draw, NOW_MS);
  if (outcome.kind === "need") throw new Error(`not in memory: ${outcome.keys.join(" ")}`);
  const { rcode, aa, answer: answers, authority, additional } = outcome.reply;
  return {
    rcode: rcodeToText(rcode),
    aa,
    answer: recordTexts(answers),
    authority: recordTexts(authority),
    additional: recordTexts(additional),
    maxAge: outcome.maxAgeSeconds,
  };
}

export function questionOf(text: string): { readonly qname: Name; readonly qtype: number } {
  const [owner = "", mnemonic = ""] = text.split(" ");
  const name = parseName(owner, ROOT);
  const qtype = typeFromText(mnemonic);
  if (name.kind === "error" || qtype === null) throw new Error(`not a question: ${text}`);
  return { qname: name.name, qtype };
}

/** Writes records as `owner ttl type data`. */
export function recordTexts(sets: readonly RRset[]): string[] {
  return sets.flatMap(({ owner, ttlSeconds, type, rdata }) =>
    rdata.map((one) => `${nameToText(owner)} ${ttlSeconds} ${typeToText(type)} ${rdataToText(type, one)}`),
  );
}
