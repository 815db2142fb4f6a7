/**
 * What software of this kind has got wrong in public, as whole exchanges: a query's octets, and all that HTTP and DNS
 * say to them. Rows bear the number of the kind of fault; other rows of the kind stand in the tables of their rooms.
 */
import { nameHex, optHex, queryMessage } from "../support/wire.ts";

export interface ReportCase {
  readonly name: string;
  readonly message: Uint8Array;
  readonly rcode?: string;
  readonly opcode?: number;
  readonly aa?: number;
  readonly answer?: readonly string[];
  readonly authorityTypes?: readonly string[];
  readonly soaTtlSeconds?: number | null;
  /** VERSION and DO of the OPT; null: there is none. */
  readonly opt?: { readonly version: number; readonly dnssecOk: boolean } | null;
  readonly cacheControl: string;
}

/** SOA TTL 300 and MINIMUM 60 above, 30 and 3600 below. */
export const ZONES: readonly string[] = [
  `
zone: example.com
ttl: 300
soa: { ttl: 300, minimum: 60 }
records:
  "@": { MX: 10 mail, NS: ns1 }
  www: { A: { ttl: 30, values: 192.0.2.10 } }
  chain: { CNAME: pool }
  pool: { A: { ttl: 20, values: 192.0.2.21 } }
  back: { CNAME: "@" }
  mixed:
    A:
      ttl: 60
      weighted:
        - { id: a, weight: 1, values: 192.0.2.1 }
        - { id: b, weight: 1, values: 192.0.2.2 }
`,
  "{ zone: example.net, soa: { ttl: 30, minimum: 3600 } }",
];

const question = (name: string, type: string): string => `${nameHex(name)} ${type} 0001`;
const query = (name: string, type = "0001") => queryMessage({ question: question(name, type) });
const withRecords = (count: number, records: string) =>
  queryMessage({ counts: `0001 0000 0000 ${count.toString(16).padStart(4, "0")}`, records });

const WWW = { aa: 1, answer: ["www.example.com. 30 IN A 192.0.2.10"], cacheControl: "max-age=30" } as const;
const formerr = { rcode: "FORMERR", cacheControl: "no-store" } as const;
const PLAIN_OPT = { version: 0, dnssecOk: false };
/** x.example.com A 192.0.2.1. */
const RECORD = `${nameHex("x.example.com")} 0001 0001 00000000 0004 c0000201`;

export const REPORTS: readonly ReportCase[] = [
  {
    name: "A02 HTTP keeps a chain no longer than its shortest TTL",
    message: query("chain.example.com"),
    aa: 1,
    answer: ["chain.example.com. 300 IN CNAME pool.example.com.", "pool.example.com. 20 IN A 192.0.2.21"],
    cacheControl: "max-age=20",
  },
  {
    name: "A02 what was drawn for one client is kept from shared caches",
    message: query("mixed.example.com"),
    aa: 1,
    answer: ["mixed.example.com. 60 IN A 192.0.2.1"],
    cacheControl: "private, max-age=60",
  },
  {
    name: "A02 an answer without a TTL is not kept",
    message: query("www.example.org"),
    rcode: "REFUSED",
    cacheControl: "no-store",
  },
  {
    name: "A04 an OPT before an ordinary record is an OPT",
    message: withRecords(2, optHex() + RECORD),
    ...WWW,
    opt: PLAIN_OPT,
  },
  {
    name: "A04 EDNS version 1 is told BADVERS in an OPT of version 0",
    message: withRecords(1, optHex("", "00010000")),
    rcode: "BADVERS",
    opt: PLAIN_OPT,
    cacheControl: "no-store",
  },
  { name: "A04 two OPT are FORMERR", message: withRecords(2, optHex() + optHex()), ...formerr, opt: PLAIN_OPT },
  { name: "A04 an OPT with an owner is FORMERR", message: withRecords(1, `0178${optHex()}`), ...formerr },
  {
    name: "A05 no question is FORMERR",
    message: queryMessage({ counts: "0000 0000 0000 0000", question: "" }),
    ...formerr,
  },
  {
    name: "A05 two questions are FORMERR, and neither is answered",
    message: queryMessage({
      counts: "0002 0000 0000 0000",
      question: question("www.example.com", "0001") + question("www.example.com", "001c"),
    }),
    ...formerr,
  },
  { name: "A05 a response is FORMERR", message: queryMessage({ flags: "8180" }), ...formerr },
  {
    name: "A05 an UPDATE is NOTIMP under its own opcode",
    message: queryMessage({ flags: "2800" }),
    rcode: "NOTIMP",
    opcode: 5,
    cacheControl: "no-store",
  },
  {
    name: "A06 two names that point at each other are FORMERR",
    message: queryMessage({ counts: "0002 0000 0000 0000", question: "c012 0001 0001 c00c 0001 0001" }),
    ...formerr,
  },
  {
    name: "A06 a name that points at itself is FORMERR",
    message: queryMessage({ question: "c00c 0001 0001" }),
    ...formerr,
  },
  { name: "A07 the root is one octet", message: query("", "0002"), rcode: "REFUSED", cacheControl: "no-store" },
  { name: "A07 a name of one label", message: query("com", "0006"), rcode: "REFUSED", cacheControl: "no-store" },
  {
    name: "A11 ANY of a steered name gives none of its members away",
    message: query("mixed.example.com", "00ff"),
    aa: 1,
    answer: ['mixed.example.com. 60 IN HINFO {"cpu":"RFC8482","os":""}'],
    cacheControl: "max-age=60",
  },
  {
    name: "A12 a CNAME to the apex is answered with the apex's SOA",
    message: query("back.example.com", "0006"),
    aa: 1,
    answer: [
      "back.example.com. 300 IN CNAME example.com.",
      "example.com. 300 IN SOA ns1.example.com. hostmaster.example.com. 7 7200 900 1209600 60",
    ],
    cacheControl: "max-age=300",
  },
  {
    name: "A14 a missing name is kept for MINIMUM where that is less than the SOA's TTL",
    message: query("nope.example.com"),
    aa: 1,
    rcode: "NXDOMAIN",
    authorityTypes: ["SOA"],
    soaTtlSeconds: 60,
    cacheControl: "max-age=60",
  },
  {
    name: "A14 a missing type is kept for the SOA's TTL where that is less than MINIMUM",
    message: query("example.net", "000f"),
    aa: 1,
    authorityTypes: ["SOA"],
    soaTtlSeconds: 30,
    cacheControl: "max-age=30",
  },
  {
    name: "A15 DO comes back, and no signature with it",
    message: withRecords(1, optHex("", "00008000")),
    ...WWW,
    opt: { version: 0, dnssecOk: true },
  },
  { name: "A15 who sends no OPT gets none", message: queryMessage(), ...WWW },
  {
    name: "A16 AAAA of a name with A is NODATA",
    message: query("www.example.com", "001c"),
    aa: 1,
    authorityTypes: ["SOA"],
    soaTtlSeconds: 60,
    cacheControl: "max-age=60",
  },
];
