/** Where clients are, in the real Worker: `request.cf` as the test sets it, Client Subnets, and a set of places. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { encode, type PacketOpt } from "dns-packet";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import worker from "../../src/worker.ts";
import { readMessage } from "../support/message.ts";
import {
  type Asked,
  PLACES,
  ROWS_WITH_PLACES,
  ROWS_WITHOUT_PLACES,
  type Row,
  SYDNEY,
  ZONE,
} from "./geography.cases.ts";
import { publish } from "./support/publish.ts";

interface Answer {
  readonly answer: string;
  /** Null: no ECS in the reply. */
  readonly scope: number | null;
  readonly caching: string | null;
}

async function ask(name: string, { cf = {}, ecs, address = "192.0.2.200" }: Asked): Promise<Answer> {
  const [ip = "", prefix] = ecs?.split("/") ?? [];
  const subnet = { code: 8, ip, sourcePrefixLength: Number(prefix), scopePrefixLength: 0 } as unknown as PacketOpt;
  const opt = { type: "OPT", name: ".", udpPayloadSize: 1232, extendedRcode: 0, ednsVersion: 0 } as const;
  const additionals = ecs === undefined ? [] : [{ ...opt, flags: 0, flag_do: false, options: [subnet] }];
  const body = encode({ type: "query", questions: [{ type: "A", name: `${name}.example.com` }], additionals });
  const headers = { "Content-Type": "application/dns-message", "CF-Connecting-IP": address };
  const ctx = createExecutionContext();
  const request = new Request("https://dns.example.com/dns-query", { method: "POST", headers, body, cf });
  const response = await worker.fetch(request as never, env, ctx);
  await waitOnExecutionContext(ctx);
  const message = readMessage(await response.bytes());
  const told = message.opt?.options.find(({ code }) => Number(code) === 8);
  return {
    answer: message.answer.map((text) => text.split(" ").at(-1)).join() || message.rcode,
    scope: told !== undefined && "scopePrefixLength" in told ? Number(told.scopePrefixLength) : null,
    caching: response.headers.get("Cache-Control"),
  };
}

const PRIVATE = "private, max-age=60";

/** The whole explanation of an answer to a client in a network. */
async function explain(name: string, subnet: string, { cf = {}, address = "192.0.2.200" }: Asked): Promise<Explained> {
  const url = `https://dns.example.com/api/explain?name=${name}.example.com&subnet=${subnet}`;
  const headers = { Authorization: "Bearer t", "CF-Connecting-IP": address };
  const ctx = createExecutionContext();
  const response = await worker.fetch(new Request(url, { headers, cf }) as never, { ...env, ADMIN_TOKEN: "t" }, ctx);
  await waitOnExecutionContext(ctx);
  return response.json<Explained>();
}

interface Explained {
  readonly client: { readonly from: string; readonly subnet: string | null };
  readonly answer: { readonly rcode: string; readonly scope: number; readonly records: readonly string[] };
}

/** A query's answer; and where it names a network, that explain tells the same of it. */
async function check({ asked, answer, scope = null, caching = PRIVATE, name: _, ...client }: Row): Promise<void> {
  expect(await ask(asked, client)).toEqual({ answer, scope, caching });
  if (client.ecs === undefined) return;
  const { answer: told } = await explain(asked, client.ecs, client);
  const addresses = told.records.map((text) => text.split(" ").at(-1)).join();
  expect({ answer: addresses || told.rcode, scope: told.scope }).toEqual({ answer, scope });
}

const nowMs = Date.UTC(2026, 10, 30);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: vi.isFakeTimers() ? Date.now() : nowMs });
});

describe("without a set of places", () => {
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
    await publish([ZONE], 1, nowMs - 3_600_000);
  });

  test.each(ROWS_WITHOUT_PLACES)("$name", check);

  test("affinity keeps a client's answer and says for whom", async () => {
    const told = new Set<string>();
    for (let round = 0; round < 20; round += 1)
      told.add(JSON.stringify(await ask("sticky", { ecs: "203.0.113.0/28" })));
    expect([...told].map((text) => JSON.parse(text))).toEqual([
      { answer: expect.stringMatching(/^192\.0\.2\.5[01]$/), scope: 24, caching: PRIVATE },
    ]);
  });
});

describe("with a set of places", () => {
  beforeAll(async () => {
    const laterMs = nowMs + 7_200_000;
    vi.useFakeTimers({ toFake: ["Date"], now: laterMs });
    await publish([ZONE], 2, laterMs - 3_600_000, null, PLACES);
  });

  test.each(ROWS_WITH_PLACES)("$name", check);
});

const LISTED = {
  continent: "EU",
  country: "DE",
  subdivision: "BE",
  position: { latitude: 52.5, longitude: 13.4 },
  from: "places.csv",
};
const UNLISTED = { continent: null, country: null, subdivision: null, position: null, from: "places.csv" };
const CONNECTED = {
  continent: "OC",
  country: "AU",
  subdivision: "NSW",
  position: { latitude: -33.87, longitude: 151.21 },
  from: "connection",
};

test.each([
  {
    name: "the network that is named",
    subnet: "203.0.113.9/24",
    from: "subnet",
    counts: "203.0.113.0/24",
    place: LISTED,
  },
  {
    name: "the IPv4 network",
    subnet: "::ffff:203.0.113.9/120",
    from: "subnet",
    counts: "203.0.113.0/24",
    place: LISTED,
  },
  { name: "one that is not listed", subnet: "192.0.2.0/24", from: "subnet", counts: "192.0.2.0/24", place: UNLISTED },
  {
    name: "the connection's, IPv4",
    subnet: "10.1.2.0/24",
    from: "connection",
    counts: "192.0.2.0/24",
    place: CONNECTED,
  },
  { name: "the connection's, IPv6", subnet: "fd00::/8", from: "connection", counts: "192.0.2.0/24", place: CONNECTED },
  { name: "nothing", subnet: "0.0.0.0/0", from: "nothing", counts: null, place: null },
])("explain says whose network counts, and where it is: $name", async ({ subnet, from, counts, place }) => {
  expect((await explain("net", subnet, { cf: SYDNEY })).client).toEqual({ from, subnet: counts, place });
});
