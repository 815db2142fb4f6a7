/** What the loopback web server sends under `/body/<kind>/<key>`, and what it repeats under `/echo/<key>`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";

/** The text that the tests' body rules look for. */
export const NEEDLE = '"status":"ok"';

const around = (end: number): string => `${NEEDLE.padStart(end, "x")}${"y".repeat(5000)}`;
const text = around(500);
const packed = (coding: string, body: Buffer) => ({ body, headers: { "Content-Encoding": coding } });

const BODIES: Readonly<Record<string, { readonly body: Buffer | string; readonly headers: Record<string, string> }>> = {
  plain: { body: text, headers: {} },
  5120: { body: around(5120), headers: {} },
  5121: { body: around(5121), headers: {} },
  "wrong-case": { body: text.toUpperCase(), headers: {} },
  gzip: packed("gzip", gzipSync(text)),
  deflate: packed("deflate", deflateSync(text)),
  "bare-deflate": packed("deflate", deflateRawSync(text)),
  brotli: packed("br", brotliCompressSync(text)),
  "gzip-5121": packed("gzip", gzipSync(around(5121))),
  bomb: packed("gzip", gzipSync(Buffer.alloc(50_000_000))),
  short: { body: "0123456789", headers: { "Content-Length": "100" } },
  "short-with-text": { body: NEEDLE, headers: { "Content-Length": "100" } },
};

/** Sends a body with its length, or in chunks where the kind begins with `chunked-`. */
export function sendBody(kind: string, response: ServerResponse): void {
  const isChunked = kind.startsWith("chunked-");
  const { body, headers } = BODIES[isChunked ? kind.slice(8) : kind] ?? { body: "", headers: {} };
  const octets = Buffer.from(body);
  response.writeHead(200, isChunked ? headers : { "Content-Length": octets.length, ...headers });
  for (let at = 0; at < octets.length; at += 700) response.write(octets.subarray(at, at + 700));
  if (kind.startsWith("short")) response.socket?.end();
  else response.end();
}

/** Answers 200 to `HEAD`, and to a request whose field `x-token` is `one two`; 403 to all others. */
export function judgeRequest({ method, headers }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(method === "HEAD" || headers["x-token"] === "one two" ? 200 : 403).end("not read");
}
