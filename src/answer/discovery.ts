/**
 * What this resolver tells of itself to clients that look for it: where its encrypted door is (RFC 9462, RFC 9461), and
 * what it can do (RFC 9606).
 *
 * Both are asked at `resolver.arpa` by who knows only an address, and at the resolver's own name by who knows that.
 * Refuses to know who may ask, and whether a hosted zone says something else: that zone has been asked before.
 */
import { bytesOfName, labelsOf, type Name, nameOfLabels } from "../dns/name.ts";
import { nameToText } from "../dns/name-text.ts";
import { TYPE } from "../dns/types.ts";

const RESOLVER_ARPA = nameOfLabels(["resolver", "arpa"]);
/** RFC 9461 2: where the SVCB records of a name server are. */
const SERVICE_LABEL = "_dns";

/** RFC 9460 14.3.2, RFC 9461 5. */
const KEY_ALPN = 1;
const KEY_DOHPATH = 7;

const DOH_PATH = "/dns-query";
const ALPN_IDS = ["h2"];

/** RFC 9606 5: the info codes that answers of this resolver may carry. */
const EXTERR = "exterr=0,3,14-15,19-23";

/** Gives the data that this resolver has of its own at a folded name; none: nothing of that type. */
export function discoveryRdata(name: Name, qtype: number, publicNames: readonly Name[]): readonly Uint8Array[] {
  if (qtype === TYPE.RESINFO) {
    const [told] = name === RESOLVER_ARPA ? publicNames : publicNames.filter((one) => one === name);
    return told === undefined ? [] : [resinfoRdata(told)];
  }
  if (qtype !== TYPE.SVCB) return [];
  const [first, ...rest] = labelsOf(name);
  if (first !== SERVICE_LABEL) return [];
  const owner = nameOfLabels(rest);
  const designated = owner === RESOLVER_ARPA ? publicNames : publicNames.filter((one) => one === owner);
  // RFC 9460 2.4.1: the smaller is preferred, and 0 would be an alias.
  return designated.map((target, at) => svcbRdata(at + 1, target));
}

function svcbRdata(priority: number, target: Name): Uint8Array {
  const alpn = characterStrings(ALPN_IDS);
  const path = octetsOf(`${DOH_PATH}{?dns}`);
  return Uint8Array.of(
    ...uint16(priority),
    ...bytesOfName(target),
    ...[...uint16(KEY_ALPN), ...uint16(alpn.length), ...alpn],
    ...[...uint16(KEY_DOHPATH), ...uint16(path.length), ...path],
  );
}

/** RFC 9606 4: keys and values as in TXT. How upstreams ask is not known here, so that `qnamemin` is not claimed. */
function resinfoRdata(told: Name): Uint8Array {
  const host = nameToText(told).slice(0, -1);
  return Uint8Array.from(characterStrings([EXTERR, `infourl=https://${host}${DOH_PATH}`]));
}

function characterStrings(texts: readonly string[]): readonly number[] {
  return texts.flatMap((text) => [text.length, ...octetsOf(text)]);
}

function octetsOf(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

const uint16 = (value: number): readonly number[] => [value >> 8, value & 0xff];
