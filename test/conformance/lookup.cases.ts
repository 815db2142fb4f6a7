/**
 * Look-ups as RFC 1034, 2308, 4592, 6604, 6672 and 8482 ask: a question, and the whole answer. Records are written as
 * `owner ttl type data`; AA is set unless the row says otherwise.
 */

export interface LookupCase {
  readonly name: string;
  readonly question: string;
  readonly rcode?: string;
  readonly aa?: boolean;
  readonly answer?: readonly string[];
  readonly authority?: readonly string[];
  readonly additional?: readonly string[];
  /** HTTP freshness; null: no-store. */
  readonly maxAge: number | null;
}

const SOA_EXAMPLE = "example. 3600 SOA ns.example.com. hostmaster.example. 7 7200 900 1209600 3600";
const SOA_COM = "example.com. 60 SOA ns1.example.com. hostmaster.example.com. 7 7200 900 1209600 60";
const SOA_NET = "example.net. 30 SOA ns1.example.net. hostmaster.example.net. 7 7200 900 1209600 3600";

export const RFC_4592: readonly LookupCase[] = [
  {
    name: "a name is synthesised from the wildcard",
    question: "host3.example. MX",
    answer: ["host3.example. 3600 MX 10 host1.example."],
    maxAge: 3600,
  },
  {
    name: "the wildcard exists without the type: NODATA",
    question: "host3.example. A",
    authority: [SOA_EXAMPLE],
    maxAge: 3600,
  },
  {
    name: "a wildcard covers several labels",
    question: "foo.bar.example. TXT",
    answer: ['foo.bar.example. 3600 TXT "this is a wildcard"'],
    maxAge: 3600,
  },
  { name: "an existing name is not covered", question: "host1.example. MX", authority: [SOA_EXAMPLE], maxAge: 3600 },
  {
    name: "a name below the asterisk label exists",
    question: "sub.*.example. MX",
    authority: [SOA_EXAMPLE],
    maxAge: 3600,
  },
  {
    name: "the closest encloser has no wildcard",
    question: "_telnet._tcp.host1.example. SRV",
    rcode: "NXDOMAIN",
    authority: [SOA_EXAMPLE],
    maxAge: 3600,
  },
  {
    name: "a delegation comes before the wildcard",
    question: "host.subdel.example. A",
    aa: false,
    authority: ["subdel.example. 3600 NS ns.example.com.", "subdel.example. 3600 NS ns.example.net."],
    maxAge: 3600,
  },
  {
    name: "the asterisk label is a closest encloser too",
    question: "ghost.*.example. MX",
    rcode: "NXDOMAIN",
    authority: [SOA_EXAMPLE],
    maxAge: 3600,
  },
  {
    name: "a wildcard does not cover a name below an empty non-terminal",
    question: "x._tcp.host2.example. TXT",
    rcode: "NXDOMAIN",
    authority: [SOA_EXAMPLE],
    maxAge: 3600,
  },
  {
    name: "the wildcard's own name is asked like any other",
    question: "*.example. TXT",
    answer: ['*.example. 3600 TXT "this is a wildcard"'],
    maxAge: 3600,
  },
];

export const PLAIN: readonly LookupCase[] = [
  { name: "an exact match", question: "www.example.com. A", answer: ["www.example.com. 30 A 192.0.2.10"], maxAge: 30 },
  {
    name: "A03 the question's case is kept in the owner",
    question: "wWw.ExAmPlE.cOm. A",
    answer: ["wWw.ExAmPlE.cOm. 30 A 192.0.2.10"],
    maxAge: 30,
  },
  {
    name: "A14 another type at an existing name is NODATA with min(SOA TTL, MINIMUM)",
    question: "www.example.com. MX",
    authority: [SOA_COM],
    maxAge: 60,
  },
  {
    name: "A16 AAAA for a name that has only A is NODATA, not NXDOMAIN",
    question: "www.example.com. AAAA",
    authority: [SOA_COM],
    maxAge: 60,
  },
  {
    name: "A14 a missing name is NXDOMAIN with the same SOA",
    question: "nope.example.com. A",
    rcode: "NXDOMAIN",
    authority: [SOA_COM],
    maxAge: 60,
  },
  {
    name: "A14 the SOA TTL may be the smaller one",
    question: "nope.example.net. A",
    rcode: "NXDOMAIN",
    authority: [SOA_NET],
    maxAge: 30,
  },
  { name: "an empty non-terminal exists", question: "ent.example.com. A", authority: [SOA_COM], maxAge: 60 },
  { name: "so does one in the middle", question: "b.ent.example.com. TXT", authority: [SOA_COM], maxAge: 60 },
  {
    name: "SOA at the apex, with its own TTL",
    question: "example.com. SOA",
    answer: ["example.com. 3600 SOA ns1.example.com. hostmaster.example.com. 7 7200 900 1209600 60"],
    maxAge: 3600,
  },
  { name: "SOA elsewhere is NODATA", question: "www.example.com. SOA", authority: [SOA_COM], maxAge: 60 },
  {
    name: "NS at the apex is an answer",
    question: "example.com. NS",
    answer: ["example.com. 300 NS ns1.example.com."],
    maxAge: 300,
  },
  {
    name: "a name outside every zone is refused",
    question: "www.example.org. A",
    rcode: "REFUSED",
    aa: false,
    maxAge: null,
  },
  { name: "A07 the root is outside too", question: ". NS", rcode: "REFUSED", aa: false, maxAge: null },
  {
    name: "an alias answers with the target's records under its own name",
    question: "apexlike.example.com. A",
    answer: ["apexlike.example.com. 30 A 192.0.2.10"],
    maxAge: 30,
  },
  { name: "RRSIG is a type like another", question: "www.example.com. RRSIG", authority: [SOA_COM], maxAge: 60 },
];

export const WILDCARDS: readonly LookupCase[] = [
  {
    name: "A13 the owner in the answer is the question's, never an asterisk",
    question: "a.b.wild.example.com. A",
    answer: ["a.b.wild.example.com. 300 A 192.0.2.3"],
    maxAge: 300,
  },
  { name: "an existing sibling is not covered", question: "x.wild.example.com. A", authority: [SOA_COM], maxAge: 60 },
  {
    name: "nor is what lies below it",
    question: "y.x.wild.example.com. A",
    rcode: "NXDOMAIN",
    authority: [SOA_COM],
    maxAge: 60,
  },
  { name: "nor the wildcard's parent", question: "wild.example.com. A", authority: [SOA_COM], maxAge: 60 },
  {
    name: "A13 a wildcard CNAME does not cover its own target",
    question: "foo.proxy.example.com. A",
    answer: ["foo.proxy.example.com. 300 CNAME web.proxy.example.com.", "web.proxy.example.com. 300 A 192.0.2.9"],
    maxAge: 300,
  },
  {
    name: "A13 the target itself has no CNAME",
    question: "web.proxy.example.com. A",
    answer: ["web.proxy.example.com. 300 A 192.0.2.9"],
    maxAge: 300,
  },
  {
    name: "A13 CNAME below it is the wildcard's own, under the name that was asked",
    question: "foo.proxy.example.com. CNAME",
    answer: ["foo.proxy.example.com. 300 CNAME web.proxy.example.com."],
    maxAge: 300,
  },
  {
    name: "A13 a wildcard CNAME to a name without the type",
    question: "foo.proxy.example.com. AAAA",
    answer: ["foo.proxy.example.com. 300 CNAME web.proxy.example.com."],
    authority: [SOA_COM],
    maxAge: 60,
  },
];
