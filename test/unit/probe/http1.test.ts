import { describe, expect, test } from "vitest";
import { HEAD_OCTETS_MAX, readHead, writeRequest } from "../../../src/probe/http1.ts";

const octets = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("writeRequest", () => {
  test.each([
    {
      name: "one GET that asks for the end of the connection",
      method: "GET",
      headers: [],
      lines: ["User-Agent: Fairlead-Probe/1.0", "Accept: */*"],
    },
    {
      name: "a HEAD with fields of one's own, which win over the probe's",
      method: "HEAD",
      headers: [
        ["accept", "text/plain"],
        ["x-token", "a b"],
      ],
      lines: ["User-Agent: Fairlead-Probe/1.0", "accept: text/plain", "x-token: a b"],
    },
  ] as const)("$name", ({ method, headers, lines }) => {
    const request = { method, path: "/healthz?full=1", host: "www.example.com:8080", headers };
    const text = [`${method} /healthz?full=1 HTTP/1.1`, "Host: www.example.com:8080", ...lines, "Connection: close"];
    expect(new TextDecoder().decode(writeRequest(request))).toBe(`${text.join("\r\n")}\r\n\r\n`);
  });
});

describe("readHead", () => {
  test.each([
    { name: "a usual head", text: "HTTP/1.1 200 OK\r\nServer: x\r\n\r\nbody", status: 200, location: null },
    { name: "HTTP/1.0", text: "HTTP/1.0 404 Not Found\r\n\r\n", status: 404, location: null },
    { name: "no fields", text: "HTTP/1.1 204 No Content\r\n\r\n", status: 204, location: null },
    { name: "an empty reason", text: "HTTP/1.1 200 \r\n\r\n", status: 200, location: null },
    { name: "no space before an absent reason", text: "HTTP/1.1 200\r\n\r\n", status: 200, location: null },
    { name: "bare line feeds (RFC 9112 2.2)", text: "HTTP/1.1 200 OK\nA: b\n\n", status: 200, location: null },
    {
      name: "a folded line (RFC 9112 5.2)",
      text: "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n",
      status: 200,
      location: null,
    },
    { name: "octets beyond ASCII", text: "HTTP/1.1 200 Tr\xe8s bien\r\nA: \xff\r\n\r\n", status: 200, location: null },
    {
      name: "a Location, whatever its case",
      text: "HTTP/1.1 302 Found\r\nLOCATION:  /login \r\n\r\n",
      status: 302,
      location: "/login",
    },
    {
      name: "several of them, which are one (RFC 9110 5.3)",
      text: "HTTP/1.1 302 Found\r\nLocation: /login\r\nLocation: /other\r\n\r\n",
      status: 302,
      location: "/login, /other",
    },
    { name: "an empty Location", text: "HTTP/1.1 302 Found\r\nLocation: \r\n\r\n", status: 302, location: null },
    {
      name: "a Location in two lines, and in UTF-8",
      text: "HTTP/1.1 302 Found\r\nLocation:\r\n \r\n\t/\xe6\x9d\xb1 \r\n /x\r\n\r\n",
      status: 302,
      location: "/東 /x",
    },
    { name: "empty lines before it", text: "\r\n\n\r\nHTTP/1.1 200 OK\r\n\r\n", status: 200, location: null },
    { name: "controls in a value", text: "HTTP/1.1 200 OK\r\nA: \x01\x7f\r\n\r\n", status: 200, location: null },
    {
      name: "interim responses are passed over (RFC 9110 15.2)",
      text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 503 Busy\r\n\r\n",
      status: 503,
      location: null,
    },
    { name: "101 is not one of them", text: "HTTP/1.1 101 Switching Protocols\r\n\r\n", status: 101, location: null },
  ])("$name", ({ text, status, location }) => {
    expect(readHead(octets(text), "GET")).toMatchObject({ kind: "head", head: { status, location } });
  });

  test.each([
    { name: "another protocol", text: "SSH-2.0-OpenSSH_9.9\r\n" },
    { name: "HTTP/2", text: "HTTP/2 200\r\n\r\n" },
    { name: "an unknown minor version", text: "HTTP/1.2 200 OK\r\n\r\n" },
    { name: "a status of two digits", text: "HTTP/1.1 20 OK\r\n\r\n" },
    { name: "a status of four digits", text: "HTTP/1.1 2000 OK\r\n\r\n" },
    { name: "a status below 100", text: "HTTP/1.1 099 Odd\r\n\r\n" },
    { name: "white space before the colon (RFC 9112 5.1)", text: "HTTP/1.1 200 OK\r\nA : b\r\n\r\n" },
    { name: "a field line without colon", text: "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n" },
    { name: "a field without name", text: "HTTP/1.1 200 OK\r\n: b\r\n\r\n" },
    { name: "a folded line that continues nothing", text: "HTTP/1.1 200 OK\r\n A: b\r\n\r\n" },
    { name: "a NUL in a value", text: "HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n" },
    { name: "lengths that differ", text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n" },
    { name: "chunks in HTTP/1.0", text: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" },
    { name: "a byte order mark", text: "\xef\xbb\xbfHTTP/1.1 200 OK\r\n\r\n" },
    { name: "a bare carriage return before it", text: "\rHTTP/1.1 200 OK\r\n\r\n" },
    { name: "a bare carriage return", text: "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n" },
    { name: "a head beyond its bound", text: `HTTP/1.1 200 OK\r\n${"A: b\r\n".repeat(3000)}\r\n` },
    { name: "interim responses without end", text: "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000) },
  ])("malformed: $name", ({ text }) => {
    expect(readHead(octets(text), "GET")).toEqual({ kind: "malformed" });
  });

  test("a head says where the body begins, how it ends and what it is packed with", () => {
    const text =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: GZIP, Chunked\r\n" +
      "content-encoding: deflate,\r\nContent-Encoding: br\r\nContent-Length: 5\r\n\r\n";
    expect(readHead(octets(`${text}body`), "GET")).toEqual({
      kind: "head",
      head: { status: 200, location: null, framing: { kind: "chunked" }, codings: ["deflate", "br", "gzip"] },
      bodyAt: text.length,
    });
  });

  test("every beginning of a head is incomplete", () => {
    const text = "\r\nHTTP/1.1 100 Continue\r\n\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n";
    const kinds = Array.from({ length: text.length }, (_, end) => readHead(octets(text.slice(0, end)), "GET").kind);
    expect(kinds).toEqual(kinds.map(() => "incomplete"));
    expect(readHead(octets(text), "GET").kind).toBe("head");
  });

  test("a head may fill its bound to the last octet", () => {
    const begin = "HTTP/1.1 200 OK\r\nA: ";
    const text = `${begin}${"b".repeat(HEAD_OCTETS_MAX - begin.length - 4)}\r\n\r\n`;
    expect(readHead(octets(text), "GET").kind).toBe("head");
    expect(readHead(octets(`${text.slice(0, -4)}b\r\n\r\n`), "GET").kind).toBe("malformed");
  });
});
