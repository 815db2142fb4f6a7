/**
 * What HTTP says to a request, whatever DNS answers (RFC 8484, RFC 9110). The resolver behind it answers every query
 * with one address and a TTL of 60 seconds.
 */
import { base64url, ednsQuery, octets, queryMessage } from "../support/wire.ts";

export interface DohCase {
  /** States the fact. */
  readonly name: string;
  readonly method: string;
  /** What follows the path. */
  readonly search?: string;
  readonly body?: Uint8Array;
  /** Null: none. */
  readonly contentType?: string | null;
  readonly contentEncoding?: string;
  readonly status: number;
  /** The first four octets of the DNS message: ID and flags; null: an error of HTTP in plain text. */
  readonly head: string | null;
  readonly cacheControl: string;
  readonly allow?: string;
  readonly acceptEncoding?: string;
}

const DNS_TYPE = "application/dns-message";
const QUERY = queryMessage();
const SEARCH = `?dns=${base64url(QUERY)}`;

const ok = { status: 200, head: "12348400", cacheControl: "max-age=60" } as const;
const fault = (flags: string) => ({ status: 200, head: `1234${flags}`, cacheControl: "no-store" }) as const;
const error = (status: number) => ({ status, head: null, cacheControl: "no-store" }) as const;

const get = (name: string, search: string, expected: Pick<DohCase, "status" | "head" | "cacheControl">): DohCase => ({
  name,
  method: "GET",
  search,
  ...expected,
});

const post = (
  name: string,
  body: Uint8Array,
  contentType: string | null,
  expected: Pick<DohCase, "status" | "head" | "cacheControl">,
): DohCase => ({ name, method: "POST", body, contentType, ...expected });

/** Messages with an ID of their own and RD set: the names make every length modulo 4. */
const withId = (head: string) => ({ ...ok, head });

export const DOH_CASES: readonly DohCase[] = [
  get("GET is answered", SEARCH, ok),
  get("A01 letters - and _ are of the alphabet", "?dns=-_8BAAABAAAAAAAAB2V4YW1wbGUDY29tAAABAAE", withId("fbff8500")),
  get("A01 letters + and / are not", "?dns=+/8BAAABAAAAAAAAB2V4YW1wbGUDY29tAAABAAE", error(400)),
  get("A01 a length of 0 modulo 4", "?dns=AAABAAABAAAAAAAAAWEHZXhhbXBsZQAAAQAB", withId("00008500")),
  get("A01 a length of 2 modulo 4", "?dns=AAABAAABAAAAAAAAAmFiB2V4YW1wbGUAAAEAAQ", withId("00008500")),
  get("A01 a length of 3 modulo 4", "?dns=AAABAAABAAAAAAAAA2FiYwdleGFtcGxlAAABAAE", withId("00008500")),
  get("A01 padding is refused (RFC 8484 6)", "?dns=AAABAAABAAAAAAAAA2FiYwdleGFtcGxlAAABAAE=", error(400)),
  get("A01 encoded padding is refused", "?dns=AAABAAABAAAAAAAAA2FiYwdleGFtcGxlAAABAAE%3D", error(400)),
  get("a length of 1 modulo 4 is refused", `${SEARCH}A`, error(400)),
  get("A01 a single letter is refused", "?dns=A", error(400)),
  get("spare bits that are not zero are refused", "?dns=AAABAAABAAAAAAAAA2FiYwdleGFtcGxlAAABAAF", error(400)),
  get("A01 a foreign letter is refused, not skipped", "?dns=AAAB!!AAAB", error(400)),
  get("a space is refused, not skipped", `?dns=%20${SEARCH.slice(5)}`, error(400)),
  get("an encoded letter is that letter", SEARCH.replace("E", "%45"), ok),
  get("an encoded parameter name is that name", SEARCH.replace("dns", "d%6Es"), ok),
  get("a broken encoding is refused", `${SEARCH}%`, error(400)),
  get("A01 an empty parameter is refused", "?dns=", error(400)),
  get("a parameter without a value is refused", "?dns", error(400)),
  get("A01 a missing parameter is refused", "?name=www.example.com", error(400)),
  get("a missing query string is refused", "", error(400)),
  get("a parameter in capitals is another parameter", SEARCH.replace("dns", "DNS"), error(400)),
  get("a parameter that ends in dns is another parameter", SEARCH.replace("dns", "xdns"), error(400)),
  get("A01 two parameters are refused", `${SEARCH}&${SEARCH.slice(1)}`, error(400)),
  get("other parameters are passed over", `?ct=${DNS_TYPE}&${SEARCH.slice(1)}&x`, ok),
  get("a fragment is no part of the query", `${SEARCH}#?dns=A`, ok),
  get("a parameter in the fragment is none", "#?dns=AAABAAABAAAAAAAAA2FiYwdleGFtcGxlAAABAAE", error(400)),
  get("A05 11 octets are refused", `?dns=${base64url(octets("00".repeat(11)))}`, error(400)),
  get("A05 12 octets without a question are FORMERR", "?dns=EjQAAAAAAAAAAAAA", fault("8001")),
  get("65,535 octets are read", `?dns=${base64url(octets("1234", "00".repeat(65_533)))}`, fault("8001")),
  get("65,536 octets are too many", `?dns=${base64url(octets("00".repeat(65_536)))}`, error(413)),
  get("A05 opcode UPDATE is NOTIMP", `?dns=${base64url(queryMessage({ flags: "2800" }))}`, fault("a804")),
  get("A04 EDNS version 1 is BADVERS", `?dns=${base64url(ednsQuery("", "00010000"))}`, fault("8000")),
  { ...get("HEAD is answered as GET, without a body", SEARCH, ok), method: "HEAD" },
  { ...get("HEAD is refused as GET, without a body", "?dns=A", error(400)), method: "HEAD" },
  post("POST is answered", QUERY, DNS_TYPE, ok),
  post("parameters of a media type are passed over", QUERY, `${DNS_TYPE} ; charset=utf-8`, ok),
  post("the case of a media type does not matter", QUERY, "Application/DNS-Message", ok),
  post("another media type is refused", QUERY, "application/octet-stream", error(415)),
  post("a longer media type is another", QUERY, `${DNS_TYPE}s`, error(415)),
  post("no media type is refused", QUERY, null, error(415)),
  ...["gzip", "identity, br"].map((contentEncoding) => ({
    ...post(`a body in the content coding "${contentEncoding}" is refused`, QUERY, DNS_TYPE, error(415)),
    contentEncoding,
    acceptEncoding: "identity",
  })),
  { ...post("the coding identity is none", QUERY, DNS_TYPE, ok), contentEncoding: "Identity" },
  post("an empty body is refused", octets(), DNS_TYPE, error(400)),
  post("a body of 11 octets is refused", octets("00".repeat(11)), DNS_TYPE, error(400)),
  post("a body of 65,535 octets is read", octets("1234", "00".repeat(65_533)), DNS_TYPE, fault("8001")),
  post("a body of 65,536 octets is too long", octets("00".repeat(65_536)), DNS_TYPE, error(413)),
  post("the media type comes before the length", octets("00".repeat(65_536)), "text/plain", error(415)),
  post("A05 QR=1 is FORMERR", queryMessage({ flags: "8000" }), DNS_TYPE, fault("8001")),
  { ...post("a parameter beside a body is passed over", QUERY, DNS_TYPE, ok), search: "?dns=A" },
  ...["PUT", "DELETE", "PATCH"].map((method) => ({
    name: `${method} is not allowed`,
    method,
    search: SEARCH,
    ...error(405),
    allow: "GET, HEAD, POST, OPTIONS",
  })),
];
