/**
 * IP addresses in presentation form, both ways.
 *
 * IPv4 is four decimal numbers without leading zeros and nothing else: the octal, hexadecimal and short forms of
 * inet_aton mean different addresses to different readers. IPv6 is RFC 4291 2.2 with a dotted tail, without zone index;
 * it is written as RFC 5952 says.
 */

const DECIMAL_OCTET = /^(?:0|[1-9]\d{0,2})$/;
const HEX_GROUP = /^[0-9a-f]{1,4}$/i;
const PREFIX_LENGTH = /^(0|[1-9]\d{0,2})$/;

/** A block of addresses. */
export interface Network {
  /** 4 or 16 octets, zero beyond the prefix. */
  readonly address: Uint8Array;
  readonly prefixLength: number;
}

/** Reads a dotted quad; null for every other spelling. */
export function parseIpv4(text: string): Uint8Array | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => DECIMAL_OCTET.test(part) && Number(part) <= 255)) return null;
  return Uint8Array.from(parts, Number);
}

/** Reads an IPv6 address; null for every other spelling. */
export function parseIpv6(text: string): Uint8Array | null {
  const tail = text.includes(".") ? text.slice(text.lastIndexOf(":") + 1) : null;
  if (tail !== null) {
    const quad = parseIpv4(tail);
    if (quad === null) return null;
    return parseIpv6(text.slice(0, -tail.length) + groupsOf(quad).map(hex).join(":"));
  }
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = [], rest = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - rest.length;
  // RFC 4291 2.2: "::" stands for one or more groups, and only it may leave groups out.
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...rest];
  if (!groups.every((group) => HEX_GROUP.test(group))) return null;
  return Uint8Array.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]),
  );
}

/** Writes four octets as a dotted quad. */
export function ipv4ToText(octets: Uint8Array): string {
  return octets.join(".");
}

/** Writes sixteen octets: lower case, the longest run of two or more zero groups as `::`, IPv4-mapped with a dotted tail. */
export function ipv6ToText(octets: Uint8Array): string {
  // RFC 5952 5: a dotted tail where the prefix says that an IPv4 address is inside.
  const ipv4 = mappedIpv4(octets);
  if (ipv4 !== null) return `::ffff:${ipv4ToText(ipv4)}`;
  const groups = groupsOf(octets);
  let longest = { start: 0, length: 0 };
  for (let start = 0; start < 8; start += 1) {
    let length = 0;
    while (groups[start + length] === 0) length += 1;
    if (length > longest.length) longest = { start, length };
  }
  if (longest.length < 2) return groups.map(hex).join(":");
  const after = longest.start + longest.length;
  return `${groups.slice(0, longest.start).map(hex).join(":")}::${groups.slice(after).map(hex).join(":")}`;
}

/** Gives the address inside an IPv4-mapped one, of sixteen octets (RFC 4291 2.5.5.2); null: it is none. */
export function mappedIpv4(octets: Uint8Array): Uint8Array | null {
  const isMapped = octets.length === 16 && octets.subarray(0, 12).every((octet, at) => octet === (at < 10 ? 0 : 0xff));
  return isMapped ? octets.slice(12) : null;
}

/** Reads a network in CIDR notation, or an address alone, which means the whole of it; bits beyond the prefix are cleared. */
export function parseNetwork(text: string): Network | null {
  const [addressText = "", prefixText, ...more] = text.split("/");
  const address = parseIpv4(addressText) ?? parseIpv6(addressText);
  if (address === null || more.length > 0 || !PREFIX_LENGTH.test(prefixText ?? "0")) return null;
  const prefixLength = prefixText === undefined ? address.length * 8 : Number(prefixText);
  if (prefixLength > address.length * 8) return null;
  return { address: withoutBitsBeyond(address, prefixLength), prefixLength };
}

/** Gives an address whose bits beyond a prefix are zero. */
export function withoutBitsBeyond(address: Uint8Array, prefixLength: number): Uint8Array {
  return address.map((octet, at) => octet & (0xff00 >> Math.min(8, Math.max(0, prefixLength - at * 8))));
}

/** Writes a network as `192.0.2.0/24`. */
export function networkToText(address: Uint8Array, prefixLength: number): string {
  return `${address.length === 4 ? ipv4ToText(address) : ipv6ToText(address)}/${prefixLength}`;
}

/** Gives the 16-bit groups of an even number of octets. */
export function groupsOf(octets: Uint8Array): number[] {
  return Array.from({ length: octets.length / 2 }, (_, at) => ((octets[2 * at] ?? 0) << 8) | (octets[2 * at + 1] ?? 0));
}

function hex(group: number): string {
  return group.toString(16);
}
