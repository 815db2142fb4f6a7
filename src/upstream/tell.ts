/**
 * Makes a client's answer of what an upstream said, or of its failure.
 *
 * Where nothing hosted was gathered the upstream's message goes out as it is, but for ID, question, flags, TTLs and OPT.
 * Behind gathered records it is taken apart: the RCODE is the last name's (RFC 6604 3), AA the first one's.
 */
import type { Foreign } from "../dns/foreign.ts";
import type { ToldSubnet } from "../dns/forwarded-query.ts";
import { fold } from "../dns/name.ts";
import type { Query } from "../dns/query.ts";
import { type Ageing, agedTtl, relay, sectionsOf } from "../dns/relay.ts";
import type { ExtendedError, RRset } from "../dns/reply.ts";
import { EDE, RCODE } from "../dns/types.ts";
import { type Answered, serverFailure } from "../store/resolver.ts";
import type { Kept } from "./answers.ts";
import type { Failure } from "./desk.ts";
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
}

const RCODE_BITS = 0x0f;
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
  if (told.gathered.reply.answer.length > 0) return complete(told, foreign, ageing, maxAgeSeconds);
  const message = relay(told.query, foreign, ageing);
  // A reply that has no room for the client's OPT has gone out as SERVFAIL, which has no TTL.
  const isAsFound = ((message[3] ?? 0) & RCODE_BITS) === (foreign.rcode & RCODE_BITS);
  const age = isAsFound ? maxAgeSeconds : null;
  return { kind: "message", message, maxAgeSeconds: age, private: told.subnet !== null };
}

function scopeFor({ query, subnet }: Told, { scopePrefixLength }: Foreign): number {
  return subnet !== null && isNamedByQuery(query, subnet) ? scopePrefixLength : 0;
}

function complete(told: Told, foreign: Foreign, ageing: Ageing, maxAgeSeconds: number | null): Answered {
  const { gathered, subnet } = told;
  const { answer, authority } = sectionsOf(foreign, ageing);
  const before = gathered.reply.answer;
  const reply = {
    ...gathered.reply,
    rcode: foreign.rcode,
    ra: true,
    answer: [...before, ...answer.filter((set) => !before.some((known) => isSame(known, set)))],
    authority,
    additional: [],
    errors: [...gathered.reply.errors, ...ageing.errors, ...foreign.errors],
    scopePrefixLength: Math.max(gathered.reply.scopePrefixLength, ageing.scopePrefixLength),
  };
  const least = Math.min(...before.map(({ ttlSeconds }) => ttlSeconds), maxAgeSeconds ?? 0);
  const age = maxAgeSeconds === null ? null : least;
  return { kind: "reply", reply, maxAgeSeconds: age, private: gathered.private || subnet !== null, leads: null };
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
