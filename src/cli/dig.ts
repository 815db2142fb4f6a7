/**
 * Prints a DNS message in dig's layout, which operators read without thinking and scripts already take apart.
 */
import { ipv4ToText, ipv6ToText } from "../dns/address-text.ts";
import { edeToText } from "../dns/ede-text.ts";
import { nameToText } from "../dns/name-text.ts";
import { octetString, quoteText, toHex } from "../dns/octet-text.ts";
import { uint16At } from "../dns/octets.ts";
import { rdataToText } from "../dns/rdata-text.ts";
import { CLASS, OPCODE, OPTION, rcodeToText, typeToText } from "../dns/types.ts";
import type { Message, MessageOpt, MessageQuestion, MessageRecord } from "./message.ts";

/** What surrounds the message: how it was asked for. */
export interface Circumstances {
  readonly command: string;
  readonly server: string;
  readonly milliseconds: number;
  readonly at: Date;
}

const FLAGS: readonly (readonly [number, string])[] = [
  [0x8000, "qr"],
  [0x0400, "aa"],
  [0x0200, "tc"],
  [0x0100, "rd"],
  [0x0080, "ra"],
  [0x0020, "ad"],
  [0x0010, "cd"],
];

/** The column at which dig continues behind an owner name, and the width of its tabs. */
const OWNER_COLUMNS = 24;
const TAB_COLUMNS = 8;

const opcodeNames = new Map(Object.entries(OPCODE).map(([name, value]) => [value as number, name]));
const classNames = new Map(Object.entries(CLASS).map(([name, value]) => [value as number, name]));

/** Gives the whole text, without a final line break. */
export function digText(message: Message, { command, server, milliseconds, at }: Circumstances): string {
  const { opt, questions, answer, authority, additional } = message;
  return [
    `; <<>> fairlead <<>> ${command}`,
    ";; Got answer:",
    ...headerLines(message),
    "",
    ...(opt === null ? [] : optLines(opt)),
    ...(questions.length === 0 ? [] : [";; QUESTION SECTION:", ...questions.map(questionLine), ""]),
    ...section("ANSWER", answer),
    ...section("AUTHORITY", authority),
    ...section("ADDITIONAL", additional),
    `;; Query time: ${milliseconds} msec`,
    `;; SERVER: ${server}`,
    `;; WHEN: ${at.toUTCString()}`,
    `;; MSG SIZE  rcvd: ${message.octets}`,
  ].join("\n");
}

function headerLines({ id, opcode, rcode, flags, questions, answer, authority, additional, opt }: Message): string[] {
  const set = FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => ` ${name}`);
  const counts = [
    `QUERY: ${questions.length}`,
    `ANSWER: ${answer.length}`,
    `AUTHORITY: ${authority.length}`,
    `ADDITIONAL: ${additional.length + (opt === null ? 0 : 1)}`,
  ];
  const name = opcodeNames.get(opcode) ?? `OPCODE${opcode}`;
  return [
    `;; ->>HEADER<<- opcode: ${name}, status: ${rcodeToText(rcode)}, id: ${id}`,
    `;; flags:${set.join("")}; ${counts.join(", ")}`,
  ];
}

function optLines({ version, dnssecOk, udpPayloadOctets, options }: MessageOpt): string[] {
  return [
    ";; OPT PSEUDOSECTION:",
    `; EDNS: version: ${version}, flags:${dnssecOk ? " do" : ""}; udp: ${udpPayloadOctets}`,
    ...options.map(({ code, data }) => `; ${optionText(code, data)}`),
  ];
}

function optionText(code: number, data: Uint8Array): string {
  if (code === OPTION.EXTENDED_ERROR && data.length >= 2) return extendedErrorText(data);
  if (code === OPTION.CLIENT_SUBNET && data.length >= 4) return clientSubnetText(data);
  if (code === OPTION.PADDING) return `PAD: (${data.length} bytes)`;
  if (code === OPTION.NSID) return `NSID: ${toHex(data)} (${quoteText(octetString(data))})`;
  return `OPT=${code}: ${toHex(data)}`;
}

/** RFC 8914 2: an info code, then UTF-8 text, which is somebody else's: control characters are not passed to a terminal. */
function extendedErrorText(data: Uint8Array): string {
  const code = uint16At(data, 0);
  const name = edeToText(code);
  const text = new TextDecoder().decode(data.subarray(2)).replace(/\p{Cc}/gu, "?");
  return `EDE: ${code}${name === null ? "" : ` (${name})`}${text === "" ? "" : `: (${text})`}`;
}

/** RFC 7871 6: family, source and scope prefix length, the octets that the source prefix reaches. */
function clientSubnetText(data: Uint8Array): string {
  const isIpv4 = uint16At(data, 0) === 1;
  const address = new Uint8Array(isIpv4 ? 4 : 16);
  address.set(data.subarray(4, 4 + address.length));
  return `CLIENT-SUBNET: ${isIpv4 ? ipv4ToText(address) : ipv6ToText(address)}/${data[2]}/${data[3]}`;
}

function section(title: string, records: readonly MessageRecord[]): string[] {
  return records.length === 0 ? [] : [`;; ${title} SECTION:`, ...records.map(recordLine), ""];
}

function questionLine({ owner, type, class: qclass }: MessageQuestion): string {
  return `${padded(`;${nameToText(owner)}`, OWNER_COLUMNS + TAB_COLUMNS)}${classText(qclass)}\t${typeToText(type)}`;
}

function recordLine({ owner, type, class: rrClass, ttlSeconds, rdata }: MessageRecord): string {
  const head = padded(nameToText(owner), OWNER_COLUMNS);
  return `${head}${ttlSeconds}\t${classText(rrClass)}\t${typeToText(type)}\t${rdataToText(type, rdata)}`;
}

function classText(value: number): string {
  return classNames.get(value) ?? `CLASS${value}`;
}

/** Fills up to a column with tabs, by at least one. */
function padded(text: string, columns: number): string {
  return text + "\t".repeat(Math.max(1, Math.ceil((columns - text.length) / TAB_COLUMNS)));
}
