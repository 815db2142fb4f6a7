/**
 * An upstream that is not to be believed: what it does to a query is said by the query's first label. What it makes up
 * has an address of its own, so that one that got through would be seen.
 */
import { createServer, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { decode, encode } from "dns-packet";

/** The address in all of its answers. */
export const IMPOSTOR_ADDRESS = "192.0.2.66";
export const SLOW_MS = 2_000;

const MEDIA_TYPE = "application/dns-message";
const HEADER_OCTETS = 12;

export interface Impostor {
  /** How many queries have come with a first label. */
  asked(label: string): number;
  stop(): Promise<void>;
}

type Manner = (truth: Buffer, response: ServerResponse) => void | Promise<void>;

/** A reply with some octets changed. */
const changed =
  (change: (reply: Buffer) => void): Manner =>
  (truth, response) => {
    change(truth);
    send(response, truth);
  };

const MANNERS: Readonly<Record<string, Manner>> = {
  honest: (truth, response) => send(response, truth),
  "other-id": changed((reply) => reply.writeUInt16BE(1, 0)),
  // The first letter of the question's name, to which the answer's owner points.
  "other-name": changed((reply) => reply.write("z", HEADER_OCTETS + 1)),
  "other-type": changed((reply) => reply.writeUInt16BE(28, reply.indexOf(0, HEADER_OCTETS) + 1)),
  "no-reply": changed((reply) => reply.writeUInt8(reply.readUInt8(2) & 0x7f, 2)),
  truncated: changed((reply) => reply.writeUInt8(reply.readUInt8(2) | 0x02, 2)),
  trailing: (truth, response) => send(response, Buffer.concat([truth, Buffer.of(0)])),
  cut: (truth, response) => send(response, truth.subarray(0, -2)),
  garbage: (_, response) => send(response, Buffer.alloc(200, 0xff)),
  empty: (_, response) => send(response, Buffer.alloc(0)),
  huge: (_, response) => send(response, Buffer.alloc(100_000)),
  page: (_, response) => void response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Log in first.</p>"),
  error: (_, response) => void response.writeHead(500).end(),
  moved: (_, response) => void response.writeHead(307, { Location: "/dns-query" }).end(),
  slow: async (truth, response) => {
    await delay(SLOW_MS);
    send(response, truth);
  },
  silent: () => {},
};

function send(response: ServerResponse, message: Buffer): void {
  response.writeHead(200, { "Content-Type": MEDIA_TYPE }).end(message);
}

function truthOf(query: Buffer): { label: string; truth: Buffer } {
  const { questions = [] } = decode(query);
  const name = questions[0]?.name ?? "";
  const truth = encode({
    type: "response",
    id: 0,
    flags: 0x0180,
    questions,
    answers: [{ type: "A", name, ttl: 60, data: IMPOSTOR_ADDRESS }],
  });
  return { label: name.split(".")[0] ?? "", truth };
}

/** Starts it on a port of 127.0.0.1. */
export async function startImpostor(port: number): Promise<Impostor> {
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { label, truth } = truthOf(Buffer.concat(chunks));
    counts.set(label, (counts.get(label) ?? 0) + 1);
    await MANNERS[label]?.(truth, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    asked: (label) => counts.get(label) ?? 0,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
