/**
 * EDNS Client Subnet by a client that is not the project's own: `kdig +https +subnet` against `fairlead dev` behind TLS,
 * for networks, for `places.csv` and for affinity. The reply's option tells for whom the answer may be kept.
 */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Dev, startDev, temporaryFolder } from "./support/dev.ts";
import { run } from "./support/process.ts";
import { type Front, startFront } from "./support/tls-front.ts";

const ZONE = `
zone: example.com
networks: { office: [203.0.113.0/24, "2001:db8:1::/48"] }
records:
  net:
    A:
      ipBased:
        - { id: office, networks: [office], values: [192.0.2.41] }
        - { id: region, networks: ["2001:db8::/33"], values: [192.0.2.42] }
        - { id: others, default: true, values: [192.0.2.49] }
  geo:
    A:
      geolocation:
        - { id: germany, country: DE, values: [192.0.2.51] }
        - { id: oceania, continent: OC, values: [192.0.2.52] }
        - { id: others, default: true, values: [192.0.2.59] }
  near:
    A:
      geoproximity:
        - { id: frankfurt, region: eu-central-1, values: [192.0.2.61] }
        - { id: sydney, region: ap-southeast-2, values: [192.0.2.62] }
  kept:
    addresses:
      affinity: client
      weighted:
        - { id: one, weight: 1, values: [192.0.2.71, "2001:db8::71"] }
        - { id: two, weight: 1, values: [192.0.2.72, "2001:db8::72"] }
        - { id: three, weight: 1, values: [192.0.2.73, "2001:db8::73"] }
`;

const PLACES = `block,continent,country,subdivision,latitude,longitude
203.0.113.0/24,EU,DE,,50.1,8.7
198.51.100.0/24,OC,AU,,-33.9,151.2
2001:db8::/32,EU,DE,,50.1,8.7
`;

let dev: Dev;
let front: Front;
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  dev = await startDev({ "example.com.yaml": ZONE, "places.csv": PLACES });
  front = await startFront(folder, dev.port);
});

afterAll(async () => {
  await front?.stop();
  await dev?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Reply {
  readonly address: string;
  /** `<address>/<source>/<scope>` as kdig prints the reply's option; null: there is none. */
  readonly subnet: string | null;
}

async function kdig(label: string, subnet: string | null, type = "A"): Promise<Reply> {
  const server = ["@127.0.0.1", "-p", String(front.port), "+https"];
  const tls = [`+tls-ca=${front.authority}`, "+tls-hostname=localhost"];
  const client = subnet === null ? ["+edns"] : [`+subnet=${subnet}`];
  const asked = await run("kdig", [...server, ...tls, ...client, `${label}.example.com`, type], 20_000);
  if (asked.code !== 0) throw new Error(`kdig ended with ${asked.code}: ${asked.stdout}${asked.stderr}`);
  const [, address = ""] = /^\S+\s+\d+\s+IN\s+(?:A|AAAA)\s+(\S+)$/m.exec(asked.stdout) ?? [];
  const [, told = null] = /^;; CLIENT-SUBNET: (\S+)$/m.exec(asked.stdout) ?? [];
  return { address, subnet: told };
}

const rows = [
  {
    name: "net: inside a /24 block",
    label: "net",
    subnet: "203.0.113.0/24",
    reply: { address: "192.0.2.41", subnet: "203.0.113.0/24/24" },
  },
  {
    name: "net: of two blocks the longer one",
    label: "net",
    subnet: "2001:db8:1:200::/56",
    reply: { address: "192.0.2.41", subnet: "2001:db8:1:200::/56/48" },
  },
  {
    name: "net: in the shorter block, as far as the longer one does not reach (47 bits)",
    label: "net",
    subnet: "2001:db8:2:300::/56",
    reply: { address: "192.0.2.42", subnet: "2001:db8:2:300::/56/47" },
  },
  {
    name: "net: outside every block, the default, one bit beyond what is shared with the nearest",
    label: "net",
    subnet: "198.51.100.0/24",
    reply: { address: "192.0.2.49", subnet: "198.51.100.0/24/5" },
  },
  {
    name: "net: a prefix shorter than the block is not in it, and the scope asks for more",
    label: "net",
    subnet: "203.0.0.0/16",
    reply: { address: "192.0.2.49", subnet: "203.0.0.0/16/18" },
  },
  {
    name: "net: /0 asks not to be located",
    label: "net",
    subnet: "0.0.0.0/0",
    reply: { address: "192.0.2.49", subnet: "0.0.0.0/0/0" },
  },
  {
    name: "geo: a country by its block",
    label: "geo",
    subnet: "203.0.113.0/24",
    reply: { address: "192.0.2.51", subnet: "203.0.113.0/24/24" },
  },
  {
    name: "geo: a continent by its block",
    label: "geo",
    subnet: "198.51.100.0/24",
    reply: { address: "192.0.2.52", subnet: "198.51.100.0/24/24" },
  },
  {
    name: "geo: an IPv6 block",
    label: "geo",
    subnet: "2001:db8:77::/48",
    reply: { address: "192.0.2.51", subnet: "2001:db8:77::/48/32" },
  },
  {
    name: "geo: in no block, the default",
    label: "geo",
    subnet: "192.0.2.0/24",
    reply: { address: "192.0.2.59", subnet: "192.0.2.0/24/6" },
  },
  {
    name: "near: the candidate near the block's position",
    label: "near",
    subnet: "203.0.113.0/24",
    reply: { address: "192.0.2.61", subnet: "203.0.113.0/24/24" },
  },
  {
    name: "near: the other one",
    label: "near",
    subnet: "198.51.100.0/24",
    reply: { address: "192.0.2.62", subnet: "198.51.100.0/24/24" },
  },
  {
    name: "net: no option, no option in the reply",
    label: "net",
    subnet: null,
    reply: { address: "192.0.2.49", subnet: null },
  },
];

test.each(rows)("$name", async ({ label, subnet, reply }) => {
  expect(await kdig(label, subnet)).toEqual(reply);
});

describe("affinity", () => {
  /** Of three candidates one has none of these clients once in 6·10⁵, and not by chance from run to run. */
  const CLIENTS = Array.from({ length: 30 }, (_, at) => `2001:db8:0:${at}00::/56`);

  test("a network keeps its answer, in both families, and the reply holds for that network", async () => {
    const seen = new Set<string>();
    for (const subnet of CLIENTS) {
      const [first, again, other] = [
        await kdig("kept", subnet),
        await kdig("kept", subnet),
        await kdig("kept", subnet, "AAAA"),
      ];
      expect([again.address, other.address]).toEqual([first.address, `2001:db8::${first.address.slice(-2)}`]);
      expect(first.subnet).toMatch(/^2001:db8:.*\/56\/56$/);
      seen.add(first.address);
    }
    expect([...seen].toSorted()).toEqual(["192.0.2.71", "192.0.2.72", "192.0.2.73"]);
  });

  test("an IPv4 network is looked at to 24 bits", async () => {
    const { subnet } = await kdig("kept", "203.0.113.0/24");
    expect(subnet).toBe("203.0.113.0/24/24");
  });
});
