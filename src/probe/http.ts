/**
 * The HTTP probe of an address: a hand-written request over a raw socket, since `fetch` takes neither an address nor
 * a Host of one's own.
 *
 * A connection that ends, or answers with something other than HTTP, before the head is complete has failed as a
 * connection: the contract has no reason of its own for it. Redirects stay at the address and on plain HTTP.
 */
import type { HttpProbeSpec } from "../health/check.ts";
import type { Deadline } from "./deadline.ts";
import { HEAD_OCTETS_MAX, type Head, readHead, writeRequest } from "./http1.ts";
import { beginTrail, extendTrail, nextStep } from "./redirect.ts";
import type { ProbeResult } from "./result.ts";
import { withSocket } from "./socket.ts";
import type { TcpTools } from "./tcp.ts";

/** Asks the target at its address, following redirects as the probe allows. */
export async function probeBySocket(
  spec: HttpProbeSpec,
  address: string,
  tools: TcpTools,
  deadline: Deadline,
): Promise<ProbeResult> {
  const beganMs = tools.clock();
  const own = URL.parse(`http://${spec.host}${spec.path}`) ?? new URL(spec.url);
  const literal = address.includes(":") ? `[${address}]` : address;
  const isReachable = (url: URL): boolean =>
    url.protocol === "http:" &&
    (url.hostname === own.hostname || url.hostname === new URL(`http://${literal}`).hostname);

  let request = { port: spec.port, host: spec.host, path: spec.path };
  for (let trail = beginTrail(own); ; ) {
    const { port, host, path } = request;
    const head = await withSocket({ hostname: address, port }, tools, deadline, (socket) =>
      ask(socket, path, host, deadline),
    );
    const latencyMs = tools.clock() - beganMs;
    const step = nextStep(spec, trail, head, isReachable);
    if (step.kind === "verdict") return { outcome: step.outcome, latencyMs, code: head.status };
    trail = extendTrail(trail, step.url);
    request = requestFor(step.url);
  }
}

function requestFor(url: URL): { port: number; host: string; path: string } {
  return { port: url.port === "" ? 80 : Number(url.port), host: url.host, path: url.pathname + url.search };
}

async function ask(socket: Socket, path: string, host: string, deadline: Deadline): Promise<Head> {
  const writer = socket.writable.getWriter();
  await deadline.race(writer.write(writeRequest(path, host)));
  const reader: ReadableStreamDefaultReader<Uint8Array> = socket.readable.getReader();
  let received = new Uint8Array(0);
  for (;;) {
    const { done, value } = await deadline.race(reader.read());
    if (done) throw new NoHttpAnswer("the connection ended before the head did");
    received = joined(received, value);
    const outcome = readHead(received);
    if (outcome.kind === "head") return outcome.head;
    if (outcome.kind === "malformed") throw new NoHttpAnswer("the answer is no HTTP/1.1");
  }
}

class NoHttpAnswer extends Error {}

/** Appends a chunk; nothing beyond the largest head is kept. */
function joined(received: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const room = chunk.subarray(0, HEAD_OCTETS_MAX - received.length);
  const both = new Uint8Array(received.length + room.length);
  both.set(received);
  both.set(room, received.length);
  return both;
}
