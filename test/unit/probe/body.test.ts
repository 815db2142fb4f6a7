/** The body rule over octets that come in pieces: where the text may stand, and what is decoded. */
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { judgeBody, type NextOctets, SEARCHED_OCTETS_MAX, Truncated } from "../../../src/probe/body.ts";
import { beginDeadline } from "../../../src/probe/deadline.ts";
import { octetsOf } from "../../support/latin1.ts";

interface Body {
  readonly octets: Uint8Array;
  /** Octets a piece. */
  readonly size?: number;
  readonly breaksOff?: boolean;
}

/** Tells how many pieces were asked for, the end not counted. */
async function judge({ octets, size = 1000, breaksOff = false }: Body, codings: readonly string[], contains: string) {
  let at = 0;
  let pieces = 0;
  const next: NextOctets = async () => {
    if (at >= octets.length) {
      if (breaksOff) throw new Truncated();
      return null;
    }
    const piece = octets.subarray(at, at + size);
    at += size;
    pieces += 1;
    return piece;
  };
  const deadline = beginDeadline(5);
  try {
    return { outcome: await judgeBody(next, codings, contains, deadline), pieces };
  } finally {
    deadline.end();
  }
}

const endingAt = (end: number): Uint8Array => octetsOf(`${"x".repeat(end - 6)}NEEDLEyyyyyyyyyyy`);
const plain = octetsOf('{"status":"ok"}');

interface Row {
  readonly name: string;
  readonly body: Body;
  readonly codings?: readonly string[];
  readonly contains?: string;
  readonly outcome: string;
}

const rows: readonly Row[] = [
  { name: "T74: a text that ends with octet 5,120", body: { octets: endingAt(SEARCHED_OCTETS_MAX) }, outcome: "ok" },
  {
    name: "T74: one that ends with the next",
    body: { octets: endingAt(SEARCHED_OCTETS_MAX + 1) },
    outcome: "body-mismatch",
  },
  { name: "a text at the very beginning", body: { octets: octetsOf("NEEDLE") }, outcome: "ok" },
  { name: "a text over many pieces", body: { octets: octetsOf("NEENEEDLE"), size: 1 }, outcome: "ok" },
  { name: "T75: the wrong case", body: { octets: octetsOf("a needle") }, outcome: "body-mismatch" },
  { name: "no body", body: { octets: octetsOf("") }, outcome: "body-mismatch" },
  { name: "characters count as UTF-8", body: { octets: octetsOf("caf\xc3\xa9") }, contains: "café", outcome: "ok" },
  { name: "quotes are looked for as they are", body: { octets: plain }, contains: '"ok"', outcome: "ok" },
  {
    name: "A20: broken off before the text",
    body: { octets: octetsOf("NEED"), breaksOff: true },
    outcome: "truncated",
  },
  {
    name: "broken off behind the text, which had decided it",
    body: { octets: octetsOf("NEEDLE"), breaksOff: true },
    outcome: "ok",
  },
  { name: "T75: gzip", body: { octets: gzipSync(endingAt(500)) }, codings: ["gzip"], outcome: "ok" },
  { name: "gzip under its old name", body: { octets: gzipSync(endingAt(500)) }, codings: ["x-gzip"], outcome: "ok" },
  { name: "gzip octet by octet", body: { octets: gzipSync(endingAt(500)), size: 1 }, codings: ["gzip"], outcome: "ok" },
  { name: "deflate", body: { octets: deflateSync(endingAt(500)) }, codings: ["deflate"], outcome: "ok" },
  {
    name: "deflate without zlib's wrapping",
    body: { octets: deflateRawSync(endingAt(500)) },
    codings: ["deflate"],
    outcome: "ok",
  },
  {
    name: "deflate octet by octet",
    body: { octets: deflateSync(endingAt(500)), size: 1 },
    codings: ["deflate"],
    outcome: "ok",
  },
  {
    name: "the 5,120 octets are those of the decoded body",
    body: { octets: gzipSync(endingAt(SEARCHED_OCTETS_MAX + 1)) },
    codings: ["gzip"],
    outcome: "body-mismatch",
  },
  { name: "nothing packed", body: { octets: octetsOf("") }, codings: ["gzip"], outcome: "body-mismatch" },
  {
    name: "what is no gzip",
    body: { octets: octetsOf("NEEDLE NEEDLE NEEDLE") },
    codings: ["gzip"],
    outcome: "body-mismatch",
  },
  {
    name: "gzip that breaks off before the text",
    body: { octets: gzipSync(endingAt(500)).subarray(0, 12), breaksOff: true },
    codings: ["gzip"],
    outcome: "truncated",
  },
  {
    name: "gzip that is complete by its framing, and is not",
    body: { octets: gzipSync(endingAt(500)).subarray(0, 12) },
    codings: ["gzip"],
    outcome: "body-mismatch",
  },
  {
    name: "another coding is not decoded",
    body: { octets: octetsOf("NEEDLE") },
    codings: ["br"],
    outcome: "body-mismatch",
  },
  {
    name: "nor are two",
    body: { octets: gzipSync(gzipSync("NEEDLE")) },
    codings: ["gzip", "gzip"],
    outcome: "body-mismatch",
  },
  { name: "identity is none", body: { octets: octetsOf("NEEDLE") }, codings: ["identity"], outcome: "ok" },
];

describe("judgeBody", () => {
  test.each(rows)("$name: $outcome", async ({ body, codings = [], contains = "NEEDLE", outcome }) => {
    expect((await judge(body, codings, contains)).outcome).toBe(outcome);
  });

  test("reading stops once the text is found, or 5,120 octets have been read", async () => {
    expect(await judge({ octets: octetsOf(`NEEDLE${"x".repeat(9000)}`) }, [], "NEEDLE")).toEqual({
      outcome: "ok",
      pieces: 1,
    });
    expect(await judge({ octets: octetsOf("x".repeat(9000)) }, [], "NEEDLE")).toEqual({
      outcome: "body-mismatch",
      pieces: 6,
    });
  });

  test("a body that stands still is a timeout", async () => {
    const deadline = beginDeadline(0.05);
    const next: NextOctets = () => deadline.race(new Promise(() => undefined));
    expect(await judgeBody(next, [], "NEEDLE", deadline)).toBe("timeout");
    expect(await judgeBody(next, ["gzip"], "NEEDLE", deadline)).toBe("timeout");
  });
});
