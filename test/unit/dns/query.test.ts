import { describe, expect, test } from "vitest";
import { decodeQuery, HEADER_OCTETS } from "../../../src/dns/query.ts";
import { RCODE } from "../../../src/dns/types.ts";
import { ednsQuery, nameHex, octets, optHex, QUESTION_WWW_A, queryMessage, wireName } from "../../support/wire.ts";

const WWW_END = 33;
const PLAIN = { dnssecOk: false, clientSubnet: null, padded: false };
const LABEL_63 = `3f ${"61".repeat(63)}`;
const A_RECORD = `${nameHex("x.example.com")} 0001 0001 0000003c 0004 c0000201`;

describe("a query", () => {
  test("is read with its flags, name, type and the end of its question", () => {
    const message = queryMessage({ flags: "0110" });
    expect(decodeQuery(message)).toEqual({
      kind: "query",
      query: {
        message,
        rd: true,
        cd: true,
        qname: wireName("www.example.com"),
        qtype: 1,
        qclass: 1,
        questionEnd: WWW_END,
        edns: null,
      },
    });
  });

  test.each([
    { name: "A03 keeps the case of its name", text: "wWw.ExAmPlE.cOm" },
    { name: "A07 may ask for the root", text: "." },
    { name: "A07 may have a name of one label", text: "test" },
    { name: "may have underscores", text: "_dmarc.example.com" },
    { name: "may hold any octet in a label", text: "a\x00\xff\x20.example.com" },
  ])("$name", ({ text }) => {
    const outcome = decodeQuery(queryMessage({ question: `${nameHex(text)} 0010 0001` }));
    expect(outcome.kind === "query" && outcome.query.qname).toBe(wireName(text));
  });

  test("may have a name of 255 octets", () => {
    const question = `${LABEL_63.repeat(3)} 3d ${"61".repeat(61)} 00 0001 0001`;
    const outcome = decodeQuery(queryMessage({ question }));
    expect(outcome.kind === "query" && outcome.query.qname.length).toBe(255);
  });

  test.each([
    { name: "a reserved header bit is ignored", message: queryMessage({ flags: "0040" }), edns: null },
    { name: "a bare OPT says nothing", message: ednsQuery(), edns: PLAIN },
    {
      name: "records in Answer and Authority are passed over",
      message: queryMessage({ counts: "0001 0001 0001 0000", records: A_RECORD + A_RECORD }),
      edns: null,
    },
    {
      name: "A04 an ordinary record may follow the OPT",
      message: queryMessage({ counts: "0001 0000 0000 0002", records: optHex() + A_RECORD }),
      edns: PLAIN,
    },
    {
      name: "an owner name may be a pointer to what came before",
      message: queryMessage({
        counts: "0001 0000 0000 0002",
        records: `0178 c010 0001 0001 0000003c 0004 c0000201 ${optHex()}`,
      }),
      edns: PLAIN,
    },
  ])("$name", ({ message, edns }) => {
    const outcome = decodeQuery(message);
    expect(outcome.kind === "query" && outcome.query.edns).toEqual(edns);
  });
});

/** `end` is the end of the question that the error reply echoes; `edns` null: no OPT in it. */
const FAULTS = [
  { name: "A05 QR=1 is FORMERR", message: queryMessage({ flags: "8000" }), rcode: RCODE.FORMERR, end: WWW_END },
  {
    name: "QR comes before the opcode",
    message: queryMessage({ flags: "a800" }),
    rcode: RCODE.FORMERR,
    end: WWW_END,
  },
  { name: "A05 opcode UPDATE is NOTIMP", message: queryMessage({ flags: "2800" }), rcode: RCODE.NOTIMP, end: WWW_END },
  {
    name: "an unassigned opcode comes before a count",
    message: queryMessage({ flags: "7800", counts: "0000 0000 0000 0000", question: "" }),
    rcode: RCODE.NOTIMP,
  },
  { name: "A05 no question", message: queryMessage({ counts: "0000 0000 0000 0000", question: "" }) },
  { name: "A05 two questions", message: queryMessage({ counts: "0002 0000 0000 0000", records: QUESTION_WWW_A }) },
  { name: "A05 two questions counted, one sent", message: queryMessage({ counts: "0002 0000 0000 0000" }) },
  { name: "a question counted, none sent", message: queryMessage({ question: "" }) },
  { name: "half a QCLASS", message: queryMessage({ question: `${nameHex("www.example.com")} 0001 00` }) },
  { name: "a name without an end", message: queryMessage({ question: "0377 7777" }) },
  { name: "a label that runs beyond the message", message: queryMessage({ question: "0a 7777" }) },
  { name: "A06 a pointer to itself", message: queryMessage({ question: "c00c 0001 0001" }) },
  { name: "A06 a label and a pointer to it", message: queryMessage({ question: "0377 7777 c00c 0001 0001" }) },
  { name: "a pointer into the header", message: queryMessage({ question: "0377 7777 c004 0001 0001" }) },
  { name: "A06 a pointer past the end", message: queryMessage({ question: "c0ff 0001 0001" }) },
  { name: "A06 the label type 01", message: queryMessage({ question: "41 61 00 0001 0001" }) },
  { name: "the label type 10", message: queryMessage({ question: "81 61 00 0001 0001" }) },
  {
    name: "a name of 256 octets",
    message: queryMessage({ question: `${LABEL_63.repeat(3)} 3e ${"61".repeat(62)} 00 0001 0001` }),
  },
  { name: "octets behind the message", message: queryMessage({ records: "deadbeef" }), end: WWW_END },
  { name: "a record counted, none sent", message: queryMessage({ counts: "0001 0000 0000 0001" }), end: WWW_END },
  {
    name: "data that runs beyond the message",
    message: queryMessage({ counts: "0001 0000 0000 0001", records: "00 0001 0001 00000000 0005 c0000201" }),
    end: WWW_END,
  },
  {
    name: "an owner name that points to itself",
    message: queryMessage({ counts: "0001 0000 0000 0001", records: "c021 0001 0001 00000000 0000" }),
    end: WWW_END,
  },
  {
    name: "an owner name with a reserved label type",
    message: queryMessage({ counts: "0001 0000 0000 0001", records: "41 61 00 0001 0001 00000000 0000" }),
    end: WWW_END,
  },
  {
    name: "an owner name with a reserved label type, in whatever company",
    message: queryMessage({ counts: "0001 0001 0000 0000", records: `41 ${"00".repeat(231)}` }),
    end: WWW_END,
  },
  {
    name: "an owner name of 256 octets",
    message: queryMessage({
      counts: "0001 0000 0000 0001",
      records: `${LABEL_63.repeat(3)} 3e ${"61".repeat(62)} 00 0001 0001 00000000 0000`,
    }),
    end: WWW_END,
  },
  {
    name: "A04 two OPT",
    message: queryMessage({ counts: "0001 0000 0000 0002", records: optHex() + optHex("", "00008000") }),
    end: WWW_END,
    edns: PLAIN,
  },
  {
    name: "A04 an OPT in Answer",
    message: queryMessage({ counts: "0001 0001 0000 0000", records: optHex() }),
    end: WWW_END,
  },
  {
    name: "A04 an OPT in Authority",
    message: queryMessage({ counts: "0001 0000 0001 0000", records: optHex() }),
    end: WWW_END,
  },
  {
    name: "A04 an OPT owned by x.",
    message: queryMessage({ counts: "0001 0000 0000 0001", records: `0178 ${optHex()}` }),
    end: WWW_END,
  },
  {
    name: "octets behind an OPT",
    message: queryMessage({ counts: "0001 0000 0000 0001", records: `${optHex()} 00` }),
    end: WWW_END,
    edns: PLAIN,
  },
  {
    name: "A04 EDNS version 1 is BADVERS, whatever its options look like",
    message: ednsQuery("0008 ffff", "00018000"),
    rcode: RCODE.BADVERS,
    end: WWW_END,
    edns: { ...PLAIN, dnssecOk: true },
  },
  {
    name: "a malformed message comes before the EDNS version",
    message: queryMessage({ counts: "0001 0000 0000 0001", records: `${optHex("", "00010000")} 00` }),
    end: WWW_END,
    edns: PLAIN,
  },
  {
    name: "class CH is REFUSED",
    message: queryMessage({ question: `${nameHex("version.bind")} 0010 0003` }),
    rcode: RCODE.REFUSED,
    end: 30,
  },
  {
    name: "class ANY is REFUSED",
    message: queryMessage({ question: `${nameHex("www.example.com")} 0001 00ff` }),
    rcode: RCODE.REFUSED,
    end: WWW_END,
  },
  {
    name: "OPT is no type to ask for",
    message: queryMessage({ question: `${nameHex("example.com")} 0029 0001` }),
    rcode: RCODE.FORMERR,
    end: 29,
  },
  {
    name: "nor is NXNAME",
    message: queryMessage({ question: `${nameHex("example.com")} 0080 0001` }),
    rcode: RCODE.FORMERR,
    end: 29,
  },
  {
    name: "AXFR is REFUSED",
    message: queryMessage({ question: `${nameHex("example.com")} 00fc 0001` }),
    rcode: RCODE.REFUSED,
    end: 29,
  },
  {
    name: "IXFR is REFUSED, and the OPT is answered",
    message: queryMessage({
      question: `${nameHex("example.com")} 00fb 0001`,
      counts: "0001 0000 0000 0001",
      records: optHex("000c 0000", "00008000"),
    }),
    rcode: RCODE.REFUSED,
    end: 29,
    edns: { dnssecOk: true, clientSubnet: null, padded: true },
  },
];

describe("a fault", () => {
  test.each(FAULTS)("$name", ({ message, rcode = RCODE.FORMERR, end = HEADER_OCTETS, edns = null }) => {
    expect(decodeQuery(message)).toEqual({ kind: "fault", rcode, questionEnd: end, edns });
  });
});

test.each([0, 1, 11])("%i octets are no message", (length) => {
  expect(decodeQuery(octets("00".repeat(length)))).toEqual({ kind: "not-a-message" });
});
