/**
 * IP-based: every block that holds the client's prefix, the longest first, then the default (Route 53 R11.2, R11.3).
 * A client whose prefix is shorter than a block is not in it; an unknown client is in none.
 */
import type { Block, Candidate } from "../zone/model.ts";
import type { Subnet } from "./candidate.ts";
import { IN_ORDER, type Policy, type Tier } from "./policy.ts";

export const ipBased: Policy = {
  ...IN_ORDER,
  tiers(candidates, situation) {
    const subnet = situation.subnet((client) => scopeOf(candidates, client));
    const inside = candidates
      .map((candidate) => ({ candidate, length: longestHolding(candidate, subnet) }))
      .filter(({ length }) => length >= 0)
      .toSorted((a, b) => b.length - a.length)
      .map(({ candidate }): Tier => [candidate]);
    const others = candidates.filter(({ match }) => match?.kind === "default");
    return others.length > 0 ? [...inside, others] : inside;
  },
};

/** The length of a candidate's longest block that holds the client's prefix; -1: none. */
function longestHolding({ match }: Candidate, subnet: Subnet | null): number {
  if (subnet === null || match?.kind !== "blocks") return -1;
  const lengths = match.blocks
    .filter((block) => block.prefixLength <= subnet.prefixLength && isInside(subnet, block))
    .map(({ prefixLength }) => prefixLength);
  return Math.max(-1, ...lengths);
}

/**
 * The shortest prefix of the client's address for which the set says one thing only: as long as the blocks that it lies
 * in, and one bit longer than what it shares with the others, even if that is longer than what the client told of
 * itself (RFC 7871 7.2.1).
 */
function scopeOf(candidates: readonly Candidate[], subnet: Subnet): number {
  let scope = 0;
  for (const { match } of candidates) {
    if (match?.kind !== "blocks") continue;
    for (const block of match.blocks) {
      if (block.address.length !== subnet.address.length) continue;
      scope = Math.max(scope, Math.min(commonBits(subnet.address, block.address) + 1, block.prefixLength));
    }
  }
  return scope;
}

const isInside = ({ address }: Subnet, block: Block): boolean =>
  block.address.length === address.length && commonBits(address, block.address) >= block.prefixLength;

function commonBits(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.length; at += 1) {
    const difference = (a[at] ?? 0) ^ (b[at] ?? 0);
    if (difference !== 0) return at * 8 + Math.clz32(difference) - 24;
  }
  return a.length * 8;
}
