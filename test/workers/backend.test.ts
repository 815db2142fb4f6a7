/** Queries through the Worker's own door: hosted, forwarded through a real upstream, refused, and what is logged of them. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createBackend } from "../../src/http/backend.ts";
import { handleDoh } from "../../src/http/doh.ts";
import { type Message, readMessage } from "../support/message.ts";
import { base64url, nameHex, octets, optHex } from "../support/wire.ts";
import { seenUnder, upstreamUrl } from "./support/forward.ts";
import { publish } from "./support/publish.ts";

const KEY = "backend";
const ZONE = `
zone: example.com
records:
  www: { A: 192.0.2.1 }
  outside: { CNAME: www.example.net. }
  flat: { A: { alias: { host: alias.example.net } } }
  sub: { NS: ns.example.net. }
  back: { CNAME: back.example.net. }
  round: { CNAME: round.example.net. }
`;
/** The isolate's one world reads its variables once. */
const VARIABLES = { UPSTREAMS: upstreamUrl("good", KEY), LOG_QUERIES: "true", PUBLIC_NAMES: "dns.example.com" };

interface Reply {
  readonly message: Message;
  readonly errors: readonly number[];
  readonly caching: string | null;
}

async function ask(name: string, flags = "0100", type = "0001"): Promise<Reply> {
  const query = octets("1234", flags, "0001 0000 0000 0001", nameHex(name), type, "0001", optHex());
  const headers = { "CF-Connecting-IP": "192.0.2.77" };
  const request = new Request(`https://dns.example.com/dns-query?dns=${base64url(query)}`, { headers });
  const ctx = createExecutionContext();
  const response = await handleDoh(request, createBackend({ ...env, ...VARIABLES }, ctx));
  await waitOnExecutionContext(ctx);
  const message = readMessage(new Uint8Array(await response.arrayBuffer()));
  const options = (message.opt?.options ?? []) as readonly { readonly code: number; readonly data: Buffer }[];
  const errors = options.filter(({ code }) => code === 15).map(({ data }) => data.readUInt16BE(0));
  return { message, errors, caching: response.headers.get("Cache-Control") };
}

const asked = async (): Promise<number> => (await seenUnder(KEY)).length;

describe("a deployment with upstreams", () => {
  beforeAll(() => publish([ZONE], 1, Date.now() - 3_600_000));
  afterEach(() => vi.restoreAllMocks());

  test("answers a hosted name itself, with RA", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    const before = await asked();
    const { message, caching } = await ask("www.example.com");
    expect([message.rcode, message.aa, message.ra, message.answer.length, caching]).toEqual([
      "NOERROR",
      1,
      1,
      1,
      "max-age=60",
    ]);
    expect(await asked()).toBe(before);
  });

  test("forwards a name outside, and logs it with the client's network", async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    const before = await asked();
    const { message } = await ask("www.example.net");
    expect([message.rcode, message.aa, message.ra, message.answer.length > 0]).toEqual(["NOERROR", 0, 1, true]);
    expect(await asked()).toBe(before + 1);
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      { event: "query", qname: "www.example.net.", qtype: "A", rcode: "NOERROR", client: "192.0.2.0/24" },
    ]);
  });

  test("completes a chain that leaves the hosted zones", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    const { message } = await ask("outside.example.com");
    expect([message.rcode, message.aa, message.answerTypes]).toEqual(["NOERROR", 1, ["CNAME", "A"]]);
  });

  test("answers with an outside host's addresses under the hosted name, with AA", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    const before = await asked();
    const { message, errors, caching } = await ask("flat.example.com");
    expect([message.rcode, message.aa, message.answer, errors, caching]).toEqual([
      "NOERROR",
      1,
      ["flat.example.com. 60 IN A 192.0.2.7"],
      [],
      "max-age=60",
    ]);
    expect(await asked()).toBe(before + 1);
  });

  const WWW = "A 192.0.2.1";
  test.each([
    {
      name: "back.example.net",
      aa: 0,
      answer: ["back.example.net. 60 IN CNAME WWW.example.com.", `WWW.example.com. 60 IN ${WWW}`],
    },
    {
      name: "other.example.net",
      aa: 0,
      answer: ["other.example.net. 60 IN CNAME www.example.com.", `www.example.com. 60 IN ${WWW}`],
    },
    {
      name: "back.example.com",
      aa: 1,
      answer: [
        "back.example.com. 60 IN CNAME back.example.net.",
        "back.example.net. 60 IN CNAME WWW.example.com.",
        `WWW.example.com. 60 IN ${WWW}`,
      ],
    },
    {
      name: "twice.example.net",
      aa: 0,
      answer: [
        "twice.example.net. 60 IN CNAME back.example.com.",
        "back.example.com. 60 IN CNAME back.example.net.",
        "back.example.net. 60 IN CNAME WWW.example.com.",
        `WWW.example.com. 60 IN ${WWW}`,
      ],
    },
    {
      name: "round.example.com",
      aa: 1,
      answer: [
        "round.example.com. 60 IN CNAME round.example.net.",
        "round.example.net. 60 IN CNAME round.example.com.",
      ],
    },
    {
      name: "round.example.net",
      aa: 0,
      answer: [
        "round.example.net. 60 IN CNAME round.example.com.",
        "round.example.com. 60 IN CNAME round.example.net.",
      ],
    },
  ])("lets its own zones answer where a chain comes back to them: $name", async ({ name, aa, answer }) => {
    vi.spyOn(console, "log").mockReturnValue();
    const { message, errors, caching } = await ask(name);
    const isRound = name.startsWith("round");
    const seen = [message.rcode, message.aa, message.answer, message.authorityTypes, errors, caching];
    const told = isRound ? [0] : [];
    expect(seen).toEqual(["NOERROR", aa, answer, [], told, isRound ? "no-store" : "max-age=60"]);
    // From memory as well.
    expect((await ask(name)).message.answer).toEqual(answer);
  });

  test("forwards what is below a delegation", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    const before = await asked();
    const { message } = await ask("www.sub.example.com");
    expect([message.rcode, message.aa, message.answerTypes, message.authorityTypes]).toEqual(["NOERROR", 0, ["A"], []]);
    expect(await asked()).toBe(before + 1);
  });

  test.each([
    {
      name: "outside: refused",
      question: "other.example.net",
      rcode: "REFUSED",
      answers: [],
      authority: [],
      errors: [20],
    },
    {
      name: "a chain: as far as it is hosted",
      question: "outside.example.com",
      rcode: "NOERROR",
      answers: ["CNAME"],
      authority: [],
      errors: [],
    },
    {
      name: "below a delegation: the referral",
      question: "a.sub.example.com",
      rcode: "NOERROR",
      answers: [],
      authority: ["NS"],
      errors: [],
    },
  ])("without RD nothing is forwarded, $name", async ({ question, rcode, answers, authority, errors }) => {
    vi.spyOn(console, "log").mockReturnValue();
    const before = await asked();
    const reply = await ask(question, "0000");
    const { message } = reply;
    expect([message.rcode, message.answerTypes, message.authorityTypes, reply.errors]).toEqual([
      rcode,
      answers,
      authority,
      errors,
    ]);
    expect(await asked()).toBe(before);
  });

  test.each([
    { question: "printer.local", rcode: "NXDOMAIN", answers: 0, errors: [15] },
    { question: "nas.home.arpa", rcode: "NXDOMAIN", answers: 0, errors: [15] },
    { question: "1.0.168.192.in-addr.arpa", rcode: "NXDOMAIN", answers: 0, errors: [15] },
    { question: "localhost", rcode: "NOERROR", answers: 1, errors: [] },
  ])("$question is never forwarded: $rcode", async ({ question, rcode, answers, errors }) => {
    vi.spyOn(console, "log").mockReturnValue();
    const before = await asked();
    const reply = await ask(question);
    expect([reply.message.rcode, reply.message.answer.length, reply.errors]).toEqual([rcode, answers, errors]);
    expect([reply.caching, await asked()]).toEqual(["max-age=10800", before]);
  });

  test("tells where it is", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    const { message } = await ask("_dns.resolver.arpa", "0100", "0040");
    expect([message.rcode, message.answerTypes]).toEqual(["NOERROR", ["SVCB"]]);
  });
});
