import { expect, test } from "vitest";
import { digText } from "../../../src/cli/dig.ts";
import { readMessage } from "../../../src/cli/message.ts";
import { fromHex } from "../../../src/dns/octet-text.ts";

const CIRCUMSTANCES = {
  command: "www.example.com --subnet 203.0.113.0/24",
  server: "http://127.0.0.1:8053/dns-query",
  milliseconds: 3,
  at: new Date("2026-11-30T12:00:00Z"),
};

const QUESTION = "03777777 076578616d706c65 03636f6d 00 0001 0001";

function print(hex: string): string {
  const read = readMessage(fromHex(hex.replaceAll(" ", "")) ?? new Uint8Array());
  return read.kind === "message" ? digText(read.message, CIRCUMSTANCES) : read.why;
}

test("an answer with EDNS, a client subnet and an extended error", () => {
  const options = "0008 0007 0001 18 14 cb0071 000f 0005 0003 6f6c64 000c 0002 0000";
  const opt = `00 0029 04d0 00000000 001a ${options}`;
  const answer = "c00c 0001 0001 0000003c 0004 c000020a";
  expect(print(`0000 8500 0001 0001 0000 0001 ${QUESTION} ${answer} ${opt}`)).toBe(`\
; <<>> fairlead <<>> www.example.com --subnet 203.0.113.0/24
;; Got answer:
;; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 0
;; flags: qr aa rd; QUERY: 1, ANSWER: 1, AUTHORITY: 0, ADDITIONAL: 1

;; OPT PSEUDOSECTION:
; EDNS: version: 0, flags:; udp: 1232
; CLIENT-SUBNET: 203.0.113.0/24/20
; EDE: 3 (Stale Answer): (old)
; PAD: (2 bytes)
;; QUESTION SECTION:
;www.example.com.\t\tIN\tA

;; ANSWER SECTION:
www.example.com.\t60\tIN\tA\t192.0.2.10

;; Query time: 3 msec
;; SERVER: http://127.0.0.1:8053/dns-query
;; WHEN: Mon, 30 Nov 2026 12:00:00 GMT
;; MSG SIZE  rcvd: 86`);
});

test("an answer without EDNS, with an authority section", () => {
  const soa = "c010 0006 0001 0000003c 0018 c010 c010 00000001 00000002 00000003 00000004 00000005";
  expect(print(`0000 8403 0001 0000 0001 0000 ${QUESTION} ${soa}`)).toBe(`\
; <<>> fairlead <<>> www.example.com --subnet 203.0.113.0/24
;; Got answer:
;; ->>HEADER<<- opcode: QUERY, status: NXDOMAIN, id: 0
;; flags: qr aa; QUERY: 1, ANSWER: 0, AUTHORITY: 1, ADDITIONAL: 0

;; QUESTION SECTION:
;www.example.com.\t\tIN\tA

;; AUTHORITY SECTION:
example.com.\t\t60\tIN\tSOA\texample.com. example.com. 1 2 3 4 5

;; Query time: 3 msec
;; SERVER: http://127.0.0.1:8053/dns-query
;; WHEN: Mon, 30 Nov 2026 12:00:00 GMT
;; MSG SIZE  rcvd: 69`);
});

test("an extended error without text, one nobody knows, and control characters in one", () => {
  const options = "000f 0002 0014 000f 0002 ffff 000f 0004 0000 1b41 0003 0002 6131 ffdc 0001 07";
  const text = print(`0000 8005 0000 0000 0000 0001 00 0029 04d0 00008000 001f ${options}`);
  expect(text.split("\n").slice(5, 12)).toEqual([
    ";; OPT PSEUDOSECTION:",
    "; EDNS: version: 0, flags: do; udp: 1232",
    "; EDE: 20 (Not Authoritative)",
    "; EDE: 65535",
    "; EDE: 0 (Other): (?A)",
    '; NSID: 6131 ("a1")',
    "; OPT=65500: 07",
  ]);
});
