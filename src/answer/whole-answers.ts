/**
 * Every whole answer that a client may get for a question, with its exact chance: the chain followed through each
 * CNAME that may be chosen, and each record set enumerated (answer-odds.ts).
 */
import { fold, type Name } from "../dns/name.ts";
import { nameToText } from "../dns/name-text.ts";
import type { Situation } from "../steering/situation.ts";
import { leadOf, type Question, recordsOf } from "./answer.ts";
import { ANSWERS_MAX, answersOfSet } from "./answer-odds.ts";
import { CHAIN_LINKS_MAX, decidedLink, type Link, linkAt, nextOwner } from "./chain.ts";
import type { Reach } from "./reach.ts";
import { recordTexts } from "./record-text.ts";

export interface WholeAnswer {
  /** Presentation text, sorted: their order is drawn. */
  readonly records: readonly string[];
  readonly probability: number;
  /** The name that the upstreams are asked for: what they say of it follows the records. */
  readonly forwarded?: string;
}

/** How far a chain has been followed. */
interface Walk {
  readonly links: readonly Link[];
  readonly seen: ReadonlySet<Name>;
  readonly records: readonly string[];
  readonly probability: number;
}

/** Gives every answer, the likeliest first; null: more than `ANSWERS_MAX`, or a blob is missing. */
export function wholeAnswers(
  { qname, qtype, ra }: Question,
  reach: Reach,
  situation: Situation,
): readonly WholeAnswer[] | null {
  const chances = new Map<string, WholeAnswer>();

  const end = ({ links, records, probability }: Walk): boolean => {
    const sorted = records.toSorted();
    const lead = ra ? leadOf(links, qtype, reach) : null;
    const forwarded = lead && { forwarded: nameToText(lead.name) };
    const key = [...sorted, forwarded?.forwarded].join("\n");
    const before = chances.get(key)?.probability ?? 0;
    chances.set(key, { records: sorted, probability: before + probability, ...forwarded });
    return chances.size <= ANSWERS_MAX;
  };

  const follow = (owner: Name, walk: Walk): boolean => {
    if (walk.seen.has(fold(owner))) return end(walk);
    const found = linkAt(owner, fold(owner), qtype, reach, situation);
    if (found === null) return false;
    const seen = new Set([...walk.seen, fold(owner)]);
    const branches = branchesOf(found, qtype, situation) ?? [];
    const isWhole = branches.every(({ link, probability }) => {
      const next = nextOwner(link, qtype);
      const further = { ...walk, seen, probability: walk.probability * probability };
      if (next !== null && walk.links.length === CHAIN_LINKS_MAX) return end(further);
      const links = [...walk.links, link];
      const records = recordsOf(links).flatMap(recordTexts);
      return next === null ? end({ ...further, links, records }) : follow(next, { ...further, links, records });
    });
    return branches.length > 0 && isWhole;
  };

  if (!follow(qname, { links: [], seen: new Set(), records: [], probability: 1 })) return null;
  return [...chances.values()].toSorted((a, b) => b.probability - a.probability);
}

/** What may stand in a link's place, by the answers that its record set may give; null: too many. */
function branchesOf(
  link: Link,
  qtype: number,
  situation: Situation,
): readonly { link: Link; probability: number }[] | null {
  const decision = "decision" in link ? link.decision : null;
  if (decision === null || !("zone" in link)) return [{ link, probability: 1 }];
  const { zone, node, owner } = link;
  const answers = answersOfSet(decision.set, decision.type, situation);
  if (answers === null) return null;
  return answers.map(({ probability, ...records }) => ({
    probability,
    link: decidedLink({ zone, node, owner }, qtype, decision, { ...records, closed: false }),
  }));
}
