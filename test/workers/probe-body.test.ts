/** The body rule inside the runtime, whose own way of unpacking decides how much a few octets may grow to. */
import { expect, test } from "vitest";
import { judgeBody, type NextOctets } from "../../src/probe/body.ts";
import { beginDeadline } from "../../src/probe/deadline.ts";

const UNPACKED_OCTETS = 16_000_000;
const PIECE_OCTETS = 64;

async function packed(format: "gzip" | "deflate" | "deflate-raw"): Promise<Uint8Array> {
  const zeros = new Response(new Uint8Array(UNPACKED_OCTETS)).body;
  if (zeros === null) throw new Error("a response of octets has a body");
  return new Response(zeros.pipeThrough(new CompressionStream(format))).bytes();
}

test.each([
  { format: "gzip", coding: "gzip" },
  { format: "deflate", coding: "deflate" },
  { format: "deflate-raw", coding: "deflate" },
] as const)("what unpacks from $format to sixteen million octets is cut off within its first pieces", async (row) => {
  const octets = await packed(row.format);
  let pieces = 0;
  const next: NextOctets = async () => {
    const at = PIECE_OCTETS * pieces;
    pieces += 1;
    return at < octets.length ? octets.subarray(at, at + PIECE_OCTETS) : null;
  };
  const deadline = beginDeadline(5);
  const outcome = await judgeBody(next, [row.coding], "NEEDLE", deadline);
  deadline.end();
  expect([outcome, pieces <= 4]).toEqual(["body-mismatch", true]);
});
