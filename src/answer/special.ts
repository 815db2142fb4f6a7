/**
 * Answers the names that are never forwarded (special-names.ts), and what this resolver tells of itself (discovery.ts).
 *
 * Negative answers carry the SOA of an empty zone (RFC 6303 3), so that they are kept like any other.
 */
import type { ExtendedError } from "../dns/edns.ts";
import { bytesOfName, type Name, nameOfLabels } from "../dns/name.ts";
import { nameToText } from "../dns/name-text.ts";
import type { RRset } from "../dns/reply.ts";
import { EDE, RCODE, TYPE } from "../dns/types.ts";
import { discoveryRdata } from "./discovery.ts";
import { type SpecialName, specialNameAbove } from "./special-names.ts";

/** What the answer of a special name depends on besides the question. */
export interface Service {
  /** Recursion is available: names outside the zones are forwarded. */
  readonly ra: boolean;
  /** Folded host names that this resolver is reached by; absent: it tells nobody. */
  readonly publicNames?: readonly Name[];
}

export interface SpecialAnswer {
  readonly rcode: number;
  /** Null: there is no record. */
  readonly rrset: RRset | null;
  /** The SOA of a negative answer. */
  readonly authority: readonly RRset[];
  readonly error: ExtendedError | null;
}

const NO_NAMES: readonly Name[] = [];

/** RFC 6303 3. */
const TTL_SECONDS = 10_800;
const NOBODY_INVALID = nameOfLabels(["nobody", "invalid"]);
/** Serial, refresh, retry, expire and minimum (RFC 6303 3). */
const SOA_NUMBERS = [1, 3600, 1200, 604_800, TTL_SECONDS];

/** Settings change more often than zones that are defined by documents. */
const DISCOVERY_TTL_SECONDS = 3600;

const LOOPBACK: ReadonlyMap<number, Uint8Array> = new Map([
  [TYPE.A, Uint8Array.of(127, 0, 0, 1)],
  [TYPE.AAAA, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)],
]);

/** Answers a name, given folded too, that no hosted zone holds; null: it is an ordinary name. */
export function specialAnswer(owner: Name, name: Name, qtype: number, service: Service): SpecialAnswer | null {
  const { ra, publicNames = NO_NAMES } = service;
  const rdata = publicNames.length === 0 ? [] : discoveryRdata(name, qtype, publicNames);
  if (rdata.length > 0) return positive({ owner, type: qtype, ttlSeconds: DISCOVERY_TTL_SECONDS, rdata });
  const special = specialNameAbove(name);
  if (special === null) return null;
  if (!ra && !special.always && !(special.handling === "own" && publicNames.length > 0)) return null;
  if (special.dsFromParent && qtype === TYPE.DS && name === special.name) return null;
  const hasApex = special.handling === "empty-zone" || special.handling === "own";
  const apex = hasApex && name === special.name ? apexRRset(owner, qtype, special) : null;
  if (apex !== null) return positive(apex);
  switch (special.handling) {
    case "loopback": {
      // RFC 6761 6.3: names below `localhost` too; ANY has one of the two (RFC 8482 4.1).
      const type = qtype === TYPE.ANY ? TYPE.A : qtype;
      const address = LOOPBACK.get(type);
      if (address === undefined) return negative(RCODE.NOERROR, special, null);
      return positive({ owner, type, ttlSeconds: TTL_SECONDS, rdata: [address] });
    }
    case "own":
      return negative(RCODE.NOERROR, special, null);
    case "no-name":
      return negative(RCODE.NXDOMAIN, special, blockedError(special));
    case "empty-zone":
      return negative(name === special.name ? RCODE.NOERROR : RCODE.NXDOMAIN, special, blockedError(special));
    default:
      return special.handling satisfies never;
  }
}

/** RFC 6303 3: SOA and NS, and nothing else; ANY has one of the two (RFC 8482 4.1). */
function apexRRset(owner: Name, qtype: number, special: SpecialName): RRset | null {
  if (qtype === TYPE.SOA || qtype === TYPE.ANY) return { ...soaOf(special), owner };
  const rdata = [bytesOfName(special.name)];
  return qtype === TYPE.NS ? { owner, type: TYPE.NS, ttlSeconds: TTL_SECONDS, rdata } : null;
}

function positive(rrset: RRset): SpecialAnswer {
  return { rcode: RCODE.NOERROR, rrset, authority: [], error: null };
}

function negative(rcode: number, special: SpecialName, error: ExtendedError | null): SpecialAnswer {
  return { rcode, rrset: null, authority: [soaOf(special)], error };
}

/** Not 17 or 4, for which Firefox would not even ask the machine's own resolver, which may know the name. */
function blockedError({ name, rfc }: SpecialName): ExtendedError {
  return { infoCode: EDE.BLOCKED, text: `${nameToText(name)} is never asked of other servers (RFC ${rfc})` };
}

/** The zone is its own primary, so that nobody is sent updates and queries for it. */
function soaOf({ name }: SpecialName): RRset {
  const numbers = SOA_NUMBERS.flatMap((value) => [value >>> 24, value >>> 16, value >>> 8, value]);
  const rdata = Uint8Array.of(...bytesOfName(name), ...bytesOfName(NOBODY_INVALID), ...numbers);
  return { owner: name, type: TYPE.SOA, ttlSeconds: TTL_SECONDS, rdata: [rdata] };
}
