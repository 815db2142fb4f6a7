/**
 * The upstreams in the operator's order: who is asked, what of their replies is believed, and who is set aside.
 *
 * A reply that says something of the name is final. So is one that says why it will not: a name that one upstream finds
 * forged or blocks must not be had from the next, which may look less closely. SERVFAIL and its like are not: the next
 * is asked, and where all say so the first one's reply stands. An upstream fails, and is set aside, when it cannot be
 * reached, or sends what is no reply to the question, or refuses, or refers to others. It has not failed where the
 * records of a reply are broken: anybody can have a name whose servers send such, and ask for it.
 */
import { type Asked, type Foreign, isReplyTo, readForeign } from "../dns/foreign.ts";
import { EDE, RCODE } from "../dns/types.ts";
import { exchange } from "./exchange.ts";
import { FINAL, race, type Told } from "./race.ts";
import { Standing } from "./standing.ts";

export type Outcome =
  | { readonly kind: "answer"; readonly foreign: Foreign; readonly ageSeconds: number; readonly message: Uint8Array }
  /** All that were reached say that they cannot tell; the reply of the first. */
  | { readonly kind: "unresolved"; readonly foreign: Foreign }
  | { readonly kind: "unusable" }
  | { readonly kind: "unreachable" };

/** A question, and how it is sent. */
export interface Errand {
  readonly asked: Asked;
  readonly query: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** The upstreams that this deployment itself is behind are not asked. */
  isOwn(url: string): boolean;
  /** Keeps going on behind the answer what tells how an upstream stands. */
  waitUntil(work: Promise<unknown>): void;
}

/** The browsers' patience, less a second for what comes before and after. */
const DEADLINE_MS = 4_000;

/** Why a name is not answered on purpose: DNSSEC (RFC 8914 4.2, 4.6–4.13) and policy (4.16–4.19). */
const FINAL_ERRORS: ReadonlySet<number> = new Set([
  EDE.UNSUPPORTED_DNSKEY_ALGORITHM,
  EDE.UNSUPPORTED_DS_DIGEST_TYPE,
  EDE.DNSSEC_INDETERMINATE,
  EDE.DNSSEC_BOGUS,
  EDE.SIGNATURE_EXPIRED,
  EDE.SIGNATURE_NOT_YET_VALID,
  EDE.DNSKEY_MISSING,
  EDE.RRSIGS_MISSING,
  EDE.NO_ZONE_KEY_BIT_SET,
  EDE.NSEC_MISSING,
  EDE.BLOCKED,
  EDE.CENSORED,
  EDE.FILTERED,
  EDE.PROHIBITED,
]);

/** More is better: a reply in DNS, then a sign of life, then nothing. */
const WORTH = { unresolved: 2, unusable: 1, unreachable: 0 } as const;

export class Upstreams {
  readonly #standings: readonly Standing[];
  readonly #now: () => number;

  constructor(urls: readonly string[], now: () => number) {
    this.#standings = urls.map((url) => new Standing(url));
    this.#now = now;
  }

  /** All are set aside at present: to ask would most likely be in vain. */
  get areAllPaused(): boolean {
    const nowMs = this.#now();
    return this.#standings.every(({ pausedUntilMs }) => nowMs < pausedUntilMs);
  }

  /** Asks. Those that are set aside come last, and only when the others have failed: no name is given up untried. */
  async ask(errand: Errand): Promise<Outcome> {
    const nowMs = this.#now();
    const others = this.#standings.filter(({ url }) => !errand.isOwn(url));
    const ready = others.filter(({ pausedUntilMs }) => pausedUntilMs <= nowMs);
    const aside = others.filter(({ pausedUntilMs }) => pausedUntilMs > nowMs);
    const soonestFirst = aside.toSorted((a, b) => a.pausedUntilMs - b.pausedUntilMs);
    const runners = [...ready, ...soonestFirst].map((standing, at) => ({
      // Nobody is asked because of lateness alone who has just failed.
      usualMs: at + 1 < ready.length ? standing.usualMs : DEADLINE_MS,
      ask: () => {
        const told = this.#askOne(standing, errand);
        errand.waitUntil(told);
        return told;
      },
    }));
    return (await race(runners, DEADLINE_MS)) ?? { kind: "unreachable" };
  }

  async #askOne(standing: Standing, { asked, query, headers }: Errand): Promise<Told<Outcome>> {
    const startMs = this.#now();
    const exchanged = await exchange(standing.url, query, headers);
    const foreign = exchanged.kind === "message" ? readForeign(exchanged.message, asked) : null;
    if (exchanged.kind !== "message" || foreign === null) {
      const isReply = exchanged.kind === "message" && isReplyTo(exchanged.message, asked);
      this.#note(standing, isReply, startMs);
      const kind = exchanged.kind === "unreachable" ? "unreachable" : "unusable";
      return { value: { kind }, worth: WORTH[kind] };
    }
    // An upstream that refuses one name refuses all: this deployment is none of its clients. One that refers is no resolver.
    const isUsable = !foreign.isReferral && (foreign.rcode !== RCODE.REFUSED || isOnPurpose(foreign));
    this.#note(standing, isUsable, startMs);
    const { message, ageSeconds } = exchanged;
    if (isFinal(foreign)) return { value: { kind: "answer", foreign, ageSeconds, message }, worth: FINAL };
    return { value: { kind: "unresolved", foreign }, worth: WORTH.unresolved };
  }

  #note(standing: Standing, isAnswer: boolean, askedMs: number): void {
    if (isAnswer) standing.answered(askedMs, this.#now());
    else standing.failed(askedMs, this.#now());
  }
}

/** It says something of the name, and not only why it says nothing. */
export function hasSpoken({ rcode, isReferral }: Foreign): boolean {
  return !isReferral && (rcode === RCODE.NOERROR || rcode === RCODE.NXDOMAIN || rcode === RCODE.YXDOMAIN);
}

function isFinal(foreign: Foreign): boolean {
  return hasSpoken(foreign) || isOnPurpose(foreign);
}

function isOnPurpose({ errors }: Foreign): boolean {
  return errors.some(({ infoCode }) => FINAL_ERRORS.has(infoCode));
}
