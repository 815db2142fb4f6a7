/** What a resolver tells of itself (RFC 9462, RFC 9461, RFC 9606), and that it is a special name's. */
import { REFUSED, type SpecialCase, soaOf } from "./special-names.cases.ts";

const NAMES = ["dns.example.org.", "doh.example.org."];
const SVCB = (priority: number, host: string): string =>
  `SVCB ${priority} ${host} alpn="h2" dohpath="/dns-query{?dns}"`;
const INFO = (host: string): string => `RESINFO "exterr=0,3,14-15,19-23" "infourl=https://${host}/dns-query"`;

export const DISCOVERY: readonly SpecialCase[] = [
  {
    name: "who knows an address finds the names, in order of preference",
    question: "_dns.resolver.arpa. SVCB",
    publicNames: NAMES,
    answer: NAMES.map((host, at) => `_dns.resolver.arpa. 3600 ${SVCB(at + 1, host)}`),
    maxAge: 3600,
  },
  {
    name: "even where nothing is forwarded",
    question: "_dns.resolver.arpa. SVCB",
    publicNames: ["dns.example.org."],
    alone: true,
    answer: [`_dns.resolver.arpa. 3600 ${SVCB(1, "dns.example.org.")}`],
    maxAge: 3600,
  },
  {
    name: "who knows a name finds that one",
    question: "_dns.DOH.example.org. SVCB",
    publicNames: NAMES,
    answer: [`_dns.DOH.example.org. 3600 ${SVCB(1, "doh.example.org.")}`],
    maxAge: 3600,
  },
  {
    name: "another name's service is not ours to tell",
    question: "_dns.www.example.org. SVCB",
    publicNames: NAMES,
    ...REFUSED,
    leads: "_dns.www.example.org. outside",
  },
  {
    name: "what the resolver can do, by its name",
    question: "doh.example.org. RESINFO",
    publicNames: NAMES,
    answer: [`doh.example.org. 3600 ${INFO("doh.example.org")}`],
    maxAge: 3600,
  },
  {
    name: "and by resolver.arpa",
    question: "resolver.arpa. RESINFO",
    publicNames: NAMES,
    answer: [`resolver.arpa. 3600 ${INFO("dns.example.org")}`],
    maxAge: 3600,
  },
  {
    name: "resolver.arpa has no other data",
    question: "_dns.resolver.arpa. A",
    publicNames: NAMES,
    authority: soaOf("resolver.arpa"),
  },
  { name: "it is a zone", question: "resolver.arpa. SOA", answer: soaOf("resolver.arpa") },
  {
    name: "and its own name server",
    question: "resolver.arpa. NS",
    answer: ["resolver.arpa. 10800 NS resolver.arpa."],
  },
  { name: "and no name below it is missing", question: "a.b.resolver.arpa. TXT", authority: soaOf("resolver.arpa") },
  {
    name: "nobody is told where there are no names",
    question: "_dns.resolver.arpa. SVCB",
    authority: soaOf("resolver.arpa"),
  },
  {
    name: "without names and forwarding it is refused",
    question: "_dns.resolver.arpa. SVCB",
    alone: true,
    ...REFUSED,
    leads: "_dns.resolver.arpa. outside",
  },
  {
    name: "other types of the resolver's own name are ordinary",
    question: "doh.example.org. A",
    publicNames: NAMES,
    ...REFUSED,
    leads: "doh.example.org. outside",
  },
];
