/**
 * Which addresses a probe must not reach: the special-purpose ranges of RFC 6890 and its registries.
 *
 * The second line of defence, at probe time; `fairlead check` refuses such targets with a full address library before
 * they are published. The documentation ranges pass, since every example uses them. Text that is no address is
 * special-purpose too: what cannot be judged is not probed.
 */
import { parseIpv4, parseIpv6 } from "../dns/address-text.ts";

type Range = readonly [address: string, prefixLength: number];

const SPECIAL_V4: readonly Range[] = [
  ["0.0.0.0", 8], // This network (RFC 791)
  ["10.0.0.0", 8], // Private use (RFC 1918)
  ["100.64.0.0", 10], // Shared address space (RFC 6598)
  ["127.0.0.0", 8], // Loopback (RFC 1122)
  ["169.254.0.0", 16], // Link local (RFC 3927)
  ["172.16.0.0", 12], // Private use (RFC 1918)
  ["192.0.0.0", 24], // Protocol assignments (RFC 6890)
  ["192.88.99.0", 24], // 6to4 relay anycast (RFC 7526)
  ["192.168.0.0", 16], // Private use (RFC 1918)
  ["198.18.0.0", 15], // Benchmarking (RFC 2544)
  ["224.0.0.0", 4], // Multicast (RFC 5771)
  ["240.0.0.0", 4], // Reserved (RFC 1112) and limited broadcast
];

const SPECIAL_V6: readonly Range[] = [
  ["::", 96], // Unspecified, loopback, IPv4-compatible (RFC 4291)
  ["::ffff:0:0", 96], // IPv4-mapped (RFC 4291)
  ["64:ff9b::", 96], // Reaches IPv4 through a translator (RFC 6052)
  ["64:ff9b:1::", 48], // The same, local use (RFC 8215)
  ["100::", 64], // Discard only (RFC 6666)
  ["2001::", 23], // Protocol assignments (RFC 2928), Teredo among them
  ["2002::", 16], // 6to4 (RFC 3056)
  ["fc00::", 7], // Unique local (RFC 4193)
  ["fe80::", 10], // Link local (RFC 4291)
  ["fec0::", 10], // Site local (RFC 3879)
  ["ff00::", 8], // Multicast (RFC 4291)
];

/** Gives the octets of an address literal, IPv6 without brackets; null: it is none. */
function octetsOf(text: string): Uint8Array | null {
  return text.includes(":") ? parseIpv6(text) : parseIpv4(text);
}

/** Tells whether text is an address literal, IPv6 without brackets. */
export function isAddress(text: string): boolean {
  return octetsOf(text) !== null;
}

/** Tells whether an address literal lies in a special-purpose range, or is none at all. */
export function isSpecialPurpose(address: string): boolean {
  const octets = octetsOf(address);
  if (octets === null) return true;
  const ranges = octets.length === 4 ? SPECIAL_V4 : SPECIAL_V6;
  return ranges.some(([base, prefixLength]) => matches(octets, octetsOf(base) ?? octets, prefixLength));
}

function matches(octets: Uint8Array, base: Uint8Array, prefixLength: number): boolean {
  return octets.every((octet, index) => {
    const bits = Math.min(Math.max(prefixLength - index * 8, 0), 8);
    const mask = (0xff << (8 - bits)) & 0xff;
    return (octet & mask) === ((base[index] ?? 0) & mask);
  });
}
