/** What `explain` says of candidates that are for clients of a place: whom they are for, and what decided between them. */
import { describe, expect, test } from "vitest";
import { explain } from "../../../src/answer/explain.ts";
import type { Client, HealthView } from "../../../src/steering/candidate.ts";
import { IN_ORDER, questionOf } from "../../support/ask.ts";
import { zonesOf } from "../../support/build.ts";
import { ALL_HEALTHY, clientAt, clientIn, healthView, NOW_MS, reading, UNKNOWN_CLIENT } from "../../support/health.ts";

const ZONES = zonesOf(`
zone: example.com
ttl: 60
checks:
  near: { type: tcp, address: 192.0.2.1, port: 443 }
  far: { type: tcp, address: 192.0.2.2, port: 443 }
records:
  geo:
    A:
      geolocation:
        - { id: ca, country: US, subdivision: CA, values: [192.0.2.1] }
        - { id: us, country: US, values: [192.0.2.2], check: far }
        - { id: eu, continent: EU, values: [192.0.2.3] }
        - { id: rest, default: true, values: [192.0.2.4] }
  net:
    A:
      ipBased:
        - { id: office, networks: [203.0.113.0/24, "2001:db8::/32"], values: [192.0.2.1] }
        - { id: rest, default: true, values: [192.0.2.4] }
  site:
    A:
      geoproximity:
        - { id: frankfurt, region: weur, values: [192.0.2.1] }
        - { id: virginia, region: { latitude: 39, longitude: -77.5 }, bias: 50, values: [192.0.2.2] }
  fast:
    A:
      latency:
        - { id: near, region: weur, values: [192.0.2.1], check: near }
        - { id: far, region: enam, values: [192.0.2.2], check: far }
  plain: { A: { weighted: [{ id: a, weight: 1, values: [192.0.2.1] }] } }
`);

const KEYS = ["match", "matches", "kilometres", "biasedKilometres", "ms", "measuredFrom", "status"] as const;

/** What is said of each candidate, by its id, without the status of those that are healthy. */
function told(name: string, client: Client, health: HealthView) {
  const question = { ...questionOf(`${name}.example.com. A`), ra: false };
  const outcome = explain(question, ZONES, health, client, IN_ORDER, NOW_MS);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  const { candidates = [] } = outcome.explanation.links[0]?.tree ?? {};
  return Object.fromEntries(
    candidates.map((one) => [
      one.id,
      Object.fromEntries(KEYS.flatMap((key) => (key in one && one[key] !== "healthy" ? [[key, one[key]]] : []))),
    ]),
  );
}

const frankfurt = { latitude: 50.1, longitude: 8.7 };
const down = healthView(() => reading("unhealthy"));
const measured = healthView(() => reading("healthy"), {
  regions: ["enam", "weur"],
  latencyMs: (check, region) => (check === "example.com/near" && region === "weur" ? 12.34 : null),
});
const ca = { country: "US", subdivision: "CA" };
const us = { country: "US" };
const eu = { continent: "EU" };
const rest = { match: { default: true }, matches: true };
const office = { networks: ["2001:db8::/32", "203.0.113.0/24"] };
const weur = { region: "weur" };
const virginia = { region: "39,-77.5", bias: 50 };
const enam = { region: "enam" };

describe("a candidate says", () => {
  test.each([
    {
      name: "which place it is for, and that the client is not there, apart from its health",
      asked: "geo",
      client: clientAt({ continent: "NA", country: "US" }),
      health: down,
      expected: {
        ca: { match: ca, matches: false },
        us: { match: us, matches: true, status: "unhealthy" },
        eu: { match: eu, matches: false },
        rest,
      },
    },
    {
      name: "that a client of nowhere is in no place",
      asked: "geo",
      client: UNKNOWN_CLIENT,
      health: ALL_HEALTHY,
      expected: {
        ca: { match: ca, matches: false },
        us: { match: us, matches: false },
        eu: { match: eu, matches: false },
        rest,
      },
    },
    {
      name: "which networks it is for",
      asked: "net",
      client: clientIn("203.0.113.0/24"),
      health: ALL_HEALTHY,
      expected: { office: { match: office, matches: true }, rest },
    },
    {
      name: "how far it is, and what that counts as",
      asked: "site",
      client: clientAt({ position: frankfurt }),
      health: ALL_HEALTHY,
      expected: {
        frankfurt: { match: weur, kilometres: 0 },
        virginia: { match: virginia, kilometres: 6554.6, biasedKilometres: 3277.3 },
      },
    },
    {
      name: "no distance from nowhere",
      asked: "site",
      client: UNKNOWN_CLIENT,
      health: ALL_HEALTHY,
      expected: { frankfurt: { match: weur }, virginia: { match: virginia } },
    },
    {
      name: "how long it takes, and from where that was measured",
      asked: "fast",
      client: clientAt({ position: frankfurt }),
      health: measured,
      expected: {
        near: { match: weur, ms: 12.3, measuredFrom: "weur" },
        far: { match: enam, ms: 65.5, measuredFrom: null },
      },
    },
    {
      name: "no time where neither the client nor any prober has a place",
      asked: "fast",
      client: UNKNOWN_CLIENT,
      health: ALL_HEALTHY,
      expected: { near: { match: weur }, far: { match: enam } },
    },
    {
      name: "nothing where nobody is placed",
      asked: "plain",
      client: clientAt({ position: frankfurt }),
      health: ALL_HEALTHY,
      expected: { a: {} },
    },
  ])("$name", ({ asked, client, health, expected }) => {
    expect(told(asked, client, health)).toEqual(expected);
  });
});
