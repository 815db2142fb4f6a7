import { describe, expect, test } from "vitest";
import { type Framing, framingOf, Unframer } from "../../../src/probe/framing.ts";
import { latin1Of, octetsOf } from "../../support/latin1.ts";

describe("framingOf", () => {
  test.each([
    { name: "nothing announced: the connection's end", fields: {}, framing: { kind: "close" } },
    { name: "a length", fields: { length: "12" }, framing: { kind: "length", octets: 12 } },
    { name: "one length twice", fields: { length: "12, 12" }, framing: { kind: "length", octets: 12 } },
    {
      name: "zeros before a length",
      fields: { length: `${"0".repeat(30)}12` },
      framing: { kind: "length", octets: 12 },
    },
    { name: "two lengths (RFC 9112 6.3)", fields: { length: "12,13" }, framing: null },
    { name: "a length that is none", fields: { length: "-1" }, framing: null },
    { name: "an empty length", fields: { length: "" }, framing: null },
    { name: "a length beyond all numbers", fields: { length: "9".repeat(20) }, framing: null },
    { name: "one length and none", fields: { length: "12," }, framing: null },
    { name: "chunks in HTTP/1.0 (RFC 9112 6.1)", fields: { codings: ["chunked"], isOld: true }, framing: null },
    { name: "chunks", fields: { codings: ["chunked"] }, framing: { kind: "chunked" } },
    { name: "chunks win over a length", fields: { codings: ["chunked"], length: "5" }, framing: { kind: "chunked" } },
    { name: "another last coding", fields: { codings: ["chunked", "gzip"] }, framing: { kind: "close" } },
    { name: "HEAD", fields: { method: "HEAD", length: "5" }, framing: { kind: "none" } },
    { name: "204", fields: { status: 204, length: "5" }, framing: { kind: "none" } },
    { name: "204, though its length is none", fields: { status: 204, length: "x" }, framing: { kind: "none" } },
    { name: "205", fields: { status: 205, length: "5" }, framing: { kind: "none" } },
    { name: "304", fields: { status: 304, codings: ["chunked"] }, framing: { kind: "none" } },
  ] as const)("$name", ({ fields, framing }) => {
    const { method, codings, ...announced } = {
      method: "GET" as const,
      status: 200,
      isOld: false,
      codings: [],
      length: null,
      ...fields,
    };
    expect(framingOf(method, { ...announced, transferCodings: codings })).toEqual(framing);
  });
});

interface Row {
  readonly name: string;
  readonly framing: Framing;
  readonly sent: string;
  readonly body: string;
  /** After all has been sent, and after the connection has ended. */
  readonly states: readonly [sent: string, ended: string];
}

const chunked: Framing = { kind: "chunked" };

const rows: readonly Row[] = [
  { name: "no body", framing: { kind: "none" }, sent: "x", body: "", states: ["complete", "complete"] },
  {
    name: "a length of 0",
    framing: { kind: "length", octets: 0 },
    sent: "x",
    body: "",
    states: ["complete", "complete"],
  },
  {
    name: "a length, and more behind it",
    framing: { kind: "length", octets: 4 },
    sent: "bodymore",
    body: "body",
    states: ["complete", "complete"],
  },
  {
    name: "A20: less than the length",
    framing: { kind: "length", octets: 100 },
    sent: "0123456789",
    body: "0123456789",
    states: ["open", "broken"],
  },
  { name: "up to the end", framing: { kind: "close" }, sent: "body", body: "body", states: ["open", "complete"] },
  {
    name: "chunks, with an extension and a trailer",
    framing: chunked,
    sent: '4;a="b"\r\nbody\r\n00B \r\n and a tail\r\n0\r\nX: y\r\n\r\n',
    body: "body and a tail",
    states: ["complete", "complete"],
  },
  {
    name: "a size that ends in a bare line feed",
    framing: chunked,
    sent: "1\nx\r\n0\r\n",
    body: "",
    states: ["broken", "broken"],
  },
  {
    name: "a chunk that does",
    framing: chunked,
    sent: "1\r\nx\n0\r\n",
    body: "x",
    states: ["broken", "broken"],
  },
  {
    name: "zeros before a size",
    framing: chunked,
    sent: `${"0".repeat(40)}1\r\nx\r\n0\r\n`,
    body: "x",
    states: ["complete", "complete"],
  },
  { name: "no last chunk", framing: chunked, sent: "4\r\nbody\r\n", body: "body", states: ["open", "broken"] },
  { name: "a chunk that is cut off", framing: chunked, sent: "5\r\nbody", body: "body", states: ["open", "broken"] },
  {
    name: "a size that is none",
    framing: chunked,
    sent: "4\r\nbody\r\nx\r\n",
    body: "body",
    states: ["broken", "broken"],
  },
  { name: "no size", framing: chunked, sent: "\r\n", body: "", states: ["broken", "broken"] },
  {
    name: "a chunk beyond its size",
    framing: chunked,
    sent: "3\r\nbody\r\n",
    body: "bod",
    states: ["broken", "broken"],
  },
  {
    name: "an extension without end",
    framing: chunked,
    sent: `4;${"x".repeat(2000)}`,
    body: "",
    states: ["broken", "broken"],
  },
];

describe("Unframer", () => {
  test.each(rows)("$name", ({ framing, sent, body, states }) => {
    for (const size of [1, 3, sent.length]) {
      const unframer = new Unframer(framing);
      let received = "";
      for (let at = 0; at < sent.length; at += size) {
        received += unframer
          .push(octetsOf(sent.slice(at, at + size)))
          .map(latin1Of)
          .join("");
      }
      const after = unframer.state;
      unframer.end();
      expect([received, after, unframer.state]).toEqual([body, ...states]);
    }
  });
});
