/** Upstreams that are slow, die and come back, and deployments that forward to themselves. */
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { Site, seenUnder, upstreamUrl } from "./support/forward.ts";

const mortalUrl = (key: string): string => `http://127.0.0.1:${inject("ports").mortal.upstream}/good/${key}`;
const refusedUrl = (): string => `http://127.0.0.1:${inject("ports").refused}/dns-query`;

async function command(path: string): Promise<void> {
  await (await fetch(`http://127.0.0.1:${inject("ports").mortal.control}/${path}`)).text();
}

afterEach(() => vi.restoreAllMocks());

describe("hedging", () => {
  test("asks the second upstream when the first is late, and lets the first go on", async () => {
    const site = new Site([upstreamUrl("slow", "late"), upstreamUrl("good", "hedge")]);
    const startMs = Date.now();
    const { message } = await site.ask("www.example.net");
    expect([message.rcode, Date.now() - startMs < 650]).toEqual(["NOERROR", true]);
    expect([(await seenUnder("late")).length, (await seenUnder("hedge")).length]).toEqual([1, 1]);
    await site.settle();
  });

  test("does not ask the second while the first is in time", async () => {
    const site = new Site([upstreamUrl("good", "in-time"), upstreamUrl("good", "unasked")]);
    await site.ask("www.example.net");
    expect(await seenUnder("unasked")).toEqual([]);
  });

  test("never has more than two in flight", async () => {
    const urls = ["a", "b", "c"].map((key) => upstreamUrl("slow", `flight-${key}`));
    const site = new Site(urls);
    expect((await site.ask("www.example.net")).message.rcode).toBe("NOERROR");
    expect(await seenUnder("flight-c")).toEqual([]);
    await site.settle();
  });
});

describe("an upstream that fails", () => {
  test("is set aside, and asked again after its pause", async () => {
    const site = new Site([upstreamUrl("error", "aside"), upstreamUrl("good", "other")]);
    const ask = async (name: string, count: number) => {
      expect((await site.ask(name)).message.rcode).toBe("NOERROR");
      expect((await seenUnder("aside")).length).toBe(count);
    };
    await ask("one.example.net", 1);
    await ask("two.example.net", 1);
    site.passSeconds(1);
    await ask("three.example.net", 2);
    site.passSeconds(1);
    await ask("four.example.net", 2);
    site.passSeconds(1);
    await ask("five.example.net", 3);
  });

  test("is not set aside for a reply whose records are broken: anybody can ask for such a name", async () => {
    const site = new Site([upstreamUrl("good", "broken"), upstreamUrl("error", "broken-next")]);
    for (const name of ["broken.example.net", "cut.example.net"]) expect((await site.ask(name)).ede).toEqual([23]);
    expect((await site.ask("www.example.net")).message.rcode).toBe("NOERROR");
    expect((await seenUnder("broken")).length).toBe(3);
  });

  test("is set aside where it refers to others, as no resolver does", async () => {
    const site = new Site([upstreamUrl("refers", "refers"), upstreamUrl("good", "resolves")]);
    for (const name of ["one.example.net", "two.example.net"]) {
      expect((await site.ask(name)).message.rcode).toBe("NOERROR");
    }
    expect([(await seenUnder("refers")).length, (await seenUnder("resolves")).length]).toEqual([1, 2]);
  });

  test("and is set aside is asked all the same when the others have failed", async () => {
    const site = new Site([upstreamUrl("garbled-once", "comes-back"), upstreamUrl("once", "goes")]);
    expect((await site.ask("one.example.net")).message.rcode).toBe("NOERROR");
    expect((await seenUnder("goes")).length).toBe(1);
    expect((await site.ask("two.example.net")).message.rcode).toBe("NOERROR");
    expect((await seenUnder("goes")).length).toBe(2);
    await site.settle();
  }, 10_000);

  test("says nothing twice within two seconds", async () => {
    const site = new Site([upstreamUrl("error", "once")]);
    await site.ask("www.example.net");
    await site.ask("www.example.net");
    expect((await seenUnder("once")).length).toBe(1);
    site.passSeconds(2);
    await site.ask("www.example.net");
    expect((await seenUnder("once")).length).toBe(2);
  });

  test("that cannot be reached gives SERVFAIL with EDE 22", async () => {
    const { message, ede, maxAgeSeconds } = await new Site([refusedUrl()]).ask("www.example.net");
    expect([message.rcode, ede, maxAgeSeconds]).toEqual(["SERVFAIL", [22], null]);
  });

  test("that is killed and brought back: an older answer stands in meanwhile, and says so", async () => {
    const site = new Site([mortalUrl("mortal")]);
    const see = async (name = "www.example.net") => {
      const { message, ede, maxAgeSeconds } = await site.ask(name);
      return [message.rcode, message.answer, ede, maxAgeSeconds, message.ad];
    };
    await see();
    await see("nx.example.net");
    await command("stop");
    site.passSeconds(301);
    const stale = ["www.example.net. 30 IN A 192.0.2.7"];
    expect(await see()).toEqual(["NOERROR", stale, [3], 30, 0]);
    expect(await see("nx.example.net")).toEqual(["NXDOMAIN", [], [19], 30, 0]);
    expect(await see("new.example.net")).toEqual(["SERVFAIL", [], [22], null, 0]);
    await command("start");
    site.passSeconds(3);
    expect(await see()).toEqual(["NOERROR", ["www.example.net. 300 IN A 192.0.2.7"], [], 300, 0]);
  });

  test("that has fallen silent: an older answer stands in before the client loses patience", async () => {
    const site = new Site([upstreamUrl("once", "silent")]);
    await site.ask("www.example.net");
    site.passSeconds(301);
    const startMs = Date.now();
    const { message, ede } = await site.ask("www.example.net");
    expect([message.answer, ede]).toEqual([["www.example.net. 30 IN A 192.0.2.7"], [3]]);
    expect(Date.now() - startMs).toBeLessThan(2_500);
    await site.settle();
    expect((await site.ask("new.example.net")).ede).toEqual([22]);
  }, 15_000);

  test.each([
    { name: "beyond the time for it", serveStaleMs: 60_000, seconds: 361 },
    { name: "where it is turned off", serveStaleMs: 0, seconds: 301 },
  ])("is not stood in for $name", async ({ serveStaleMs, seconds }) => {
    const site = new Site([mortalUrl("too-old")], { serveStaleMs });
    await site.ask("www.example.net");
    await command("stop");
    try {
      site.passSeconds(seconds);
      const { message, ede } = await site.ask("www.example.net");
      expect([message.rcode, ede]).toEqual(["SERVFAIL", [22]]);
    } finally {
      await command("start");
    }
  });
});

describe("the Cache API", () => {
  test.each(["rejects", "throws"])("does no harm when it %s", async (how) => {
    const fail = (): Promise<never> => {
      if (how === "throws") throw new Error("No Cache was configured");
      return Promise.reject(new Error("away"));
    };
    vi.spyOn(caches.default, "match").mockImplementation(fail);
    vi.spyOn(caches.default, "put").mockImplementation(fail);
    const site = new Site([upstreamUrl("good", "no-cache")]);
    expect((await site.ask("www.example.net")).message.rcode).toBe("NOERROR");
    await site.settle();
  });
});

describe("a circle", () => {
  const MINE = "00112233445566aa";
  const OTHER = "ffeeddccbbaa9988";
  const seenBy = async (site: Site, headers: Record<string, string> = {}) => {
    const { message, ede } = await site.ask("www.example.net", { headers });
    return [message.rcode, ede];
  };

  test("ends where a query carries this deployment's signature", async () => {
    const site = new Site([upstreamUrl("good", "circle")], {}, MINE);
    expect(await seenBy(site, { "Fairlead-Via": `${OTHER}, ${MINE}` })).toEqual(["SERVFAIL", [22]]);
    expect(await seenUnder("circle")).toEqual([]);
    expect(await seenBy(site)).toEqual(["NOERROR", []]);
  });

  test("is not made by another deployment, whose signature goes on", async () => {
    const site = new Site([upstreamUrl("good", "via")], {}, `${MINE.slice(1)}0`);
    expect(await seenBy(site, { "Fairlead-Via": OTHER })).toEqual(["NOERROR", []]);
    expect((await seenUnder("via")).map(({ via }) => via)).toEqual([`${OTHER}, ${MINE.slice(1)}0`]);
  });

  test("is not feigned by a client, nor are its words passed on", async () => {
    const site = new Site([upstreamUrl("good", "feigned")], {}, "0123456789abcdef");
    const words = `I am client 7, ${"x".repeat(500)}, 0, ${OTHER.toUpperCase()}`;
    const hops = Array.from({ length: 20 }, (_, at) => at.toString(16).padStart(16, "0"));
    expect(await seenBy(site, { "Fairlead-Via": [words, ...hops].join(", ") })).toEqual(["NOERROR", []]);
    const [sent] = await seenUnder("feigned");
    expect(sent?.via).toBe([...hops.slice(-7), "0123456789abcdef"].join(", "));
  });

  test("is not entered where an upstream's URL is the request's own host", async () => {
    // What would be this deployment counts its questions, and answers none.
    const own = upstreamUrl("dns-query", "token");
    const asked = async (upstreams: readonly string[]) => {
      const { message } = await new Site(upstreams).ask("www.example.net", { url: own });
      return message.rcode;
    };
    expect(await asked([own, upstreamUrl("good", "own").replace("127.0.0.1", "localhost")])).toBe("NOERROR");
    expect(await asked([own])).toBe("SERVFAIL");
    expect(await seenUnder("token")).toEqual([]);
  });
});
