/** The zones that lookup.cases.ts asks: the example zone of RFC 4592 2.2.1, and two of our own that point at each other. */

export const RFC_4592_ZONE = `
zone: example
ttl: 3600
soa: { mname: ns.example.com., rname: hostmaster, ttl: 3600, minimum: 3600 }
records:
  "@": { NS: [ns.example.com., ns.example.net.] }
  "*":
    TXT: this is a wildcard
    MX: 10 host1
  "sub.*": { TXT: this is not a wildcard }
  host1: { A: 192.0.2.1 }
  _ssh._tcp.host1: { SRV: 0 0 22 host1 }
  _ssh._tcp.host2: { SRV: 0 0 22 host1 }
  subdel: { NS: [ns.example.com., ns.example.net.] }
`;

export const COM_ZONE = `
zone: example.com
ttl: 300
soa: { mname: ns1, rname: hostmaster, ttl: 3600, minimum: 60 }
records:
  "@":
    NS: [ns1]
    MX: ["10 mail"]
  ns1: { A: 192.0.2.53 }
  mail: { A: 192.0.2.25 }
  www:
    A: { ttl: 30, values: [192.0.2.10] }
  a.b.ent: { TXT: below empty non-terminals }
  here: { CNAME: www }
  chain: { CNAME: here }
  away: { CNAME: www.example.net. }
  outside: { CNAME: www.example.org. }
  gone: { CNAME: nothing }
  empty: { CNAME: ent }
  bottom: { CNAME: www.sub }
  "*.wild": { A: 192.0.2.3 }
  x.wild: { TXT: covers itself }
  "*.proxy": { CNAME: web.proxy }
  web.proxy: { A: 192.0.2.9 }
  sub:
    NS: [ns.sub, ns9.example.net.]
    DS: 12345 13 2 49FD46E6C4B45C55D4AC69CBD3CD34AC1AFE51DE69FD46E6C4B45C55D4AC69CB
  ns.sub:
    A: 192.0.2.54
    AAAA: 2001:db8::54
  insecure: { NS: [ns9.example.net.] }
  sibling: { NS: [ns.sub] }
  child: { NS: [ns9.example.net.], DS: 1 13 2 49FD46E6C4B45C55D4AC69CBD3CD34AC1AFE51DE69FD46E6C4B45C55D4AC69CB }
  old: { DNAME: new.example.net. }
  far: { DNAME: a-target-name-much-longer-than-its-owner.example.net. }
  apexlike: { A: { alias: www } }
  cnamealias: { CNAME: { alias: here } }
  c1: { CNAME: c2 }
  c2: { CNAME: c3 }
  c3: { CNAME: c4 }
  c4: { CNAME: c5 }
  c5: { CNAME: c6 }
  c6: { CNAME: c7 }
  c7: { CNAME: c8 }
  c8: { CNAME: c9 }
  c9: { CNAME: www }
`;

/** A hosted child of example.com: DS for its apex is the parent's to answer. */
export const CHILD_ZONE = `
zone: child.example.com
ttl: 300
records:
  www: { A: 192.0.2.77 }
`;

/** A hosted child of which example.com says nothing, and two names down. */
export const SILENT_CHILD_ZONE = `
zone: silent.between.example.com
records:
  www: { A: 192.0.2.78 }
`;

export const NET_ZONE = `
zone: example.net
ttl: 120
soa: { ttl: 30, minimum: 3600 }
records:
  www: { A: 198.51.100.10 }
  www.new: { A: 198.51.100.20 }
`;
