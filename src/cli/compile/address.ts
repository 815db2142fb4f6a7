/**
 * What a check may be aimed at, by its literal: addresses and host names as an operator writes them.
 *
 * One spelling of an address only: readers disagree about the others (to a URL parser `192.0.2.010` is 192.0.2.8), and a
 * disagreement is how a guard is passed. What a host name resolves to is not known here; the platform guards that.
 */
import ipaddr from "ipaddr.js";
import { ipv4ToText, ipv6ToText, parseIpv4, parseIpv6 } from "../../dns/address-text.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { toAsciiName } from "./idna.ts";

const PORT_MAX = 65_535;
const HOST_OCTETS_MAX = 253;
const HOST_LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** Documentation ranges (RFC 5737, RFC 3849, RFC 9637): special-purpose, yet what every example uses. */
const DOCUMENTATION = ["192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"].map(block);

/** The only IPv6 block that is assigned to the public network (IANA, RFC 4291 2.4). */
const GLOBAL_UNICAST_IPV6 = block("2000::/3");

/** Cloudflare's published ranges (https://www.cloudflare.com/ips/ and the block of its resolver and WARP, 2a06:98c0::/29). */
const CLOUDFLARE = [
  ...["173.245.48.0/20", "103.21.244.0/22", "103.22.200.0/22", "103.31.4.0/22", "141.101.64.0/18", "108.162.192.0/18"],
  ...["190.93.240.0/20", "188.114.96.0/20", "197.234.240.0/22", "198.41.128.0/17", "162.158.0.0/15", "104.16.0.0/13"],
  ...["104.24.0.0/14", "172.64.0.0/13", "131.0.72.0/22", "2400:cb00::/32", "2606:4700::/32", "2803:f800::/32"],
  ...["2405:b500::/32", "2405:8100::/32", "2a06:98c0::/29", "2c0f:f248::/32"],
].map(block);

/** RFC 6761 6.3, RFC 6762 3, RFC 8375, ICANN's private-use `internal`, and the old default of resolvers. */
const LOCAL_SUFFIXES = ["localhost", "local", "internal", "home.arpa", "localdomain"];

/** An address with the port that was written behind it. */
export interface WrittenAddress {
  /** Canonical, without brackets (RFC 5952). */
  readonly address: string;
  readonly port: number | null;
}

/** Reads `192.0.2.1`, `2001:db8::1` or `[2001:db8::1]`, with a port behind the first and the last. */
export function readAddress(text: string): WrittenAddress | Fault {
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(text);
  const dotted = /^([^:]*):([^:]*)$/.exec(text);
  const [, literal = text, portText] = bracketed ?? dotted ?? [];
  const address = readLiteral(literal, bracketed !== null);
  if (isFault(address)) return address;
  const port = portText === undefined ? null : readPort(portText);
  return isFault(port) ? port : { address, port };
}

/** Reads a port behind a colon. */
export function readPort(text: string): number | Fault {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= PORT_MAX) return Number(text);
  return fault("port-invalid", `the port is "${text}"; allowed are 1 to ${PORT_MAX}`);
}

/** Reads an address in its only spelling and gives it in canonical form. */
function readLiteral(text: string, bracketed: boolean): string | Fault {
  if (text.includes(":") && text.includes("%"))
    return fault("address-zone-index", `"${text}" has a zone index, which means something on one machine only`);
  const octets = parseIpv6(text);
  if (octets !== null) {
    const canonical = ipv6ToText(octets);
    return canonical.startsWith("::ffff:") && canonical.includes(".")
      ? fault("address-ipv4-mapped", `"${text}" is an IPv4-mapped address; write the IPv4 address itself`)
      : canonical;
  }
  const quad = bracketed ? null : parseIpv4(text);
  if (quad !== null) return ipv4ToText(quad);
  return fault(
    "address-invalid",
    `"${text}" is not an address; allowed are four decimal numbers without leading zeros, and IPv6 (RFC 4291 2.2)`,
  );
}

/** Tells whether a URL parser would take a host for an IPv4 address: its last label is a number (WHATWG URL 3.5). */
export function looksLikeIpv4(host: string): boolean {
  return /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i.test(host);
}

/** Reads a host name and gives it in lower case, as A-labels and without its final dot. */
export function readHostName(text: string): string | Fault {
  const ascii = toAsciiName(text)?.toLowerCase().replace(/\.$/, "") ?? "";
  if (text.includes(":") || looksLikeIpv4(ascii)) {
    return fault("host-name-invalid", `"${text}" is not a host name; an address is written as address, a port as port`);
  }
  if (ascii.length > HOST_OCTETS_MAX || !ascii.split(".").every((label) => HOST_LABEL.test(label))) {
    return fault(
      "host-name-invalid",
      `"${text}" is not a host name; allowed are labels of 1 to 63 letters, digits, "-" and "_", ${HOST_OCTETS_MAX} octets in all`,
    );
  }
  return ascii;
}

/** Finds why a canonical address may not be probed; null: it may. */
export function refuseAddress(address: string, allowPrivateTargets: boolean): Fault | null {
  const parsed = ipaddr.parse(address);
  if (CLOUDFLARE.some((range) => isIn(parsed, range))) {
    return fault("target-in-cloudflare-range", `${address} is Cloudflare's own: a Worker cannot connect there`);
  }
  if (allowPrivateTargets || DOCUMENTATION.some((range) => isIn(parsed, range))) return null;
  const range = parsed.range();
  if (range === "unicast" && (parsed.kind() === "ipv4" || isIn(parsed, GLOBAL_UNICAST_IPV6))) return null;
  return fault(
    "target-special-purpose",
    `${address} is in a special-purpose range (${range === "unicast" ? "unassigned" : range}; RFC 6890); only --allow-private-targets permits it`,
  );
}

/** Finds why a host name as `readHostName` gives it may not be probed; null: it may. */
export function refuseHostName(host: string, allowPrivateTargets: boolean): Fault | null {
  const local = !host.includes(".") || LOCAL_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
  return local && !allowPrivateTargets
    ? fault(
        "target-local-name",
        `"${host}" is a name of the local machine or network; only --allow-private-targets permits it`,
      )
    : null;
}

type Block = ReturnType<typeof ipaddr.parseCIDR>;

function block(text: string): Block {
  return ipaddr.parseCIDR(text);
}

function isIn(address: ReturnType<typeof ipaddr.parse>, [base, bits]: Block): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}
