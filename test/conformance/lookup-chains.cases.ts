/** Look-ups that lead from name to name: chains, delegations, DNAME, and their limits. */
import type { LookupCase } from "./lookup.cases.ts";

const SOA_COM = "example.com. 60 SOA ns1.example.com. hostmaster.example.com. 7 7200 900 1209600 60";
const SOA_NET = "example.net. 30 SOA ns1.example.net. hostmaster.example.net. 7 7200 900 1209600 3600";
const SOA_CHILD =
  "child.example.com. 60 SOA ns1.child.example.com. hostmaster.child.example.com. 7 7200 900 1209600 60";
/** As BIND prints it: in words of 56 digits. */
const DIGEST = "49FD46E6C4B45C55D4AC69CBD3CD34AC1AFE51DE69FD46E6C4B45C55 D4AC69CB";

export const CHAINS: readonly LookupCase[] = [
  {
    name: "A02 a chain is followed inside the zone",
    question: "chain.example.com. A",
    answer: [
      "chain.example.com. 300 CNAME here.example.com.",
      "here.example.com. 300 CNAME www.example.com.",
      "www.example.com. 30 A 192.0.2.10",
    ],
    maxAge: 30,
  },
  {
    name: "a CNAME that is an alias answers with the target's CNAME, for every type",
    question: "cnamealias.example.com. A",
    answer: ["cnamealias.example.com. 300 CNAME www.example.com.", "www.example.com. 30 A 192.0.2.10"],
    maxAge: 30,
  },
  {
    name: "CNAME itself is not followed",
    question: "chain.example.com. CNAME",
    answer: ["chain.example.com. 300 CNAME here.example.com."],
    maxAge: 300,
  },
  {
    name: "into another hosted zone",
    question: "away.example.com. A",
    answer: ["away.example.com. 300 CNAME www.example.net.", "www.example.net. 120 A 198.51.100.10"],
    maxAge: 120,
  },
  {
    name: "out of the hosted zones: what was gathered, no SOA",
    question: "outside.example.com. A",
    answer: ["outside.example.com. 300 CNAME www.example.org."],
    maxAge: 300,
  },
  {
    name: "RCODE and SOA are the last name's",
    question: "gone.example.com. A",
    rcode: "NXDOMAIN",
    answer: ["gone.example.com. 300 CNAME nothing.example.com."],
    authority: [SOA_COM],
    maxAge: 60,
  },
  {
    name: "ending in an empty non-terminal: NODATA",
    question: "empty.example.com. A",
    answer: ["empty.example.com. 300 CNAME ent.example.com."],
    authority: [SOA_COM],
    maxAge: 60,
  },
  {
    name: "ending below a cut: the referral, AA for the first name",
    question: "bottom.example.com. A",
    answer: ["bottom.example.com. 300 CNAME www.sub.example.com."],
    authority: ["sub.example.com. 300 NS ns.sub.example.com.", "sub.example.com. 300 NS ns9.example.net."],
    additional: ["ns.sub.example.com. 300 A 192.0.2.54", "ns.sub.example.com. 300 AAAA 2001:db8::54"],
    maxAge: 300,
  },
  {
    name: "A11 ANY at an alias is its CNAME, not followed",
    question: "here.example.com. ANY",
    answer: ["here.example.com. 300 CNAME www.example.com."],
    maxAge: 300,
  },
  {
    name: "A11 ANY elsewhere is HINFO",
    question: "www.example.com. ANY",
    answer: ['www.example.com. 60 HINFO "RFC8482" ""'],
    maxAge: 60,
  },
  {
    name: "A11 ANY for a missing name is NXDOMAIN",
    question: "nope.example.com. ANY",
    rcode: "NXDOMAIN",
    authority: [SOA_COM],
    maxAge: 60,
  },
];

const SUB_REFERRAL = {
  aa: false,
  authority: ["sub.example.com. 300 NS ns.sub.example.com.", "sub.example.com. 300 NS ns9.example.net."],
  additional: ["ns.sub.example.com. 300 A 192.0.2.54", "ns.sub.example.com. 300 AAAA 2001:db8::54"],
  maxAge: 300,
} as const;

export const DELEGATIONS: readonly LookupCase[] = [
  { name: "below a cut: a referral with glue", question: "www.sub.example.com. A", ...SUB_REFERRAL },
  { name: "NS at the cut is a referral too", question: "sub.example.com. NS", ...SUB_REFERRAL },
  { name: "so is any type at the cut but DS", question: "sub.example.com. A", ...SUB_REFERRAL },
  { name: "glue is not an answer", question: "ns.sub.example.com. A", ...SUB_REFERRAL },
  {
    name: "DS at the cut is the parent's answer",
    question: "sub.example.com. DS",
    answer: [`sub.example.com. 300 DS 12345 13 2 ${DIGEST}`],
    maxAge: 300,
  },
  {
    name: "no DS at the cut: NODATA with the parent's SOA",
    question: "insecure.example.com. DS",
    authority: [SOA_COM],
    maxAge: 60,
  },
  {
    name: "a cut without glue",
    question: "x.insecure.example.com. A",
    aa: false,
    authority: ["insecure.example.com. 300 NS ns9.example.net."],
    maxAge: 300,
  },
  {
    name: "sibling glue comes with a referral too",
    question: "x.sibling.example.com. A",
    aa: false,
    authority: ["sibling.example.com. 300 NS ns.sub.example.com."],
    additional: ["ns.sub.example.com. 300 A 192.0.2.54", "ns.sub.example.com. 300 AAAA 2001:db8::54"],
    maxAge: 300,
  },
  {
    name: "a hosted child answers for itself",
    question: "www.child.example.com. A",
    answer: ["www.child.example.com. 300 A 192.0.2.77"],
    maxAge: 300,
  },
  {
    name: "DS at a hosted child's apex is the parent's answer",
    question: "child.example.com. DS",
    answer: [`child.example.com. 300 DS 1 13 2 ${DIGEST}`],
    maxAge: 300,
  },
  {
    name: "DS at a hosted child's apex of which the parent holds nothing: the name exists, NODATA with the parent's SOA",
    question: "silent.between.example.com. DS",
    authority: [SOA_COM],
    maxAge: 60,
  },
  {
    name: "the names between the two apexes exist in the parent (RFC 8020)",
    question: "between.example.com. A",
    authority: [SOA_COM],
    maxAge: 60,
  },
  {
    name: "DS at an apex whose parent is not hosted is the zone's own NODATA",
    question: "example.net. DS",
    authority: [SOA_NET],
    maxAge: 30,
  },
  {
    name: "other types at the child's apex are the child's",
    question: "child.example.com. MX",
    authority: [SOA_CHILD],
    maxAge: 60,
  },
];

export const DNAMES: readonly LookupCase[] = [
  {
    name: "a name below a DNAME: the DNAME, a CNAME with its TTL, and the target",
    question: "www.old.example.com. A",
    answer: [
      "old.example.com. 300 DNAME new.example.net.",
      "www.old.example.com. 300 CNAME www.new.example.net.",
      "www.new.example.net. 120 A 198.51.100.20",
    ],
    maxAge: 120,
  },
  { name: "the DNAME's own name is not redirected", question: "old.example.com. A", authority: [SOA_COM], maxAge: 60 },
  {
    name: "DNAME itself can be asked",
    question: "old.example.com. DNAME",
    answer: ["old.example.com. 300 DNAME new.example.net."],
    maxAge: 300,
  },
  {
    name: "CNAME below a DNAME is the synthesised one",
    question: "www.old.example.com. CNAME",
    answer: ["old.example.com. 300 DNAME new.example.net.", "www.old.example.com. 300 CNAME www.new.example.net."],
    authority: [],
    maxAge: 300,
  },
];

const LONG = `${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(40)}`;

export const LIMITS: readonly LookupCase[] = [
  {
    name: "a substitution beyond 255 octets is YXDOMAIN with the DNAME",
    question: `${LONG}.far.example.com. A`,
    rcode: "YXDOMAIN",
    answer: ["far.example.com. 300 DNAME a-target-name-much-longer-than-its-owner.example.net."],
    maxAge: 300,
  },
  {
    name: "eight CNAMEs are followed to their end",
    question: "c2.example.com. A",
    answer: [...cnames(2, 8), "c9.example.com. 300 CNAME www.example.com.", "www.example.com. 30 A 192.0.2.10"],
    maxAge: 30,
  },
  { name: "a ninth is not: what was gathered", question: "c1.example.com. A", answer: cnames(1, 8), maxAge: 300 },
];

function cnames(from: number, to: number): string[] {
  return Array.from(
    { length: to - from + 1 },
    (_, at) => `c${from + at}.example.com. 300 CNAME c${from + at + 1}.example.com.`,
  );
}
