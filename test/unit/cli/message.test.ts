import { describe, expect, test } from "vitest";
import { type ReadOutcome, readMessage } from "../../../src/cli/message.ts";
import { fromHex, toHex } from "../../../src/dns/octet-text.ts";

const HEADER = "0000 8400 0001 0001 0000 0000";
const QUESTION = "03777777 076578616d706c65 03636f6d 00 0001 0001";

function read(hex: string): ReadOutcome {
  return readMessage(fromHex(hex.replaceAll(" ", "")) ?? new Uint8Array());
}

/** The record data of the first answer, in hexadecimal. */
function rdataOf(hex: string): string {
  const outcome = read(hex);
  return outcome.kind === "message"
    ? toHex(outcome.message.answer[0]?.rdata ?? new Uint8Array()).toLowerCase()
    : outcome.why;
}

describe("a message that does not keep to its own lengths is broken", () => {
  const rows = [
    { name: "nothing at all", hex: "", why: "the message ends too early" },
    { name: "a header that is cut short", hex: "0000 8400 0000", why: "the message ends too early" },
    { name: "a question that is missing", hex: "0000 8400 0001 0000 0000 0000", why: "a name runs over the end" },
    {
      name: "a label that runs over the end",
      hex: "0000 8400 0001 0000 0000 0000 0577",
      why: "a name runs over the end",
    },
    { name: "a label of kind 01", hex: "0000 8400 0001 0000 0000 0000 4077", why: "a label of unknown kind 64" },
    {
      name: "a pointer to itself",
      hex: "0000 8400 0001 0000 0000 0000 c00c 0001 0001",
      why: "a compression pointer that does not lead backwards",
    },
    {
      name: "two pointers to each other",
      hex: "0000 8400 0001 0001 0000 0000 c012 0001 0001 c00c 0001 0001",
      why: "a compression pointer that does not lead backwards",
    },
    { name: "half a pointer", hex: "0000 8400 0001 0000 0000 0000 c0", why: "a name runs over the end" },
    {
      name: "record data that runs over the end",
      hex: `${HEADER} ${QUESTION} c00c 0001 0001 0000003c 0004 c00002`,
      why: "record data runs over the end",
    },
    {
      name: "a name longer than its record data",
      hex: `${HEADER} ${QUESTION} c00c 0005 0001 0000003c 0001 c00c`,
      why: "record data is longer than it says",
    },
    { name: "an octet too many", hex: `0000 8400 0001 0000 0000 0000 ${QUESTION} 00`, why: "1 octets too many" },
    {
      name: "two OPT records",
      hex: "0000 8400 0000 0000 0000 0002 00 0029 04d0 00000000 0000 00 0029 04d0 00000000 0000",
      why: "more than one OPT record",
    },
    {
      name: "an EDNS option that runs over the end",
      hex: "0000 8400 0000 0000 0000 0001 00 0029 04d0 00000000 0005 000f 0002 00",
      why: "an EDNS option runs over the end",
    },
    {
      name: "an EDNS option without its length",
      hex: "0000 8400 0000 0000 0000 0001 00 0029 04d0 00000000 0002 000f",
      why: "an EDNS option is cut short",
    },
    {
      name: "a name of more than 255 octets",
      hex: `0000 8400 0001 0000 0000 0000 ${`3f${"61".repeat(63)}`.repeat(4)} 00 0001 0001`,
      why: "a name of more than 255 octets",
    },
  ];
  test.each(rows)("$name", ({ hex, why }) => {
    expect(read(hex)).toEqual({ kind: "broken", why });
  });
});

describe("names in record data are decompressed", () => {
  const example = "076578616d706c6503636f6d00";
  const rows = [
    { name: "an address is copied", record: "0001 0001 0000003c 0004 c000020a", rdata: "c000020a" },
    { name: "CNAME", record: "0005 0001 0000003c 0002 c010", rdata: example },
    { name: "MX behind its preference", record: "000f 0001 0000003c 0004 000a c010", rdata: `000a${example}` },
    {
      name: "SRV behind its three numbers",
      record: "0021 0001 0000003c 0008 000000000050 c010",
      rdata: `000000000050${example}`,
    },
    {
      name: "both names of SOA, and its numbers",
      record: `0006 0001 0000003c 0018 c010 c010 ${"00000001".repeat(5)}`,
      rdata: example + example + "00000001".repeat(5),
    },
    {
      name: "NAPTR behind its strings",
      record: "0023 0001 0000003c 000a 00010002 0155 00 00 c010",
      rdata: `0001000201550000${example}`,
    },
    { name: "a name of TXT's look is text", record: "0010 0001 0000003c 0003 02c010", rdata: "02c010" },
  ];
  test.each(rows)("$name", ({ record, rdata }) => {
    expect(rdataOf(`${HEADER} ${QUESTION} c00c ${record}`)).toBe(rdata);
  });
});

test("an RCODE above 15 is put together from the header and the OPT", () => {
  const outcome = read("0000 8000 0000 0000 0000 0001 00 0029 04d0 01008000 0000");
  expect(outcome).toEqual({
    kind: "message",
    message: {
      id: 0,
      opcode: 0,
      rcode: 16,
      flags: 0x8000,
      questions: [],
      answer: [],
      authority: [],
      additional: [],
      opt: { version: 0, dnssecOk: true, udpPayloadOctets: 1232, options: [] },
      octets: 23,
    },
  });
});
