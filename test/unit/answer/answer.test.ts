import { describe, expect, test } from "vitest";
import { answer } from "../../../src/answer/answer.ts";
import type { HealthView } from "../../../src/steering/candidate.ts";
import { seededDraw } from "../../../src/steering/draw.ts";
import type { HostedZone, ZoneSet } from "../../../src/zone/model.ts";
import { IN_ORDER, questionOf } from "../../support/ask.ts";
import { zonesOf } from "../../support/build.ts";
import { ALL_HEALTHY, healthView, NOW_MS, reading, UNKNOWN_CLIENT } from "../../support/health.ts";

const ZONES = zonesOf(
  `
zone: example.com
checks:
  a: { type: tcp, address: 192.0.2.1, port: 80 }
records:
  one: { A: 192.0.2.1 }
  two: { A: [192.0.2.1, 192.0.2.2] }
  drawn: { A: { weighted: [{ id: a, weight: 1, values: 192.0.2.1 }, { id: b, weight: 1, values: 192.0.2.2 }] } }
  checked: { A: { failover: [{ id: a, values: 192.0.2.1, check: a }, { id: b, values: 192.0.2.2 }] } }
  far: { A: { alias: www.example.net. } }
  near: { A: { failover: [{ id: a, values: 192.0.2.1 }, { id: b, alias: www.example.net. }] } }
  link: { CNAME: www.example.net. }
`,
  `
zone: example.net
records:
  www: { A: 198.51.100.1 }
`,
);

/** The same zones with example.net in another condition. */
function withNet(change: (hosted: HostedZone | null) => HostedZone | null): ZoneSet {
  return { find: (name) => (name.includes("net") ? change(ZONES.find(name)) : ZONES.find(name)) };
}

function replyOf(question: string, zones = ZONES, health: HealthView = ALL_HEALTHY) {
  const outcome = answer({ ...questionOf(question), ra: false }, zones, health, UNKNOWN_CLIENT, IN_ORDER, NOW_MS);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  return outcome;
}

describe("what took part is told", () => {
  test.each([
    ["one record: any cache may keep it", "one.example.com. A", false],
    ["shuffled order is private", "two.example.com. A", true],
    ["a draw is private", "drawn.example.com. A", true],
    ["health alone is not", "checked.example.com. A", false],
  ])("%s", (_name, question, expected) => {
    expect(replyOf(question).private).toBe(expected);
  });

  test("stale health is told where a check was read, and only there", () => {
    const stale: HealthView = { ...ALL_HEALTHY, stale: true };
    const told = [{ infoCode: 3, text: "health is not up to date" }];
    expect(replyOf("checked.example.com. A", ZONES, stale).reply.errors).toEqual(told);
    expect(replyOf("one.example.com. A", ZONES, stale).reply.errors).toEqual([]);
  });

  test("one stale verdict is told like a stale snapshot", () => {
    const health = healthView(() => ({ ...reading("healthy"), stale: true }));
    const told = [{ infoCode: 3, text: "health is not up to date" }];
    expect(replyOf("checked.example.com. A", ZONES, health).reply.errors).toEqual(told);
  });

  test("an earlier version of a zone is told", () => {
    const earlier = withNet((hosted) => (hosted?.kind === "zone" ? { ...hosted, stale: true } : hosted));
    expect(replyOf("link.example.com. A", earlier).reply.errors).toEqual([
      { infoCode: 3, text: "an earlier version of the zone" },
    ]);
  });
});

describe("a zone that cannot be read", () => {
  const zones = withNet((hosted) =>
    hosted?.kind === "zone" ? { kind: "unavailable", apex: hosted.zone.apex } : hosted,
  );
  const failure = { rcode: 2, aa: false, answer: [], authority: [], additional: [] };

  test.each([
    ["asked directly", "www.example.net. A"],
    ["through a CNAME", "link.example.com. A"],
    ["through an alias that is all there is", "far.example.com. A"],
  ])("%s is SERVFAIL and is not kept", (_name, question) => {
    const { reply, maxAgeSeconds } = replyOf(question, zones);
    expect({ ...reply, errors: [] }).toEqual({ ...failure, ra: false, errors: [], scopePrefixLength: 0 });
    expect(reply.errors).toEqual([{ infoCode: 14, text: "the zone cannot be read at present" }]);
    expect(maxAgeSeconds).toBeNull();
  });

  test("a candidate that leads there is left out while another answers", () => {
    expect(replyOf("near.example.com. A", zones).reply.answer).toHaveLength(1);
  });
});

test("what is not in memory is named, all of it at once", () => {
  const zones: ZoneSet = {
    find: (name) => (name.includes("net") ? { kind: "need", key: "zone/n" } : ZONES.find(name)),
  };
  const outcome = answer(
    { ...questionOf("far.example.com. A"), ra: false },
    zones,
    ALL_HEALTHY,
    UNKNOWN_CLIENT,
    IN_ORDER,
    NOW_MS,
  );
  expect(outcome).toEqual({ kind: "need", keys: ["zone/n"] });
  // What stands behind a healthy primary is not asked for.
  expect(replyOf("near.example.com. A", zones).reply.answer.map(({ rdata }) => rdata.length)).toEqual([1]);
});

test("the same seed gives the same answer", () => {
  const once = () =>
    answer(
      { ...questionOf("two.example.com. A"), ra: false },
      ZONES,
      ALL_HEALTHY,
      UNKNOWN_CLIENT,
      seededDraw(42),
      NOW_MS,
    );
  expect(once()).toEqual(once());
});

describe("`addresses` with an alias whose target has a set for each family", () => {
  const zones = zonesOf(`
zone: example.com
checks:
  four: { type: tcp, address: 192.0.2.1, port: 80 }
  six: { type: tcp, address: 192.0.2.2, port: 80 }
records:
  www: { addresses: { failover: [{ id: a, alias: both }, { id: b, values: [192.0.2.9, "2001:db8::9"] }] } }
  both:
    A: { values: 192.0.2.1, check: four }
    AAAA: { values: "2001:db8::1", check: six }
`);
  const healthWithout = (down: string): HealthView =>
    healthView((check) => reading(check === down ? "unhealthy" : "healthy"));

  test.each([
    ["both healthy: the alias", "", [1, 1]],
    ["one family down: the other candidate, for both", "example.com/four", [9, 9]],
    ["whichever it is", "example.com/six", [9, 9]],
  ])("%s", (_name, down, lastOctets) => {
    const answered = ["www.example.com. A", "www.example.com. AAAA"].map((question) => {
      const [rrset] = replyOf(question, zones, healthWithout(down)).reply.answer;
      return rrset?.rdata[0]?.at(-1);
    });
    expect(answered).toEqual(lastOctets);
  });
});
