/**
 * Reads any DNS message, for `fairlead query`: whoever answered is not trusted, so every offset is checked.
 *
 * Names in the record data of well-known types are decompressed (RFC 3597 4), so that each record's data stands alone.
 * The Worker has no use for this: it reads queries only (dns/query.ts).
 */
import { NAME_OCTETS_MAX, type Name, nameOfLabels } from "../dns/name.ts";
import { uint16At } from "../dns/octets.ts";
import { HEADER_OCTETS } from "../dns/query.ts";
import { TYPE } from "../dns/types.ts";

export interface Message {
  readonly id: number;
  readonly opcode: number;
  /** The extended RCODE where the message has an OPT (RFC 6891 6.1.3). */
  readonly rcode: number;
  /** The header's third and fourth octet. */
  readonly flags: number;
  readonly questions: readonly MessageQuestion[];
  readonly answer: readonly MessageRecord[];
  readonly authority: readonly MessageRecord[];
  /** Without the OPT. */
  readonly additional: readonly MessageRecord[];
  readonly opt: MessageOpt | null;
  readonly octets: number;
}

export interface MessageQuestion {
  readonly owner: Name;
  readonly type: number;
  readonly class: number;
}

export interface MessageRecord extends MessageQuestion {
  readonly ttlSeconds: number;
  /** Uncompressed. */
  readonly rdata: Uint8Array;
}

export interface MessageOpt {
  readonly version: number;
  readonly dnssecOk: boolean;
  readonly udpPayloadOctets: number;
  readonly options: readonly { readonly code: number; readonly data: Uint8Array }[];
}

export type ReadOutcome =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "broken"; readonly why: string };

/** What record data begins with: a number of fixed octets, a name, or a character string; the rest is copied. */
type Layout = readonly (number | "name" | "string")[];

const LAYOUTS: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  ...[TYPE.NS, TYPE.MD, TYPE.MF, TYPE.CNAME, TYPE.MB, TYPE.MG, TYPE.MR, TYPE.PTR, TYPE.DNAME, TYPE.NXT].map(
    (type): [number, Layout] => [type, ["name"]],
  ),
  ...[TYPE.SOA, TYPE.MINFO, TYPE.RP].map((type): [number, Layout] => [type, ["name", "name"]]),
  ...[TYPE.MX, TYPE.AFSDB, TYPE.RT, TYPE.KX].map((type): [number, Layout] => [type, [2, "name"]]),
  [TYPE.PX, [2, "name", "name"]],
  [TYPE.SRV, [6, "name"]],
  [TYPE.SIG, [18, "name"]],
  [TYPE.NAPTR, [4, "string", "string", "string", "name"]],
]);

const COUNTS_AT = [4, 6, 8, 10] as const;

/** Reads a message; `broken` where it does not keep to its own lengths. */
export function readMessage(bytes: Uint8Array): ReadOutcome {
  try {
    return { kind: "message", message: new Reader(bytes).message() };
  } catch (thrown) {
    if (thrown instanceof Broken) return { kind: "broken", why: thrown.message };
    throw thrown;
  }
}

class Broken extends Error {}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  message(): Message {
    const header = this.#take(HEADER_OCTETS);
    const [questions, answers, authorities, additionals] = COUNTS_AT.map((at) => uint16At(header, at));
    const flags = uint16At(header, 2);
    const head = { id: uint16At(header, 0), opcode: (flags >> 11) & 0xf, flags, octets: this.#bytes.length };
    const asked = this.#times(questions, () => this.#question());
    const answer = this.#times(answers, () => this.#record());
    const authority = this.#times(authorities, () => this.#record());
    const rest = this.#times(additionals, () => this.#record());
    if (this.#at !== this.#bytes.length) throw new Broken(`${this.#bytes.length - this.#at} octets too many`);
    const opts = rest.filter(({ type }) => type === TYPE.OPT);
    if (opts.length > 1) throw new Broken("more than one OPT record");
    const opt = opts[0] === undefined ? null : readOptRecord(opts[0]);
    const additional = rest.filter(({ type }) => type !== TYPE.OPT);
    const rcode = (flags & 0xf) | ((opts[0] === undefined ? 0 : Math.floor(opts[0].ttlSeconds / 2 ** 24)) << 4);
    return { ...head, rcode, questions: asked, answer, authority, additional, opt };
  }

  #times<T>(count: number | undefined, read: () => T): T[] {
    return Array.from({ length: count ?? 0 }, read);
  }

  #question(): MessageQuestion {
    const owner = this.#name();
    const fixed = this.#take(4);
    return { owner, type: uint16At(fixed, 0), class: uint16At(fixed, 2) };
  }

  #record(): MessageRecord {
    const head = this.#question();
    const fixed = this.#take(6);
    const ttlSeconds = uint16At(fixed, 0) * 0x10000 + uint16At(fixed, 2);
    const end = this.#at + uint16At(fixed, 4);
    if (end > this.#bytes.length) throw new Broken("record data runs over the end");
    const parts = (LAYOUTS.get(head.type) ?? []).map((part) => this.#part(part));
    if (this.#at > end) throw new Broken("record data is longer than it says");
    parts.push(this.#take(end - this.#at));
    return { ...head, ttlSeconds, rdata: Uint8Array.from(parts.flatMap((part) => [...part])) };
  }

  #part(part: number | "name" | "string"): Uint8Array {
    if (part === "name") return Uint8Array.from(this.#name(), (octet) => octet.charCodeAt(0));
    if (part !== "string") return this.#take(part);
    const length = this.#bytes[this.#at] ?? 0;
    return this.#take(1 + length);
  }

  /** Pointers lead only backwards, before the place of the name so far, so that none can loop (RFC 1035 4.1.4). */
  #name(): Name {
    const labels: string[] = [];
    let octets = 1;
    let at = this.#at;
    let lowest = at;
    let end: number | null = null;
    for (;;) {
      const length = this.#bytes[at];
      if (length === undefined) throw new Broken("a name runs over the end");
      if (length >= 0xc0) {
        end ??= at + 2;
        if (at + 2 > this.#bytes.length) throw new Broken("a name runs over the end");
        at = uint16At(this.#bytes, at) & 0x3fff;
        if (at >= lowest) throw new Broken("a compression pointer that does not lead backwards");
        lowest = at;
        continue;
      }
      if (length > 63) throw new Broken(`a label of unknown kind ${length}`);
      at += 1;
      if (length === 0) break;
      octets += 1 + length;
      if (octets > NAME_OCTETS_MAX) throw new Broken("a name of more than 255 octets");
      if (at + length > this.#bytes.length) throw new Broken("a name runs over the end");
      labels.push(String.fromCharCode(...this.#bytes.subarray(at, at + length)));
      at += length;
    }
    this.#at = end ?? at;
    return nameOfLabels(labels);
  }

  #take(octets: number): Uint8Array {
    if (this.#at + octets > this.#bytes.length) throw new Broken("the message ends too early");
    this.#at += octets;
    return this.#bytes.subarray(this.#at - octets, this.#at);
  }
}

function readOptRecord({ class: udpPayloadOctets, ttlSeconds, rdata }: MessageRecord): MessageOpt {
  const options: { code: number; data: Uint8Array }[] = [];
  for (let at = 0; at < rdata.length; ) {
    if (at + 4 > rdata.length) throw new Broken("an EDNS option is cut short");
    const end = at + 4 + uint16At(rdata, at + 2);
    if (end > rdata.length) throw new Broken("an EDNS option runs over the end");
    options.push({ code: uint16At(rdata, at), data: rdata.subarray(at + 4, end) });
    at = end;
  }
  const version = Math.floor(ttlSeconds / 0x10000) & 0xff;
  return { version, dnssecOk: (ttlSeconds & 0x8000) !== 0, udpPayloadOctets, options };
}
