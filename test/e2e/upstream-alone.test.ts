/**
 * One upstream, and what comes of its answers when it is killed, brought back, and replaced at its address by one that
 * is not to be believed; asked by kdig and curl.
 */
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dev, startDev, temporaryFolder } from "./support/dev.ts";
import { IMPOSTOR_ADDRESS, type Impostor, SLOW_MS, startImpostor } from "./support/impostor.ts";
import { type Dug, kdig } from "./support/kdig.ts";
import { run } from "./support/process.ts";
import { type DohServer, type Resolver, startDohServer, startResolver } from "./support/resolver.ts";
import { type Front, startFront } from "./support/tls-front.ts";

const ZONE = `
zone: example.com
records:
  "@": { A: { alias: { host: brief.example.net } } }
  www: { A: 192.0.2.1 }
  sub: { NS: [ns.example.net.] }
`;

const UNREACHABLE = "22 (No Reachable Authority): 'no upstream can be reached'";
const UNUSABLE = "23 (Network Error): 'an upstream sends no usable reply'";
const SOA = "IN SOA ns.example.net. hostmaster.example.net. 1 3600 900 86400 1";

let folder: string;
let resolver: Resolver;
let upstream: DohServer;
let dev: Dev;
let front: Front;

beforeAll(async () => {
  folder = await temporaryFolder();
  resolver = await startResolver(folder);
  upstream = await startDohServer({ folder, resolver, who: "192.0.2.100" });
  dev = await startDev({ "example.com.yaml": ZONE }, ["--var", `UPSTREAMS=${upstream.url}`]);
  front = await startFront(folder, dev.port);
});

afterAll(async () => {
  await front?.stop();
  await dev?.stop();
  await upstream?.down();
  await resolver?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Asks until the reply is as it should be, a few seconds at most; gives the last one. */
async function settled(question: string, isSo: (dug: Dug) => boolean): Promise<Dug> {
  for (const deadline = Date.now() + 10_000; ; await delay(200)) {
    const dug = await kdig(front, question);
    if (isSo(dug) || Date.now() > deadline) return dug;
  }
}

const failed = (error: string): Dug => ({
  status: "SERVFAIL",
  flags: "qr rd ra",
  answer: [],
  authority: [],
  errors: [error],
});

describe("a killed upstream", () => {
  test("its answers stand in beyond their TTL and say so; what it never said is SERVFAIL", async () => {
    expect((await kdig(front, "brief.example.net A")).answer).toEqual(["brief.example.net. 2 IN A 192.0.2.81"]);
    expect((await kdig(front, "example.com A")).answer).toEqual([
      expect.stringMatching(/^example.com. [12] IN A 192.0.2.81$/),
    ]);
    expect((await kdig(front, "nx.sub.example.com A")).authority).toEqual([`sub.example.com. 1 ${SOA}`]);
    await upstream.down();
    const plain = { flags: "qr rd ra", answer: [], authority: [] };
    expect(await settled("brief.example.net A", ({ errors }) => errors.length > 0)).toEqual({
      ...plain,
      status: "NOERROR",
      answer: ["brief.example.net. 30 IN A 192.0.2.81"],
      errors: ["3 (Stale Answer): 'no upstream answers'"],
    });
    expect(await settled("nx.sub.example.com A", ({ errors }) => errors.length > 0)).toEqual({
      ...plain,
      status: "NXDOMAIN",
      authority: [`sub.example.com. 30 ${SOA}`],
      errors: ["19 (Stale NXDOMAIN Answer): 'no upstream answers'"],
    });
    expect(await settled("example.com A", ({ errors }) => errors.length > 0)).toEqual({
      ...plain,
      status: "NOERROR",
      flags: "qr aa rd ra",
      answer: ["example.com. 30 IN A 192.0.2.81"],
      errors: ["3 (Stale Answer): 'the last known addresses of an outside host'"],
    });
    expect(await kdig(front, "www.example.net A")).toEqual(failed(UNREACHABLE));
    expect((await kdig(front, "www.example.com A")).answer).toEqual(["www.example.com. 60 IN A 192.0.2.1"]);
  });

  test("curl is told the same in JSON", async () => {
    const url = `https://localhost:${front.port}/resolve?name=www.example.net&type=AAAA`;
    const { stdout } = await run("curl", ["--silent", "--cacert", front.authority, url], 20_000);
    expect(JSON.parse(stdout)).toEqual({
      Status: 2,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name: "www.example.net.", type: 28 }],
      Comment: "EDE 22 (No Reachable Authority): no upstream can be reached",
    });
  });

  test("brought back, it is asked again", async () => {
    await upstream.up();
    const { status, errors } = await settled("brief.example.net A", (dug) => dug.errors.length === 0);
    expect({ status, errors }).toEqual({ status: "NOERROR", errors: [] });
    expect((await settled("www.example.net A", ({ status }) => status === "NOERROR")).errors).toEqual([]);
  });
});

describe("an upstream that is not to be believed", () => {
  let impostor: Impostor;

  beforeAll(async () => {
    await upstream.down();
    impostor = await startImpostor(upstream.port);
  });

  afterAll(() => impostor?.stop());

  test("where it does as it should, it is believed: nothing else tells it from another", async () => {
    const { answer } = await kdig(front, "honest.example.net A");
    expect(answer).toEqual([`honest.example.net. 60 IN A ${IMPOSTOR_ADDRESS}`]);
  });

  test.each([
    { label: "other-id", lie: "answers with another ID" },
    { label: "other-name", lie: "answers for another name" },
    { label: "other-type", lie: "answers for another type" },
    { label: "no-reply", lie: "sends a query" },
    { label: "truncated", lie: "sends a truncated reply" },
    { label: "trailing", lie: "sends an octet more" },
    { label: "cut", lie: "sends two octets less" },
    { label: "garbage", lie: "sends garbage" },
    { label: "empty", lie: "sends nothing" },
    { label: "huge", lie: "sends more than a message may have" },
    { label: "page", lie: "sends a page for people" },
    { label: "error", lie: "sends an error of HTTP" },
    { label: "moved", lie: "says that it has moved" },
  ])("$lie: SERVFAIL and nothing of it", async ({ label }) => {
    expect(await kdig(front, `${label}.example.net A`)).toEqual(failed(UNUSABLE));
    expect(impostor.asked(label)).toBe(1);
  });

  test("one that is slow is waited for", async () => {
    const startMs = performance.now();
    const { answer } = await kdig(front, "slow.example.net A");
    expect(answer).toEqual([`slow.example.net. 60 IN A ${IMPOSTOR_ADDRESS}`]);
    expect(performance.now() - startMs).toBeGreaterThan(SLOW_MS);
  });

  test("one that says nothing is not waited for longer than a browser waits", async () => {
    const startMs = performance.now();
    expect(await kdig(front, "silent.example.net A")).toEqual(failed(UNREACHABLE));
    expect(performance.now() - startMs).toBeLessThan(4_500);
  });
});
