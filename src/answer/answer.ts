/**
 * A query's answer: the chain of links turned into RCODE, AA and sections, with the age at which HTTP may keep it.
 *
 * Synchronous, total and free of I/O. What is not in memory is told by key (`need`); the caller loads it and asks again
 * with the same draws. Refuses to know where anything comes from, what time it is, and how bytes are written.
 */
import { fold, type Name } from "../dns/name.ts";
import type { Reply, RRset } from "../dns/reply.ts";
import { RCODE, TYPE } from "../dns/types.ts";
import type { Client, Draw, HealthView } from "../steering/candidate.ts";
import { type HostView, NO_HOSTS } from "../steering/hosts.ts";
import type { Situation } from "../steering/situation.ts";
import type { ZoneSet } from "../zone/model.ts";
import { followChain, type Link } from "./chain.ts";
import { errorsOf } from "./errors.ts";
import type { AnswerOutcome, Lead } from "./outcome.ts";
import { Reach } from "./reach.ts";
import { closedSoaOf, referralSections, soaOf } from "./sections.ts";
import { type Notes, newNotes, situationOf } from "./situation.ts";
import type { Service } from "./special.ts";

export interface Question extends Service {
  /** As sent, case included. */
  readonly qname: Name;
  readonly qtype: number;
}

/** One attempt at an answer, with all that it was made from. */
export interface Attempt {
  readonly outcome: AnswerOutcome;
  readonly links: readonly Link[];
  readonly reach: Reach;
  readonly situation: Situation;
}

/** Answers a question of class IN. */
export function answer(
  question: Question,
  zones: ZoneSet,
  health: HealthView,
  client: Client,
  draw: Draw,
  nowMs: number,
  hosts: HostView = NO_HOSTS,
): AnswerOutcome {
  return attempt(question, zones, health, client, draw, nowMs, hosts).outcome;
}

/** Answers a question and keeps the links and the situation, for `explain`. */
export function attempt(
  question: Question,
  zones: ZoneSet,
  health: HealthView,
  client: Client,
  draw: Draw,
  nowMs: number,
  hosts: HostView,
): Attempt {
  const reach = new Reach(zones, question);
  const notes = newNotes();
  const situation = situationOf(reach, health, client, hosts, draw, nowMs, notes);
  const links = followChain(question.qname, question.qtype, reach, situation);
  const sections = sectionsOf(links, reach, notes);
  if (reach.needs !== null) return { outcome: { kind: "need", keys: [...reach.needs] }, links, reach, situation };
  const errors = errorsOf(links, question.qtype, sections.rcode, reach, notes);
  const { scopePrefixLength } = notes;
  const { rcode, aa, answer, authority, additional } = sections;
  const reply = { rcode, aa, ra: question.ra, answer, authority, additional, errors, scopePrefixLength };
  const maxAgeSeconds = maxAgeOf(sections);
  const leads = leadOf(links, question.qtype, reach);
  const outcome: AnswerOutcome = { kind: "reply", reply, maxAgeSeconds, private: notes.private, leads };
  return { outcome, links, reach, situation };
}

type Sections = Pick<Reply, "rcode" | "aa" | "answer" | "authority" | "additional">;

const SERVER_FAILURE: Sections = { rcode: RCODE.SERVFAIL, aa: false, answer: [], authority: [], additional: [] };

/** The one place where outcomes become RCODE and AA. RCODE and SOA are the last name's (RFC 6604 3), AA is the first's (RFC 1035 4.1.1). */
function sectionsOf(links: readonly Link[], reach: Reach, notes: Notes): Sections {
  const answer = recordsOf(links);
  const first = links[0];
  const last = links.at(-1);
  const aa = first !== undefined && ("zone" in first || first.kind === "special") && first.kind !== "referral";
  const plain = { rcode: RCODE.NOERROR, aa, answer, authority: [], additional: [] };
  switch (last?.kind) {
    case undefined:
    case "answer":
    case "cname":
      return plain;
    case "dname":
      return last.synthesised ? plain : { ...plain, rcode: RCODE.YXDOMAIN };
    case "nodata":
      // An alias into a zone that cannot be read, or of a host that cannot be looked up, leaves its records unknown.
      return reach.unavailable || notes.unknownHost !== null
        ? SERVER_FAILURE
        : { ...plain, authority: [last.closed ? closedSoaOf(last.zone) : soaOf(last.zone)] };
    case "nxdomain":
      return { ...plain, rcode: RCODE.NXDOMAIN, authority: [soaOf(last.zone)] };
    case "referral":
      return { ...plain, ...referralSections(last.zone, last.cut, reach) };
    case "special":
      return { ...plain, rcode: last.special.rcode, authority: last.special.authority };
    case "not-hosted":
      return links.length > 1 ? plain : { ...plain, rcode: RCODE.REFUSED };
    case "unavailable":
      return SERVER_FAILURE;
    default:
      return last satisfies never;
  }
}

/** Gives the records of all links. A DNAME is written once, however many names of the chain lie below it. */
export function recordsOf(links: readonly Link[]): readonly RRset[] {
  const records: RRset[] = [];
  for (const link of links) {
    if (link.kind === "answer" || link.kind === "cname") records.push(link.rrset);
    if (link.kind === "special" && link.special.rrset) records.push(link.special.rrset);
    if (link.kind !== "dname") continue;
    const { rrset, synthesised } = link;
    if (!records.some(({ owner, type }) => type === rrset.type && owner === rrset.owner)) records.push(rrset);
    if (synthesised) records.push(synthesised);
  }
  return records;
}

/** Where the chain left the hosted zones; null: it ended in one of them. */
export function leadOf(links: readonly Link[], qtype: number, reach: Reach): Lead | null {
  const last = links.at(-1);
  if (last?.kind === "not-hosted") return { name: last.owner, why: "outside" };
  if (last?.kind === "referral") return { name: last.owner, why: "delegated" };
  if (last?.kind !== "nodata" || qtype !== TYPE.DS || reach.unavailable) return null;
  // RFC 4035 3.1.4.1: the DS of a zone is its parent's to tell, and this parent is not hosted.
  const name = fold(last.owner);
  const isParents = name === last.zone.apex && reach.special(last.owner, name, qtype) === null;
  return isParents ? { name: last.owner, why: "parent" } : null;
}

/**
 * The smallest TTL of the answer section and of a SOA's negative TTL; a referral's NS TTL (RFC 8484 5.1). Null: nothing
 * to go by. A SERVFAIL keeps nothing, whatever the chain gathered.
 */
function maxAgeOf({ answer, authority }: Sections): number | null {
  let least = Number.POSITIVE_INFINITY;
  for (const { ttlSeconds } of answer) least = Math.min(least, ttlSeconds);
  for (const { ttlSeconds } of authority) least = Math.min(least, ttlSeconds);
  return least === Number.POSITIVE_INFINITY ? null : least;
}
