/**
 * Affinity: the same client gets the same candidate, by weighted rendezvous hashing. Each candidate has a score for
 * each client, -weight / ln(u) with u uniform in (0, 1) from a hash of client and id, and the highest wins: with
 * probability weight / sum of weights, and whatever happens to one candidate moves no client between two others.
 *
 * The client is its subnet cut to /24 or /56 (zone-format.md, "The client"); an unknown one is drawn for.
 */
import type { Affinity } from "../zone/model.ts";
import type { Subnet } from "./candidate.ts";
import type { Situation } from "./situation.ts";

const IPV4_OCTETS = 3;
const IPV6_OCTETS = 7;

/** Names a client under an affinity; null: the client is unknown. */
export function affinityKey({ seed, byType }: Affinity, type: number, situation: Situation): string | null {
  const subnet = situation.subnet(scopeOf);
  if (subnet === null) return null;
  return `${seed}|${subnet.address.slice(0, octetsOf(subnet)).join(".")}|${byType ? type : ""}`;
}

/** Sorts by score for a client, highest first. Zeros among the weights are equal. */
export function rankByAffinity<T extends { readonly id: string }>(
  key: string,
  items: readonly T[],
  weightOf: (item: T) => number,
): readonly T[] {
  const scored = items.map((item) => ({
    item,
    score: -(weightOf(item) || 1) / Math.log(uniformOf(`${key}|${item.id}`)),
  }));
  return scored.toSorted((a, b) => b.score - a.score).map(({ item }) => item);
}

const octetsOf = ({ address }: Subnet): number => (address.length === 4 ? IPV4_OCTETS : IPV6_OCTETS);
const scopeOf = (subnet: Subnet): number => octetsOf(subnet) * 8;

/**
 * Hashes a text to a number in (0, 1), never its ends: two lanes of 32 bits, each multiplied by a large odd constant
 * for every character and then finished as MurmurHash3 finishes, so that keys that differ in one bit share no pattern.
 * 52 bits of the two are used, as many as lie evenly below 1.
 */
function uniformOf(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    high ^= high >>> 15;
    low = Math.imul(low ^ code, 0x5f356495);
    low ^= low >>> 13;
  }
  const mixedHigh = finish(high ^ Math.imul(low, 0x27d4eb2f));
  const mixedLow = finish(low ^ mixedHigh);
  return (mixedHigh * 2 ** 20 + (mixedLow >>> 12) + 0.5) / 2 ** 52;
}

function finish(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
