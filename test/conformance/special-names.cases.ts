/**
 * Names that are never forwarded: a question, what stands for it, and whether the deployment forwards at all. Records are
 * written as `owner ttl type data`; AA is set.
 */

export interface SpecialCase {
  readonly name: string;
  readonly question: string;
  /** Nothing is forwarded. */
  readonly alone?: boolean;
  readonly publicNames?: readonly string[];
  readonly rcode?: string;
  readonly aa?: boolean;
  readonly answer?: readonly string[];
  readonly authority?: readonly string[];
  /** `code text`. */
  readonly errors?: readonly string[];
  /** Where it would be asked next. */
  readonly leads?: string | null;
  readonly maxAge?: number | null;
}

export const soaOf = (zone: string): readonly string[] => [
  `${zone}. 10800 SOA ${zone}. nobody.invalid. 1 3600 1200 604800 10800`,
];
const blocked = (zone: string, rfc: number): readonly string[] => [
  `15 ${zone}. is never asked of other servers (RFC ${rfc})`,
];
/** The name does not exist. */
const absent = (zone: string, rfc: number) => ({
  rcode: "NXDOMAIN",
  authority: soaOf(zone),
  errors: blocked(zone, rfc),
});
export const REFUSED = { rcode: "REFUSED", aa: false, errors: ["20 not a hosted zone"], maxAge: null } as const;

export const LOOPBACK: readonly SpecialCase[] = [
  { name: "localhost is this machine", question: "localhost. A", answer: ["localhost. 10800 A 127.0.0.1"] },
  { name: "in both families", question: "localhost. AAAA", answer: ["localhost. 10800 AAAA ::1"] },
  { name: "and so is all below it", question: "a.b.LocalHost. A", answer: ["a.b.LocalHost. 10800 A 127.0.0.1"] },
  { name: "it has no other data", question: "localhost. HTTPS", authority: soaOf("localhost") },
  { name: "ANY has one address", question: "localhost. ANY", answer: ["localhost. 10800 A 127.0.0.1"] },
  {
    name: "even where nothing is forwarded",
    question: "localhost. A",
    alone: true,
    answer: ["localhost. 10800 A 127.0.0.1"],
  },
  {
    name: "a name that only ends alike is another",
    question: "notlocalhost. A",
    ...REFUSED,
    leads: "notlocalhost. outside",
  },
];

export const ABSENT: readonly SpecialCase[] = [
  { name: "invalid does not exist", question: "invalid. A", ...absent("invalid", 6761) },
  { name: "nor does what is below it", question: "www.Invalid. AAAA", ...absent("invalid", 6761) },
  { name: "onion is not of the DNS", question: "example.onion. A", ...absent("onion", 7686) },
  { name: "alt is not of the DNS", question: "example.alt. TXT", ...absent("alt", 9476) },
  { name: "local is of the link", question: "printer.local. A", ...absent("local", 6762) },
  {
    name: "invalid is known where nothing is forwarded",
    question: "a.invalid. A",
    alone: true,
    ...absent("invalid", 6761),
  },
  { name: "so is onion", question: "a.onion. A", alone: true, ...absent("onion", 7686) },
  {
    name: "local is refused there, for another server may know it",
    question: "a.local. A",
    alone: true,
    ...REFUSED,
    leads: "a.local. outside",
  },
  { name: "test is for tests, on servers of one's own", question: "a.test. A", ...absent("test", 6761) },
  { name: "example is plain DNS", question: "a.example. A", ...REFUSED, leads: "a.example. outside" },
];

export const EMPTY_ZONES: readonly SpecialCase[] = [
  { name: "home.arpa is of the home", question: "nas.home.arpa. A", ...absent("home.arpa", 8375) },
  {
    name: "its own name has no data",
    question: "home.arpa. A",
    authority: soaOf("home.arpa"),
    errors: blocked("home.arpa", 8375),
  },
  { name: "but a SOA", question: "home.arpa. SOA", answer: soaOf("home.arpa") },
  { name: "and itself as its name server", question: "home.arpa. NS", answer: ["home.arpa. 10800 NS home.arpa."] },
  { name: "ANY is the SOA", question: "home.arpa. ANY", answer: soaOf("home.arpa") },
  { name: "its DS is its parent's", question: "home.arpa. DS", ...REFUSED, leads: "home.arpa. outside" },
  { name: "a DS below it is not", question: "nas.home.arpa. DS", ...absent("home.arpa", 8375) },
  { name: "service.arpa likewise", question: "a.service.arpa. SRV", ...absent("service.arpa", 9665) },
  { name: "an address of RFC 1918", question: "1.2.3.10.in-addr.arpa. PTR", ...absent("10.in-addr.arpa", 6303) },
  {
    name: "172.16.0.0/12 begins at 16",
    question: "1.0.16.172.in-addr.arpa. PTR",
    ...absent("16.172.in-addr.arpa", 6303),
  },
  { name: "and ends at 31", question: "1.0.31.172.in-addr.arpa. PTR", ...absent("31.172.in-addr.arpa", 6303) },
  {
    name: "172.15 is public",
    question: "1.0.15.172.in-addr.arpa. PTR",
    ...REFUSED,
    leads: "1.0.15.172.in-addr.arpa. outside",
  },
  {
    name: "172.32 is public",
    question: "1.0.32.172.in-addr.arpa. PTR",
    ...REFUSED,
    leads: "1.0.32.172.in-addr.arpa. outside",
  },
  {
    name: "100.64.0.0/10 begins at 64",
    question: "1.0.64.100.in-addr.arpa. PTR",
    ...absent("64.100.in-addr.arpa", 7793),
  },
  { name: "and ends at 127", question: "1.0.127.100.in-addr.arpa. PTR", ...absent("127.100.in-addr.arpa", 7793) },
  {
    name: "100.128 is public",
    question: "1.0.128.100.in-addr.arpa. PTR",
    ...REFUSED,
    leads: "1.0.128.100.in-addr.arpa. outside",
  },
  { name: "unique local addresses", question: "1.0.d.f.ip6.arpa. PTR", ...absent("d.f.ip6.arpa", 6303) },
  {
    name: "the loopback address",
    question: `1.${"0.".repeat(31)}ip6.arpa. PTR`,
    authority: soaOf(`1.${"0.".repeat(31)}ip6.arpa`),
    errors: blocked(`1.${"0.".repeat(31)}ip6.arpa`, 6303),
  },
  {
    name: "refused where nothing is forwarded",
    question: "nas.home.arpa. A",
    alone: true,
    ...REFUSED,
    leads: "nas.home.arpa. outside",
  },
];

export const HOSTED: readonly SpecialCase[] = [
  {
    name: "a hosted zone wins over a special name",
    question: "nas.lan.home.arpa. A",
    answer: ["nas.lan.home.arpa. 60 A 192.0.2.1"],
    maxAge: 60,
  },
  {
    name: "its absent names are its own",
    question: "tv.lan.home.arpa. A",
    rcode: "NXDOMAIN",
    authority: ["lan.home.arpa. 60 SOA ns1.lan.home.arpa. hostmaster.lan.home.arpa. 7 7200 900 1209600 60"],
    maxAge: 60,
  },
  {
    name: "its DS is not asked for where its parent is special",
    question: "lan.home.arpa. DS",
    authority: ["lan.home.arpa. 60 SOA ns1.lan.home.arpa. hostmaster.lan.home.arpa. 7 7200 900 1209600 60"],
    maxAge: 60,
  },
  { name: "what is beside it is special", question: "nas.home.arpa. A", ...absent("home.arpa", 8375) },
  {
    name: "a chain that ends at a special name ends here",
    question: "self.example.com. A",
    answer: ["self.example.com. 60 CNAME www.localhost.", "www.localhost. 10800 A 127.0.0.1"],
    maxAge: 60,
  },
  {
    name: "RCODE and reason are the last name's",
    question: "hidden.example.com. A",
    ...absent("onion", 7686),
    answer: ["hidden.example.com. 60 CNAME a.onion."],
    maxAge: 60,
  },
];
