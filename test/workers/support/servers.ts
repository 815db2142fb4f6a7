/**
 * Real targets on loopback for the Worker tests, started by vitest before the project and stopped after it.
 *
 * The web server tells by its path what to do, and counts: `/tally/<key>` gives what it has seen under a key (the
 * last segment of any other path), so that a test looks at its own requests alone.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { TestProject } from "vitest/node";
import { judgeRequest, NEEDLE, sendBody } from "./bodies.ts";
import { EXPIRED } from "./expired-certificate.ts";
import { rawAnswerTo } from "./raw-answers.ts";
import { answerAsUpstream, startMortal } from "./upstreams.ts";

export interface Ports {
  readonly web: number;
  /** Nobody listens there. */
  readonly refused: number;
  /** Accepts, and never says a word. */
  readonly silent: number;
  /** Greets as SSH does. */
  readonly ssh: number;
  /** Ends the connection within the status line. */
  readonly cut: number;
  /** Sends field lines without end. */
  readonly endless: number;
  /** Announces no length: its body ends with the connection. */
  readonly closing: number;
  /** Says what is asked for, octet for octet. */
  readonly raw: number;
  /** HTTPS with a certificate of the past. */
  readonly expired: number;
  /** DoH, with manners by path. */
  readonly upstreams: number;
  /** DoH as well, and the port by which it is killed and brought back. */
  readonly mortal: { readonly upstream: number; readonly control: number };
}

/** What the web server has seen under one key. */
export interface Tally {
  readonly count: number;
  readonly hosts: readonly string[];
  readonly mostAtOnce: number;
  /** The connection that carried the last response was closed by the client before its end. */
  readonly closedEarly: boolean;
}

declare module "vitest" {
  interface ProvidedContext {
    readonly ports: Ports;
  }
}

export default async function setUp(project: TestProject): Promise<() => void> {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const listen = async (server: Server): Promise<number> => {
    servers.push(server);
    server.on("connection", (socket: Socket) => {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const talk = (talk: (socket: Socket) => void): Promise<number> => listen(createTcpServer(talk));
  const gone = createTcpServer();
  const refused = await listen(gone);
  gone.close();
  const mortal = await startMortal();
  project.provide("ports", {
    upstreams: await listen(createServer(answerAsUpstream)),
    mortal: { upstream: mortal.upstream, control: mortal.control },
    web: await listen(createServer(webServer())),
    refused,
    silent: await talk(() => undefined),
    ssh: await talk((socket) => socket.write("SSH-2.0-OpenSSH_9.9\r\n")),
    cut: await talk((socket) => socket.end("HTTP/1.1 20")),
    endless: await talk((socket) => socket.write(`HTTP/1.1 200 OK\r\n${"X-Filler: 0123456789\r\n".repeat(1000)}`)),
    closing: await talk((socket) => socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\n\r\n{${NEEDLE}}`))),
    raw: await talk(answerRaw),
    expired: await listen(createTlsServer(EXPIRED, (_, response) => response.end())),
  });
  return () => {
    mortal.stop();
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  };
}

/** Answers octet for octet. */
function answerRaw(socket: Socket): void {
  socket.once("data", (request) => {
    socket.end(Buffer.from(rawAnswerTo(request.toString("latin1").split(" ")[1] ?? ""), "latin1"));
  });
}

interface Counter {
  count: number;
  hosts: string[];
  now: number;
  mostAtOnce: number;
  closedEarly: boolean;
}

function webServer(): RequestListener {
  const counters = new Map<string, Counter>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, action = "", ...segments] = url.pathname.split("/");
    const key = segments.at(-1) ?? "";
    const counter = counters.get(key) ?? { count: 0, hosts: [], now: 0, mostAtOnce: 0, closedEarly: false };
    if (action === "tally") {
      response.end(JSON.stringify(counter));
      return;
    }
    counters.set(key, counter);
    counter.count++;
    counter.hosts.push(request.headers.host ?? "");
    counter.now++;
    counter.mostAtOnce = Math.max(counter.mostAtOnce, counter.now);
    response.on("close", () => {
      counter.now--;
      counter.closedEarly = !response.writableFinished;
    });
    if (action === "echo") judgeRequest(request, response);
    else respond(action, segments, url, response);
  };
}

/** `/status/204/<key>`, `/redirect/<key>?to=URL`, `/loop/a` and `/loop/b`, `/hold/300/<key>` (ms before the head), `/drip/<key>`, `/page/1016/530/<key>`, `/body/<kind>/<key>`. */
function respond(action: string, segments: readonly string[], url: URL, response: ServerResponse): void {
  if (action === "status") response.writeHead(Number(segments[0])).end();
  else if (action === "redirect") response.writeHead(302, { Location: url.searchParams.get("to") ?? "/" }).end();
  else if (action === "loop") response.writeHead(302, { Location: segments[0] === "a" ? "b" : "a" }).end();
  else if (action === "hold") setTimeout(() => response.end("late"), Number(segments[0]));
  else if (action === "body") sendBody(segments[0] ?? "", response);
  else if (action === "drip") response.writeHead(200).write("a body that never ends");
  else if (action === "page") {
    response.writeHead(Number(segments[1]), { Server: "cloudflare" }).end(`error code: ${segments[0]}`);
  } else response.writeHead(404).end();
}
