/**
 * DoH upstreams on loopback for the Worker tests, each with its manners in its path: `/manners/<key>`. What they answer
 * depends on the name's first label; `/seen/<key>` gives the queries that came under a key. One of them can be killed
 * and brought back.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, decode, encode, type Packet } from "dns-packet";

/** A query as an upstream got it. */
export interface SeenQuery {
  readonly hex: string;
  readonly method: string;
  readonly via: string | null;
}

const seen = new Map<string, SeenQuery[]>();
const MEDIA_TYPE = "application/dns-message";

const SOA: Answer = {
  type: "SOA",
  name: "example.net",
  ttl: 900,
  data: {
    mname: "ns.example.net",
    rname: "host.example.net",
    serial: 1,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 120,
  },
};

const link = (name: string, data: string): Answer => ({ type: "CNAME", name, ttl: 60, data });
const address = (name: string, ttl: number): Answer => ({ type: "A", name, ttl, data: "192.0.2.7" });

interface Content {
  readonly rcode?: number;
  readonly answers?: Answer[];
  readonly authorities?: Answer[];
  /** Of an Extended DNS Error. */
  readonly ede?: number;
  /** With TC. */
  readonly isCut?: boolean;
}

/** By the first label. */
function contentOf(name: string): Content {
  switch (name.split(".")[0]) {
    case "nx":
      return { rcode: 3, authorities: [SOA] };
    case "empty":
      return { authorities: [SOA] };
    case "unresolved":
      return { rcode: 2 };
    case "refused":
      return { rcode: 5 };
    case "malformed":
      return { rcode: 1 };
    case "unknown-version":
      return { rcode: 16 };
    case "blocked":
      return { rcode: 5, ede: 15 };
    case "referral":
      return { authorities: [{ type: "NS", name: "example.net", ttl: 900, data: "ns.example.net" }] };
    case "broken":
      // Data of type MX that ends within its name.
      return { answers: [{ type: "UNKNOWN_15", name, ttl: 300, data: Buffer.of(0, 1, 9) } as unknown as Answer] };
    case "back":
      // As the public DNS may see it: the target is in a zone that only the deployment has, or has otherwise.
      return { rcode: 3, answers: [link(name, "WWW.example.com")], authorities: [SOA] };
    case "other":
      return { answers: [link(name, "www.example.com"), address("www.example.com", 300)] };
    case "round":
      return { answers: [link(name, "round.example.com")] };
    case "twice":
      return { answers: [link(name, "back.example.com"), link("back.example.com", "back.example.net")] };
    case "cut":
      return { isCut: true };
    case "bogus":
      return { rcode: 2, ede: 6 };
    case "zero":
      return { answers: [address(name, 0)] };
    case "alias":
      return { answers: [link(name, "end.example.org"), address("end.example.org", 300)] };
    default:
      return { answers: [address(name, 300)] };
  }
}

function replyTo(query: Buffer, likeName?: string): Buffer {
  const { questions = [], flag_cd: cd } = decode(query);
  const {
    rcode = 0,
    answers = [],
    authorities = [],
    ede,
    isCut = false,
  } = contentOf(likeName ?? questions[0]?.name ?? "");
  const data = Buffer.from([0, ede ?? 0]);
  const options = ede === undefined ? [] : [{ code: 15, data }];
  const opt = { type: "OPT", name: ".", udpPayloadSize: 1232, flags: 0, extendedRcode: rcode >> 4, options };
  // QR, RD, RA, AD as a resolver that validates sends them.
  const flags = 0x81a0 | (cd ? 0x0010 : 0) | (isCut ? 0x0200 : 0) | (rcode & 15);
  const packet: unknown = { type: "response", id: 0, flags, questions, answers, authorities, additionals: [opt] };
  return encode(packet as Packet);
}

const reply = (response: ServerResponse, message: Buffer, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { "Content-Type": MEDIA_TYPE, ...headers }).end(message);
};

/** What each upstream does with a query. */
const MANNERS: Readonly<Record<string, (query: Buffer, response: ServerResponse, count: number) => void>> = {
  good: (query, response) => reply(response, replyTo(query)),
  slow: (query, response) => void setTimeout(() => reply(response, replyTo(query)), 700),
  // Answers one query under its key, and never another.
  once: (query, response, count) => {
    if (count === 1) reply(response, replyTo(query));
  },
  // Answers every other query under its key, from the first on.
  shaky: (query, response, count) => {
    if (count % 2 === 1) reply(response, replyTo(query));
    else response.writeHead(500).end();
  },
  // Answers the first query under its key, and fails from then on.
  tired: (query, response, count) => {
    if (count === 1) reply(response, replyTo(query));
    else response.writeHead(500).end();
  },
  "garbled-once": (query, response, count) => reply(response, count === 1 ? Buffer.alloc(200, 0xff) : replyTo(query)),
  aged: (query, response) => reply(response, replyTo(query), { Age: "100" }),
  ancient: (query, response) => reply(response, replyTo(query), { Age: "99999999999999" }),
  refers: (query, response) => reply(response, replyTo(query, "referral")),
  garbage: (_, response) => reply(response, Buffer.alloc(200, 0xff)),
  huge: (_, response) => reply(response, Buffer.alloc(70_000)),
  error: (_, response) => void response.writeHead(500).end(),
  text: (query, response) => void response.writeHead(200, { "Content-Type": "text/plain" }).end(replyTo(query)),
  // Answers for another name than was asked.
  liar: (query, response) => {
    const message = replyTo(query);
    message[13] = message[13] === 0x7a ? 0x79 : 0x7a;
    reply(response, message);
  },
  trailing: (query, response) => reply(response, Buffer.concat([replyTo(query), Buffer.of(0)])),
  truncated: (query, response) => {
    const message = replyTo(query);
    message[2] = (message[2] ?? 0) | 0x02;
    reply(response, message);
  },
  moved: (_, response) => void response.writeHead(302, { Location: "/good/moved" }).end(),
};

/** Answers as the path says. */
export async function answerAsUpstream(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, manners = "", key = ""] = (request.url ?? "").split("/");
  if (manners === "seen") {
    response.end(JSON.stringify(seen.get(key) ?? []));
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const query = Buffer.concat(chunks);
  const via = request.headers["fairlead-via"]?.toString() ?? null;
  const queries = [...(seen.get(key) ?? []), { hex: query.toString("hex"), method: request.method ?? "", via }];
  seen.set(key, queries);
  MANNERS[manners]?.(query, response, queries.length);
}

/** An upstream that a test kills (`GET /stop` on its control port) and brings back (`GET /start`), at one address. */
export async function startMortal(): Promise<{ upstream: number; control: number; stop: () => void }> {
  let server = createServer(answerAsUpstream);
  const up = async (port: number): Promise<number> => {
    server = createServer(answerAsUpstream).listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const down = (): void => {
    server.close();
    server.closeAllConnections();
  };
  const upstream = await up(0);
  const control = createServer(async ({ url }, response) => {
    if (url === "/stop") down();
    else await up(upstream);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(control, "listening");
  const stop = (): void => {
    down();
    control.close();
    control.closeAllConnections();
  };
  return { upstream, control: (control.address() as AddressInfo).port, stop };
}
