/**
 * Two upstreams in the operator's order: who answers while the first is there, killed, brought back, slow, or not to be
 * believed. Each tells itself by the address of the names below `who.example.net`; each question is for a new name.
 */
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dev, startDev, temporaryFolder } from "./support/dev.ts";
import { IMPOSTOR_ADDRESS, type Impostor, SLOW_MS, startImpostor } from "./support/impostor.ts";
import { kdig } from "./support/kdig.ts";
import { type DohServer, type Resolver, startDohServer, startResolver } from "./support/resolver.ts";
import { type Front, startFront } from "./support/tls-front.ts";

const FIRST = "192.0.2.101";
const SECOND = "192.0.2.102";

let folder: string;
let resolver: Resolver;
let first: DohServer;
let second: DohServer;
let dev: Dev;
let front: Front;

beforeAll(async () => {
  folder = await temporaryFolder();
  resolver = await startResolver(folder);
  first = await startDohServer({ folder, resolver, who: FIRST });
  second = await startDohServer({ folder, resolver, who: SECOND });
  const zone = "{zone: example.com, records: {www: {A: 192.0.2.1}}}";
  dev = await startDev({ "example.com.yaml": zone }, ["--var", `UPSTREAMS=${first.url}, ${second.url}`]);
  front = await startFront(folder, dev.port);
});

afterAll(async () => {
  await front?.stop();
  await dev?.stop();
  await second?.down();
  await first?.down();
  await resolver?.stop();
  await rm(folder, { recursive: true, force: true });
});

let asked = 0;

/** Asks for a name that was never asked for before; gives its address, which tells who has answered. */
async function who(label = "any"): Promise<string> {
  asked += 1;
  const { status, answer, errors } = await kdig(front, `${label}.n${asked}.who.example.net A`);
  return status === "NOERROR" && errors.length === 0 ? (answer[0]?.split(" ")[4] ?? "") : [status, ...errors].join(" ");
}

async function whoSeveral(): Promise<string[]> {
  const told: string[] = [];
  for (let left = 5; left > 0; left -= 1) told.push(await who());
  return [...new Set(told)];
}

/** Asks until it is the first that answers again; gives everybody who has answered. */
async function untilFirst(address: string, label?: string): Promise<string[]> {
  const told: string[] = [];
  for (const deadline = Date.now() + 15_000; Date.now() < deadline && told.at(-1) !== address; await delay(100)) {
    told.push(await who(label));
  }
  return [...new Set(told)];
}

test("the first is asked while it answers", async () => {
  expect(await whoSeveral()).toEqual([FIRST]);
});

test("once it is killed the second answers every question; brought back, the first does", async () => {
  await first.down();
  expect(await whoSeveral()).toEqual([SECOND]);
  await first.up();
  // At once, or after the pause that it was given.
  expect([[FIRST], [SECOND, FIRST]]).toContainEqual(await untilFirst(FIRST));
});

describe("the first is replaced by one", () => {
  let impostor: Impostor;

  beforeAll(async () => {
    await first.down();
    impostor = await startImpostor(first.port);
  });

  afterAll(() => impostor?.stop());

  test("that is slow: the second is asked as well, and answers before it", async () => {
    expect((await untilFirst(IMPOSTOR_ADDRESS, "honest")).at(-1)).toBe(IMPOSTOR_ADDRESS);
    const startMs = performance.now();
    expect(await who("slow")).toBe(SECOND);
    expect(performance.now() - startMs).toBeLessThan(SLOW_MS);
    expect(impostor.asked("slow")).toBe(1);
  });

  test.each([
    { label: "other-name", lie: "answers for another name" },
    { label: "other-id", lie: "answers with another ID" },
    { label: "garbage", lie: "sends garbage" },
    { label: "error", lie: "sends an error of HTTP" },
  ])("that $lie: it is asked, and the second answers", async ({ label }) => {
    // What was said of it is forgotten with one good answer.
    expect((await untilFirst(IMPOSTOR_ADDRESS, "honest")).at(-1)).toBe(IMPOSTOR_ADDRESS);
    expect(await who(label)).toBe(SECOND);
    expect(impostor.asked(label)).toBe(1);
  });
});
