/** Forwarding through real DoH upstreams on loopback: what goes out, what is believed, what is kept. */
import { describe, expect, test, vi } from "vitest";
import { TYPE } from "../../src/dns/types.ts";
import { wireName } from "../support/wire.ts";
import { queryFor, type SeenReply, Site, seenUnder, upstreamUrl } from "./support/forward.ts";

const brief = ({ message, ede, maxAgeSeconds }: SeenReply) => ({
  rcode: message.rcode,
  answer: message.answer,
  ede,
  maxAgeSeconds,
});

const A_NAME = ["www.example.net. 300 IN A 192.0.2.7"];
const UNUSABLE = { rcode: "SERVFAIL", answer: [], ede: [23], maxAgeSeconds: null };

describe("what goes out", () => {
  test("is the question, padded to 128 octets, with ID 0 and AD, by POST", async () => {
    const site = new Site([upstreamUrl("good", "plain")]);
    await site.ask("WWW.Example.net", { options: "0008 0007 0001 1800 c63364" });
    const [sent] = await seenUnder("plain");
    expect(sent).toEqual({
      hex: `00000120000100000000000103777777076578616d706c65036e6574000001000100002904d0000000000054000c0050${"00".repeat(80)}`,
      method: "POST",
      via: expect.stringMatching(/^desk-\d+$/),
    });
  });

  test.each([
    { name: "DO", sent: { dnssecOk: true }, header: "0120", opt: "00008000" },
    { name: "CD", sent: { flags: "0110" }, header: "0130", opt: "00000000" },
    { name: "neither for a client without EDNS", sent: { edns: false }, header: "0120", opt: "00000000" },
  ])("carries the client's $name", async ({ name, sent, header, opt }) => {
    const key = `flags-${name.slice(0, 2)}`;
    await new Site([upstreamUrl("good", key)]).ask("www.example.net", sent);
    const hex = (await seenUnder(key))[0]?.hex ?? "";
    expect([hex.slice(4, 8), hex.slice(76, 84)]).toEqual([header, opt]);
  });

  test.each([
    { name: "the client's own network, cut to 24 bits", length: 32, told: "00080007000118 00c63364" },
    { name: "a wish not to be located", length: 0, told: "00080004000100 00" },
  ])("tells $name where the operator says so, and the reply is private", async ({ length, told }) => {
    const key = `ecs-${length}`;
    const site = new Site([upstreamUrl("good", key)], { upstreamEcs: true });
    const named = { address: Uint8Array.of(198, 51, 100, 7), prefixLength: 32 };
    const options = length === 32 ? "0008 0008 0001 2000 c6336407" : "0008 0004 0001 0000";
    const seen = await site.ask("www.example.net", { options }, { subnet: length === 0 ? null : named } as never);
    const hex = (await seenUnder(key))[0]?.hex ?? "";
    expect([hex.includes(told.replace(" ", "")), seen.private]).toEqual([true, true]);
  });
});

describe("what comes back", () => {
  test("is the upstream's message under the client's ID and question, with RA, AD for who asked, and no AA", async () => {
    const site = new Site([upstreamUrl("good", "back")]);
    const { message } = await site.ask("wWw.eXample.net", { dnssecOk: true, flags: "0110" });
    const { id, qr, aa, rd, ra, ad, cd, answer, opt, bytes } = message;
    const flags = { id: 0x1234, qr: 1, aa: 0, rd: 1, ra: 1, ad: 1, cd: 1 };
    expect({ id, qr, aa, rd, ra, ad, cd, answer }).toEqual({ ...flags, answer: A_NAME });
    expect(String.fromCharCode(...bytes.subarray(12, 29))).toBe(wireName("wWw.eXample.net"));
    expect(opt?.flag_do).toBe(true);
  });

  test.each([
    { name: "no OPT and no AD for a client without EDNS", sent: { edns: false }, ad: 0, hasOpt: false },
    { name: "AD for a client with the AD bit", sent: { edns: false, flags: "0120" }, ad: 1, hasOpt: false },
    { name: "an OPT without AD for a client with EDNS alone", sent: {}, ad: 0, hasOpt: true },
  ])("has $name", async ({ sent, ad, hasOpt }) => {
    const { message } = await new Site([upstreamUrl("good", "opt")]).ask("www.example.net", sent);
    expect([message.ad, message.opt !== null]).toEqual([ad, hasOpt]);
  });

  test("is padded for a client that pads", async () => {
    const site = new Site([upstreamUrl("good", "padded")]);
    expect((await site.ask("www.example.net", { options: "000c 0000" })).message.bytes.length).toBe(468);
  });

  test.each([
    { asked: "www.example.net", seen: { rcode: "NOERROR", answer: A_NAME, ede: [], maxAgeSeconds: 300 } },
    { asked: "nx.example.net", seen: { rcode: "NXDOMAIN", answer: [], ede: [], maxAgeSeconds: 120 } },
    { asked: "empty.example.net", seen: { rcode: "NOERROR", answer: [], ede: [], maxAgeSeconds: 120 } },
    {
      asked: "zero.example.net",
      seen: { rcode: "NOERROR", answer: ["zero.example.net. 0 IN A 192.0.2.7"], ede: [], maxAgeSeconds: 0 },
    },
    { asked: "unresolved.example.net", seen: { rcode: "SERVFAIL", answer: [], ede: [22], maxAgeSeconds: null } },
    { asked: "refused.example.net", seen: { rcode: "SERVFAIL", answer: [], ede: [22], maxAgeSeconds: null } },
    { asked: "malformed.example.net", seen: { rcode: "SERVFAIL", answer: [], ede: [22], maxAgeSeconds: null } },
    { asked: "unknown-version.example.net", seen: { rcode: "SERVFAIL", answer: [], ede: [22], maxAgeSeconds: null } },
    { asked: "blocked.example.net", seen: { rcode: "SERVFAIL", answer: [], ede: [15], maxAgeSeconds: null } },
    { asked: "referral.example.net", seen: { rcode: "SERVFAIL", answer: [], ede: [22], maxAgeSeconds: null } },
    { asked: "bogus.example.net", seen: { rcode: "SERVFAIL", answer: [], ede: [6], maxAgeSeconds: null } },
  ])("says of $asked what the upstream says", async ({ asked, seen }) => {
    expect(brief(await new Site([upstreamUrl("good", "says")]).ask(asked))).toEqual(seen);
  });

  test.each(["garbage", "huge", "error", "text", "liar", "trailing", "truncated", "moved"])(
    "is not believed of an upstream that is %s; the next one's is",
    async (manners) => {
      expect(brief(await new Site([upstreamUrl(manners, "bad")]).ask("www.example.net"))).toEqual(UNUSABLE);
      const site = new Site([upstreamUrl(manners, "bad"), upstreamUrl("good", "next")]);
      expect((await site.ask("www.example.net")).message.answer).toEqual(A_NAME);
    },
  );

  test("is not asked of the next upstream where the first says why it will not answer", async () => {
    const site = new Site([upstreamUrl("good", "says-why"), upstreamUrl("good", "not-asked")]);
    expect((await site.ask("bogus.example.net")).ede).toEqual([6]);
    expect(await seenUnder("not-asked")).toEqual([]);
  });

  test.each([
    { manners: "aged", seconds: 200 },
    { manners: "ancient", seconds: 0 },
  ])("has lost what caches of HTTP have kept it for: $manners", async ({ manners, seconds }) => {
    const seen = await new Site([upstreamUrl(manners, manners)]).ask("www.example.net");
    const answer = [`www.example.net. ${seconds} IN A 192.0.2.7`];
    expect([seen.message.answer, seen.maxAgeSeconds]).toEqual([answer, seconds]);
  });
});

describe("a chain that leaves the hosted zones", () => {
  const cname = (ttlSeconds: number) => {
    const rdata = [Uint8Array.from("\x03www\x07example\x03net\0", (octet) => octet.charCodeAt(0))];
    return [{ owner: wireName("shop.example.com"), type: TYPE.CNAME, ttlSeconds, rdata }];
  };
  const chain = (target: string, ttlSeconds = 60) => ({
    gathered: cname(ttlSeconds),
    lead: { name: wireName(target), why: "outside" as const },
  });
  const link = (ttlSeconds: number) => `shop.example.com. ${ttlSeconds} IN CNAME www.example.net.`;

  test.each([
    {
      name: "is completed, and keeps AA of its first name",
      sent: chain("www.example.net"),
      seen: { rcode: "NOERROR", answer: [link(60), ...A_NAME], ede: [], maxAgeSeconds: 60 },
    },
    {
      name: "has the RCODE of its last name and its negative TTL",
      sent: chain("nx.example.net", 600),
      seen: { rcode: "NXDOMAIN", answer: [link(600)], ede: [], maxAgeSeconds: 120 },
    },
    {
      name: "is not answered in part where its end cannot be resolved",
      sent: chain("bogus.example.net"),
      seen: { rcode: "SERVFAIL", answer: [], ede: [6], maxAgeSeconds: null },
    },
  ])("$name", async ({ sent, seen }) => {
    const site = new Site([upstreamUrl("good", "chain")]);
    const told = await site.ask("shop.example.com", sent);
    expect([brief(told), told.message.aa]).toEqual([seen, seen.rcode === "SERVFAIL" ? 0 : 1]);
  });

  test("has the CD of its query, completed or failed", async () => {
    const site = new Site([upstreamUrl("good", "chain-cd")]);
    const seen = ["www.example.net", "bogus.example.net"].map(async (target) => {
      const { message } = await site.ask("shop.example.com", { ...chain(target), flags: "0110" });
      return [message.rcode, message.cd];
    });
    expect(await Promise.all(seen)).toEqual([
      ["NOERROR", 1],
      ["SERVFAIL", 1],
    ]);
  });

  test("follows the upstream's own links", async () => {
    const told = await new Site([upstreamUrl("good", "links")]).ask("shop.example.com", chain("alias.example.net"));
    expect(told.message.answer).toEqual([
      link(60),
      "alias.example.net. 60 IN CNAME end.example.org.",
      "end.example.org. 300 IN A 192.0.2.7",
    ]);
  });
});

describe("an answer", () => {
  test("is kept in memory, told without a promise, and grows older", async () => {
    const site = new Site([upstreamUrl("good", "kept")]);
    await site.ask("www.example.net");
    site.passSeconds(100);
    const query = queryFor("www.example.net");
    expect(site.forward(query)).not.toBeInstanceOf(Promise);
    const seen = await site.ask("www.example.net");
    expect([seen.message.answer, seen.maxAgeSeconds]).toEqual([["www.example.net. 200 IN A 192.0.2.7"], 200]);
    expect((await seenUnder("kept")).length).toBe(1);
  });

  test.each([
    { name: "a TTL of zero", asked: "zero.example.net", again: {}, seconds: 0, count: 2 },
    { name: "the end of its lifetime", asked: "www.example.net", again: {}, seconds: 300, count: 2 },
    { name: "another letter case", asked: "www.example.net", again: { name: "WWW.example.net" }, seconds: 0, count: 1 },
    { name: "DO", asked: "www.example.net", again: { dnssecOk: true }, seconds: 0, count: 2 },
    { name: "CD", asked: "www.example.net", again: { flags: "0110" }, seconds: 0, count: 2 },
    { name: "another type", asked: "www.example.net", again: { type: "001c" }, seconds: 0, count: 2 },
    { name: "no EDNS", asked: "www.example.net", again: { edns: false }, seconds: 0, count: 1 },
  ])("is asked for $count times in all with $name", async ({ name, asked, again, seconds, count }) => {
    const key = `again-${name.replaceAll(" ", "-")}`;
    const site = new Site([upstreamUrl("good", key)]);
    await site.ask(asked);
    site.passSeconds(seconds);
    await site.ask("name" in again ? again.name : asked, again);
    expect((await seenUnder(key)).length).toBe(count);
  });

  test.each([
    { name: "where networks are told, each is asked for", upstreamEcs: true, count: 2 },
    { name: "where none is told, all have the same answer", upstreamEcs: false, count: 1 },
  ])("$name", async ({ upstreamEcs, count }) => {
    const key = `networks-${upstreamEcs}`;
    const site = new Site([upstreamUrl("good", key)], { upstreamEcs });
    for (const octet of [113, 114, 113]) {
      const subnet = { address: Uint8Array.of(203, 0, octet, 0), prefixLength: 24 };
      await site.ask("www.example.net", {}, { subnet } as never);
    }
    expect((await seenUnder(key)).length).toBe(count);
  });

  test("is shared with the isolates of the data centre, and has the same age there", async () => {
    const put = vi.spyOn(caches.default, "put");
    const site = new Site([upstreamUrl("good", "shared")], { serveStaleMs: 60_000 });
    await site.ask("www.example.net");
    await site.settle();
    // For as long as it may stand in.
    expect(put.mock.calls.map(([, response]) => response.headers.get("Cache-Control"))).toEqual(["max-age=360"]);
    put.mockRestore();
    site.restart();
    site.passSeconds(10);
    expect((await site.ask("www.example.net")).message.answer).toEqual(["www.example.net. 290 IN A 192.0.2.7"]);
    expect((await seenUnder("shared")).length).toBe(1);
  });
});
