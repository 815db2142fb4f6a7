/**
 * Makes a client's answer of what an upstream said, or of its failure.
 *
 * Where nothing hosted was gathered the upstream's message goes out as it is, but for ID, question, flags, TTLs and OPT.
 * Behind gathered records it is taken apart: the RCODE is the last name's (RFC 6604 3), AA the first one's. And so it is
 * where its CNAMEs lead into a hosted zone, which the upstream may not know, or as it is for others.
 */

import { ENDLESS } from "../answer/errors.ts";
import type { ExtendedError } from "../dns/edns.ts";
import type { Foreign } from "../dns/foreign.ts";
import type { ToldSubnet } from "../dns/forwarded-query.ts";
import { fold, type Name, ROOT } from "../dns/name.ts";
import type { Query } from "../dns/query.ts";
import { type Ageing, agedTtl, relay, sectionsOf } from "../dns/relay.ts";
import { hasRcode, type Reply, type RRset } from "../dns/reply.ts";
import { EDE, RCODE, TYPE } from "../dns/types.ts";
import { type Answered, serverFailure } from "../store/resolver.ts";
import type { Kept } from "./answers.ts";
import type { Failure } from "./desk.ts";
import type { HostedNames } from "./look-up.ts";
import { isNamedByQuery } from "./told-subnet.ts";

/** A finished message: ID and question are as the client sent them. */
export interface RawAnswer {
  readonly kind: "message";
  readonly message: Uint8Array;
  /** HTTP freshness in seconds (RFC 8484 5.1); null: `no-store`. */
  readonly maxAgeSeconds: number | null;
  /** The client's network took part: no shared cache may keep it. */
  readonly private: boolean;
}

export type Finding =
  | {
      readonly kind: "found";
      readonly foreign: Foreign;
      /** When its TTLs were what its message says. */
      readonly storedMs: number;
      readonly stale: boolean;
    }
  | Failure;

/** Gives a kept answer as what was found. */
export function foundIn({ foreign, storedMs }: Kept, stale: boolean): Finding {
  return { kind: "found", foreign, storedMs, stale };
}

/** Who is told, and what was gathered for them before. */
export interface Told {
  readonly query: Query;
  readonly gathered: Answered;
  /** The network that the upstream was told. */
  readonly subnet: ToldSubnet | null;
  readonly zones: HostedNames;
}

/** A chain that goes in and out of the hosted zones is followed so far. */
const RECORD_SETS_MAX = 16;
const EMPTY = { aa: false, ra: true, authority: [], additional: [] } as const;
const NO_ERRORS: readonly ExtendedError[] = [];
const STALE: readonly ExtendedError[] = [{ infoCode: EDE.STALE_ANSWER, text: "no upstream answers" }];
const STALE_NXDOMAIN: readonly ExtendedError[] = [{ infoCode: EDE.STALE_NXDOMAIN_ANSWER, text: "no upstream answers" }];

/** Makes the answer. */
export function tell(told: Told, finding: Finding, nowMs: number): Answered | RawAnswer {
  if (finding.kind === "failure") return tellFailure(finding);
  const { foreign, stale } = finding;
  const ageing: Ageing = {
    elapsedSeconds: Math.max(0, Math.floor((nowMs - finding.storedMs) / 1000)),
    stale,
    errors: stale ? (foreign.rcode === RCODE.NXDOMAIN ? STALE_NXDOMAIN : STALE) : NO_ERRORS,
    scopePrefixLength: scopeFor(told, foreign),
  };
  const { lifetimeSeconds } = foreign;
  const maxAgeSeconds = lifetimeSeconds === null ? null : agedTtl(lifetimeSeconds, ageing);
  const back = hostedLinkOf(told, foreign);
  if (back >= 0) return leadBack(told, foreign, ageing, back);
  if (told.gathered.reply.answer.length > 0) return complete(told, foreign, ageing, maxAgeSeconds);
  const message = relay(told.query, foreign, ageing);
  // A reply that has no room for the client's OPT has gone out as SERVFAIL, which has no TTL.
  const isAsFound = hasRcode(message, foreign.rcode);
  const age = isAsFound ? maxAgeSeconds : null;
  return { kind: "message", message, maxAgeSeconds: age, private: told.subnet !== null };
}

function scopeFor({ query, subnet }: Told, { scopePrefixLength }: Foreign): number {
  return subnet !== null && isNamedByQuery(query, subnet) ? scopePrefixLength : 0;
}

/** Where the upstream's chain comes into a hosted zone that it has not come from; -1: nowhere. */
function hostedLinkOf({ gathered, zones }: Told, { chain }: Foreign): number {
  const before = gathered.reply.answer;
  if (chain.length === 0 || before.length > RECORD_SETS_MAX) return -1;
  const known = new Set([...before.map(({ owner }) => fold(owner)), leadOf(gathered)]);
  return chain.findIndex((name) => zones.isHosted(fold(name)) && !known.has(fold(name)));
}

/** The folded name that the upstream was asked for. */
function leadOf({ leads }: Answered): Name {
  return leads === null ? ROOT : fold(leads.name);
}

/** The operator's own zones always win: what the upstream says of that name and those behind it is left out. */
function leadBack({ gathered, subnet }: Told, foreign: Foreign, ageing: Ageing, at: number): Answered {
  const left = new Set(foreign.chain.slice(at).map(fold));
  left.delete(leadOf(gathered));
  const answer = sectionsOf(foreign, ageing).answer.filter(({ owner }) => !left.has(fold(owner)));
  const [name = ROOT] = foreign.chain.slice(at);
  const reply = { ...EMPTY, rcode: RCODE.NOERROR, answer, ...saidOf(foreign, ageing) };
  const maxAgeSeconds = Math.min(...answer.map(({ ttlSeconds }) => ttlSeconds));
  return join(gathered, {
    kind: "reply",
    reply,
    maxAgeSeconds,
    private: subnet !== null,
    leads: { name, why: "hosted" },
  });
}

function complete({ gathered, subnet }: Told, foreign: Foreign, ageing: Ageing, maxAge: number | null): Answered {
  const reply = { ...EMPTY, rcode: foreign.rcode, ...sectionsOf(foreign, ageing), ...saidOf(foreign, ageing) };
  const joined = join(gathered, { kind: "reply", reply, maxAgeSeconds: maxAge, private: subnet !== null, leads: null });
  if (!isEndless(joined.reply.answer, foreign)) return joined;
  return { ...joined, reply: { ...joined.reply, errors: [...joined.reply.errors, ENDLESS] } };
}

/** The chain ends at a name that it has come through. */
function isEndless(answer: readonly RRset[], { chain }: Foreign): boolean {
  const end = chain.at(-1);
  return end !== undefined && answer.some(({ owner, type }) => type === TYPE.CNAME && fold(owner) === fold(end));
}

function saidOf(foreign: Foreign, { errors, scopePrefixLength }: Ageing): Pick<Reply, "errors" | "scopePrefixLength"> {
  return { errors: [...errors, ...foreign.errors], scopePrefixLength };
}

/**
 * Puts an answer behind the records that led to it. RCODE and authority are the last one's, AA the first one's; a chain
 * whose end cannot be told is not answered in part.
 */
export function join(gathered: Answered, next: Answered): Answered {
  const before = gathered.reply.answer;
  if (next.reply.rcode === RCODE.SERVFAIL) return next;
  const { reply } = next;
  const joined = {
    ...reply,
    aa: gathered.reply.aa && before.length > 0,
    answer: [...before, ...reply.answer.filter((set) => !before.some((known) => isSame(known, set)))],
    errors: before.length > 0 ? [...gathered.reply.errors, ...reply.errors] : reply.errors,
    scopePrefixLength: Math.max(gathered.reply.scopePrefixLength, reply.scopePrefixLength),
  };
  const least = Math.min(...before.map(({ ttlSeconds }) => ttlSeconds), next.maxAgeSeconds ?? 0);
  const maxAgeSeconds = next.maxAgeSeconds === null ? null : least;
  return { ...next, reply: joined, maxAgeSeconds, private: gathered.private || next.private };
}

/** A chain that comes back to a hosted name: each record stands there once. */
function isSame(one: RRset, other: RRset): boolean {
  return one.type === other.type && fold(one.owner) === fold(other.owner);
}

/**
 * An upstream's reasons go through, and its RCODE does not: FORMERR, NOTIMP, REFUSED or BADVERS speak of the query that
 * it was sent, not of the client's (RFC 6891 6.1.1: what EDNS says is from hop to hop).
 */
function tellFailure({ error, foreign }: Failure): Answered {
  const failed = serverFailure(error, true);
  return { ...failed, reply: { ...failed.reply, errors: foreign?.errors.length ? foreign.errors : [error] } };
}
