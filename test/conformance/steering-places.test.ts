import { describe, expect, test } from "vitest";
import { nameToText } from "../../src/dns/name-text.ts";
import { typeToText } from "../../src/dns/types.ts";
import { answered, healthOf, numberedCandidate, policy, setOf, zoneSetOf } from "../support/steered-zone.ts";
import { GEOLOCATION, GEOPROXIMITY, IP_BASED, matchOf, type PlacedCase } from "./steering-places.cases.ts";

function outcomeOf({ policy: name, at, health, client }: PlacedCase) {
  const candidates = at.map((text, index) =>
    numberedCandidate(index + 1, health[index] ?? "-", 0, { match: matchOf(name, text) }),
  );
  const zones = zoneSetOf({ www: setOf(policy(name, candidates)) });
  return answered(zones, healthOf(health), () => 0, { client });
}

describe.each([
  ["geolocation", GEOLOCATION],
  ["geoproximity", GEOPROXIMITY],
  ["ipBased", IP_BASED],
] as const)("%s", (_policy, cases) => {
  test.each(cases)("$name", (row) => {
    const { reply, private: isPrivate } = outcomeOf(row);
    const numbers = reply.answer.flatMap(({ rdata }) => rdata.map((octets) => octets[3]));
    expect({ numbers, scope: reply.scopePrefixLength, isPrivate }).toEqual({
      numbers: row.answered === 0 ? [] : [row.answered],
      scope: row.scope,
      isPrivate: true,
    });
  });
});

test("T56 no match is NOERROR with the SOA, for as long as any negative answer", () => {
  const row = GEOLOCATION.find(({ name }) => name.startsWith("T56"));
  if (row === undefined) throw new Error("there is such a row");
  const { reply, maxAgeSeconds } = outcomeOf(row);
  const authority = reply.authority.map(({ owner, type, ttlSeconds }) => [
    nameToText(owner),
    typeToText(type),
    ttlSeconds,
  ]);
  expect({ rcode: reply.rcode, authority, maxAgeSeconds }).toEqual({
    rcode: 0,
    authority: [["example.com.", "SOA", 60]],
    maxAgeSeconds: 60,
  });
});
