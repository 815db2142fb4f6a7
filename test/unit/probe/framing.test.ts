import { describe, expect, test } from "vitest";
import { type Framing, framingOf, Unframer } from "../../../src/probe/framing.ts";
import { latin1Of, octetsOf } from "../../support/latin1.ts";

describe("framingOf", () => {
  test.each([
    { name: "nothing announced: the connection's end", fields: {}, framing: { kind: "close" } },
    { name: "a length", fields: { length: "12" }, framing: { kind: "length", octets: 12 } },
    { name: "one length twice", fields: { length: "12, 12" }, framing: { kind: "length", octets: 12 } },
    { name: "two lengths", fields: { length: "12,13" }, framing: { kind: "unknowable" } },
    { name: "a length that is none", fields: { length: "-1" }, framing: { kind: "unknowable" } },
    { name: "chunks", fields: { codings: ["chunked"] }, framing: { kind: "chunked" } },
    { name: "chunks win over a length", fields: { codings: ["chunked"], length: "5" }, framing: { kind: "chunked" } },
    { name: "another last coding", fields: { codings: ["chunked", "gzip"] }, framing: { kind: "close" } },
    { name: "HEAD", fields: { method: "HEAD", length: "5" }, framing: { kind: "none" } },
    { name: "204", fields: { status: 204, length: "5" }, framing: { kind: "none" } },
    { name: "304", fields: { status: 304, codings: ["chunked"] }, framing: { kind: "none" } },
  ] as const)("$name", ({ fields, framing }) => {
    const given = { method: "GET", status: 200, codings: [], length: null, ...fields } as const;
    expect(framingOf(given.method, given.status, given.codings, given.length)).toEqual(framing);
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
    name: "an end that cannot be known",
    framing: { kind: "unknowable" },
    sent: "body",
    body: "",
    states: ["broken", "broken"],
  },
  {
    name: "chunks, with an extension and a trailer",
    framing: chunked,
    sent: '4;a="b"\r\nbody\r\n00B \r\n and a tail\r\n0\r\nX: y\r\n\r\n',
    body: "body and a tail",
    states: ["complete", "complete"],
  },
  {
    name: "chunks with bare line feeds",
    framing: chunked,
    sent: "1\nx\n0\n",
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
