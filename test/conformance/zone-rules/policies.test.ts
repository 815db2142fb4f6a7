import { describe } from "vitest";
import { testRules } from "./rules.ts";

const weights = (...written: readonly string[]): string =>
  `www:\n  A:\n    weighted:\n${written.map((weight, at) => `      - { id: c${at}${weight}, values: 192.0.2.${at + 1} }`).join("\n")}`;

describe("what a policy takes", () => {
  testRules([
    {
      name: "T21 a weight of 256, of -1, of 1.5 and none at all are refused",
      records: weights(", weight: 256", ", weight: -1", ", weight: 1.5", ""),
      found: ["6 weight-out-of-range", "7 weight-out-of-range", "8 weight-out-of-range", "9 weight-missing"],
    },
    { name: "T21 weights of 0 and of 255 are accepted", records: weights(", weight: 0", ", weight: 255"), found: [] },
    {
      name: "T22 a second policy under one name and type is refused",
      records:
        "www:\n  A:\n    weighted: [{ id: a, weight: 1, values: 192.0.2.1 }]\n    multivalue: [{ id: a, values: 192.0.2.1 }]",
      found: ["6 member-ambiguous"],
    },
    {
      name: "T22 so it is where the owner is written in another way",
      records: "www: { A: { multivalue: [{ id: a, values: 192.0.2.1 }] } }\nWWW.example.com.: { A: 192.0.2.1 }",
      found: ["4 type-duplicate"],
    },
    {
      name: "T22 a set identifier twice among siblings is refused",
      records:
        "www:\n  A:\n    multivalue:\n      - { id: a, values: 192.0.2.1 }\n      - { id: a, values: 192.0.2.2 }",
      found: ["7 set-identifier-duplicate"],
    },
    {
      name: "T22 the same identifier on another level is another one",
      records: "www: { A: { multivalue: [{ id: a, multivalue: [{ id: a, values: 192.0.2.1 }] }] } }",
      found: [],
    },
  ]);
});
