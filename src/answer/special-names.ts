/**
 * The names that are never asked of anybody else (RFC 6761, the IANA registries of special-use names and of locally
 * served zones): a table of what their documents want of a resolver.
 *
 * The operator's own zones come first: this table is read for names that no hosted zone holds.
 *
 * `example` is plain DNS to a resolver (RFC 6761 6.5), and `ipv4only.arpa` special to translators alone (RFC 8880 7.1), as
 * `6tisch.arpa` and `eap.arpa` are to the protocols that use them.
 */
import { type Name, parentOf, ROOT } from "../dns/name.ts";
import { parseName } from "../dns/name-text.ts";

/**
 * How a name and all below it are answered.
 *
 *   loopback    addresses of this machine, and no other data
 *   no-name     the name does not exist, nor does anything below it
 *   empty-zone  a zone with SOA and NS at its apex and nothing else (RFC 6303 3)
 *   own         the same at its apex; the resolver speaks of itself, and no name in it is missing (RFC 9462 6.4)
 */
export type Handling = "loopback" | "no-name" | "empty-zone" | "own";

export interface SpecialName {
  readonly name: Name;
  readonly handling: Handling;
  /** The document that says so. */
  readonly rfc: number;
  /** It speaks of authoritative servers as well: the name is answered here even where nothing is forwarded. */
  readonly always: boolean;
  /** A DS of the name itself is the parent's, and asked for like any other name (RFC 8375 4). */
  readonly dsFromParent: boolean;
}

type Row = readonly [text: string, handling: Handling, rfc: number, more?: "always" | "ds"];

const ROWS: readonly Row[] = [
  ["localhost", "loopback", 6761, "always"],
  ["invalid", "no-name", 6761, "always"],
  ["onion", "no-name", 7686, "always"],
  ["test", "no-name", 6761],
  ["local", "no-name", 6762],
  ["alt", "no-name", 9476],
  ["home.arpa", "empty-zone", 8375, "ds"],
  ["service.arpa", "empty-zone", 9665, "ds"],
  ["resolver.arpa", "own", 9462],
  // RFC 6303 4.1: the addresses of RFC 1918.
  ["10.in-addr.arpa", "empty-zone", 6303],
  ...octets(16, 31).map((octet): Row => [`${octet}.172.in-addr.arpa`, "empty-zone", 6303]),
  ["168.192.in-addr.arpa", "empty-zone", 6303],
  // RFC 6303 4.2: this network, loopback, link-local, documentation, broadcast.
  ["0.in-addr.arpa", "empty-zone", 6303],
  ["127.in-addr.arpa", "empty-zone", 6303],
  ["254.169.in-addr.arpa", "empty-zone", 6303],
  ["2.0.192.in-addr.arpa", "empty-zone", 6303],
  ["100.51.198.in-addr.arpa", "empty-zone", 6303],
  ["113.0.203.in-addr.arpa", "empty-zone", 6303],
  ["255.255.255.255.in-addr.arpa", "empty-zone", 6303],
  // RFC 7793: the shared addresses of carriers, 100.64.0.0/10.
  ...octets(64, 127).map((octet): Row => [`${octet}.100.in-addr.arpa`, "empty-zone", 7793]),
  // RFC 6303 4.3 to 4.6: unspecified, loopback, unique local, link-local, documentation.
  [`${"0.".repeat(32)}ip6.arpa`, "empty-zone", 6303],
  [`1.${"0.".repeat(31)}ip6.arpa`, "empty-zone", 6303],
  ["d.f.ip6.arpa", "empty-zone", 6303],
  ["8.e.f.ip6.arpa", "empty-zone", 6303],
  ["9.e.f.ip6.arpa", "empty-zone", 6303],
  ["a.e.f.ip6.arpa", "empty-zone", 6303],
  ["b.e.f.ip6.arpa", "empty-zone", 6303],
  ["8.b.d.0.1.0.0.2.ip6.arpa", "empty-zone", 6303],
];

/** Every special name. */
export const SPECIAL_NAMES: readonly SpecialName[] = ROWS.flatMap(([text, handling, rfc, more]) => {
  const parsed = parseName(text, ROOT);
  if (parsed.kind === "error") return [];
  return [{ name: parsed.name, handling, rfc, always: more === "always", dsFromParent: more === "ds" }];
});

const byName = new Map(SPECIAL_NAMES.map((special) => [special.name, special]));

/** Finds the special name that a folded name is or lies below; null: it is an ordinary one. */
export function specialNameAbove(name: Name): SpecialName | null {
  for (let at = name; at !== ROOT; at = parentOf(at)) {
    const special = byName.get(at);
    if (special !== undefined) return special;
  }
  return null;
}

function octets(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
