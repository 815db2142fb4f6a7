import { describe, expect, test } from "vitest";
import type { HealthView } from "../../src/steering/candidate.ts";
import type { Failback, PolicyTree } from "../../src/zone/model.ts";
import { chancesOf, expectChances } from "../support/chances.ts";
import { clientAt, healthView, NOW_MS, reading } from "../support/health.ts";
import {
  answered,
  candidate,
  healthOf,
  numbered,
  numberedCandidate,
  policy,
  setOf,
  zoneSetOf,
} from "../support/steered-zone.ts";
import { OFF_AND_DRAINING, ON_ALL_UNHEALTHY, OVERRIDES } from "./steering-state.cases.ts";

describe.each([
  ["override", OVERRIDES],
  ["off and draining", OFF_AND_DRAINING],
  ["onAllUnhealthy", ON_ALL_UNHEALTHY],
] as const)("%s", (_option, cases) => {
  test.each(cases)("$name", ({ sets, health, chances }) => {
    expectChances(chancesOf(zoneSetOf(sets), healthOf(health)), chances);
  });
});

test("closed is NODATA that nobody keeps for longer than 30 s", () => {
  const zones = zoneSetOf({ www: setOf({ ...numbered("failover", "U"), onAllUnhealthy: { kind: "closed" } }) });
  const { reply, maxAgeSeconds } = answered(zones, healthOf("U"), () => 0);
  const { rcode, answer, authority } = reply;
  expect({ rcode, answer, ttls: authority.map(({ ttlSeconds }) => ttlSeconds), maxAgeSeconds }).toEqual({
    rcode: 0,
    answer: [],
    ttls: [30],
    maxAgeSeconds: 30,
  });
});

describe("T95 a policy is healthy when a candidate that this client could get is", () => {
  const eu = { match: { kind: "continent", code: "EU" } } as const;
  const us = { match: { kind: "country", code: "US" } } as const;
  const places = policy("geolocation", [numberedCandidate(1, "H", 0, eu), numberedCandidate(2, "H", 0, us)]);
  const zones = zoneSetOf({ www: setOf(policy("failover", [candidate("near", places), numberedCandidate(3, "H")])) });
  test.each([
    ["the client's own place is down: the secondary", "UHH", "FR", "3"],
    ["another client's place is up: that", "UHH", "US", "2"],
    ["all down: the client's own place", "UUU", "FR", "1"],
    ["no place of the client's: the secondary", "HHH", "JP", "3"],
  ])("%s", (_name, health, country, expected) => {
    const client = clientAt({ continent: country === "FR" ? "EU" : "NA", country });
    expectChances(chancesOf(zones, healthOf(health), { client }), { [expected]: 1 });
  });
});

describe("failback", () => {
  const answeredWith = (failback: Failback, health: HealthView): Record<string, number> =>
    chancesOf(zoneSetOf({ www: setOf({ ...numbered("failover", "HHH"), failback }) }), health);
  const manual: Failback = { kind: "manual", place: "www.example.com./A" };
  const heldIn = (letters: string, held: readonly string[]): HealthView => ({
    ...healthOf(letters),
    isHeld: (latch) => held.includes(latch),
  });

  test.each([
    ["manual: a held primary is left alone", "HHH", ["www.example.com./A/1"], "2"],
    ["manual: released", "HHH", [], "1"],
    ["manual: a held one is taken before failing open", "HUU", ["www.example.com./A/1"], "1"],
    ["manual: several held are in the order written", "HHU", ["www.example.com./A/1", "www.example.com./A/2"], "1"],
    ["manual: nothing healthy: the primary, held or not", "UUU", ["www.example.com./A/1"], "1"],
  ] as const)("%s", (_name, letters, held, expected) => {
    expectChances(answeredWith(manual, heldIn(letters, held)), { [expected]: 1 });
  });

  test.each([
    ["after: back for less than the time", 299_999, "2"],
    ["after: back for the time", 300_000, "1"],
    ["after: healthy for longer than anybody remembers", null, "1"],
  ])("%s", (_name, agoMs, expected) => {
    const since = agoMs === null ? null : NOW_MS - agoMs;
    const health = healthView((check) => reading("healthy", check === "c1" ? since : null));
    expectChances(answeredWith({ kind: "after", seconds: 300 }, health), { [expected]: 1 });
  });

  test("after: back for a short time, and nothing else is healthy", () => {
    const health = healthView((check) => reading(check === "c1" ? "healthy" : "unhealthy", NOW_MS - 1));
    expectChances(answeredWith({ kind: "after", seconds: 300 }, health), { 1: 1 });
  });
});

describe("slow start: the weight grows with the time since it became healthy", () => {
  const slow: PolicyTree = { ...numbered("weighted", "HH", [10, 10]), slowStartSeconds: 100 };
  test.each([
    ["a quarter of the time: a quarter of the weight", 25_000, { 1: 0.2, 2: 0.8 }],
    ["the whole time", 100_000, { 1: 0.5, 2: 0.5 }],
    ["just now: never 0", 0, { 1: 1 / 10_001, 2: 10_000 / 10_001 }],
    ["a clock that is behind: never below that", -5_000, { 1: 1 / 10_001, 2: 10_000 / 10_001 }],
  ])("%s", (_name, agoMs, chances) => {
    const health = healthView((check) => reading("healthy", check === "c1" ? NOW_MS - agoMs : null));
    expectChances(chancesOf(zoneSetOf({ www: setOf(slow) }), health), chances);
  });

  test("an unhealthy one has nothing to grow: failing open is by the weights written", () => {
    const health = healthView(() => reading("unhealthy", NOW_MS - 1));
    expectChances(chancesOf(zoneSetOf({ www: setOf(slow) }), health), { 1: 0.5, 2: 0.5 });
  });
});
