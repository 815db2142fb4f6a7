import { describe, expect, test } from "vitest";
import type { Client } from "../../../src/steering/candidate.ts";
import { clientAt, healthView, reading, UNKNOWN_CLIENT } from "../../support/health.ts";
import { numberedCandidate, numbersAnswered, policy, setOf, zoneSetOf } from "../../support/steered-zone.ts";

/** Three sites on the equator, 0°, 20° and 40° east: 0, 2,224 and 4,448 km from where degrees are counted. */
const SITES = [0, 20, 40].map((longitude, at) =>
  numberedCandidate(at + 1, "H", 0, {
    match: { kind: "site", region: "", latitude: 0, longitude, bias: 0 },
  }),
);
const at = (longitude: number): Client => clientAt({ position: { latitude: 0, longitude } });

interface Case {
  readonly name: string;
  readonly client: Client;
  readonly regions?: readonly string[];
  /** `check region` -> ms. */
  readonly measured?: Readonly<Record<string, number>>;
  readonly health?: string;
  readonly answered: string;
}

const CASES: readonly Case[] = [
  { name: "nothing measured: the nearest site", client: at(35), answered: "3" },
  { name: "the nearest is unhealthy: the next in time", client: at(35), health: "HHU", answered: "2" },
  { name: "nothing healthy: the least time", client: at(35), health: "UUU", answered: "3" },
  {
    name: "a measured time replaces distance",
    client: at(35),
    regions: ["me"],
    measured: { "c1 me": 3, "c2 me": 40, "c3 me": 40 },
    answered: "1",
  },
  {
    name: "a site without measurement has 1 ms for each 100 km: 556 km against 5 ms",
    client: at(35),
    regions: ["me"],
    measured: { "c1 me": 5 },
    answered: "1",
  },
  {
    name: "… 556 km against 6 ms",
    client: at(35),
    regions: ["me"],
    measured: { "c1 me": 6 },
    answered: "3",
  },
  {
    name: "the region nearest to the client tells",
    client: at(-75),
    regions: ["weur", "enam"],
    measured: { "c1 weur": 1, "c2 weur": 9, "c3 weur": 9, "c1 enam": 9, "c2 enam": 1, "c3 enam": 9 },
    answered: "2",
  },
  {
    name: "a client without position is taken to be at the first region",
    client: UNKNOWN_CLIENT,
    regions: ["enam", "weur"],
    measured: { "c1 weur": 1, "c2 weur": 9, "c3 weur": 9, "c1 enam": 9, "c2 enam": 9, "c3 enam": 1 },
    answered: "3",
  },
  {
    name: "… and what is not measured is as far as it is from there",
    client: UNKNOWN_CLIENT,
    regions: ["me"],
    answered: "3",
  },
  { name: "no position and no region: the order written", client: UNKNOWN_CLIENT, answered: "1" },
];

describe("latency", () => {
  test.each(CASES)("$name", ({ client, regions = [], measured = {}, health = "HHH", answered }) => {
    const view = healthView((check) => reading(health[Number(check.slice(1)) - 1] === "H" ? "healthy" : "unhealthy"), {
      regions,
      latencyMs: (check, region) => measured[`${check} ${region}`] ?? null,
    });
    const zones = zoneSetOf({ www: setOf(policy("latency", SITES)) });
    expect(numbersAnswered(zones, view, () => 0, { client })).toBe(answered);
  });
});
