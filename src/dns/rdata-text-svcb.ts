/** Service parameters in presentation form (RFC 9460 2.1 and 7, RFC 9461 5, RFC 9460 appendix A). */

import { ipv4ToText, ipv6ToText } from "./address-text.ts";
import { octetString, quoteText, toBase64 } from "./octet-text.ts";
import { uint16At } from "./octets.ts";

/** Numbers of the service parameter keys (RFC 9460 14.3.2, RFC 9461 5). */
export const SVC_KEY = {
  MANDATORY: 0,
  ALPN: 1,
  NO_DEFAULT_ALPN: 2,
  PORT: 3,
  IPV4HINT: 4,
  ECH: 5,
  IPV6HINT: 6,
  DOHPATH: 7,
} as const;

const KEY_NAMES = ["mandatory", "alpn", "no-default-alpn", "port", "ipv4hint", "ech", "ipv6hint", "dohpath"];

/** Writes a service parameter key by name, or as keyN. */
export function svcKeyToText(key: number): string {
  return KEY_NAMES[key] ?? `key${key}`;
}

/** Reads a service parameter key; null where it is neither a name nor keyN. Names are lower case (RFC 9460 2.1). */
export function svcKeyFromText(text: string): number | null {
  const known = KEY_NAMES.indexOf(text);
  if (known >= 0) return known;
  const digits = /^key(0|[1-9]\d{0,4})$/.exec(text)?.[1];
  return digits === undefined || Number(digits) > 65_535 ? null : Number(digits);
}

/** Writes service parameters; null where the octets are not parameters in ascending order. */
export function svcParamsToText(octets: Uint8Array): string | null {
  const parameters: string[] = [];
  let last = -1;
  let at = 0;
  while (at < octets.length) {
    if (at + 4 > octets.length) return null;
    const key = uint16At(octets, at);
    const end = at + 4 + uint16At(octets, at + 2);
    if (key <= last || end > octets.length) return null;
    const value = svcValueToText(key, octets.subarray(at + 4, end));
    if (value === null) return null;
    parameters.push(svcKeyToText(key) + (value === "" ? "" : `=${value}`));
    last = key;
    at = end;
  }
  return parameters.join(" ");
}

function svcValueToText(key: number, value: Uint8Array): string | null {
  switch (key) {
    case SVC_KEY.MANDATORY:
      return groupsToText(value, 2, (group) => svcKeyToText(uint16At(group, 0)));
    case SVC_KEY.ALPN:
      return alpnToText(value);
    case SVC_KEY.NO_DEFAULT_ALPN:
      return value.length === 0 ? "" : null;
    case SVC_KEY.PORT:
      return value.length === 2 ? String(uint16At(value, 0)) : null;
    case SVC_KEY.IPV4HINT:
      return groupsToText(value, 4, ipv4ToText);
    case SVC_KEY.ECH:
      return value.length === 0 ? null : toBase64(value);
    case SVC_KEY.IPV6HINT:
      return groupsToText(value, 16, ipv6ToText);
    default:
      return value.length === 0 ? "" : quoteText(octetString(value));
  }
}

function alpnToText(value: Uint8Array): string | null {
  const protocols: string[] = [];
  for (let at = 0; at < value.length; at += 1 + (value[at] ?? 0)) {
    const end = at + 1 + (value[at] ?? 0);
    if (end === at + 1 || end > value.length) return null;
    // RFC 9460 A.1: the list's own escapes come before those of the quoted string.
    protocols.push(octetString(value.subarray(at + 1, end)).replace(/[\\,]/g, "\\$&"));
  }
  return protocols.length === 0 ? null : quoteText(protocols.join(","));
}

function groupsToText(value: Uint8Array, size: number, write: (group: Uint8Array) => string): string | null {
  if (value.length === 0 || value.length % size !== 0) return null;
  const groups: string[] = [];
  for (let at = 0; at < value.length; at += size) groups.push(write(value.subarray(at, at + size)));
  return groups.join(",");
}
