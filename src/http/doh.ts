/**
 * The door for DNS over HTTPS (RFC 8484): method, message, answer, caching headers.
 *
 * It decides what HTTP says and nothing about DNS. A GET whose answer is at hand is answered without a promise; a POST
 * waits for its body alone. `Accept` is not enforced: what a resolver can do with an answer it asked for in DNS is
 * its own affair. A wrong DNS message is a DNS error in HTTP 200; only what is no message at all gets a 400.
 */
import { decodeQuery, type Query } from "../dns/query.ts";
import { encodeFault, encodeReply, hasRcode, type Reply } from "../dns/reply.ts";
import type { Forwarded } from "../upstream/forwarder.ts";
import type { Backend } from "./backend.ts";
import { clientOf, scopeToTell } from "./client.ts";
import { READABLE_BY_ALL } from "./cors.ts";
import { DNS_MEDIA_TYPE, messageFromBody, messageFromUrl, type Received } from "./doh-message.ts";
import { logQuery } from "./query-log.ts";

const ALLOWED_METHODS = "GET, HEAD, POST, OPTIONS";
const NO_STORE = "no-store";

/**
 * Answers a request to the DoH path. A property of a request is a call into the runtime that costs more than decoding
 * the query, so that each is read once; a caller that has read them passes them on.
 */
export function handleDoh(
  request: Request,
  backend: Backend,
  url = request.url,
  method = request.method,
): Response | Promise<Response> {
  switch (method) {
    case "GET":
    case "HEAD":
      return respond(messageFromUrl(url), request, method === "HEAD", backend);
    case "POST":
      return messageFromBody(request).then((received) => respond(received, request, false, backend));
    default:
      return refuse(false, 405, `Use one of ${ALLOWED_METHODS}.`, { Allow: ALLOWED_METHODS });
  }
}

/** Answers a query that came in another way than RFC 8484's, as if it had come by GET. */
export function answerMessage(message: Uint8Array, request: Request, backend: Backend): Response | Promise<Response> {
  return respond({ kind: "message", message }, request, false, backend);
}

function respond(
  received: Received,
  request: Request,
  isHead: boolean,
  backend: Backend,
): Response | Promise<Response> {
  if (received.kind === "rejected") return refuse(isHead, received.status, received.text, received.headers);
  const outcome = decodeQuery(received.message);
  switch (outcome.kind) {
    case "query": {
      const { query } = outcome;
      const answered = backend.answer(query, clientOf(query.edns?.clientSubnet ?? null, request, backend), request);
      return answered instanceof Promise
        ? answered.then((settled) => sendAnswer(isHead, query, settled, request, backend))
        : sendAnswer(isHead, query, answered, request, backend);
    }
    case "fault":
      return sendMessage(isHead, encodeFault(received.message, outcome), NO_STORE);
    case "not-a-message":
      return refuse(isHead, 400, "A DNS message has at least 12 octets: its header.");
    default:
      return outcome satisfies never;
  }
}

/** Most replies tell no scope, or the one that was found. */
function scoped(query: Query, reply: Reply): Reply {
  if (reply.scopePrefixLength === 0) return reply;
  return { ...reply, scopePrefixLength: scopeToTell(query.edns?.clientSubnet ?? null, reply.scopePrefixLength) };
}

function sendAnswer(
  isHead: boolean,
  query: Query,
  answered: Forwarded,
  request: Request,
  { logsQueries }: Backend,
): Response {
  const message = answered.kind === "message" ? answered.message : encodeReply(query, scoped(query, answered.reply));
  if (logsQueries) logQuery(query, message, request);
  return sendMessage(isHead, message, cacheControl(answered, message));
}

/** RFC 8484 5.1. */
function cacheControl(answered: Forwarded, message: Uint8Array): string {
  const { maxAgeSeconds } = answered;
  if (maxAgeSeconds === null || !isAsAnswered(answered, message)) return NO_STORE;
  return answered.private ? `private, max-age=${maxAgeSeconds}` : `max-age=${maxAgeSeconds}`;
}

/** A reply too long for DNS has gone out as SERVFAIL, which has no TTL. */
function isAsAnswered(answered: Forwarded, message: Uint8Array): boolean {
  return answered.kind === "message" || hasRcode(message, answered.reply.rcode);
}

function sendMessage(isHead: boolean, message: Uint8Array, caching: string): Response {
  const init = initOf(caching);
  return isHead ? headOf(message.length, 200, init.headers) : new Response(message, init);
}

/**
 * Headers by Cache-Control. A response copies a Headers object inside the runtime; a plain object it converts name by
 * name, which costs as much as the whole answer.
 */
const inits = new Map<string, { readonly headers: Headers }>();
/** TTLs are few; a zone that has more of them than this must not fill the memory. */
const INITS_MAX = 256;

function initOf(caching: string): { readonly headers: Headers } {
  const known = inits.get(caching);
  if (known !== undefined) return known;
  if (inits.size >= INITS_MAX) inits.clear();
  const init = {
    headers: new Headers({
      "Content-Type": DNS_MEDIA_TYPE,
      "Cache-Control": caching,
      Vary: "Accept",
      ...READABLE_BY_ALL,
    }),
  };
  inits.set(caching, init);
  return init;
}

/** Answers with an error of HTTP; the text says what to do. */
function refuse(isHead: boolean, status: number, text: string, more: Readonly<Record<string, string>> = {}): Response {
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": NO_STORE,
    ...READABLE_BY_ALL,
    ...more,
  };
  const body = `${text}\n`;
  // The texts are ASCII: as many octets as characters.
  return isHead ? headOf(body.length, status, headers) : new Response(body, { status, headers });
}

/** RFC 9110 9.3.2: the headers that GET would have had, its length included, and no body. */
function headOf(octets: number, status: number, like: HeadersInit): Response {
  const headers = new Headers(like);
  headers.set("Content-Length", String(octets));
  return new Response(null, { status, headers });
}
