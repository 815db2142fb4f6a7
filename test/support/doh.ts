/**
 * Requests to the DoH door and a resolver behind it that answers everything alike.
 */
import type { Query } from "../../src/dns/query.ts";
import { TYPE } from "../../src/dns/types.ts";
import type { Backend } from "../../src/http/backend.ts";
import type { Answered } from "../../src/store/resolver.ts";

export const DOH_URL = "https://dns.example.com/dns-query";
export const DNS_MEDIA_TYPE = "application/dns-message";

export const ANSWER_ADDRESS = Uint8Array.of(192, 0, 2, 10);

/** Answers any query with one address and a TTL of 60 seconds. */
export function answerWithAddress(query: Query): Answered {
  const answer = [{ owner: query.qname, type: TYPE.A, ttlSeconds: 60, rdata: [ANSWER_ADDRESS] }];
  const sections = { answer, authority: [], additional: [], errors: [] };
  const reply = { rcode: 0, aa: true, ra: false, ...sections, scopePrefixLength: 0 };
  return { kind: "reply", reply, maxAgeSeconds: 60, private: false, leads: null };
}

/** The backend of a deployment without a set of places. */
export function resolverOf(answer: Backend["answer"], logsQueries = false): Backend {
  return { answer, place: () => null, logsQueries };
}

export const ADDRESS_RESOLVER = resolverOf(answerWithAddress);

/** A GET with all that follows the path, "?" included. */
export function getRequest(search: string, method = "GET"): Request {
  return new Request(DOH_URL + search, { method });
}

/** A POST of a DNS message; a `contentType` of null sends none. */
export function postRequest(body: BodyInit | null, contentType: string | null = DNS_MEDIA_TYPE): Request {
  const headers: Record<string, string> = contentType === null ? {} : { "Content-Type": contentType };
  const init = { method: "POST", headers, body, duplex: "half" };
  return new Request(DOH_URL, init);
}
