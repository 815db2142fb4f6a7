/** What `explain` says where the hosted zones end: forwarded, refused, or a special name that is answered here. */
import { describe, expect, test } from "vitest";
import { type Explanation, explain } from "../../../src/answer/explain.ts";
import { IN_ORDER, questionOf } from "../../support/ask.ts";
import { zonesOf } from "../../support/build.ts";
import { ALL_HEALTHY, NOW_MS, UNKNOWN_CLIENT } from "../../support/health.ts";

const ZONES = zonesOf(`
zone: example.com
ttl: 60
soa: { minimum: 30 }
records:
  www: { A: 192.0.2.1 }
  out: { CNAME: www.example.org. }
  printer: { CNAME: printer.local. }
  sub: { NS: ns.example.org. }
  split: { CNAME: { weighted: [{ id: in, weight: 3, values: www }, { id: out, weight: 1, values: www.example.org. }] } }
`);

function explanationOf(question: string, ra: boolean): Explanation {
  const asked = { ...questionOf(question), ra };
  const outcome = explain(asked, ZONES, ALL_HEALTHY, UNKNOWN_CLIENT, IN_ORDER, NOW_MS);
  if (outcome.kind === "need") throw new Error("everything is in memory");
  return outcome.explanation;
}

describe("with upstreams", () => {
  const cname = (name: string, target: string) => `${name}.example.com. 60 IN CNAME ${target}`;
  const forwarded = (name: string, ...records: readonly string[]) => ({
    rcode: null,
    ttlSeconds: null,
    scope: null,
    records,
    forwarded: name,
  });
  const local = "a name that is never forwarded (RFC 6762)";
  const localhost = "a name that is never forwarded (RFC 6761)";
  const own = "a name by which this resolver tells of itself (RFC 9462)";
  const loopback = ["localhost. 10800 IN A 127.0.0.1"];
  const told = (rcode: string, ttlSeconds: number, ...records: readonly string[]) => ({
    rcode,
    ttlSeconds,
    scope: 0,
    records,
  });
  test.each([
    {
      name: "a name outside is forwarded",
      question: "www.example.org. A",
      links: ["www.example.org. forwarded"],
      answer: forwarded("www.example.org."),
    },
    {
      name: "and so is where a CNAME leads",
      question: "out.example.com. A",
      links: ["out.example.com. cname", "www.example.org. forwarded"],
      answer: forwarded("www.example.org.", cname("out", "www.example.org.")),
    },
    {
      name: "what lies below a delegation",
      question: "a.sub.example.com. A",
      links: ["a.sub.example.com. forwarded"],
      answer: forwarded("a.sub.example.com."),
    },
    {
      name: "a hosted zone's DS, which is its parent's to tell",
      question: "example.com. DS",
      links: ["example.com. forwarded"],
      answer: forwarded("example.com."),
    },
    {
      name: "what a hosted zone denies is not asked elsewhere",
      question: "far.example.com. A",
      links: ["far.example.com. nxdomain"],
      answer: told("NXDOMAIN", 30),
    },
    {
      name: "a special name says which it is",
      question: "localhost. A",
      links: [`localhost. answer ${localhost}`],
      answer: told("NOERROR", 10_800, ...loopback),
    },
    {
      name: "at the end of a chain too",
      question: "printer.example.com. A",
      links: ["printer.example.com. cname", `printer.local. nxdomain ${local}`],
      answer: told("NXDOMAIN", 60, cname("printer", "printer.local.")),
    },
    {
      name: "and where the resolver speaks of itself",
      question: "resolver.arpa. A",
      links: [`resolver.arpa. nodata ${own}`],
      answer: told("NOERROR", 10_800),
    },
  ])("$name", ({ question, links, answer }) => {
    const explained = explanationOf(question, true);
    expect(explained.links.map(({ owner, outcome, reason }) => `${owner} ${outcome} ${reason ?? ""}`.trim())).toEqual(
      links,
    );
    expect(explained.answer).toEqual(answer);
  });

  test("each whole answer says what it leaves to them", () => {
    expect(explanationOf("split.example.com. A", true).answers?.map(({ forwarded }) => forwarded)).toEqual([
      undefined,
      "www.example.org.",
    ]);
  });
});

test("without them only the special names that are everybody's are answered", () => {
  const outcomes = ["localhost.", "printer.local."].map((name) => explanationOf(`${name} A`, false).links[0]);
  expect(outcomes).toEqual([
    { owner: "localhost.", outcome: "answer", reason: "a name that is never forwarded (RFC 6761)", tree: null },
    { owner: "printer.local.", outcome: "refused", tree: null },
  ]);
});
