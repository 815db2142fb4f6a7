/**
 * The HTTP probe of an address: a hand-written request over a raw socket, since `fetch` takes neither an address nor
 * a Host of one's own.
 *
 * A connection that ends, or answers with something other than HTTP, before the head is complete has failed as a
 * connection: the contract has no reason of its own for it. Redirects stay at the address and on plain HTTP.
 */
import type { HttpProbeSpec } from "../health/check.ts";
import { judgeBody, type NextOctets, Truncated } from "./body.ts";
import { type Deadline, TimeIsUp } from "./deadline.ts";
import { type Framing, Unframer } from "./framing.ts";
import { HEAD_OCTETS_MAX, type Head, type ProbeRequest, readHead, writeRequest } from "./http1.ts";
import { beginTrail, extendTrail, nextStep, type Step } from "./redirect.ts";
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

  const { method, headers } = spec;
  let place = { port: spec.port, host: spec.host, path: spec.path };
  for (let trail = beginTrail(own); ; ) {
    const { port, host, path } = place;
    const { step, ...result } = await withSocket({ hostname: address, port }, tools, deadline, async (socket) => {
      const { head, next } = await ask(socket, { method, path, host, headers }, deadline);
      const latencyMs = tools.clock() - beganMs;
      const step = await withBody(nextStep(spec, trail, head, isReachable), spec, head, next, deadline);
      return { step, latencyMs, code: head.status };
    });
    if (step.kind === "verdict") return { outcome: step.outcome, ...result };
    trail = extendTrail(trail, step.url);
    place = placeOf(step.url);
  }
}

/** Puts the body rule behind a good status; without a rule the body is left unread. */
async function withBody(
  step: Step,
  { contains }: HttpProbeSpec,
  { codings }: Head,
  next: NextOctets,
  deadline: Deadline,
): Promise<Step> {
  if (contains === null || step.kind !== "verdict" || step.outcome !== "ok") return step;
  return { kind: "verdict", outcome: await judgeBody(next, codings, contains, deadline) };
}

function placeOf(url: URL): { port: number; host: string; path: string } {
  return { port: url.port === "" ? 80 : Number(url.port), host: url.host, path: url.pathname + url.search };
}

interface SocketAnswer {
  readonly head: Head;
  readonly next: NextOctets;
}

async function ask(socket: Socket, request: ProbeRequest, deadline: Deadline): Promise<SocketAnswer> {
  const writer = socket.writable.getWriter();
  await deadline.race(writer.write(writeRequest(request)));
  const reader: ReadableStreamDefaultReader<Uint8Array> = socket.readable.getReader();
  let received = new Uint8Array(0);
  for (;;) {
    const { done, value } = await deadline.race(reader.read());
    if (done) throw new NoHttpAnswer("the connection ended before the head did");
    const known = received.length;
    received = joined(received, value);
    const outcome = readHead(received, request.method);
    if (outcome.kind === "malformed") throw new NoHttpAnswer("the answer is no HTTP/1.1");
    if (outcome.kind === "head") {
      const rest = value.subarray(outcome.bodyAt - known);
      return { head: outcome.head, next: bodyOf(outcome.head.framing, rest, reader, deadline) };
    }
  }
}

class NoHttpAnswer extends Error {}

/** Reads a body's octets off the connection: `rest` came together with the head. */
function bodyOf(
  framing: Framing,
  rest: Uint8Array,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  deadline: Deadline,
): NextOctets {
  const unframer = new Unframer(framing);
  const ready = [...unframer.push(rest)];
  return async () => {
    for (;;) {
      const octets = ready.shift();
      if (octets !== undefined) return octets;
      if (unframer.state === "complete") return null;
      if (unframer.state === "broken") throw new Truncated();
      const value = await receive(reader, deadline);
      if (value === null) unframer.end();
      else ready.push(...unframer.push(value));
    }
  };
}

/** Gives what comes next; null: the connection has ended, in whatever way. */
async function receive(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  deadline: Deadline,
): Promise<Uint8Array | null> {
  try {
    const { done, value } = await deadline.race(reader.read());
    return done ? null : value;
  } catch (error) {
    if (error instanceof TimeIsUp) throw error;
    return null;
  }
}

/** Appends a chunk; nothing beyond the largest head is kept. */
function joined(received: Uint8Array, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const room = chunk.subarray(0, HEAD_OCTETS_MAX - received.length);
  const both = new Uint8Array(received.length + room.length);
  both.set(received);
  both.set(room, received.length);
  return both;
}
