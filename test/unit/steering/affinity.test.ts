import { describe, expect, test } from "vitest";
import { TYPE } from "../../../src/dns/types.ts";
import { affinityKey, rankByAffinity } from "../../../src/steering/affinity.ts";
import type { Subnet } from "../../../src/steering/candidate.ts";
import { NO_HOSTS } from "../../../src/steering/hosts.ts";
import type { Situation } from "../../../src/steering/situation.ts";
import { ALL_HEALTHY, NOW_MS } from "../../support/health.ts";

/** A situation whose notes of scope are kept. */
function situationOf(subnet: Subnet | null): { situation: Situation; scopes: number[] } {
  const scopes: number[] = [];
  const situation: Situation = {
    nowMs: NOW_MS,
    health: ALL_HEALTHY,
    draw: () => 0,
    hosts: NO_HOSTS,
    aliasTargets: () => [],
    place: () => null,
    subnet: (scopeOf) => {
      if (subnet !== null) scopes.push(scopeOf(subnet));
      return subnet;
    },
  };
  return { situation, scopes };
}

const ipv4 = (last: number, prefixLength: number): Subnet => ({
  address: Uint8Array.of(203, 0, 113, last),
  prefixLength,
});
const ipv6 = (octet: number, prefixLength: number): Subnet => ({
  address: Uint8Array.of(0x20, 1, 0xd, 0xb8, 0, 0, 0x12, octet, 0, 0, 0, 0, 0, 0, 0, 0),
  prefixLength,
});

describe("a client is its network", () => {
  test.each([
    ["IPv4 is cut to /24", ipv4(77, 32), ipv4(0, 24), 24],
    ["IPv6 is cut to /56", ipv6(0x34, 64), ipv6(0, 56), 56],
  ])("%s", (_name, subnet, cut, scope) => {
    const { situation, scopes } = situationOf(subnet);
    const key = affinityKey({ seed: "www.example.com.", byType: false }, TYPE.A, situation);
    expect(key).toBe(affinityKey({ seed: "www.example.com.", byType: false }, TYPE.AAAA, situationOf(cut).situation));
    expect(scopes).toEqual([scope]);
  });

  test("an unknown client has no key", () => {
    expect(affinityKey({ seed: "www.example.com.", byType: false }, TYPE.A, situationOf(null).situation)).toBeNull();
  });

  test("by type, A and AAAA are told apart", () => {
    const keys = [TYPE.A, TYPE.AAAA].map((type) =>
      affinityKey({ seed: "www.example.com.", byType: true }, type, situationOf(ipv4(0, 24)).situation),
    );
    expect(new Set(keys).size).toBe(2);
  });
});

test("the ranking does not look at the order written", () => {
  const items = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
  const ranked = rankByAffinity("www.example.com.|203.0.113|", items, () => 1);
  expect(rankByAffinity("www.example.com.|203.0.113|", items.toReversed(), () => 1)).toEqual(ranked);
  expect(ranked.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(items);
});
