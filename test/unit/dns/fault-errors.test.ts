import { describe, expect, test } from "vitest";
import { decodeQuery } from "../../../src/dns/query.ts";
import { encodeFault } from "../../../src/dns/reply.ts";
import { readMessage } from "../../support/message.ts";
import { ednsQuery, nameHex, optHex, queryMessage } from "../../support/wire.ts";

const WITH_OPT = { counts: "0001 0000 0000 0001", records: optHex() };
const question = (tail: string): string => `${nameHex("example.com")} ${tail}`;

const rows = [
  {
    name: "another opcode",
    message: queryMessage({ ...WITH_OPT, flags: "2000" }),
    rcode: "NOTIMP",
    error: "21 only the opcode QUERY is supported",
  },
  {
    name: "another class",
    message: queryMessage({ ...WITH_OPT, question: question("0001 0003") }),
    rcode: "REFUSED",
    error: "21 only the class IN is supported",
  },
  {
    name: "a transfer",
    message: queryMessage({ ...WITH_OPT, question: question("00fc 0001") }),
    rcode: "REFUSED",
    error: "21 zones are not transferred",
  },
  {
    name: "an incremental transfer",
    message: queryMessage({ ...WITH_OPT, question: question("00fb 0001") }),
    rcode: "REFUSED",
    error: "21 zones are not transferred",
  },
  { name: "a malformed message has its RCODE", message: ednsQuery("fde9 0003 6162"), rcode: "FORMERR", error: null },
  { name: "so has another version of EDNS", message: ednsQuery("", "00018000"), rcode: "BADVERS", error: null },
  {
    name: "nothing is said to who sent no OPT",
    message: queryMessage({ flags: "2000" }),
    rcode: "NOTIMP",
    error: null,
  },
];

describe("what the reply to a fault says", () => {
  test.each(rows)("$name: $rcode", ({ message, rcode, error }) => {
    const outcome = decodeQuery(message);
    if (outcome.kind !== "fault") throw new Error("a fault");
    const reply = readMessage(encodeFault(message, outcome));
    const options = (reply.opt?.options ?? []) as readonly { readonly code: number; readonly data: Buffer }[];
    const errors = options.map(({ code, data }) => [code, `${data.readUInt16BE(0)} ${data.subarray(2)}`]);
    expect([reply.rcode, errors]).toEqual([rcode, error === null ? [] : [[15, error]]]);
  });
});
