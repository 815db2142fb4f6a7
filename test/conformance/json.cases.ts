/** Questions in a URL and their answers in JSON: the shape that Google's and Cloudflare's public resolvers document. */

export const JSON_ZONES = [
  `
zone: example.com
records:
  www: { A: [192.0.2.1, 192.0.2.2], AAAA: "2001:db8::1" }
  Www2: { CNAME: www }
  text: { TXT: ['v=spf1 -all', 'with "quotes"'] }
  mail: { MX: [10 mx.example.com., 20 mx.example.net.] }
  web: { HTTPS: '1 . alpn="h2,h3" ipv4hint=192.0.2.1' }
  odd: { TYPE65280: '\\# 3 0a0b0c' }
  'a\\.b': { A: 192.0.2.3 }
  _dmarc: { TXT: 'v=DMARC1; p=none' }
  xn--mnchen-3ya: { A: 192.0.2.4 }
  sub: { NS: ns.sub }
  ns.sub: { A: 192.0.2.53 }
  near:
    A:
      ipBased:
        - { id: office, networks: [203.0.113.0/24], values: 192.0.2.80 }
        - { id: others, default: true, values: 192.0.2.90 }
`,
];

export interface JsonCase {
  /** States the fact. */
  readonly name: string;
  /** What follows "?". */
  readonly search: string;
  readonly body: object;
  /** By default 60 seconds. */
  readonly cacheControl?: string;
}

const FLAGS = { TC: false, RD: true, RA: false, AD: false, CD: false };
const ok = (name: string, type: number, answer: readonly object[]) => ({
  Status: 0,
  ...FLAGS,
  Question: [{ name, type }],
  Answer: answer,
});
const record = (name: string, type: number, data: string, TTL = 60) => ({ name, type, TTL, data });
const WWW = ok("www.example.com.", 1, [
  record("www.example.com.", 1, "192.0.2.1"),
  record("www.example.com.", 1, "192.0.2.2"),
]);
const WWW_AAAA = ok("www.example.com.", 28, [record("www.example.com.", 28, "2001:db8::1")]);
const refused = (name: string, type: number) => ({
  Status: 5,
  ...FLAGS,
  Question: [{ name, type }],
  Comment: "EDE 20 (Not Authoritative): not a hosted zone",
});
const SOA = record("example.com.", 6, "ns1.example.com. hostmaster.example.com. 7 7200 900 1209600 60");
const shuffled = "private, max-age=60";

export const ANSWERS: readonly JsonCase[] = [
  { name: "A is the type of whoever names none", search: "name=www.example.com", body: WWW, cacheControl: shuffled },
  { name: "an empty type is none", search: "name=www.example.com&type=", body: WWW, cacheControl: shuffled },
  { name: "a type by number", search: "name=www.example.com&type=28", body: WWW_AAAA },
  { name: "a type by mnemonic", search: "name=www.example.com&type=AAAA", body: WWW_AAAA },
  { name: "a mnemonic in small letters", search: "name=www.example.com&type=aaaa", body: WWW_AAAA },
  { name: "a type as RFC 3597 writes it", search: "name=www.example.com&type=TYPE28", body: WWW_AAAA },
  { name: "a final dot changes nothing", search: "name=www.example.com.&type=AAAA", body: WWW_AAAA },
  { name: "the first of two parameters counts", search: "name=www.example.com&type=28&type=1", body: WWW_AAAA },
  {
    name: "unknown parameters are passed over",
    search: "ct=x&random_padding=x&name=www.example.com&type=28",
    body: WWW_AAAA,
  },
  {
    name: "the question keeps its case, and so does the answer",
    search: "name=wWw.Example.com&type=28",
    body: ok("wWw.Example.com.", 28, [record("wWw.Example.com.", 28, "2001:db8::1")]),
  },
  {
    name: "a chain's links are told in order",
    search: "name=www2.example.com&type=28",
    body: ok("www2.example.com.", 28, [
      record("www2.example.com.", 5, "www.example.com."),
      record("www.example.com.", 28, "2001:db8::1"),
    ]),
  },
  {
    name: "text is quoted, its quotes escaped",
    search: "name=text.example.com&type=TXT",
    body: ok("text.example.com.", 16, [
      record("text.example.com.", 16, '"v=spf1 -all"'),
      record("text.example.com.", 16, '"with \\"quotes\\""'),
    ]),
    cacheControl: shuffled,
  },
  {
    name: "names in data are absolute",
    search: "name=mail.example.com&type=MX",
    body: ok("mail.example.com.", 15, [
      record("mail.example.com.", 15, "10 mx.example.com."),
      record("mail.example.com.", 15, "20 mx.example.net."),
    ]),
    cacheControl: shuffled,
  },
  {
    name: "service parameters are written out",
    search: "name=web.example.com&type=HTTPS",
    body: ok("web.example.com.", 65, [record("web.example.com.", 65, '1 . alpn="h2,h3" ipv4hint=192.0.2.1')]),
  },
  {
    name: "data of an unknown type is hexadecimal",
    search: "name=odd.example.com&type=65280",
    body: ok("odd.example.com.", 65280, [record("odd.example.com.", 65280, "\\# 3 0A0B0C")]),
  },
  {
    name: "escapes are read and written",
    search: "name=a\\.b.example.com",
    body: ok("a\\.b.example.com.", 1, [record("a\\.b.example.com.", 1, "192.0.2.3")]),
  },
  {
    name: "A08 an underscore is a letter like any other",
    search: "name=_dmarc.example.com&type=TXT",
    body: ok("_dmarc.example.com.", 16, [record("_dmarc.example.com.", 16, '"v=DMARC1; p=none"')]),
  },
  {
    name: "an international name is asked by its A-labels",
    search: "name=M%C3%BCnchen.example.com",
    body: ok("xn--mnchen-3ya.example.com.", 1, [record("xn--mnchen-3ya.example.com.", 1, "192.0.2.4")]),
  },
  {
    name: "A07 the root is a dot",
    search: "name=.&type=NS",
    body: refused(".", 2),
    cacheControl: "no-store",
  },
  {
    name: "A07 a name of one label",
    search: "name=test.&type=SOA",
    body: refused("test.", 6),
    cacheControl: "no-store",
  },
  {
    name: "a subnet steers, and comes back with the scope of the answer",
    search: "name=near.example.com&edns_client_subnet=203.0.113.9/32",
    body: {
      ...ok("near.example.com.", 1, [record("near.example.com.", 1, "192.0.2.80")]),
      edns_client_subnet: "203.0.113.9/24",
    },
    cacheControl: shuffled,
  },
  {
    name: "an address alone is a subnet",
    search: "name=www.example.com&type=28&edns_client_subnet=2001:db8::1",
    body: { ...WWW_AAAA, edns_client_subnet: "2001:db8::1/0" },
  },
  {
    name: "a subnet of no bits asks not to be located",
    search: "name=near.example.com&edns_client_subnet=0.0.0.0/0",
    body: {
      ...ok("near.example.com.", 1, [record("near.example.com.", 1, "192.0.2.90")]),
      edns_client_subnet: "0.0.0.0/0",
    },
    cacheControl: shuffled,
  },
  {
    name: "a name that is not there comes with the zone's SOA",
    search: "name=absent.example.com",
    body: { Status: 3, ...FLAGS, Question: [{ name: "absent.example.com.", type: 1 }], Authority: [SOA] },
  },
  {
    name: "a type that is not there comes with the zone's SOA",
    search: "name=www.example.com&type=TXT",
    body: { Status: 0, ...FLAGS, Question: [{ name: "www.example.com.", type: 16 }], Authority: [SOA] },
  },
  {
    name: "a delegation comes with its name servers and their addresses",
    search: "name=www.sub.example.com",
    body: {
      Status: 0,
      ...FLAGS,
      Question: [{ name: "www.sub.example.com.", type: 1 }],
      Authority: [record("sub.example.com.", 2, "ns.sub.example.com.")],
      Additional: [record("ns.sub.example.com.", 1, "192.0.2.53")],
    },
  },
  {
    name: "a transfer is refused in DNS, not in HTTP",
    search: "name=example.com&type=AXFR",
    body: {
      Status: 5,
      ...FLAGS,
      Question: [{ name: "example.com.", type: 252 }],
      Comment: "EDE 21 (Not Supported): zones are not transferred",
    },
    cacheControl: "no-store",
  },
  ...["do=1", "do=true", "do=0", "do=false", "do=", "do", "cd=1", "cd=TRUE", "cd=0"].map((flag) => ({
    name: "flags change nothing of what is hosted",
    search: `name=www.example.com&type=28&${flag}`,
    body: WWW_AAAA,
  })),
];

/** What is answered with 400 and a message in JSON. */
export const REFUSALS: readonly { readonly name: string; readonly search: string; readonly error: string }[] = [
  { name: "no name", search: "type=A", error: '"name" is required: an absolute name, as www.example.com.' },
  { name: "an empty name", search: "name=", error: '"name" is required: an absolute name, as www.example.com.' },
  {
    name: "an empty label",
    search: "name=a..example.com",
    error: '"a..example.com" has an empty label; labels are 1 to 63 octets.',
  },
  {
    name: "a label of 64 octets",
    search: `name=${"a".repeat(64)}.example.com`,
    error: `"${"a".repeat(64)}.example.com" has a label of 64 octets; at most 63 are allowed.`,
  },
  {
    name: "a name with a space",
    search: "name=a%20b.example.com",
    error: '"a b.example.com" holds " "; allowed are ASCII, \\X and \\000 to \\255.',
  },
  {
    name: "letters that no host name may hold",
    search: "name=%EF%BF%BD.example.com",
    error: '"\ufffd.example.com" cannot be written in ASCII (UTS 46).',
  },
  {
    name: "an international label that is too long",
    search: `name=${"%C3%BC".repeat(70)}.example.com`,
    error: `"xn--td${"a".repeat(70)}.example.com" has a label of 76 octets; at most 63 are allowed.`,
  },
  ...["0", "65536", "-1", "1.5", "NOSUCH", "TYPE0", "TYPE65536"].map((type) => ({
    name: "no such type",
    search: `name=www.example.com&type=${type}`,
    error: `"${type}" is no type; write a mnemonic, a number from 1 to 65535, or TYPE65.`,
  })),
  { name: "do that is neither", search: "name=a.example&do=yes", error: '"do" is 1, true, 0 or false, not "yes".' },
  { name: "cd that is neither", search: "name=a.example&cd=2", error: '"cd" is 1, true, 0 or false, not "2".' },
  ...["203.0.113.0/33", "203.0.113/24", "2001:db8::/129", "here", "203.0.113.0/24/1"].map((subnet) => ({
    name: "no subnet",
    search: `name=www.example.com&edns_client_subnet=${subnet}`,
    error: `"${subnet}" is no subnet; write 203.0.113.0/24, 2001:db8::/56 or, to be located nowhere, 0.0.0.0/0.`,
  })),
];
