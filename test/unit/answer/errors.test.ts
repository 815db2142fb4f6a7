import { describe, expect, test } from "vitest";
import { answer } from "../../../src/answer/answer.ts";
import type { HealthView } from "../../../src/steering/candidate.ts";
import { IN_ORDER, questionOf } from "../../support/ask.ts";
import { zonesOf } from "../../support/build.ts";
import { ALL_HEALTHY, healthView, NOW_MS, reading, UNKNOWN_CLIENT } from "../../support/health.ts";

const LONG = Array.from({ length: 3 }, () => "x".repeat(60)).join(".");

const ZONES = zonesOf(`
zone: example.com
checks:
  a: { type: tcp, address: 192.0.2.1, port: 80 }
  b: { type: tcp, address: 192.0.2.2, port: 80 }
pools:
  web: { zones: { z1: { values: 192.0.2.1, check: a }, z2: { values: 192.0.2.2, check: b } } }
  shut: { zones: { z1: { values: 192.0.2.1, check: a }, z2: { values: 192.0.2.2, check: b } }, onAllUnhealthy: closed }
records:
  plain: { A: 192.0.2.1 }
  open: { A: { failover: [{ id: a, values: 192.0.2.1, check: a }, { id: b, values: 192.0.2.2, check: b }] } }
  shut: { A: { failover: [{ id: a, values: 192.0.2.1, check: a }, { id: b, values: 192.0.2.2, check: b }], onAllUnhealthy: closed } }
  pool: { A: { pool: web } }
  shut-pool: { A: { pool: shut } }
  alias: { A: { alias: open } }
  link: { CNAME: open }
  far: { DNAME: ${LONG}.example.net. }
  outside: { CNAME: www.example.org. }
  sub: { NS: ns.example.org. }
${Array.from({ length: 10 }, (_, at) => `  c${at}: { CNAME: c${at + 1} }`).join("\n")}
`);

const ALL_DOWN = healthView(() => reading("unhealthy"));
const ONE_DOWN = healthView((check) => reading(check === "example.com/a" ? "unhealthy" : "healthy"));
const ALL_DOWN_AND_STALE: HealthView = { ...ALL_DOWN, stale: true };

const OPEN = "0 nothing is healthy: answered as if all were";
const CLOSED = "0 nothing is healthy: not answered, as the zone says";
const ENDLESS = "0 the chain of names loops or is too long to follow";

interface Case {
  readonly name: string;
  readonly question: string;
  readonly health?: HealthView;
  /** `code text`, in order. */
  readonly errors: readonly string[];
}

const cases: readonly Case[] = [
  { name: "a plain answer says nothing", question: "plain.example.com. A", errors: [] },
  { name: "nor does NODATA", question: "plain.example.com. MX", errors: [] },
  { name: "nor does a name that is absent", question: "nope.example.com. A", errors: [] },
  { name: "nor does a referral", question: "www.sub.example.com. A", errors: [] },
  {
    name: "nor does a choice while anything is healthy",
    question: "open.example.com. A",
    health: ONE_DOWN,
    errors: [],
  },
  { name: "a policy that failed open", question: "open.example.com. A", health: ALL_DOWN, errors: [OPEN] },
  { name: "a pool that failed open", question: "pool.example.com. A", health: ALL_DOWN, errors: [OPEN] },
  { name: "a pool with a healthy zone", question: "pool.example.com. A", health: ONE_DOWN, errors: [] },
  { name: "failing open behind an alias", question: "alias.example.com. A", health: ALL_DOWN, errors: [OPEN] },
  { name: "failing open behind a CNAME", question: "link.example.com. A", health: ALL_DOWN, errors: [OPEN] },
  { name: "a policy that answers nothing then", question: "shut.example.com. A", health: ALL_DOWN, errors: [CLOSED] },
  {
    name: "a pool that answers nothing then",
    question: "shut-pool.example.com. A",
    health: ALL_DOWN,
    errors: [CLOSED],
  },
  {
    name: "reasons add up",
    question: "open.example.com. A",
    health: ALL_DOWN_AND_STALE,
    errors: [OPEN, "3 health is not up to date"],
  },
  { name: "a chain of ten", question: "c0.example.com. A", errors: [ENDLESS] },
  { name: "a CNAME that is asked for is the end", question: "c0.example.com. CNAME", errors: [] },
  {
    name: "a name too long behind a DNAME",
    question: `${LONG}.far.example.com. A`,
    errors: ["0 the name behind the DNAME exceeds 255 octets"],
  },
  { name: "a name in no hosted zone", question: "www.example.org. A", errors: ["20 not a hosted zone"] },
  { name: "a chain that leaves the hosted zones is answered so far", question: "outside.example.com. A", errors: [] },
];

describe("what an answer says of itself", () => {
  test.each(cases)("$name", ({ question, health = ALL_HEALTHY, errors }) => {
    const asked = { ...questionOf(question), ra: false };
    const outcome = answer(asked, ZONES, health, UNKNOWN_CLIENT, IN_ORDER, NOW_MS);
    if (outcome.kind === "need") throw new Error("everything is in memory");
    expect(outcome.reply.errors.map(({ infoCode, text }) => `${infoCode} ${text}`)).toEqual(errors);
  });
});
