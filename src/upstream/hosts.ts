/**
 * The outside hosts that aliases answer with: looked up through the upstreams, kept as they are answered, renewed behind
 * the answers before they run out.
 *
 * A query waits once where nothing is known, or what is known has run out. When a look-up fails the last known addresses
 * stay, however old, as zones and health do; queries wait for no other look-up for a while then. All that is kept is
 * settled data, and the answers behind it are in the data centre's cache, where a cold isolate finds them.
 */
import type { ExtendedError } from "../dns/edns.ts";
import type { ForwardedQuestion } from "../dns/forwarded-query.ts";
import type { Name } from "../dns/name.ts";
import { EDE, RCODE } from "../dns/types.ts";
import type { HostAddresses, HostReading } from "../steering/hosts.ts";
import type { Env } from "../store/env.ts";
import { type Hosts, hostKey, noHosts, type Occasion } from "../store/hosts.ts";
import type { Settings } from "../store/settings.ts";
import { within } from "../store/wait.ts";
import type { OutsideHost } from "../zone/model.ts";
import { type Desk, deskOf, type Failure } from "./desk.ts";
import { Generations } from "./generations.ts";
import { addressesIn } from "./host-addresses.ts";
import { cacheKey, lookUp, renewFromMs } from "./look-up.ts";
import type { Finding } from "./tell.ts";

type Found = Extract<Finding, { kind: "found" }>;

interface Entry {
  readonly question: ForwardedQuestion;
  /** What is answered until `usableUntilMs`; then queries wait for a look-up. */
  reading: Exclude<HostReading, { kind: "need" }> | null;
  usableUntilMs: number;
  renewFromMs: number;
}

/** Some thousand hosts. */
const CAPACITY_BYTES = 2 * 2 ** 20;
const ENTRY_BYTES = 1_000;

/** A query waits no longer; what comes later is there for the next. */
const WAIT_MS = 2_000;
/** Deviation: RFC 1035 3.2.1 keeps nothing with a TTL of zero, which would have every query wait; it is answered as zero. */
const USABLE_MIN_MS = 1_000;
/** After a failure: queries do not wait, and it is tried again behind them (the desk itself keeps failures for 2 s). */
const NO_WAIT_AFTER_FAILURE_MS = 5_000;
const RETRIED_AFTER_MS = 2_000;
/** A renewal that is older has died with its request. */
const RENEWAL_DEAD_MS = 10_000;
/** Each takes up to three subrequests, of which an invocation may have 50 on the free plan. */
const RENEWED_AT_ONCE_MAX = 8;

const LATE: ExtendedError = { infoCode: EDE.NO_REACHABLE_AUTHORITY, text: "an outside host was not looked up in time" };

/** Makes what keeps outside hosts for this isolate. */
export function createHosts(env: Env, settings: Settings): Hosts {
  return settings.recursionAvailable ? new HostTable(deskOf(env, settings)) : noHosts(env, settings);
}

export class HostTable implements Hosts {
  readonly #desk: Desk;
  readonly #entries = new Generations<Entry>(CAPACITY_BYTES);
  readonly #due = new Set<Entry>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get isRenewalDue(): boolean {
    return this.#due.size > 0;
  }

  find(host: Name, type: number, nowMs: number): HostReading {
    const key = hostKey(host, type);
    const entry = this.#entries.get(key) ?? this.#begin(key, host, type);
    if (entry.reading === null || nowMs >= entry.usableUntilMs) {
      // The query itself will look it up.
      this.#due.delete(entry);
      return { kind: "need", key };
    }
    if (nowMs >= entry.renewFromMs) this.#makeDue(entry, nowMs);
    return entry.reading;
  }

  want(hosts: readonly OutsideHost[], nowMs: number): void {
    for (const { host, types } of hosts) {
      for (const type of types) {
        const key = hostKey(host, type);
        const entry = this.#entries.get(key) ?? this.#begin(key, host, type);
        if (nowMs >= entry.renewFromMs) this.#makeDue(entry, nowMs);
      }
    }
  }

  async load(key: string, occasion: Occasion): Promise<void> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const looking = this.#lookUp(entry, occasion, false);
    occasion.ctx.waitUntil(looking);
    await within(looking, WAIT_MS, undefined);
    // Another one's look-up may have come in meanwhile.
    if (this.#desk.now() >= entry.usableUntilMs) this.#keep(entry, LATE);
  }

  async renew(occasion: Occasion): Promise<void> {
    const due = [...this.#due].slice(0, RENEWED_AT_ONCE_MAX);
    for (const entry of due) this.#due.delete(entry);
    await Promise.all(due.map((entry) => this.#lookUp(entry, occasion, true)));
  }

  #begin(key: string, name: Name, type: number): Entry {
    const question = { name, type, dnssecOk: false, cd: false, subnet: null };
    const never = Number.NEGATIVE_INFINITY;
    const entry: Entry = { question, reading: null, usableUntilMs: never, renewFromMs: never };
    this.#entries.put(key, entry, ENTRY_BYTES);
    return entry;
  }

  /** Once: whoever reads it meanwhile does not ask as well. */
  #makeDue(entry: Entry, nowMs: number): void {
    entry.renewFromMs = nowMs + RENEWAL_DEAD_MS;
    this.#due.add(entry);
  }

  async #lookUp(entry: Entry, occasion: Occasion, ahead: boolean): Promise<void> {
    const { question } = entry;
    const desk = this.#desk;
    const key = cacheKey(question.type, 0, "", question.name);
    this.#learn(entry, await lookUp({ desk, key, question, asker: occasion, ahead }, desk.answers.get(key) ?? null));
  }

  #learn(entry: Entry, finding: Finding): void {
    if (finding.kind === "failure") {
      this.#keep(entry, errorOf(finding));
      return;
    }
    const reading = newest(entry, finding);
    entry.reading = reading;
    if (finding.stale) {
      this.#keep(entry, LATE);
      return;
    }
    const leastMs = this.#desk.now() + USABLE_MIN_MS;
    const freshUntilMs = runsOutMs(reading);
    entry.usableUntilMs = Math.max(leastMs, freshUntilMs);
    entry.renewFromMs = Math.max(leastMs, renewFromMs({ storedMs: reading.lookedUpMs, freshUntilMs }));
  }

  /** A look-up has failed: what is known stays. */
  #keep(entry: Entry, error: ExtendedError): void {
    const nowMs = this.#desk.now();
    const { reading } = entry;
    if (reading?.kind !== "addresses") entry.reading = { kind: "unknown", error };
    else if (nowMs >= runsOutMs(reading)) entry.reading = { ...reading, stale: true };
    entry.usableUntilMs = Math.max(entry.usableUntilMs, nowMs + NO_WAIT_AFTER_FAILURE_MS);
    entry.renewFromMs = nowMs + RETRIED_AFTER_MS;
  }
}

/** Gives what was found, unless what is known already is newer. */
function newest({ question, reading }: Entry, { foreign, storedMs }: Found): HostAddresses {
  if (reading?.kind === "addresses" && reading.lookedUpMs > storedMs) return reading;
  const rdata = addressesIn(foreign, question);
  return {
    kind: "addresses",
    values: { kind: "values", rdata: new Map(rdata.length > 0 ? [[question.type, rdata]] : []) },
    ttlSeconds: foreign.lifetimeSeconds ?? 0,
    lookedUpMs: storedMs,
    stale: false,
  };
}

function runsOutMs({ lookedUpMs, ttlSeconds }: HostAddresses): number {
  return lookedUpMs + ttlSeconds * 1000;
}

/** An upstream's own reason, but for REFUSED: it is not this host that was refused. */
function errorOf({ foreign, error }: Failure): ExtendedError {
  const [told] = foreign === null || foreign.rcode === RCODE.REFUSED ? [] : foreign.errors;
  return told ?? error;
}
