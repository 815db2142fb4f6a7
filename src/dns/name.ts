/**
 * Domain names as the core handles them: wire form, one character per octet.
 *
 * A string of octets is a cheap Map key, compares with ===, and loses nothing: a label may hold any octet, dots and
 * zeros included. Length octets are at most 63, below "A", so that folding may run over the whole string.
 * Presentation form lives in name-text.ts; nothing here knows of dots.
 */

declare const nameBrand: unique symbol;

/** A domain name in wire form (RFC 1035 3.1): labels with their length octets and the final zero octet; at most 255 octets. */
export type Name = string & { readonly [nameBrand]: true };

export const NAME_OCTETS_MAX = 255;
export const LABEL_OCTETS_MAX = 63;

export const ROOT = "\0" as Name;

const WILDCARD_LABEL = "\x01*";

/** Joins labels, leftmost first and without their length octets, into a name; the caller keeps to the limits. */
export function nameOfLabels(labels: readonly string[]): Name {
  return `${labels.map((label) => String.fromCharCode(label.length) + label).join("")}\0` as Name;
}

/** Splits a name into its labels, leftmost first; none for the root. */
export function labelsOf(name: Name): string[] {
  const labels: string[] = [];
  for (let at = 0; name.charCodeAt(at) > 0; at += 1 + name.charCodeAt(at)) {
    labels.push(name.slice(at + 1, at + 1 + name.charCodeAt(at)));
  }
  return labels;
}

/** Reads the name that starts at `offset` of uncompressed wire bytes whose shape the caller has checked. */
export function nameAt(bytes: Uint8Array, offset: number): Name {
  let end = offset;
  while ((bytes[end] ?? 0) > 0) end += 1 + (bytes[end] ?? 0);
  return String.fromCharCode(...bytes.subarray(offset, end + 1)) as Name;
}

/** Gives a name's octets. */
export function bytesOfName(name: Name): Uint8Array {
  const bytes = new Uint8Array(name.length);
  for (let at = 0; at < name.length; at += 1) bytes[at] = name.charCodeAt(at);
  return bytes;
}

const UPPER_CASE = /[A-Z]/;
const UPPER_CASE_ALL = /[A-Z]/g;

/** Folds ASCII capitals and nothing else (RFC 4343 3). */
export function fold(name: Name): Name {
  return UPPER_CASE.test(name) ? (name.replace(UPPER_CASE_ALL, (letter) => letter.toLowerCase()) as Name) : name;
}

/** Takes the leftmost label off; the root stays the root. */
export function parentOf(name: Name): Name {
  return name.length === 1 ? name : (name.slice(1 + name.charCodeAt(0)) as Name);
}

/** Counts labels, the root's not included. */
export function labelCount(name: Name): number {
  let count = 0;
  for (let at = 0; name.charCodeAt(at) > 0; at += 1 + name.charCodeAt(at)) count += 1;
  return count;
}

/** Tells whether `name` is `ancestor` or below it; both folded. */
export function isAtOrBelow(name: Name, ancestor: Name): boolean {
  if (!name.endsWith(ancestor)) return false;
  const border = name.length - ancestor.length;
  let at = 0;
  while (at < border) at += 1 + name.charCodeAt(at);
  return at === border;
}

/** Gives the wildcard name directly below `name` (RFC 4592 2.1.1). */
export function wildcardBelow(name: Name): Name {
  return (WILDCARD_LABEL + name) as Name;
}

/** Tells whether the leftmost label is a lone asterisk. */
export function isWildcard(name: Name): boolean {
  return name.startsWith(WILDCARD_LABEL);
}

/** Replaces the suffix `from` of a name at or below it by `to`; null where the result would exceed 255 octets (RFC 6672 2.2). */
export function replaceSuffix(name: Name, from: Name, to: Name): Name | null {
  const replaced = name.slice(0, name.length - from.length) + to;
  return replaced.length > NAME_OCTETS_MAX ? null : (replaced as Name);
}

/**
 * Gives a key whose plain string order is the canonical order of folded names (RFC 4034 6.1): labels from the right,
 * each ended by a zero octet; zeros and ones inside a label are escaped so that they sort behind its end.
 */
export function canonicalKey(name: Name): string {
  let key = "";
  for (const label of labelsOf(name)) {
    const escaped = label.replaceAll("\x01", "\x01\x02").replaceAll("\0", "\x01\x01");
    key = `${escaped}\0${key}`;
  }
  return key;
}

/** Compares folded names in canonical order; to sort many, sort by `canonicalKey`. */
export function compareNames(a: Name, b: Name): number {
  const left = canonicalKey(a);
  const right = canonicalKey(b);
  return left < right ? -1 : left > right ? 1 : 0;
}
