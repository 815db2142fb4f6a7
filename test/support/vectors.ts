/**
 * Wire vectors: queries as octets, valid and broken, with what an authoritative DoH server must answer. This file knows
 * how to ask one over HTTP and how to judge the reply; which vectors, and of what server, is the caller's.
 */
import { type Message, readMessage } from "./message.ts";

type OneOf<T> = T | readonly T[];

/** What a vector may say of its reply; a key that is not there is not judged. */
interface Expectation {
  readonly http: OneOf<number>;
  readonly rcode?: OneOf<string>;
  readonly answer?: readonly string[];
  readonly answer_types?: readonly string[];
  readonly authority_types?: readonly string[];
  readonly soa_ttl?: number;
  readonly opt?: boolean;
  readonly edns_version?: number;
  readonly do?: number;
  /** Any text: the option comes back as sent, with scope 0. */
  readonly ecs?: string;
  /** Any text: the reply fills blocks of 468 octets (RFC 8467 4.1). */
  readonly padding?: string;
  /** A record that is synthesised, without TTL and class. */
  readonly synth?: string;
  readonly opcode?: number;
  readonly aa?: number;
  readonly rd?: number;
  readonly ra?: number;
  readonly z?: number;
  readonly ad?: number;
  readonly cd?: number;
}

export interface Vector {
  readonly id: string;
  readonly name: string;
  readonly hex: string;
  readonly base64url: string;
  readonly expect: Expectation;
}

export interface Exchange {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Uint8Array;
}

const HEADER_OCTETS = 12;
const OPTION_ECS = 8;
const FLAGS = ["opcode", "aa", "rd", "ra", "z", "ad", "cd"] as const;

/** Rules that a vector tells in words only. */
const RULES: Readonly<Record<string, (message: Message) => string | null>> = {
  w055: (message) => (optionOf(message, 65001) === null ? null : "option 65001 came back"),
  w085: (message) => (Buffer.from(message.bytes).includes("deadbeef", 0, "hex") ? "the junk came back" : null),
  w097: (message) => (message.answer.length === 0 ? null : "another class was answered"),
  w098: (message) => (message.answer.length === 0 ? null : "another class was answered"),
  w099: (message) => (message.rcode === "NOERROR" && message.aa === 1 ? "class ANY was answered with authority" : null),
  w102: (message) => (message.answer.length === 0 ? null : "zone data was given away"),
};

/** Asks one vector by POST or GET. */
export async function exchange(url: string, vector: Vector, method: "GET" | "POST"): Promise<Exchange> {
  const signal = AbortSignal.timeout(5_000);
  const response =
    method === "GET"
      ? await fetch(`${url}?dns=${vector.base64url}`, { headers: { Accept: "application/dns-message" }, signal })
      : await fetch(url, {
          method,
          headers: { "Content-Type": "application/dns-message" },
          body: new Uint8Array(Buffer.from(vector.hex, "hex")),
          signal,
        });
  return {
    status: response.status,
    contentType: response.headers.get("Content-Type"),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Gives everything that is wrong with a reply; nothing for a right one. */
export function judge(vector: Vector, reply: Exchange): string[] {
  const { expect } = vector;
  const statuses = [expect.http].flat();
  if (!statuses.includes(reply.status)) return [`HTTP ${reply.status}, expected ${statuses.join(" or ")}`];
  // HTTP 400 ends it: no DNS body is required there.
  if (reply.status !== 200) return [];
  if (reply.contentType !== "application/dns-message") return [`Content-Type ${reply.contentType}`];
  let message: Message;
  try {
    message = readMessage(reply.body);
  } catch (error) {
    return [`no DNS message: ${error}`];
  }
  const query = Buffer.from(vector.hex, "hex");
  const broken = RULES[vector.id]?.(message) ?? null;
  return [
    ...differences("QR", message.qr, 1),
    ...differences("ID", message.id, query.readUInt16BE(0)),
    ...judgeHeader(expect, message),
    ...judgeQuestion(query, message),
    ...judgeSections(expect, message, vector.id === "w004"),
    ...judgeEdns(expect, query, message),
    ...(broken === null ? [] : [broken]),
  ];
}

function differences(what: string, found: unknown, expected: unknown): string[] {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  return left === right ? [] : [`${what} ${left}, expected ${right}`];
}

function judgeHeader(expect: Expectation, message: Message): string[] {
  const rcodes = expect.rcode === undefined ? [message.rcode] : [expect.rcode].flat();
  return [
    ...(rcodes.includes(message.rcode) ? [] : [`rcode ${message.rcode}, expected ${rcodes.join(" or ")}`]),
    ...FLAGS.flatMap((flag) => (expect[flag] === undefined ? [] : differences(flag, message[flag], expect[flag]))),
  ];
}

/** A question that could be read comes back octet for octet; replies to unreadable ones carry none. */
function judgeQuestion(query: Buffer, message: Message): string[] {
  if (message.rcode === "FORMERR" || Buffer.from(message.bytes).readUInt16BE(4) === 0) return [];
  let end = HEADER_OCTETS;
  while ((query[end] ?? 0) > 0) end += 1 + (query[end] ?? 0);
  const question = query.subarray(HEADER_OCTETS, end + 5).toString("hex");
  return differences(
    "question",
    Buffer.from(message.bytes)
      .subarray(HEADER_OCTETS, end + 5)
      .toString("hex"),
    question,
  );
}

/** `anySerial`: a zone file sets no serial, so a SOA is compared without it. */
function judgeSections(expect: Expectation, message: Message, anySerial: boolean): string[] {
  const serial = / \d+( \d+ \d+ \d+ \d+)$/;
  const shown = (records: readonly string[]): readonly string[] =>
    anySerial ? records.map((record) => record.replace(serial, " *$1")) : records;
  const synthesised = message.answer.map((record) => record.replace(/ \d+ IN /, " "));
  return [
    ...(expect.answer === undefined ? [] : differences("answer", shown(message.answer), shown(expect.answer))),
    ...(expect.answer_types === undefined ? [] : differences("answer types", message.answerTypes, expect.answer_types)),
    ...(expect.authority_types === undefined
      ? []
      : differences("authority types", message.authorityTypes, expect.authority_types)),
    ...(expect.soa_ttl === undefined ? [] : differences("SOA TTL", message.soaTtlSeconds, expect.soa_ttl)),
    ...(expect.synth === undefined || synthesised.includes(expect.synth) ? [] : [`no ${expect.synth} in the answer`]),
  ];
}

function judgeEdns(expect: Expectation, query: Buffer, message: Message): string[] {
  const { opt } = message;
  const subnet = expect.ecs === undefined ? null : optionOf(message, OPTION_ECS);
  return [
    ...(expect.opt === undefined ? [] : differences("OPT", opt !== null, expect.opt)),
    ...(expect.edns_version === undefined ? [] : differences("EDNS version", opt?.ednsVersion, expect.edns_version)),
    ...(expect.do === undefined ? [] : differences("DO", opt?.flag_do === true ? 1 : 0, expect.do)),
    ...(expect.padding === undefined ? [] : differences("octets beyond whole blocks", message.bytes.length % 468, 0)),
    // The query's only option stands at its end.
    ...(expect.ecs === undefined
      ? []
      : differences(
          "ECS",
          subnet?.toString("hex"),
          query.subarray(query.length - (subnet?.length ?? 0)).toString("hex"),
        )),
  ];
}

/** The data of an option, as octets; null: the reply does not carry it. */
function optionOf(message: Message, code: number): Buffer | null {
  const options = message.opt?.options ?? [];
  const found = options.find((option) => Number(option.code) === code);
  return found !== undefined && "data" in found && found.data instanceof Uint8Array ? Buffer.from(found.data) : null;
}
