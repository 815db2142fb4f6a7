import { describe, expect, test } from "vitest";
import { ask } from "../support/ask.ts";
import { zonesOf } from "../support/build.ts";
import { type LookupCase, PLAIN, RFC_4592, WILDCARDS } from "./lookup.cases.ts";
import { CHILD_ZONE, COM_ZONE, NET_ZONE, RFC_4592_ZONE, SILENT_CHILD_ZONE } from "./lookup.zones.ts";
import { CHAINS, DELEGATIONS, DNAMES, LIMITS } from "./lookup-chains.cases.ts";

const ZONES = zonesOf(RFC_4592_ZONE, COM_ZONE, CHILD_ZONE, SILENT_CHILD_ZONE, NET_ZONE);

const TABLES: readonly (readonly [string, readonly LookupCase[]])[] = [
  ["the zone of RFC 4592", RFC_4592],
  ["plain look-ups", PLAIN],
  ["wildcards", WILDCARDS],
  ["chains", CHAINS],
  ["delegations", DELEGATIONS],
  ["DNAME", DNAMES],
  ["limits", LIMITS],
];

describe.each(TABLES)("%s", (_table, cases) => {
  test.each(cases)("$name: $question", ({ name: _name, question, ...expected }) => {
    const whole = { rcode: "NOERROR", aa: true, answer: [], authority: [], additional: [], ...expected };
    expect(ask(ZONES, question)).toEqual(whole);
  });
});
