/** Aliases of outside hosts, looked up through real DoH upstreams on loopback: when a query waits, and what is kept. */
import { afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import type { Env } from "../../src/store/env.ts";
import { seenUnder, upstreamUrl } from "./support/forward.ts";
import { Isolate, NOW_MS, type Seen, seenOf } from "./support/isolate.ts";
import { publish } from "./support/publish.ts";

/** Hosts are looked up ahead of time for zones that are answered from: each of these has one. */
const LABELS = ["lb", "nx", "empty", "alias", "zero", "bogus"];
const ZONES = LABELS.map(
  (label) => `zone: ${label}.example.com\nrecords: { "@": { A: { alias: { host: ${label}.example.net } } } }`,
);
const BACKUP = `
zone: example.com
records:
  www: { A: 192.0.2.1 }
  backup: { A: { failover: [{ id: a, values: 192.0.2.1 }, { id: b, alias: { host: second.example.net } }] } }
`;
const DAY_SECONDS = 86_400;

/** An isolate whose upstream has these manners. Its catalog stays young, so that nothing else is refreshed. */
function isolateWith(manners: string, key: string, variables: Partial<Env> = {}): Isolate {
  const catalogAges = { CATALOG_SOFT_AGE_SECONDS: "9999999", CATALOG_HARD_AGE_SECONDS: "9999999" };
  return new Isolate({ UPSTREAMS: upstreamUrl(manners, key), ...catalogAges, ...variables });
}

function pass(isolate: Isolate, seconds: number): void {
  isolate.nowMs += seconds * 1000;
}

const askedUnder = async (key: string): Promise<number> => (await seenUnder(key)).length;

const plain = (maxAgeSeconds: number): Partial<Seen> => ({
  rcode: "NOERROR",
  addresses: ["192.0.2.7"],
  ede: [],
  maxAgeSeconds,
});
const STALE: Partial<Seen> = { rcode: "NOERROR", addresses: ["192.0.2.7"], ede: [3], maxAgeSeconds: 30 };
const FAILED: Partial<Seen> = { rcode: "SERVFAIL", addresses: [], ede: [22], maxAgeSeconds: null };

/** What would be answered without waiting; null: the query waits. */
function atOnce(isolate: Isolate, name = "lb.example.com"): Seen | null {
  const answered = isolate.askAtOnce(name);
  return answered instanceof Promise ? null : seenOf(answered);
}

beforeAll(async () => {
  await publish([...ZONES, BACKUP], 1, NOW_MS - DAY_SECONDS * 1000);
});
afterEach(() => vi.restoreAllMocks());

describe("a host that can be looked up", () => {
  test("is waited for once, and is then at hand until its TTL runs out", async () => {
    const isolate = isolateWith("good", "host-once");
    expect(await isolate.ask("lb.example.com")).toMatchObject(plain(300));
    pass(isolate, 20);
    expect(atOnce(isolate)).toMatchObject(plain(280));
    expect(await askedUnder("host-once")).toBe(1);
  });

  test("is renewed behind an answer when three quarters of its TTL are over", async () => {
    const isolate = isolateWith("good", "host-renewed");
    await isolate.ask("lb.example.com");
    pass(isolate, 224);
    expect(await isolate.ask("lb.example.com")).toMatchObject(plain(76));
    expect(await askedUnder("host-renewed")).toBe(1);
    pass(isolate, 1);
    expect(await isolate.ask("lb.example.com")).toMatchObject(plain(75));
    expect(await askedUnder("host-renewed")).toBe(2);
    expect(await isolate.ask("lb.example.com")).toMatchObject(plain(300));
    expect(await askedUnder("host-renewed")).toBe(2);
  });

  test("is waited for again when nobody has asked until after its TTL", async () => {
    const isolate = isolateWith("good", "host-late");
    await isolate.ask("lb.example.com");
    pass(isolate, 300);
    expect(atOnce(isolate)).toBeNull();
    expect(await isolate.ask("lb.example.com")).toMatchObject(plain(300));
  });

  test("is found in the data centre's cache by another isolate", async () => {
    const isolate = isolateWith("good", "host-shared");
    await isolate.ask("lb.example.com");
    isolate.restart();
    pass(isolate, 100);
    expect(await isolate.ask("lb.example.com")).toMatchObject(plain(200));
    expect(await askedUnder("host-shared")).toBe(1);
  });

  test.each([
    { name: "with a CNAME: the smallest TTL of the chain", label: "alias", expected: plain(60) },
    { name: "that does not exist: NODATA", label: "nx", expected: { ...plain(60), addresses: [] } },
    { name: "without addresses: NODATA", label: "empty", expected: { ...plain(60), addresses: [] } },
    { name: "with a TTL of zero", label: "zero", expected: plain(0) },
    { name: "that the upstream finds forged", label: "bogus", expected: { ...FAILED, ede: [6] } },
  ])("$name", async ({ label, expected }) => {
    const isolate = isolateWith("good", `host-${label}`);
    expect(await isolate.ask(`${label}.example.com`)).toMatchObject(expected);
    expect(atOnce(isolate, `${label}.example.com`)).toMatchObject(expected);
    await isolate.settle();
    expect(await askedUnder(`host-${label}`)).toBe(1);
  });

  test("that does not exist is asked for again when its SOA says so", async () => {
    const isolate = isolateWith("good", "host-negative");
    await isolate.ask("nx.example.com");
    pass(isolate, 89);
    await isolate.ask("nx.example.com");
    expect(await askedUnder("host-negative")).toBe(1);
    pass(isolate, 1);
    await isolate.ask("nx.example.com");
    expect(await askedUnder("host-negative")).toBe(2);
  });

  test("is looked up ahead of time for a zone that is answered from, and kept", async () => {
    const isolate = isolateWith("good", "host-ahead", { CATALOG_SOFT_AGE_SECONDS: "30" });
    await isolate.ask("backup.example.com");
    expect(await askedUnder("host-ahead")).toBe(0);
    for (const asked of [1, 1, 2]) {
      pass(isolate, 200);
      await isolate.ask("www.example.com");
      await isolate.ask("www.example.com");
      expect(await askedUnder("host-ahead")).toBe(asked);
    }
  });
});

describe("a look-up that fails", () => {
  test.each(["86400", "0"])(
    "leaves the last known addresses, however old (SERVE_STALE_SECONDS %s)",
    async (seconds) => {
      const isolate = isolateWith("tired", `host-tired-${seconds}`, { SERVE_STALE_SECONDS: seconds });
      const ask = () => isolate.ask("alias.example.com");
      expect(await ask()).toMatchObject(plain(60));
      pass(isolate, 50);
      expect(await ask()).toMatchObject(plain(10));
      pass(isolate, 11);
      expect(await ask()).toMatchObject(STALE);
      expect(atOnce(isolate, "alias.example.com")).toMatchObject(STALE);
      pass(isolate, 30 * DAY_SECONDS);
      expect(await ask()).toMatchObject(STALE);
    },
  );

  test("is tried again behind the answers, and ends with the first that succeeds", async () => {
    const isolate = isolateWith("shaky", "host-shaky");
    await isolate.ask("lb.example.com");
    pass(isolate, 301);
    expect(await isolate.ask("lb.example.com")).toMatchObject(STALE);
    pass(isolate, 2);
    expect(await isolate.ask("lb.example.com")).toMatchObject(STALE);
    expect(await isolate.ask("lb.example.com")).toMatchObject(plain(300));
    expect(await askedUnder("host-shaky")).toBe(3);
  });

  test("leaves a cold isolate with what the data centre knows", async () => {
    const isolate = isolateWith("tired", "host-cold");
    await isolate.ask("lb.example.com");
    isolate.restart();
    pass(isolate, 3_600);
    expect(await isolate.ask("lb.example.com")).toMatchObject(STALE);
  });

  test("of a host that was never known is told, and not waited for again at once", async () => {
    const isolate = new Isolate({ UPSTREAMS: `http://127.0.0.1:${inject("ports").refused}/dns-query` });
    expect(await isolate.ask("lb.example.com")).toMatchObject(FAILED);
    expect(atOnce(isolate)).toMatchObject(FAILED);
    pass(isolate, 5);
    expect(atOnce(isolate)).toBeNull();
    await isolate.settle();
  });

  test("by an upstream that is silent ends the wait after two seconds", async () => {
    const isolate = new Isolate({ UPSTREAMS: `http://127.0.0.1:${inject("ports").silent}/dns-query` });
    await isolate.ask("www.example.com");
    const startMs = Date.now();
    const seen = seenOf(await isolate.askAtOnce("lb.example.com"));
    expect([seen.rcode, seen.ede, Date.now() - startMs < 2_800]).toEqual(["SERVFAIL", [22], true]);
    await isolate.settle();
  });

  test("since the upstreams lead back here is told", async () => {
    const own = "0123456789abcdef";
    const isolate = new Isolate({ UPSTREAMS: upstreamUrl("good", "host-circle") }, own);
    const request = new Request("https://dns.example.com/dns-query", { headers: { "Fairlead-Via": own } });
    expect(seenOf(await isolate.askAtOnce("lb.example.com", undefined, request))).toMatchObject(FAILED);
    expect(await askedUnder("host-circle")).toBe(0);
  });
});

test("without UPSTREAMS nobody is asked, and the answer says so", async () => {
  expect(await new Isolate().ask("lb.example.com")).toMatchObject(FAILED);
});
