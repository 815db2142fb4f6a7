import { expect, test } from "vitest";
import { messageToJson } from "../../../src/dns/message-json.ts";
import { nameHex, octets, optHex, QUESTION_WWW_A } from "../../support/wire.ts";

const REPLY = "0000 81a0 0001 0001 0000 0001";
const CNAME = `c00c 0005 0001 0000003c 0006 ${nameHex("web").slice(0, -2)} c010`;
const NO_FLAGS = { TC: false, RD: false, RA: false, AD: false, CD: false };
const QUESTION = [{ name: "www.example.com.", type: 1 }];

test("a reply of another resolver: flags, a compressed name, the extended RCODE and its errors", () => {
  // EDE 9 without text, 3 with one, 65535 without a name.
  const options = "000f 0002 0009 000f 0005 0003 6f6c64 000f 0003 ffff 78";
  const message = octets(REPLY.replace("81a0", "83b1"), QUESTION_WWW_A, CNAME, optHex(options, "01000000"));
  expect(messageToJson(message, null)).toEqual({
    Status: 17,
    TC: true,
    RD: true,
    RA: true,
    AD: true,
    CD: true,
    Question: QUESTION,
    Answer: [{ name: "www.example.com.", type: 5, TTL: 60, data: "web.example.com." }],
    Comment: "EDE 9 (DNSKEY Missing)\nEDE 3 (Stale Answer): old\nEDE 65535: x",
  });
});

test("the scope is that of the reply, 0 where it tells none", () => {
  const told = { address: octets("cb007100"), prefixLength: 24 };
  const scoped = octets("0000 8000 0001 0000 0000 0001", QUESTION_WWW_A, optHex("0008 0007 0001 18 10 cb0071"));
  const without = octets("0000 8000 0001 0000 0000 0000", QUESTION_WWW_A);
  const plain = { Status: 0, ...NO_FLAGS, Question: QUESTION };
  expect(messageToJson(scoped, told)).toEqual({ ...plain, edns_client_subnet: "203.0.113.0/16" });
  expect(messageToJson(without, told)).toEqual({ ...plain, edns_client_subnet: "203.0.113.0/0" });
  expect(messageToJson(scoped, null)).toEqual(plain);
});

test("a TTL of 32 bits is unsigned", () => {
  const record = "c00c ff00 0001 ffffffff 0001 2a";
  const message = octets("0000 8000 0001 0001 0000 0000", QUESTION_WWW_A, record);
  expect(messageToJson(message, null)?.Answer).toEqual([
    { name: "www.example.com.", type: 65280, TTL: 4_294_967_295, data: "\\# 1 2A" },
  ]);
});

test.each([
  { name: "no header", message: octets("0000 8000 0001") },
  { name: "no end of the question's name", message: octets("0000 8000 0001 0000 0000 0000 03 777777") },
  { name: "a record cut short", message: octets(REPLY, QUESTION_WWW_A, "c00c 0005 0001") },
  {
    name: "data that does not fit its type",
    message: octets(REPLY, QUESTION_WWW_A, "c00c 0001 0001 0000003c 0001 01"),
  },
  { name: "octets too many", message: octets("0000 8000 0001 0000 0000 0000", QUESTION_WWW_A, "00") },
  {
    name: "an option longer than its record",
    message: octets("0000 8000 0001 0000 0000 0001", QUESTION_WWW_A, optHex("000f 0009 0003")),
  },
])("$name is no reply", ({ message }) => {
  expect(messageToJson(message, null)).toBeNull();
});
