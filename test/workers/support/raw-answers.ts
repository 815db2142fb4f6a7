/**
 * What servers may send, octet for octet, and what a probe makes of it without and with a body rule for `needle`, by
 * address and by name alike. Where the two differ, `byName` is what `fetch` makes of it, and why that is left so.
 */
import type { Outcome } from "../../../src/health/check.ts";

/** Without a body rule, and with it. */
type Outcomes = readonly [plain: Outcome, searched: Outcome];

export interface RawAnswer {
  readonly name: string;
  readonly sent: string;
  readonly outcomes: Outcomes;
  readonly byName?: { readonly outcomes: Outcomes; readonly since: string };
  /** 200 unless given. */
  readonly code?: number;
}

const FOUND: Outcomes = ["ok", "ok"];
const NOT_FOUND: Outcomes = ["ok", "body-mismatch"];
const TRUNCATED: Outcomes = ["ok", "truncated"];
const NO_HTTP: Outcomes = ["connection-failed", "connection-failed"];
const OTHER: Outcomes = ["status-mismatch", "status-mismatch"];

/** Every answer ends its connection, and says so: a client must not keep it for the next question. */
const CLOSE = "Connection: close";
const LENGTH = "Content-Length: 6";
const CHUNKED = "Transfer-Encoding: chunked";
const ONE_CHUNK = "6\r\nneedle\r\n0\r\n\r\n";
/** `needle` in gzip. */
const GZIP = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x4b\x4d\x4d\xc9\x49\x05\x00\x05\xe2\x58\x65\x06\x00\x00\x00";

const answer = (fields: string, body = "needle", line = "HTTP/1.1 200 OK"): string =>
  `${[line, CLOSE, ...(fields === "" ? [] : [fields])].join("\r\n")}\r\n\r\n${body}`;
const started = (line: string): string => answer(LENGTH, "needle", line);
const row = (name: string, sent: string, outcomes: Outcomes, code = 200): RawAnswer => ({ name, sent, outcomes, code });
const field = (name: string, fields: string, outcomes: Outcomes, body?: string): RawAnswer =>
  row(name, answer(fields, body), outcomes);
const chunks = (name: string, body: string, outcomes: Outcomes): RawAnswer => field(name, CHUNKED, outcomes, body);
const folded = (name: string, sent: string): RawAnswer => ({
  ...row(`${name}: one space (RFC 9112 5.2)`, sent, FOUND),
  byName: { outcomes: NO_HTTP, since: "fetch refuses folded lines" },
});
const moved = (fields: string): string => answer(`${fields}\r\nContent-Length: 0`, "", "HTTP/1.1 302 Found");

const STARTS: readonly RawAnswer[] = [
  row("a usual answer", started("HTTP/1.1 200 OK"), FOUND),
  row("HTTP/1.0", started("HTTP/1.0 200 OK"), FOUND),
  row("an empty line before it", started("\r\nHTTP/1.1 200 OK"), FOUND),
  row("empty lines, ended by LF alone", started("\n\r\n\nHTTP/1.1 200 OK"), FOUND),
  row("a space before it", started(" HTTP/1.1 200 OK"), NO_HTTP),
  row("a bare CR before it", started("\rHTTP/1.1 200 OK"), NO_HTTP),
  row("a byte order mark before it", started("\xef\xbb\xbfHTTP/1.1 200 OK"), NO_HTTP),
  row("an empty reason", started("HTTP/1.1 200 "), FOUND),
  row("no space before an absent reason", started("HTTP/1.1 200"), FOUND),
  row("a reason beyond ASCII", started("HTTP/1.1 200 Tr\xe8s bien \x99"), FOUND),
  row("a reason in UTF-8", started("HTTP/1.1 200 \xe6\x9d\xb1"), FOUND),
  row("a control character in the reason", started("HTTP/1.1 200 O\x01K"), NO_HTTP),
  row("a tab for the space", started("HTTP/1.1\t200 OK"), NO_HTTP),
  row("two spaces before the status", started("HTTP/1.1  200 OK"), NO_HTTP),
  row("the protocol in lower case", started("http/1.1 200 OK"), NO_HTTP),
  row("HTTP/1.2", started("HTTP/1.2 200 OK"), NO_HTTP),
  row("HTTP/2.0", started("HTTP/2.0 200 OK"), NO_HTTP),
  row("ICY", started("ICY 200 OK"), NO_HTTP),
  row("a body alone, as HTTP/0.9", "needle", NO_HTTP),
  row("nothing", "", NO_HTTP),
  row("a head that breaks off", "HTTP/1.1 200 OK\r\nX: a\r\n", NO_HTTP),
  row("a status of two digits", started("HTTP/1.1 20 OK"), NO_HTTP),
  row("a status of four digits", started("HTTP/1.1 2000 OK"), NO_HTTP),
  row("a status below 100", started("HTTP/1.1 099 Odd"), NO_HTTP),
  row("a status of no class", started("HTTP/1.1 999 Odd"), OTHER, 999),
  row("100 before the final answer", `HTTP/1.1 100 Continue\r\n\r\n${answer(LENGTH)}`, FOUND),
  row("103, with fields", `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${answer(LENGTH)}`, FOUND),
  row("an unknown interim status", `HTTP/1.1 199 Odd\r\n\r\n${answer(LENGTH)}`, FOUND),
  row("an empty line behind an interim answer", `HTTP/1.1 100 Continue\r\n\r\n\r\n${answer(LENGTH)}`, FOUND),
  row("many interim answers", `${"HTTP/1.1 100 Continue\r\n\r\n".repeat(300)}${answer(LENGTH)}`, FOUND),
  row("101, which nobody asked for", started("HTTP/1.1 101 Switching Protocols"), OTHER, 101),
  row("LF alone", answer(LENGTH).replaceAll("\r\n", "\n"), FOUND),
  row("CR alone", answer(LENGTH).replaceAll("\r\n", "\r"), NO_HTTP),
];

const FIELDS: readonly RawAnswer[] = [
  folded("a folded line", answer(`${LENGTH}\r\nX: a\r\n b`)),
  folded("a line folded by a tab", answer(`${LENGTH}\r\nX: a \r\n\tb`)),
  folded("a folded value that counts", answer("Content-Length:\r\n 6")),
  folded("a fold with nothing behind it", answer(`${LENGTH}\r\nX: a\r\n `)),
  row("a fold of the status line", started("HTTP/1.1 200 OK\r\n X: a"), NO_HTTP),
  field("a space before the colon", `${LENGTH}\r\nX : a`, NO_HTTP),
  field("a tab before the colon", `${LENGTH}\r\nX\t: a`, NO_HTTP),
  field("a space within a name", `${LENGTH}\r\nX Y: a`, NO_HTTP),
  field("no colon", `${LENGTH}\r\nnonsense`, NO_HTTP),
  field("no name", `${LENGTH}\r\n: a`, NO_HTTP),
  field("a sign that names do not have", `${LENGTH}\r\nX(y): a`, NO_HTTP),
  field("NUL in a value", `${LENGTH}\r\nX: a\0b`, NO_HTTP),
  field("a bare CR in a value", `${LENGTH}\r\nX: a\rb`, NO_HTTP),
  field("other control characters (RFC 9110 5.5)", `${LENGTH}\r\nX: a\x01b\x7fc`, FOUND),
  field("octets beyond ASCII", `${LENGTH}\r\nX: \xe6\x9d\xb1 \x99\xff`, FOUND),
  field("many fields", `${LENGTH}\r\n${"X: a\r\n".repeat(2000)}Y: b`, FOUND),
  field("a head of 16,000 octets", `${LENGTH}\r\nX: ${"a".repeat(15_900)}`, FOUND),
  field("a head of 16,500 octets", `${LENGTH}\r\nX: ${"a".repeat(16_400)}`, NO_HTTP),
  field("a head of 200,000 octets", `${LENGTH}\r\nX: ${"a".repeat(200_000)}`, NO_HTTP),
];

const BODIES: readonly RawAnswer[] = [
  field("no length", "", FOUND),
  field("one length twice in a list", "Content-Length: 6, 6", FOUND),
  field("one length in two fields", `${LENGTH}\r\n${LENGTH}`, FOUND),
  field("zeros before a length", "Content-Length: 0000000000000000006", FOUND),
  ...["6, 7", "6,", "+6", "-6", "0x6", "", "six", "6 x", "99999999999999999999999"].map((length) =>
    field(`the length ${JSON.stringify(length)} (RFC 9112 6.3)`, `Content-Length: ${length}`, NO_HTTP),
  ),
  field("two lengths in two fields", `${LENGTH}\r\nContent-Length: 7`, NO_HTTP),
  field("less than the length", "Content-Length: 60", TRUNCATED, "needl"),
  field("more than the length", LENGTH, FOUND, "needle and more"),
  row("204, whatever it announces", answer("Content-Length: 6, 7", "", "HTTP/1.1 204 No"), NOT_FOUND, 204),
  row("205 has no content", started("HTTP/1.1 205 Reset Content"), NOT_FOUND, 205),
  chunks("chunks", ONE_CHUNK, FOUND),
  field("chunks in another case", "Transfer-Encoding: Chunked", FOUND, ONE_CHUNK),
  field("chunks win over a length", `Content-Length: 3, 4\r\n${CHUNKED}`, FOUND, ONE_CHUNK),
  row("chunks in HTTP/1.0 (RFC 9112 6.1)", answer(CHUNKED, ONE_CHUNK, "HTTP/1.0 200 OK"), NO_HTTP),
  chunks("an extension", "6;a=b\r\nneedle\r\n0;c\r\n\r\n", FOUND),
  chunks("an extension in quotes, behind a space", '6 ;a="b;c"\r\nneedle\r\n0\r\n\r\n', FOUND),
  chunks("zeros before a size", "00000000000000000006\r\nneedle\r\n000\r\n\r\n", FOUND),
  chunks("a trailer", "6\r\nneedle\r\n0\r\nX: a\r\n\r\n", FOUND),
  chunks("LF alone, which only heads may have (RFC 9112 2.2)", "6\nneedle\n0\n\n", TRUNCATED),
  chunks("a size that is none", "0x6\r\nneedle\r\n0\r\n\r\n", TRUNCATED),
  chunks("a chunk beyond its size", "3\r\nneedle\r\n0\r\n\r\n", TRUNCATED),
  chunks("no last chunk", "6\r\nneedlf\r\n", TRUNCATED),
  {
    ...chunks("no end of the trailer: the last chunk completes it (RFC 9112 8)", "6\r\nneedlf\r\n0\r\n", NOT_FOUND),
    byName: { outcomes: TRUNCATED, since: "fetch waits for the trailer" },
  },
  field("a transfer coding", "Transfer-Encoding: gzip, chunked", FOUND, `1a\r\n${GZIP}\r\n0\r\n\r\n`),
  field("an unknown transfer coding", "Transfer-Encoding: x", NOT_FOUND),
  field("no transfer coding", `Transfer-Encoding:\r\n${LENGTH}`, FOUND),
  ...["gzip", "GZIP", "x-gzip", "gzip, identity", ", gzip"].map((coding) =>
    field(`Content-Encoding: ${coding}`, `Content-Encoding: ${coding}`, FOUND, GZIP),
  ),
  field("an unknown content coding", "Content-Encoding: x", NOT_FOUND),
  field("a coded body that breaks off", "Content-Encoding: gzip\r\nContent-Length: 26", TRUNCATED, GZIP.slice(0, 12)),
  {
    ...field("a body that is not in its coding", "Content-Encoding: gzip", NOT_FOUND),
    byName: { outcomes: TRUNCATED, since: "fetch does not tell a body that it cannot decode from one that breaks off" },
  },
];

/** The first row, by the path that the server knows it by. */
const FIRST = "/raw/0";

const REDIRECTS: readonly RawAnswer[] = [
  row("Location", moved(`Location: ${FIRST}`), FOUND),
  folded("a folded Location", moved(`Location:\r\n ${FIRST}`)),
  row("two Locations lead nowhere", moved(`Location: ${FIRST}\r\nLocation: ${FIRST}`), OTHER, 404),
  row("an empty Location is none", moved("Location:"), OTHER, 302),
  row("a Location in UTF-8", moved("Location: /utf8/\xe6\x9d\xb1"), FOUND),
];

export const RAW_ANSWERS: readonly RawAnswer[] = [...STARTS, ...FIELDS, ...BODIES, ...REDIRECTS];

/** What the server sends for the target of a request; latin1 text. */
export function rawAnswerTo(target: string): string {
  if (target === "/utf8/%E6%9D%B1") return answer(LENGTH);
  const [, at = ""] = /^\/raw\/(\d+)$/.exec(target) ?? [];
  return RAW_ANSWERS[Number(at || Number.NaN)]?.sent ?? answer("", "", "HTTP/1.1 404 Not Found");
}
