/** What aliases of outside hosts answer, by what is known of the hosts and of health. */
import type { KnownHost } from "../support/hosts.ts";

export const ZONE = `
zone: example.com
ttl: 60
checks:
  here: { type: tcp, address: 192.0.2.1, port: 80 }
  there: { type: tcp, hostname: lb.example.net, port: 80 }
records:
  "@": { A: { alias: { host: lb.example.net } } }
  both: { addresses: { alias: { host: LB.example.net. } } }
  to: { A: { alias: "@" } }
  link: { CNAME: "@" }
  backup:
    A:
      failover:
        - { id: here, values: 192.0.2.1, check: here }
        - { id: there, alias: { host: lb.example.net } }
  checked:
    A:
      failover:
        - { id: there, alias: { host: lb.example.net }, check: there }
        - { id: here, values: 192.0.2.1, check: here }
  spread:
    A:
      weighted:
        - { id: one, weight: 1, alias: { host: lb.example.net } }
        - { id: two, weight: 1, alias: { host: lb2.example.net } }
  many:
    A:
      multivalue:
        - { id: one, alias: { host: lb.example.net } }
        - { id: two, alias: { host: lb2.example.net } }
        - { id: here, values: 192.0.2.7 }
  through:
    A:
      failover:
        - { id: first, alias: "@" }
        - { id: here, values: 192.0.2.1 }
`;

/** `code text`. */
export const UNREACHABLE = "22 no upstream can be reached";
export const STALE = "3 the last known addresses of an outside host";
export const FAILED_OPEN = "0 nothing is healthy: answered as if all were";
export const SOA = "example.com. 60 IN SOA";

export interface HostCase {
  readonly name: string;
  /** `www.example.com. A` */
  readonly question: string;
  readonly hosts: Readonly<Record<string, KnownHost | null>>;
  /** Checks that are unhealthy. */
  readonly down?: readonly string[];
  readonly rcode?: string;
  /** `ttl data`, in order. */
  readonly answer?: readonly string[];
  /** TTLs of SOAs. */
  readonly authority?: readonly number[];
  readonly errors?: readonly string[];
}

const LB: Readonly<Record<string, KnownHost>> = { "lb.example.net. A": { numbers: [10, 11] } };

export const PLAIN: readonly HostCase[] = [
  {
    name: "the apex answers with the host's addresses, for the host's own TTL",
    question: "example.com. A",
    hosts: LB,
    answer: ["300 192.0.2.10", "300 192.0.2.11"],
  },
  {
    name: "the TTL is what is left of it",
    question: "example.com. A",
    hosts: { "lb.example.net. A": { numbers: [10], ttlSeconds: 300, ageSeconds: 100.9 } },
    answer: ["200 192.0.2.10"],
  },
  {
    name: "a TTL of zero stays zero",
    question: "example.com. A",
    hosts: { "lb.example.net. A": { numbers: [10], ttlSeconds: 0 } },
    answer: ["0 192.0.2.10"],
  },
  {
    name: "the last known addresses say so, and are kept for 30 s",
    question: "example.com. A",
    hosts: { "lb.example.net. A": { numbers: [10], ttlSeconds: 300, ageSeconds: 9_999, stale: true } },
    answer: ["30 192.0.2.10"],
    errors: [STALE],
  },
  {
    name: "a host without addresses is NODATA",
    question: "example.com. A",
    hosts: { "lb.example.net. A": {} },
    authority: [60],
  },
  {
    name: "of a host that nothing is known of the upstream's reason is told",
    question: "example.com. A",
    hosts: {},
    rcode: "SERVFAIL",
    errors: [UNREACHABLE],
  },
  {
    name: "what is not asked of the host is not in the set",
    question: "example.com. AAAA",
    hosts: LB,
    authority: [60],
  },
  {
    name: "addresses answer with both families, each for its own TTL",
    question: "both.example.com. AAAA",
    hosts: { ...LB, "lb.example.net. AAAA": { numbers: [1], ttlSeconds: 20 } },
    answer: ["20 2001:db8::1"],
  },
  {
    name: "addresses of a host with one family",
    question: "both.example.com. AAAA",
    hosts: { ...LB, "lb.example.net. AAAA": {} },
    authority: [60],
  },
  {
    name: "one family that is unknown does not hurt the other",
    question: "both.example.com. A",
    hosts: LB,
    answer: ["300 192.0.2.10", "300 192.0.2.11"],
  },
  {
    name: "one family that is unknown is not absent",
    question: "both.example.com. AAAA",
    hosts: LB,
    rcode: "SERVFAIL",
    errors: [UNREACHABLE],
  },
  {
    name: "an alias to the alias",
    question: "to.example.com. A",
    hosts: { "lb.example.net. A": { numbers: [10], ttlSeconds: 45 } },
    answer: ["45 192.0.2.10"],
  },
];

export const TREES: readonly HostCase[] = [
  {
    name: "while the primary is healthy the host is not looked at",
    question: "backup.example.com. A",
    hosts: {},
    answer: ["60 192.0.2.1"],
  },
  {
    name: "the host is the secondary, with the smaller TTL: the set's",
    question: "backup.example.com. A",
    hosts: LB,
    down: ["here"],
    answer: ["60 192.0.2.10", "60 192.0.2.11"],
  },
  {
    name: "the host is the secondary, with the smaller TTL: its own",
    question: "backup.example.com. A",
    hosts: { "lb.example.net. A": { numbers: [10], ttlSeconds: 7 } },
    down: ["here"],
    answer: ["7 192.0.2.10"],
  },
  {
    name: "a host without addresses is no candidate: what is left fails open",
    question: "backup.example.com. A",
    hosts: { "lb.example.net. A": {} },
    down: ["here"],
    answer: ["60 192.0.2.1"],
    errors: [FAILED_OPEN],
  },
  {
    name: "nor is one that nothing is known of",
    question: "backup.example.com. A",
    hosts: {},
    down: ["here"],
    answer: ["60 192.0.2.1"],
    errors: [FAILED_OPEN],
  },
  {
    name: "a host whose check is healthy",
    question: "checked.example.com. A",
    hosts: LB,
    answer: ["60 192.0.2.10", "60 192.0.2.11"],
  },
  {
    name: "a host whose check is not, whatever its addresses",
    question: "checked.example.com. A",
    hosts: LB,
    down: ["there"],
    answer: ["60 192.0.2.1"],
  },
  {
    name: "the weight of a host without addresses goes to the others",
    question: "spread.example.com. A",
    hosts: { "lb.example.net. A": {}, "lb2.example.net. A": { numbers: [20] } },
    answer: ["60 192.0.2.20"],
  },
  {
    name: "hosts that are all without addresses: NODATA",
    question: "spread.example.com. A",
    hosts: { "lb.example.net. A": {}, "lb2.example.net. A": {} },
    authority: [60],
  },
  {
    name: "hosts of which one is unknown and the others are without addresses: not known to be absent",
    question: "spread.example.com. A",
    hosts: { "lb.example.net. A": {} },
    rcode: "SERVFAIL",
    errors: [UNREACHABLE],
  },
  {
    name: "several together, each record once, with the smallest TTL",
    question: "many.example.com. A",
    hosts: {
      "lb.example.net. A": { numbers: [7, 8], ttlSeconds: 50 },
      "lb2.example.net. A": { numbers: [8], ttlSeconds: 9 },
    },
    answer: ["9 192.0.2.7", "9 192.0.2.8"],
  },
  {
    name: "an alias to a host without addresses is unhealthy, and backed out of",
    question: "through.example.com. A",
    hosts: { "lb.example.net. A": {} },
    answer: ["60 192.0.2.1"],
  },
];
