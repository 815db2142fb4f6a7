import { describe, expect, test } from "vitest";
import { answer } from "../../src/answer/answer.ts";
import { SPECIAL_NAMES } from "../../src/answer/special-names.ts";
import { nameToText } from "../../src/dns/name-text.ts";
import { rcodeToText } from "../../src/dns/types.ts";
import { IN_ORDER, questionOf, recordTexts } from "../support/ask.ts";
import { zonesOf } from "../support/build.ts";
import { ALL_HEALTHY, NOW_MS, UNKNOWN_CLIENT } from "../support/health.ts";
import { DISCOVERY } from "./discovery.cases.ts";
import { ABSENT, EMPTY_ZONES, HOSTED, LOOPBACK, type SpecialCase } from "./special-names.cases.ts";

const ZONES = zonesOf(
  "{zone: lan.home.arpa, records: {nas: {A: 192.0.2.1}}}",
  "{zone: example.com, records: {self: {CNAME: www.localhost.}, hidden: {CNAME: a.onion.}}}",
);

const TABLES: readonly (readonly [string, readonly SpecialCase[]])[] = [
  ["localhost", LOOPBACK],
  ["names outside the DNS", ABSENT],
  ["zones of private networks", EMPTY_ZONES],
  ["discovery", DISCOVERY],
  ["hosted zones", HOSTED],
];

describe.each(TABLES)("%s", (_table, cases) => {
  test.each(cases)("$name: $question", ({ name: _name, question, alone = false, publicNames = [], ...expected }) => {
    const asked = {
      ...questionOf(question),
      ra: !alone,
      publicNames: publicNames.map((one) => questionOf(`${one} A`).qname),
    };
    const outcome = answer(asked, ZONES, ALL_HEALTHY, UNKNOWN_CLIENT, IN_ORDER, NOW_MS);
    if (outcome.kind === "need") throw new Error("everything is in memory");
    const { reply, leads, maxAgeSeconds } = outcome;
    expect(outcome.private).toBe(false);
    expect({
      rcode: rcodeToText(reply.rcode),
      aa: reply.aa,
      answer: recordTexts(reply.answer),
      authority: recordTexts(reply.authority),
      errors: reply.errors.map(({ infoCode, text }) => `${infoCode} ${text}`),
      leads: leads && `${nameToText(leads.name)} ${leads.why}`,
      maxAge: maxAgeSeconds,
    }).toEqual({
      rcode: "NOERROR",
      aa: true,
      answer: [],
      authority: [],
      errors: [],
      leads: null,
      maxAge: 10_800,
      ...expected,
    });
  });
});

test("every name of the documents is in the table, once", () => {
  const names = SPECIAL_NAMES.map(({ name }) => name);
  // 9 that are no addresses; of IPv4, 18 of RFC 1918, 7 more of RFC 6303 and 64 of RFC 7793; 8 of IPv6.
  expect([names.length, new Set(names).size]).toEqual([106, 106]);
});
