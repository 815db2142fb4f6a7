import { describe, expect, test } from "vitest";
import { decodeQuery, type Query } from "../../../src/dns/query.ts";
import { encodeFault, encodeReply, type Reply, type RRset } from "../../../src/dns/reply.ts";
import { TYPE } from "../../../src/dns/types.ts";
import { ednsQuery, hexOf, nameHex, octets, QUESTION_WWW_A, queryMessage, wireName } from "../../support/wire.ts";

const EMPTY: Reply = {
  rcode: 0,
  aa: true,
  ra: false,
  answer: [],
  authority: [],
  additional: [],
  errors: [],
  scopePrefixLength: 0,
};
const TTL_60 = "0000003c";

function queryOf(message: Uint8Array): Query {
  const outcome = decodeQuery(message);
  if (outcome.kind !== "query") throw new Error(`not a query: ${outcome.kind}`);
  return outcome.query;
}

function rrset(owner: string, type: number, ...rdata: readonly string[]): RRset {
  return { owner: wireName(owner), type, ttlSeconds: 60, rdata: rdata.map((data) => octets(data)) };
}

const spaceless = (...parts: readonly string[]): string => hexOf(octets(...parts));

const WWW_A = rrset("www.example.com", TYPE.A, "c000020a");
const SOA_NUMBERS = "00000001 00001c20 00000e10 00127500 0000003c";

describe("the header", () => {
  const rows = [
    { name: "has QR and AA", flags: "0000", reply: EMPTY, expected: "8400" },
    { name: "copies RD", flags: "0100", reply: EMPTY, expected: "8500" },
    { name: "clears AD, CD without RA, TC and Z", flags: "0270", reply: EMPTY, expected: "8400" },
    { name: "has RA as the reply says", flags: "0000", reply: { ...EMPTY, aa: false, ra: true }, expected: "8080" },
    { name: "copies CD with RA", flags: "0010", reply: { ...EMPTY, ra: true }, expected: "8490" },
    { name: "has the response code", flags: "0000", reply: { ...EMPTY, rcode: 3 }, expected: "8403" },
  ];
  test.each(rows)("$name", ({ flags, reply, expected }) => {
    const written = encodeReply(queryOf(queryMessage({ flags })), reply);
    expect(hexOf(written)).toBe(spaceless("1234", expected, "0001 0000 0000 0000", QUESTION_WWW_A));
  });
});

/** Records behind the question `www.example.com A`: its name stands at 0x0c, example.com at 0x10, com at 0x18. */
const RECORDS: readonly { name: string; reply: Partial<Reply>; counts: string; expected: string }[] = [
  {
    name: "the query's name as owner is a pointer to the question",
    reply: { answer: [rrset("www.example.com", TYPE.A, "c000020a", "c000020b")] },
    counts: "0002 0000 0000",
    expected: `c00c 0001 0001 ${TTL_60} 0004 c000020a c00c 0001 0001 ${TTL_60} 0004 c000020b`,
  },
  {
    name: "the names of a CNAME chain point at what was written",
    reply: {
      answer: [
        rrset("www.example.com", TYPE.CNAME, nameHex("a.b.example.com")),
        rrset("a.b.example.com", TYPE.CNAME, nameHex("b.example.com")),
      ],
    },
    counts: "0002 0000 0000",
    expected: `c00c 0005 0001 ${TTL_60} 0006 0161 0162 c010 c02d 0005 0001 ${TTL_60} 0002 c02f`,
  },
  {
    name: "both names of a SOA are compressed",
    reply: {
      authority: [
        rrset("example.com", TYPE.SOA, nameHex("ns.example.com") + nameHex("x.ns.example.com") + SOA_NUMBERS),
      ],
    },
    counts: "0000 0001 0000",
    expected: `c010 0006 0001 ${TTL_60} 001d 026e73 c010 0178 c02d ${SOA_NUMBERS}`,
  },
  {
    name: "the exchange of an MX and the target of an NS are compressed",
    reply: {
      answer: [rrset("www.example.com", TYPE.MX, `000a ${nameHex("www.example.com")}`)],
      authority: [rrset("com", TYPE.NS, nameHex("example.com"))],
    },
    counts: "0001 0001 0000",
    expected: `c00c 000f 0001 ${TTL_60} 0004 000a c00c c018 0002 0001 ${TTL_60} 0002 c010`,
  },
  {
    name: "names of later types stay whole (RFC 3597 4)",
    reply: { answer: [rrset("www.example.com", TYPE.SRV, `0001 0002 0050 ${nameHex("www.example.com")}`)] },
    counts: "0001 0000 0000",
    expected: `c00c 0021 0001 ${TTL_60} 0017 0001 0002 0050 ${nameHex("www.example.com")}`,
  },
  {
    name: "a DNAME's target stays whole",
    reply: { answer: [rrset("example.com", TYPE.DNAME, nameHex("www.example.com"))] },
    counts: "0001 0000 0000",
    expected: `c010 0027 0001 ${TTL_60} 0011 ${nameHex("www.example.com")}`,
  },
  {
    name: "a name in another case is written out, so that its case survives",
    reply: { answer: [rrset("www.EXAMPLE.com", TYPE.A, "c000020a")] },
    counts: "0001 0000 0000",
    expected: `03777777 07 4558414d504c45 c018 0001 0001 ${TTL_60} 0004 c000020a`,
  },
  {
    name: "the root is one octet",
    reply: { additional: [rrset(".", TYPE.NS, nameHex("."))] },
    counts: "0000 0000 0001",
    expected: `00 0002 0001 ${TTL_60} 0001 00`,
  },
  {
    name: "the greatest TTL and long data are copied as they are",
    reply: { answer: [{ ...rrset("www.example.com", 65_280, "ab".repeat(300)), ttlSeconds: 0x7fff_ffff }] },
    counts: "0001 0000 0000",
    expected: `c00c ff00 0001 7fffffff 012c ${"ab".repeat(300)}`,
  },
];

describe("records", () => {
  test.each(RECORDS)("$name", ({ reply, counts, expected }) => {
    const written = encodeReply(queryOf(queryMessage()), { ...EMPTY, ...reply });
    expect(hexOf(written)).toBe(spaceless("1234 8400 0001", counts, QUESTION_WWW_A, expected));
  });
});

describe("a message of 65,535 octets at the most", () => {
  /** `count` records of 1,000 octets and their head of 12. */
  const thousands = (owner: string, count: number): RRset =>
    rrset(owner, 65_280, ...Array.from({ length: count }, () => "00".repeat(1000)));
  /** Fills what 33 octets of header and question and 64 records of 1,012 leave, to the last octet. */
  const rest = rrset("www.example.com", 65_281, "00".repeat(65_535 - 33 - 64 * 1012 - 12));

  test("is filled to the last octet", () => {
    const written = encodeReply(queryOf(queryMessage()), {
      ...EMPTY,
      answer: [thousands("www.example.com", 64), rest],
    });
    expect([written.length, written[3]]).toEqual([65_535, 0]);
  });

  test("an Answer section that does not fit is SERVFAIL without records", () => {
    const answer = [thousands("www.example.com", 64), rest, WWW_A];
    const written = encodeReply(queryOf(queryMessage()), { ...EMPTY, answer });
    expect(hexOf(written)).toBe(spaceless("1234 8002 0001 0000 0000 0000", QUESTION_WWW_A));
  });

  test("an Authority section that does not fit is SERVFAIL, with the OPT and its errors", () => {
    const reply = { ...EMPTY, errors: [{ infoCode: 3, text: "" }], authority: [thousands("www.example.com", 65)] };
    const tooLong = Buffer.from("the answer exceeds 65,535 octets").toString("hex");
    const options = spaceless("000f 0002 0003", "000f 0022 0000", tooLong);
    expect(hexOf(encodeReply(queryOf(ednsQuery()), reply))).toBe(
      spaceless("1234 8002 0001 0000 0000 0001", QUESTION_WWW_A, "00 0029 04d0 00000000 002c", options),
    );
  });

  test("an Additional RRset that does not fit is left out whole, and so is what follows", () => {
    const additional = [WWW_A, thousands("www.example.com", 65), WWW_A];
    const written = encodeReply(queryOf(queryMessage()), { ...EMPTY, additional });
    expect(hexOf(written)).toBe(
      spaceless("1234 8400 0001 0000 0000 0001", QUESTION_WWW_A, `c00c 0001 0001 ${TTL_60} 0004 c000020a`),
    );
  });

  test("a name written beyond 16,383 octets is no target of pointers", () => {
    const far = rrset("far.example.net", TYPE.A, "c0000201", "c0000202");
    const written = encodeReply(queryOf(queryMessage()), {
      ...EMPTY,
      answer: [thousands("www.example.com", 17), far],
    });
    const record = (address: string): string => `${nameHex("far.example.net")} 0001 0001 ${TTL_60} 0004 ${address}`;
    expect(hexOf(written.subarray(33 + 17 * 1012))).toBe(spaceless(record("c0000201"), record("c0000202")));
  });
});

describe("a fault", () => {
  const rows = [
    {
      name: "keeps opcode and RD, and echoes the question",
      message: queryMessage({ flags: "2910" }),
      expected: ["1234 a904 0001 0000 0000 0000", QUESTION_WWW_A],
    },
    {
      name: "has a header alone where no question could be read",
      message: queryMessage({ question: "c00c 0001 0001" }),
      expected: ["1234 8001 0000 0000 0000 0000"],
    },
    {
      name: "BADVERS is 0 in the header and 1 in an OPT of version 0",
      message: ednsQuery("", "00018000"),
      expected: ["1234 8000 0001 0000 0000 0001", QUESTION_WWW_A, "00 0029 04d0 01008000 0000"],
    },
    {
      name: "has an OPT where the query had a readable one",
      message: ednsQuery("fde9 0003 6162"),
      expected: ["1234 8001 0001 0000 0000 0001", QUESTION_WWW_A, "00 0029 04d0 00000000 0000"],
    },
    {
      name: "has no OPT where the query had none",
      message: queryMessage({ question: `${nameHex("example.com")} 00fc 0001` }),
      expected: ["1234 8005 0001 0000 0000 0000", `${nameHex("example.com")} 00fc 0001`],
    },
  ];

  test.each(rows)("$name", ({ message, expected }) => {
    const outcome = decodeQuery(message);
    expect(outcome.kind === "fault" && hexOf(encodeFault(message, outcome))).toBe(spaceless(...expected));
  });
});
