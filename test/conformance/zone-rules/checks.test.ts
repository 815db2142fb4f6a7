import { describe } from "vitest";
import { testRules } from "./rules.ts";

const TCP = "type: tcp, address: 192.0.2.10, port: 80";

/** A zone whose checks begin at line 3 and whose `www` uses the check `top`. */
const zone = (...checks: readonly string[]): string =>
  `zone: example.com\nchecks:\n${checks.map((check) => `  ${check}\n`).join("")}records: { www: { A: { values: 192.0.2.1, check: top } } }`;

describe("calculated checks", () => {
  testRules([
    {
      name: "may be calculated of calculated ones, written in any order; their children are used",
      zones: [
        zone(
          "top: { type: calculated, of: [middle, b], atLeast: all }",
          "middle: { type: calculated, of: [a], atLeast: any }",
          `a: { ${TCP} }`,
          `b: { ${TCP} }`,
        ),
      ],
      found: [],
    },
    {
      name: "T81: a threshold above the children is allowed, and so is 0",
      zones: [
        zone(
          "top: { type: calculated, of: [never, always], atLeast: 2 }",
          "never: { type: calculated, of: [a, always], atLeast: 4 }",
          "always: { type: calculated, of: [a], atLeast: 0 }",
          `a: { ${TCP} }`,
        ),
      ],
      found: [],
    },
    {
      name: "must name checks of the zone",
      zones: [zone("top: { type: calculated, of: [a, b], atLeast: 1 }", `a: { ${TCP} }`)],
      found: ["3 check-unknown"],
    },
    {
      name: "a child that cannot be read is told there only",
      zones: [zone("top: { type: calculated, of: [a], atLeast: 1 }", "a: { type: tpc }")],
      found: ["4 check-type-unknown"],
    },
    {
      name: "must not come back to themselves",
      zones: [
        zone(
          "top: { type: calculated, of: [a], atLeast: 1 }",
          "a: { type: calculated, of: [b], atLeast: 1 }",
          "b: { type: calculated, of: [a, c], atLeast: 1 }",
          `c: { ${TCP} }`,
          "self: { type: calculated, of: [self], atLeast: 1 }",
        ),
      ],
      found: ["4 calculated-loop", "7 calculated-loop"],
    },
    {
      name: "one that nobody uses is told, its children are not",
      zones: [zone(`top: { ${TCP} }`, "idle: { type: calculated, of: [a], atLeast: 1 }", `a: { ${TCP} }`)],
      found: ["4 check-unused (warning)"],
    },
    {
      name: "their children must not ask the steered name",
      zones: [
        zone(
          "top: { type: calculated, of: [a], atLeast: 1 }",
          'a: { type: https, url: "https://www.example.com/healthz" }',
        ),
      ],
      found: ["5 check-asks-steered-name"],
    },
  ]);
});

describe("which fields may stand with which type", () => {
  testRules([
    {
      name: "T83: a push check has neither target nor thresholds",
      zones: [zone("top: { type: push, url: x, interval: 10, unhealthyThreshold: 2, regions: weur, of: [top] }")],
      found: Array.from({ length: 5 }, () => "3 check-field-not-for-push"),
    },
    {
      name: "a calculated check goes by its children alone",
      zones: [
        zone(
          `top: { type: calculated, of: [a], atLeast: 1, initial: unhealthy, expires: 60, backoff: true }`,
          `a: { ${TCP} }`,
        ),
      ],
      found: Array.from({ length: 3 }, () => "3 check-field-not-for-calculated"),
    },
    {
      name: "a probed check is neither told nor calculated",
      zones: [
        zone(
          'top: { type: http, url: "http://www.example.net/", of: [top], atLeast: 1, expires: 60, whenSilent: last }',
        ),
      ],
      found: Array.from({ length: 4 }, () => "3 check-field-not-for-http"),
    },
    {
      name: "a tcp check sends nothing",
      zones: [zone(`top: { ${TCP}, method: GET, headers: { X-A: b }, contains: ok }`)],
      found: Array.from({ length: 3 }, () => "3 check-field-not-for-tcp"),
    },
    {
      name: "HEAD has no body to look into",
      zones: [zone('top: { type: http, url: "http://www.example.net/", method: HEAD, contains: ok }')],
      found: ["3 contains-with-head"],
    },
  ]);
});

describe("a quorum that can never be exceeded", () => {
  testRules([
    {
      name: "2 of 2 regions",
      zones: [zone(`top: { ${TCP}, regions: [weur, enam], quorum: 2 }`)],
      found: ["3 quorum-above-regions"],
    },
    { name: "1 of 2 regions can", zones: [zone(`top: { ${TCP}, regions: [weur, enam], quorum: 1 }`)], found: [] },
    { name: "1 without regions", zones: [zone(`top: { ${TCP}, quorum: 1 }`)], found: ["3 quorum-above-regions"] },
    { name: "0 without regions can", zones: [zone(`top: { ${TCP}, quorum: 0 }`)], found: [] },
  ]);
});
