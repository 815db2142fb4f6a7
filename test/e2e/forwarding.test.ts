/**
 * Names outside the hosted zones, asked by kdig, of a real upstream: dnsdist over HTTPS, with a certificate of an authority
 * that `fairlead dev` is told of, before a validating unbound.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dev, startDev, temporaryFolder } from "./support/dev.ts";
import { type Dug, kdig } from "./support/kdig.ts";
import { type DohServer, type Resolver, startDohServer, startResolver } from "./support/resolver.ts";
import { type Front, makeCertificate, startFront } from "./support/tls-front.ts";

const ZONE = `
zone: example.com
records:
  "@": { addresses: { alias: { host: alias.example.net } } }
  www: { A: 192.0.2.1 }
  out: { CNAME: alias.example.net. }
  sub: { NS: [ns.example.net.] }
`;

const NOT_HOSTED = "20 (Not Authoritative): 'not a hosted zone'";
const SOA = "example.net. 60 IN SOA ns1.example.net. hostmaster.example.net. 1 3600 900 86400 60";

let folder: string;
let resolver: Resolver;
let upstream: DohServer;
let dev: Dev;
let front: Front;

beforeAll(async () => {
  folder = await temporaryFolder();
  const certificates = join(folder, "upstream");
  await mkdir(certificates);
  const tls = await makeCertificate(certificates);
  resolver = await startResolver(folder);
  upstream = await startDohServer({ folder, resolver, who: "192.0.2.100", tls });
  const flags = ["--var", `UPSTREAMS=${upstream.url}`];
  dev = await startDev({ "example.com.yaml": ZONE }, flags, { env: { NODE_EXTRA_CA_CERTS: tls.authority } });
  front = await startFront(folder, dev.port);
});

afterAll(async () => {
  await front?.stop();
  await dev?.stop();
  await upstream?.down();
  await resolver?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** kdig asks for AD, unless it is told not to, and the upstream has validated what it says of example.net. */
const nothing = { status: "NOERROR", flags: "qr rd ra ad", answer: [], authority: [], errors: [] };

const rows: readonly (Partial<Dug> & { readonly name: string; readonly question: string })[] = [
  { name: "an IPv4 address", question: "www.example.net A", answer: ["www.example.net. 300 IN A 192.0.2.80"] },
  {
    name: "an IPv6 address",
    question: "www.example.net AAAA",
    answer: ["www.example.net. 300 IN AAAA 2001:db8::80"],
  },
  { name: "a name without such data", question: "ns1.example.net AAAA", authority: [SOA] },
  { name: "a name that is not there", question: "nx.example.net A", status: "NXDOMAIN", authority: [SOA] },
  {
    name: "a CNAME out of the hosted zone is completed, and is no longer authoritative alone",
    question: "out.example.com A",
    flags: "qr aa rd ra",
    answer: [
      "out.example.com. 60 IN CNAME alias.example.net.",
      "alias.example.net. 300 IN CNAME www.example.net.",
      "www.example.net. 300 IN A 192.0.2.80",
    ],
  },
  {
    name: "a CNAME that leads into the hosted zone is answered by it, though the upstream knows no such name",
    question: "back.example.net A",
    flags: "qr rd ra",
    answer: ["back.example.net. 300 IN CNAME www.example.com.", "www.example.com. 60 IN A 192.0.2.1"],
  },
  {
    name: "an apex that answers with an outside host's addresses as its own",
    question: "example.com A",
    flags: "qr aa rd ra",
    answer: ["example.com. 300 IN A 192.0.2.80"],
  },
  {
    name: "in the other family too",
    question: "example.com AAAA",
    flags: "qr aa rd ra",
    answer: ["example.com. 300 IN AAAA 2001:db8::80"],
  },
  {
    name: "a name below a delegation of the hosted zone",
    question: "host.sub.example.com A",
    flags: "qr rd ra",
    answer: ["host.sub.example.com. 300 IN A 192.0.2.90"],
  },
  {
    name: "without RD a delegation is referred to",
    question: "host.sub.example.com A +nordflag",
    flags: "qr ra",
    authority: ["sub.example.com. 60 IN NS ns.example.net."],
  },
  {
    name: "without RD a name outside is refused",
    question: "www.example.net A +nordflag",
    status: "REFUSED",
    flags: "qr ra",
    errors: [NOT_HOSTED],
  },
  {
    name: "AD is not for those who do not ask for it",
    question: "www.example.net A +noadflag",
    flags: "qr rd ra",
    answer: ["www.example.net. 300 IN A 192.0.2.80"],
  },
  {
    name: "what fails validation is SERVFAIL, with the upstream's reason",
    question: "forged.example.net A",
    status: "SERVFAIL",
    flags: "qr rd ra",
    errors: [expect.stringMatching(/^6 \(DNSSEC Bogus\)/)],
  },
  {
    name: "with CD it is told all the same",
    question: "forged.example.net A +cdflag",
    flags: "qr rd ra cd",
    answer: ["forged.example.net. 60 IN A 192.0.2.66"],
  },
  {
    name: "a special name is answered here",
    question: "printer.local A",
    status: "NXDOMAIN",
    flags: "qr aa rd ra",
    authority: ["local. 10800 IN SOA local. nobody.invalid. 1 3600 1200 604800 10800"],
    errors: ["15 (Blocked): 'local. is never asked of other servers (RFC 6762)'"],
  },
];

/** Takes back what a TTL may have counted down by since another row asked: less than ten seconds. */
function asAtFirst(records: readonly string[]): string[] {
  return records.map((record) => record.replace(/ (\d+) /, (_, ttl) => ` ${Math.ceil(Number(ttl) / 10) * 10} `));
}

describe("kdig asks for", () => {
  test.each(rows)("$name", async ({ name: _, question, ...expected }) => {
    const dug = await kdig(front, question);
    const told = { ...dug, answer: asAtFirst(dug.answer), authority: asAtFirst(dug.authority) };
    expect(told).toEqual({ ...nothing, ...expected });
  });
});

test("with DO the signatures come along, and AD", async () => {
  const { flags, answer } = await kdig(front, "alias.example.net A +dnssec");
  expect({ flags, types: answer.map((record) => record.split(" ")[3]) }).toEqual({
    flags: "qr rd ra ad",
    types: ["CNAME", "RRSIG", "A", "RRSIG"],
  });
});

test("a TTL counts down while the answer is kept; at its end the upstream is asked again", async () => {
  const changes: string[] = [];
  let last: number | null = null;
  for (const deadline = Date.now() + 8_000; Date.now() < deadline && !changes.includes("up"); await delay(100)) {
    const ttl = Number((await kdig(front, "brief.who.example.net A")).answer[0]?.split(" ")[1]);
    if (last !== null && ttl !== last) changes.push(ttl < last ? "down" : "up");
    last = ttl;
  }
  expect([changes[0], changes.at(-1)]).toEqual(["down", "up"]);
});
