/** Where a chain of names leaves the hosted zones, so that a resolver knows what to ask others for. */
import { describe, expect, test } from "vitest";
import { answer } from "../../src/answer/answer.ts";
import { nameToText } from "../../src/dns/name-text.ts";
import { IN_ORDER, questionOf } from "../support/ask.ts";
import { zonesOf } from "../support/build.ts";
import { ALL_HEALTHY, NOW_MS, UNKNOWN_CLIENT } from "../support/health.ts";
import { CHILD_ZONE, COM_ZONE, NET_ZONE } from "./lookup.zones.ts";

const ZONES = zonesOf(COM_ZONE, CHILD_ZONE, NET_ZONE);

const cases = [
  { name: "a hosted name leads nowhere", question: "www.example.com. A", leads: null },
  { name: "nor does one that is absent", question: "nope.example.com. A", leads: null },
  { name: "nor does a chain inside the hosted zones", question: "away.example.com. A", leads: null },
  {
    name: "a name in no hosted zone, with its case",
    question: "WWW.Example.org. A",
    leads: "WWW.Example.org. outside",
  },
  { name: "a CNAME to the outside", question: "outside.example.com. A", leads: "www.example.org. outside" },
  { name: "the CNAME itself is no lead", question: "outside.example.com. CNAME", leads: null },
  { name: "a name below a cut", question: "www.sub.example.com. A", leads: "www.sub.example.com. delegated" },
  { name: "a name at a cut", question: "sub.example.com. MX", leads: "sub.example.com. delegated" },
  { name: "NS at a cut is the child's to tell", question: "sub.example.com. NS", leads: "sub.example.com. delegated" },
  { name: "DS at a cut is answered here", question: "sub.example.com. DS", leads: null },
  { name: "the DS of a zone is its parent's to tell", question: "Example.com. DS", leads: "Example.com. parent" },
  { name: "which may be hosted", question: "child.example.com. DS", leads: null },
  { name: "other data of a zone is its own", question: "example.com. TLSA", leads: null },
  { name: "a name in a zone has no DS elsewhere", question: "www.example.com. DS", leads: null },
  { name: "a chain that ends below a cut", question: "bottom.example.com. A", leads: "www.sub.example.com. delegated" },
  { name: "a child that is hosted is no cut", question: "www.child.example.com. A", leads: null },
  { name: "a chain that is too long leads no further", question: "c1.example.com. A", leads: null },
] as const;

describe("the lead of an answer", () => {
  test.each(cases)("$name: $question", ({ question, leads }) => {
    const asked = { ...questionOf(question), ra: true };
    const outcome = answer(asked, ZONES, ALL_HEALTHY, UNKNOWN_CLIENT, IN_ORDER, NOW_MS);
    if (outcome.kind === "need") throw new Error("everything is in memory");
    expect(outcome.leads && `${nameToText(outcome.leads.name)} ${outcome.leads.why}`).toBe(leads);
    expect(outcome.reply.ra).toBe(true);
  });
});
