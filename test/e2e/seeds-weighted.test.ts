/**
 * Route 53's worked examples of weighted records, on real endpoints: 10/20/20 with one endpoint down, with and without a
 * health check on it; and the tables of a zero-weight record with and without a health check.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explain, settle } from "./support/api.ts";
import { type Dev, startDev } from "./support/dev.ts";
import { answersOf, draw, isInShares } from "./support/draws.ts";
import { addressesIn, type Fleet, startFleet } from "./support/fleet.ts";

const ENDPOINTS = addressesIn("127.0.41", 3);
const [ONE = "", TWO = "", THREE = ""] = ENDPOINTS;
const CHECKS = ["example.com/one", "example.com/two", "example.com/three"];

/** `canary` is the weight of the record that stands beside one of 255. */
const zone = (port: number, canary: number): string => {
  const timing = `port: ${port}, interval: 1, timeout: 1, unhealthyThreshold: 2, healthyThreshold: 2`;
  return `
zone: example.com
ttl: 1
checks:
  one: { type: http, address: ${ONE}, ${timing} }
  two: { type: http, address: ${TWO}, ${timing} }
  three: { type: http, address: ${THREE}, ${timing} }
records:
  www:
    A:
      weighted:
        - { id: one, weight: 10, values: [${ONE}], check: one }
        - { id: two, weight: 20, values: [${TWO}], check: two }
        - { id: three, weight: 20, values: [${THREE}], check: three }
  partly:
    A:
      weighted:
        - { id: one, weight: 10, values: [${ONE}], check: one }
        - { id: two, weight: 20, values: [${TWO}], check: two }
        - { id: three, weight: 20, values: [${THREE}] }
  spare:
    A:
      weighted:
        - { id: one, weight: 1, values: [${ONE}], check: one }
        - { id: two, weight: 1, values: [${TWO}], check: two }
        - { id: three, weight: 0, values: [${THREE}], check: three }
  unchecked-spare:
    A:
      weighted:
        - { id: one, weight: 1, values: [${ONE}], check: one }
        - { id: two, weight: 1, values: [${TWO}], check: two }
        - { id: three, weight: 0, values: [${THREE}] }
  canary:
    A:
      weighted:
        - { id: one, weight: ${canary}, values: [${ONE}] }
        - { id: two, weight: 255, values: [${TWO}] }
`;
};

let dev: Dev;
let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet(ENDPOINTS);
  const ages = ["--var", "HEALTH_SOFT_AGE_SECONDS=1", "--var", "HEALTH_HARD_AGE_SECONDS=2"];
  const flags = ["--tick", "1", "--allow-private-targets", ...ages];
  dev = await startDev({ "example.com.yaml": zone(fleet.port, 1) }, flags);
});

afterAll(async () => {
  await dev?.stop();
  await fleet?.stop();
});

/** Brings the endpoints into a state such as "HUH", and waits until answers are made from it. */
async function bring(state: string): Promise<void> {
  await fleet.only(...ENDPOINTS.filter((_, at) => state[at] === "H"));
  const verdicts = CHECKS.map((check, at) => [check, state[at] === "H" ? "healthy" : "unhealthy"]);
  await settle(dev, Object.fromEntries(verdicts));
}

describe("three records of weights 10, 20 and 20", () => {
  const DRAWS = 600;
  const rows = [
    { name: "all healthy: 20, 40 and 40 %", state: "HHH", shares: { [ONE]: 10, [TWO]: 20, [THREE]: 20 } },
    { name: "the third unhealthy: a third and two thirds", state: "HHU", shares: { [ONE]: 10, [TWO]: 20 } },
    { name: "the third back: 20, 40 and 40 % again", state: "HHH", shares: { [ONE]: 10, [TWO]: 20, [THREE]: 20 } },
  ];
  test.each(rows)("$name", async ({ state, shares }) => {
    await bring(state);
    expect(await draw(dev.url, "www.example.com", DRAWS)).toSatisfy((drawn) => isInShares(drawn, shares));
  });

  test("a record without a health check counts as healthy though its endpoint is down", async () => {
    await bring("HHU");
    const shares = { [ONE]: 10, [TWO]: 20, [THREE]: 20 };
    expect(await draw(dev.url, "partly.example.com", DRAWS)).toSatisfy((drawn) => isInShares(drawn, shares));
  });
});

describe("weights 1, 1 and 0", () => {
  const rows = [
    { state: "UUH", checked: [THREE], unchecked: [THREE] },
    { state: "UUU", checked: [ONE, TWO], unchecked: [THREE] },
    { state: "UHU", checked: [TWO], unchecked: [TWO] },
    { state: "HHU", checked: [ONE, TWO], unchecked: [ONE, TWO] },
    { state: "HHH", checked: [ONE, TWO], unchecked: [ONE, TWO] },
  ];
  test.each(rows)("$state: $checked answer, $unchecked where the third has no health check", async (row) => {
    await bring(row.state);
    const answers = [
      await answersOf(dev.url, "spare.example.com"),
      await answersOf(dev.url, "unchecked-spare.example.com"),
    ];
    expect(answers).toEqual([row.checked, row.unchecked]);
  });
});

describe("a little traffic for one of two resources", () => {
  const odds = async () => (await explain(dev, "canary.example.com")).answers?.map(({ probability }) => probability);

  test("weights 1 and 255: 1/256 and 255/256", async () => {
    expect(await odds()).toEqual([255 / 256, 1 / 256]);
  });

  test("weight 0 stops it", async () => {
    await dev.write("example.com.yaml", zone(fleet.port, 0));
    await expect.poll(odds, { timeout: 5_000, interval: 200 }).toEqual([1]);
    expect(await answersOf(dev.url, "canary.example.com")).toEqual([TWO]);
  });
});
