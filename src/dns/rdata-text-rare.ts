/**
 * Presentation form of the types whose fields depend on one another: LOC (RFC 1876 3), APL (RFC 3123 5), WKS (RFC 1035
 * 3.4.2), IPSECKEY (RFC 4025 3), AMTRELAY (RFC 8777 4.3), HIP (RFC 8005 6). Null everywhere: the octets do not fit.
 */

import { ipv4ToText, ipv6ToText } from "./address-text.ts";
import { type Name, nameAt } from "./name.ts";
import { nameToText } from "./name-text.ts";
import { inPieces, toBase64, toHex } from "./octet-text.ts";
import { nameEnd } from "./rdata-layout.ts";

const DEGREE_MS = 3_600_000;
const EQUATOR = 2 ** 31;
/** The reference spheroid lies 100,000 m below the zero of altitude. */
const ALTITUDE_ZERO_CM = 10_000_000;

/** Writes a place as BIND does: `60 9 0.000 N 24 39 0.000 E 10.00m 20m 2000m 20m`. */
export function locToText(octets: Uint8Array): string | null {
  if (octets.length !== 16 || octets[0] !== 0) return null;
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  const latitude = angleToText(view.getUint32(4), 90, "N", "S");
  const longitude = angleToText(view.getUint32(8), 180, "E", "W");
  const sizes = [octets[1], octets[2], octets[3]].map((octet) => precisionToText(octet ?? 0));
  if (latitude === null || longitude === null || sizes.includes(null)) return null;
  const altitude = view.getUint32(12) - ALTITUDE_ZERO_CM;
  const metres = `${altitude < 0 ? "-" : ""}${centimetresToText(Math.abs(altitude))}m`;
  return [latitude, longitude, metres, ...sizes].join(" ");
}

function angleToText(value: number, degreesMax: number, positive: string, negative: string): string | null {
  const ms = Math.abs(value - EQUATOR);
  if (ms > degreesMax * DEGREE_MS) return null;
  const degrees = Math.floor(ms / DEGREE_MS);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = `${Math.floor(ms / 1000) % 60}.${String(ms % 1000).padStart(3, "0")}`;
  return `${degrees} ${minutes} ${seconds} ${value < EQUATOR ? negative : positive}`;
}

function precisionToText(octet: number): string | null {
  const mantissa = octet >> 4;
  const exponent = octet & 15;
  // RFC 1876 2: both are 0 to 9; zero has one spelling only, 0x00, so that text and octets stay one to one.
  if (mantissa > 9 || exponent > 9 || (mantissa === 0 && exponent > 0)) return null;
  const centimetres = mantissa * 10 ** exponent;
  return exponent > 1 ? `${centimetres / 100}m` : `${centimetresToText(centimetres)}m`;
}

function centimetresToText(centimetres: number): string {
  return `${Math.floor(centimetres / 100)}.${String(centimetres % 100).padStart(2, "0")}`;
}

/** Writes address prefixes: `1:192.0.2.0/24 !2:2001:db8::/32`. */
export function aplToText(octets: Uint8Array): string | null {
  const items: string[] = [];
  let at = 0;
  while (at < octets.length) {
    const family = ((octets[at] ?? 0) << 8) | (octets[at + 1] ?? 0);
    const prefix = octets[at + 2] ?? 0;
    const length = (octets[at + 3] ?? 0) & 0x7f;
    const full = family === 1 ? 4 : family === 2 ? 16 : 0;
    const end = at + 4 + length;
    // RFC 3123 4: trailing zero octets of an address are left out.
    if (end > octets.length || length > full || prefix > 8 * full || (length > 0 && octets[end - 1] === 0)) return null;
    const address = new Uint8Array(full);
    address.set(octets.subarray(at + 4, end));
    const negated = ((octets[at + 3] ?? 0) & 0x80) !== 0 ? "!" : "";
    items.push(`${negated}${family}:${full === 4 ? ipv4ToText(address) : ipv6ToText(address)}/${prefix}`);
    at = end;
  }
  return items.join(" ");
}

/** Writes a protocol number and the ports of its bitmap. */
export function wksToText(octets: Uint8Array): string | null {
  const [protocol] = octets;
  // 8192 octets hold all 65,536 ports; a last octet of zero would be lost in text.
  if (protocol === undefined || octets.length > 8193 || (octets.length > 1 && octets.at(-1) === 0)) return null;
  const ports: number[] = [];
  for (let port = 0; port < 8 * (octets.length - 1); port += 1) {
    if (((octets[1 + (port >> 3)] ?? 0) & (0x80 >> (port & 7))) !== 0) ports.push(port);
  }
  return [protocol, ...ports].join(" ");
}

/** Writes precedence, gateway type, algorithm, gateway and key. */
export function gatewayToText(octets: Uint8Array): string | null {
  const [precedence, kind, algorithm] = octets;
  if (precedence === undefined || kind === undefined || algorithm === undefined) return null;
  const gateway = endpointAt(octets, 3, kind);
  if (gateway === null) return null;
  const key = inPieces(toBase64(octets.subarray(gateway.end)));
  return `${precedence} ${kind} ${algorithm} ${gateway.text}${key === "" ? "" : ` ${key}`}`;
}

/** Writes precedence, discovery bit, relay type and relay. */
export function relayToText(octets: Uint8Array): string | null {
  const [precedence, second] = octets;
  if (precedence === undefined || second === undefined) return null;
  const relay = endpointAt(octets, 2, second & 0x7f);
  if (relay?.end !== octets.length) return null;
  return `${precedence} ${second >> 7} ${second & 0x7f} ${relay.text}`;
}

/** Writes algorithm, host identity tag, public key and rendezvous servers. */
export function hipToText(octets: Uint8Array): string | null {
  const [tagLength, algorithm, high, low] = octets;
  if (tagLength === undefined || algorithm === undefined || high === undefined || low === undefined) return null;
  const keyEnd = 4 + tagLength + ((high << 8) | low);
  if (tagLength === 0 || keyEnd === 4 + tagLength || keyEnd > octets.length) return null;
  const servers: Name[] = [];
  let at = keyEnd;
  while (at < octets.length) {
    const end = nameEnd(octets, at);
    if (end === null) return null;
    servers.push(nameAt(octets, at));
    at = end;
  }
  const tag = toHex(octets.subarray(4, 4 + tagLength));
  return [algorithm, tag, toBase64(octets.subarray(4 + tagLength, keyEnd)), ...servers.map(nameToText)].join(" ");
}

/** Reads what IPSECKEY and AMTRELAY point at: 0 nothing, 1 IPv4, 2 IPv6, 3 a name. */
function endpointAt(octets: Uint8Array, at: number, kind: number): { text: string; end: number } | null {
  const end = kind === 0 ? at : kind === 1 ? at + 4 : kind === 2 ? at + 16 : kind === 3 ? nameEnd(octets, at) : null;
  if (end === null || end > octets.length) return null;
  const slice = octets.subarray(at, end);
  if (kind === 0) return { text: ".", end };
  if (kind === 3) return { text: nameToText(nameAt(octets, at)), end };
  return { text: kind === 1 ? ipv4ToText(slice) : ipv6ToText(slice), end };
}
