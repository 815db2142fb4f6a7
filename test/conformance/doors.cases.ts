/**
 * What the doors for questions say to a request: which media type is answered, methods, and what web pages of other
 * origins may read. Behind them is a zone with www.example.com.
 */
import { base64url, queryMessage } from "../support/wire.ts";

export interface DoorCase {
  /** States the fact. */
  readonly name: string;
  /** By default GET. */
  readonly method?: string;
  readonly path: string;
  readonly accept?: string;
  readonly status: number;
  readonly type: string | null;
  /** Null: none. */
  readonly allow?: string;
}

const DNS = `dns=${base64url(queryMessage())}`;
const QUESTION = "name=www.example.com&type=AAAA";
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const WIRE = { status: 200, type: "application/dns-message" } as const;
const DNS_JSON = { status: 200, type: "application/dns-json" } as const;
const JSON_TYPE = { status: 200, type: "application/json" } as const;
const HTML = { status: 200, type: "text/html; charset=utf-8" } as const;
const NO_QUERY = { status: 400, type: "text/plain; charset=utf-8" } as const;
const WRONG_METHOD = { status: 405, type: "text/plain; charset=utf-8", allow: "GET, HEAD, POST, OPTIONS" } as const;

export const DOORS: readonly DoorCase[] = [
  { name: "a query in the URL is DNS", path: `/dns-query?${DNS}`, ...WIRE },
  { name: "whatever is accepted", path: `/dns-query?${DNS}`, accept: BROWSER, ...WIRE },
  { name: "and even where JSON is", path: `/dns-query?${DNS}`, accept: "application/dns-json", ...WIRE },
  { name: "a query behind other parameters is DNS", path: `/dns-query?ct=x&${DNS}`, accept: BROWSER, ...WIRE },
  {
    name: "a query beside a question is DNS",
    path: `/dns-query?${QUESTION}&${DNS}`,
    accept: "application/json",
    ...WIRE,
  },
  { name: "JSON for who accepts it", path: `/dns-query?${QUESTION}`, accept: "application/dns-json", ...DNS_JSON },
  { name: "JSON by its general name", path: `/dns-query?${QUESTION}`, accept: "application/json", ...JSON_TYPE },
  { name: "a media type in capitals", path: `/dns-query?${QUESTION}`, accept: "Application/DNS-JSON", ...DNS_JSON },
  {
    name: "a media type among others, with its weight",
    path: `/dns-query?${QUESTION}`,
    accept: "text/html;q=0.9, application/dns-json;q=0.5",
    ...DNS_JSON,
  },
  { name: "a weight of 0 is a refusal", path: `/dns-query?${QUESTION}`, accept: "application/json;q=0.0", ...NO_QUERY },
  { name: "a question without a wish for JSON", path: `/dns-query?${QUESTION}`, ...NO_QUERY },
  { name: "a range is no wish", path: `/dns-query?${QUESTION}`, accept: "*/*", ...NO_QUERY },
  {
    name: "JSON says in JSON what is wrong",
    path: "/dns-query",
    accept: "application/dns-json",
    status: 400,
    type: "application/json",
  },
  { name: "a person gets a page", path: "/dns-query", accept: BROWSER, ...HTML },
  { name: "a page whatever else is in the URL", path: "/dns-query?x=y#z", accept: BROWSER, ...HTML },
  { name: "/resolve is JSON", path: `/resolve?${QUESTION}`, ...JSON_TYPE },
  { name: "for a person too", path: `/resolve?${QUESTION}`, accept: BROWSER, ...JSON_TYPE },
  { name: "/resolve by its own name", path: `/resolve?${QUESTION}`, accept: "application/dns-json", ...DNS_JSON },
  ...["PUT", "DELETE"].map((method) => ({
    name: `${method} is not allowed`,
    method,
    path: "/dns-query",
    accept: BROWSER,
    ...WRONG_METHOD,
  })),
  ...["POST", "PUT"].map((method) => ({
    name: `${method} is not allowed`,
    method,
    path: `/resolve?${QUESTION}`,
    status: 405,
    type: "application/json",
    allow: "GET, HEAD, OPTIONS",
  })),
];

export interface CorsCase {
  /** States the fact. */
  readonly name: string;
  /** CORS_ORIGINS. */
  readonly setting: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  /** Of the response's: Allow, Vary, and all that begin with Access-Control-. */
  readonly expected: Readonly<Record<string, string>>;
}

const APP = "https://app.example.com";
const LIST = `${APP}, http://localhost:3000/`;
const from = (origin: string) => ({ Origin: origin });
const preflightOf = (origin: string) => ({
  Origin: origin,
  "Access-Control-Request-Method": "POST",
  "Access-Control-Request-Headers": "content-type",
});
const get = { method: "GET", path: `/dns-query?${DNS}`, status: 200 } as const;
const options = { method: "OPTIONS", path: "/dns-query", status: 204 } as const;
const anybody = { "access-control-allow-origin": "*" };
const listed = (origin: string) => ({
  "access-control-allow-credentials": "true",
  "access-control-allow-origin": origin,
});
const terms = (methods: string) => ({
  "access-control-allow-headers": "Content-Type",
  "access-control-allow-methods": methods,
  "access-control-max-age": "86400",
  allow: `${methods}, OPTIONS`,
});
const ALLOW = "GET, HEAD, POST, OPTIONS";

export const CORS: readonly CorsCase[] = [
  {
    name: "unset, everybody may read, without credentials",
    setting: "",
    ...get,
    headers: from(APP),
    expected: { ...anybody, vary: "Accept" },
  },
  {
    name: "unset, a pre-flight is told the terms",
    setting: "",
    ...options,
    headers: preflightOf(APP),
    expected: { ...anybody, ...terms("GET, HEAD, POST") },
  },
  {
    name: "unset, OPTIONS that is no pre-flight is told the methods",
    setting: "",
    ...options,
    headers: {},
    expected: { ...anybody, allow: ALLOW },
  },
  { name: "with none nobody may", setting: "none", ...get, headers: from(APP), expected: { vary: "Accept, Origin" } },
  {
    name: "with none a pre-flight is told the methods only",
    setting: "none",
    ...options,
    headers: preflightOf(APP),
    expected: { allow: ALLOW, vary: "Origin" },
  },
  {
    name: "with * everybody may read, without credentials",
    setting: "*",
    ...get,
    headers: from(APP),
    expected: { ...anybody, vary: "Accept" },
  },
  {
    name: "with * a request that names no origin is told the same",
    setting: "*",
    ...get,
    headers: {},
    expected: { ...anybody, vary: "Accept" },
  },
  { name: "* among others is *", setting: `${APP},*`, ...get, headers: {}, expected: { ...anybody, vary: "Accept" } },
  {
    name: "with * a pre-flight is told the terms",
    setting: "*",
    ...options,
    headers: preflightOf(APP),
    expected: { ...anybody, ...terms("GET, HEAD, POST") },
  },
  {
    name: "JSON is only ever read",
    setting: "*",
    ...options,
    path: "/resolve",
    headers: preflightOf(APP),
    expected: { ...anybody, ...terms("GET, HEAD") },
  },
  {
    name: "a listed origin may read, with credentials",
    setting: LIST,
    ...get,
    headers: from(APP),
    expected: { ...listed(APP), vary: "Accept, Origin" },
  },
  {
    name: "a listed origin with a port, written with a slash",
    setting: LIST,
    ...get,
    headers: from("http://localhost:3000"),
    expected: { ...listed("http://localhost:3000"), vary: "Accept, Origin" },
  },
  ...["https://www.example.com", "http://app.example.com", "https://app.example.com:8443", "null"].map((origin) => ({
    name: `another origin is not told anything: ${origin}`,
    setting: LIST,
    ...get,
    headers: from(origin),
    expected: { vary: "Accept, Origin" },
  })),
  {
    name: "caches keep apart what has no origin",
    setting: LIST,
    ...get,
    headers: {},
    expected: { vary: "Accept, Origin" },
  },
  {
    name: "a listed origin's pre-flight",
    setting: LIST,
    ...options,
    headers: preflightOf(APP),
    expected: { ...listed(APP), ...terms("GET, HEAD, POST"), vary: "Origin" },
  },
  {
    name: "another origin's pre-flight is told the methods only",
    setting: LIST,
    ...options,
    headers: preflightOf("https://www.example.com"),
    expected: { allow: ALLOW, vary: "Origin" },
  },
  {
    name: "OPTIONS that is no pre-flight",
    setting: LIST,
    ...options,
    headers: {},
    expected: { allow: ALLOW, vary: "Origin" },
  },
  {
    name: "errors can be read as well",
    setting: "*",
    method: "GET",
    path: "/resolve",
    status: 400,
    headers: from(APP),
    expected: { ...anybody, vary: "Accept" },
  },
  {
    name: "so can an answer without a body",
    setting: "*",
    method: "HEAD",
    path: `/resolve?${QUESTION}`,
    status: 200,
    headers: from(APP),
    expected: { ...anybody, vary: "Accept" },
  },
];
