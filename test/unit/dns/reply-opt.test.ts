import { describe, expect, test } from "vitest";
import { decodeQuery } from "../../../src/dns/query.ts";
import { encodeReply, type Reply } from "../../../src/dns/reply.ts";
import { ednsQuery, hexOf, octets, QUESTION_WWW_A, queryMessage } from "../../support/wire.ts";

const NXDOMAIN: Reply = {
  rcode: 3,
  aa: true,
  ra: false,
  answer: [],
  authority: [],
  additional: [],
  errors: [],
  scopePrefixLength: 0,
};
const HEAD_OCTETS = 33;

function replyTo(message: Uint8Array, reply: Partial<Reply> = {}): Uint8Array {
  const outcome = decodeQuery(message);
  if (outcome.kind !== "query") throw new Error(`not a query: ${outcome.kind}`);
  return encodeReply(outcome.query, { ...NXDOMAIN, ...reply });
}

/** `expected` is the OPT behind the question. */
describe("the OPT of a reply", () => {
  const rows: readonly { name: string; options?: string; ttl?: string; reply?: Partial<Reply>; expected: string }[] = [
    { name: "is bare where nothing is to be said", expected: "0000 0000 0000" },
    { name: "copies DO and no other flag", ttl: "0000ffff", expected: "0000 8000 0000" },
    { name: "does not echo unknown options", options: "fde9 0002 abcd", expected: "0000 0000 0000" },
    {
      name: "carries extended errors in order, texts in UTF-8",
      reply: {
        errors: [
          { infoCode: 3, text: "" },
          { infoCode: 20, text: "é" },
        ],
      },
      expected: "0000 0000 000e 000f 0002 0003 000f 0004 0014 c3a9",
    },
    {
      name: "echoes ECS with the scope of the answer",
      options: "0008 0007 0001 1800 cb0071",
      reply: { scopePrefixLength: 20 },
      expected: "0000 0000 000b 0008 0007 0001 1814 cb0071",
    },
    {
      name: "echoes ECS /0 without a family",
      options: "0008 0004 0000 0000",
      expected: "0000 0000 0008 0008 0004 0000 0000",
    },
    {
      name: "echoes ECS of IPv6 that ends within an octet",
      options: "0008 0008 0002 1e00 20010db8",
      expected: "0000 0000 000c 0008 0008 0002 1e00 20010db8",
    },
  ];

  test.each(rows)("$name", ({ options, ttl, reply, expected }) => {
    const written = replyTo(ednsQuery(options, ttl), reply);
    expect(hexOf(written)).toBe(
      hexOf(octets("1234 8403 0001 0000 0000 0001", QUESTION_WWW_A, "00 0029 04d0", expected)),
    );
  });

  test("is absent where the query had none, whatever there is to say", () => {
    const written = replyTo(queryMessage(), { errors: [{ infoCode: 3, text: "" }], scopePrefixLength: 24 });
    expect(hexOf(written)).toBe(hexOf(octets("1234 8403 0001 0000 0000 0000", QUESTION_WWW_A)));
  });
});

describe("padding", () => {
  /** Answers with as many octets of data as make the reply, its OPT and an empty padding option `total` long. */
  function padded(total: number): Uint8Array {
    const rdata = new Uint8Array(total - HEAD_OCTETS - 12 - 11 - 4);
    const message = ednsQuery("000c 0000");
    const outcome = decodeQuery(message);
    const owner = outcome.kind === "query" ? outcome.query.qname : null;
    return replyTo(message, {
      answer: owner === null ? [] : [{ owner, type: 65_280, ttlSeconds: 60, rdata: [rdata] }],
    });
  }

  test.each([
    { name: "fills the first block", total: 100, length: 468 },
    { name: "may be empty at a block's border", total: 468, length: 468 },
    { name: "goes on to the next block one octet later", total: 469, length: 936 },
    { name: "stops at the longest message there is", total: 65_530, length: 65_535 },
    { name: "may be empty at the longest message there is", total: 65_535, length: 65_535 },
  ])("$name", ({ total, length }) => {
    const written = padded(total);
    const filling = written.subarray(total);
    expect([written.length, filling.every((octet) => octet === 0)]).toEqual([length, true]);
    expect(hexOf(written.subarray(total - 15, total))).toBe(
      hexOf(octets("00 0029 04d0 00000000", (length - total + 4).toString(16).padStart(4, "0"), "000c")) +
        (length - total).toString(16).padStart(4, "0"),
    );
  });
});
