/** Aliases of outside hosts: the core's answers over the tables of outside-hosts.cases.ts, and what they lack. */
import { describe, expect, test } from "vitest";
import { answer } from "../../src/answer/answer.ts";
import { explain } from "../../src/answer/explain.ts";
import { rdataToText } from "../../src/dns/rdata-text.ts";
import { rcodeToText } from "../../src/dns/types.ts";
import { NO_HOSTS } from "../../src/steering/hosts.ts";
import { IN_ORDER, questionOf } from "../support/ask.ts";
import { zonesOf } from "../support/build.ts";
import { ALL_HEALTHY, healthView, NOW_MS, reading, UNKNOWN_CLIENT } from "../support/health.ts";
import { hostsOf } from "../support/hosts.ts";
import { PLAIN, TREES, ZONE } from "./outside-hosts.cases.ts";

const ZONES = zonesOf(ZONE);

const outcomeOf = (question: string, health = ALL_HEALTHY, hosts = NO_HOSTS) =>
  answer({ ...questionOf(question), ra: true }, ZONES, health, UNKNOWN_CLIENT, IN_ORDER, NOW_MS, hosts);

describe.each([
  ["a plain alias", PLAIN],
  ["in a tree", TREES],
] as const)("%s", (_where, cases) => {
  test.each(cases)("$name", (row) => {
    const { question, hosts, down = [], rcode = "NOERROR", answer: records = [], authority = [], errors = [] } = row;
    const health = healthView((check) =>
      reading(down.some((name) => check === `example.com/${name}`) ? "unhealthy" : "healthy"),
    );
    const outcome = outcomeOf(question, health, hostsOf(hosts));
    if (outcome.kind === "need") throw new Error("everything is in memory");
    const { reply, maxAgeSeconds } = outcome;
    const shown = reply.answer.flatMap(({ rdata, ttlSeconds, type }) =>
      rdata.map((one) => `${ttlSeconds} ${rdataToText(type, one)}`),
    );
    expect({
      rcode: rcodeToText(reply.rcode),
      answer: shown.toSorted(),
      authority: reply.authority.map(({ ttlSeconds }) => ttlSeconds),
      errors: reply.errors.map(({ infoCode, text }) => `${infoCode} ${text}`),
      maxAgeSeconds,
    }).toEqual({ rcode, answer: records, authority, errors, maxAgeSeconds: ageOf(records, authority) });
  });
});

/** The smallest TTL; null: nothing may keep the answer. */
function ageOf(records: readonly string[], authority: readonly number[]): number | null {
  const ttls = [...records.map((record) => Number.parseInt(record, 10)), ...authority];
  return ttls.length === 0 ? null : Math.min(...ttls);
}

describe("a host that is not in memory", () => {
  test.each([
    { name: "is needed by a plain alias", question: "example.com. A", keys: ["lb.example.net. A"] },
    {
      name: "is needed for both families by addresses",
      question: "both.example.com. A",
      keys: ["lb.example.net. A", "lb.example.net. AAAA"],
    },
    {
      name: "is needed with all that it is chosen among",
      question: "spread.example.com. A",
      keys: ["lb.example.net. A", "lb2.example.net. A"],
    },
    { name: "is needed at the end of a chain", question: "link.example.com. A", keys: ["lb.example.net. A"] },
  ])("$name", ({ question, keys }) => {
    const hosts = hostsOf({ "lb.example.net. A": null, "lb.example.net. AAAA": null, "lb2.example.net. A": null });
    expect(outcomeOf(question, ALL_HEALTHY, hosts)).toEqual({ kind: "need", keys });
  });
});

test("without upstreams the answer says what is missing", () => {
  const outcome = outcomeOf("example.com. A");
  if (outcome.kind === "need") throw new Error("nothing can be looked up");
  expect([rcodeToText(outcome.reply.rcode), outcome.reply.errors]).toEqual([
    "SERVFAIL",
    [{ infoCode: 22, text: "UPSTREAMS is not set: no outside host can be looked up" }],
  ]);
});

test("explain shows a host's addresses, how old they are, and why one is not known", () => {
  const hosts = hostsOf({ "lb.example.net. A": { numbers: [10], ttlSeconds: 300, ageSeconds: 12.34 } });
  const question = { ...questionOf("spread.example.com. A"), ra: true };
  const outcome = explain(question, ZONES, ALL_HEALTHY, UNKNOWN_CLIENT, IN_ORDER, NOW_MS, hosts);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  const { links, answers } = outcome.explanation;
  const common = { kind: "alias", failedOpen: false, weight: 1 };
  expect(links[0]?.tree?.candidates).toEqual([
    {
      ...common,
      path: "one",
      id: "one",
      status: "healthy",
      effectiveWeight: 1,
      probability: 1,
      chosen: true,
      target: "lb.example.net.",
      host: { ageSeconds: 12.3, ttlSeconds: 288, stale: false },
      candidates: [
        {
          path: "one",
          kind: "values",
          status: "healthy",
          probability: 1,
          chosen: true,
          failedOpen: false,
          values: ["192.0.2.10"],
        },
      ],
    },
    {
      ...common,
      path: "two",
      id: "two",
      status: "unhealthy",
      effectiveWeight: 0,
      probability: 0,
      chosen: false,
      target: "lb2.example.net.",
      host: { error: "no upstream can be reached" },
      candidates: [],
    },
  ]);
  expect(answers).toEqual([{ records: ["spread.example.com. 60 IN A 192.0.2.10"], probability: 1 }]);
});
