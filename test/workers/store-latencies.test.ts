/** The board's latency figures: who asks for them, how rarely, and what is answered by them. */
import { describe, expect, test } from "vitest";
import type { LatencyFigures } from "../../src/health/latency.ts";
import { Isolate, NOW_MS } from "./support/isolate.ts";
import { type Publication, publish, snapshotFor } from "./support/publish.ts";

const DAY_MS = 86_400_000;
const NAME = "www.example.com.";

const zone = (policy: string): string => `
zone: example.com
checks:
  east: { type: tcp, address: 192.0.2.1, port: 443 }
  west: { type: tcp, address: 192.0.2.2, port: 443 }
records:
  www:
    A:
      ${policy}:
        - { id: east, region: enam, values: [192.0.2.1], check: east }
        - { id: west, region: wnam, values: [192.0.2.2], check: west }`;

function figuresOf({ document }: Publication, east: number, west: number, atMs: number): LatencyFigures {
  const [first, second] = document.checks.map((check) => (check.kind === "probed" ? check.probe : ""));
  return { format: 1, atMs, regions: ["weur"], ms: { [first ?? ""]: [east], [second ?? ""]: [west] } };
}

async function isolateFor(policy: string, dataCentre?: string): Promise<[Isolate, Publication]> {
  const publication = await publish([zone(policy)], 1, NOW_MS - DAY_MS);
  const isolate = new Isolate({ REGIONS: "weur" }, dataCentre);
  isolate.board = snapshotFor(publication, "HH", NOW_MS);
  return [isolate, publication];
}

const addressOf = async (isolate: Isolate) => (await isolate.ask(NAME)).addresses;

describe("latency figures", () => {
  test("decide, and are asked for once a minute at the most", async () => {
    const [isolate, publication] = await isolateFor("latency");
    isolate.figures = figuresOf(publication, 100, 20, NOW_MS);
    const answers = [await addressOf(isolate)];
    const later = async (ageMs: number) => {
      isolate.nowMs = NOW_MS + ageMs;
      isolate.board = snapshotFor(publication, "HH", isolate.nowMs);
      isolate.figures = figuresOf(publication, 10, 20, isolate.nowMs);
      await isolate.ask(NAME);
      answers.push(await addressOf(isolate));
      return isolate.figureCalls;
    };
    expect([await later(59_000), await later(65_000)]).toEqual([1, 2]);
    expect(answers).toEqual([["192.0.2.2"], ["192.0.2.2"], ["192.0.2.1"]]);
  });

  test("are nothing to a deployment without latency policies", async () => {
    const [isolate] = await isolateFor("geoproximity");
    await isolate.ask(NAME);
    expect([isolate.boardCalls, isolate.figureCalls]).toEqual([1, 0]);
  });

  test("are shared within a data centre", async () => {
    const [first, publication] = await isolateFor("latency", "shared figures");
    first.figures = figuresOf(publication, 100, 20, NOW_MS);
    await first.ask(NAME);
    const [second] = await isolateFor("latency", "shared figures");
    expect([await addressOf(second), second.figureCalls]).toEqual([["192.0.2.2"], 0]);
  });

  test("that cannot be had leave the choice to distance, and are asked for again", async () => {
    const [isolate, publication] = await isolateFor("latency");
    expect(await addressOf(isolate)).toEqual(["192.0.2.1"]);
    isolate.nowMs = NOW_MS + 6_000;
    isolate.board = snapshotFor(publication, "HH", isolate.nowMs);
    isolate.figures = figuresOf(publication, 100, 20, isolate.nowMs);
    await isolate.ask(NAME);
    expect([await addressOf(isolate), isolate.figureCalls]).toEqual([["192.0.2.2"], 2]);
  });
});
