import { describe, expect, test } from "vitest";
import { handleDoh } from "../../../src/http/doh.ts";
import type { Answered } from "../../../src/store/resolver.ts";
import { ADDRESS_RESOLVER, answerWithAddress, getRequest, postRequest, resolverOf } from "../../support/doh.ts";
import { base64url, hexOf, octets, QUESTION_WWW_A, queryMessage } from "../../support/wire.ts";

const SEARCH = `?dns=${base64url(queryMessage())}`;
const ANSWER = hexOf(octets("1234 8400 0001 0001 0000 0000", QUESTION_WWW_A, "c00c 0001 0001 0000003c 0004 c000020a"));

/** A resolver whose answers differ from the plain one in these. */
const resolverWith = (changes: Partial<Answered>) =>
  resolverOf((query) => ({ ...answerWithAddress(query), ...changes }));

async function bodyOf(response: Response): Promise<string> {
  return hexOf(new Uint8Array(await response.arrayBuffer()));
}

describe("an answer", () => {
  test("at hand is given to GET without a promise", async () => {
    const response = handleDoh(getRequest(SEARCH), ADDRESS_RESOLVER);
    expect(response).toBeInstanceOf(Response);
    expect(await bodyOf(await response)).toBe(ANSWER);
  });

  test("still to come is awaited", async () => {
    const resolver = resolverOf(async (query) => answerWithAddress(query));
    expect(await bodyOf(await handleDoh(getRequest(SEARCH), resolver))).toBe(ANSWER);
  });

  test("to POST is the answer to GET", async () => {
    expect(await bodyOf(await handleDoh(postRequest(queryMessage()), ADDRESS_RESOLVER))).toBe(ANSWER);
  });

  test("to HEAD has the length that GET has", async () => {
    const response = await handleDoh(getRequest(SEARCH, "HEAD"), ADDRESS_RESOLVER);
    expect([response.headers.get("Content-Length"), await bodyOf(response)]).toEqual([String(ANSWER.length / 2), ""]);
  });

  test("hands the resolver the client of the request", async () => {
    const request = new Request(getRequest(SEARCH), { headers: { "CF-Connecting-IP": "192.0.2.77" } });
    const subnets: unknown[] = [];
    const resolver = resolverOf((query, client) => {
      subnets.push(client.subnet);
      return answerWithAddress(query);
    });
    await handleDoh(request, resolver);
    expect(subnets).toEqual([{ address: octets("c0000200"), prefixLength: 24 }]);
  });
});

describe("a finished message", () => {
  const message = octets("1234 8180 0001 0000 0000 0000", QUESTION_WWW_A);
  const forwarded = { kind: "message", message, maxAgeSeconds: 30, private: false } as const;
  test.each([
    { name: "goes out as it is", answered: forwarded, expected: "max-age=30" },
    { name: "keeps shared caches out", answered: { ...forwarded, private: true }, expected: "private, max-age=30" },
    { name: "without an age is no-store", answered: { ...forwarded, maxAgeSeconds: null }, expected: "no-store" },
  ])("$name", async ({ answered, expected }) => {
    const response = await handleDoh(
      getRequest(SEARCH),
      resolverOf(async () => answered),
    );
    expect([response.headers.get("Cache-Control"), await bodyOf(response)]).toEqual([expected, hexOf(message)]);
  });
});

describe("Cache-Control", () => {
  const tooLong = Array.from({ length: 66 }, () => new Uint8Array(1000));
  const overflow = resolverOf((query) => {
    const answered = answerWithAddress(query);
    const answer = [{ owner: query.qname, type: 65_280, ttlSeconds: 60, rdata: tooLong }];
    return { ...answered, reply: { ...answered.reply, answer } };
  });
  test.each([
    { name: "has the age", resolver: ADDRESS_RESOLVER, expected: "max-age=60" },
    { name: "keeps shared caches out", resolver: resolverWith({ private: true }), expected: "private, max-age=60" },
    { name: "an age of 0 is an age", resolver: resolverWith({ maxAgeSeconds: 0 }), expected: "max-age=0" },
    { name: "no age is no-store", resolver: resolverWith({ maxAgeSeconds: null }), expected: "no-store" },
    { name: "the SERVFAIL for an answer too long is no-store", resolver: overflow, expected: "no-store" },
  ])("$name", async ({ resolver, expected }) => {
    const response = await handleDoh(getRequest(SEARCH), resolver);
    expect(response.headers.get("Cache-Control")).toBe(expected);
  });
});

describe("a body of undeclared length", () => {
  /** Gives chunks of `size` octets for ever, or `count` of them, and counts those taken and whether it was cancelled. */
  function source(size: number, count = Number.POSITIVE_INFINITY) {
    const seen = { chunks: 0, cancelled: false };
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (seen.chunks >= count) return controller.close();
          seen.chunks += 1;
          controller.enqueue(new Uint8Array(size));
        },
        cancel() {
          seen.cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { seen, stream };
  }

  test("is read up to the limit and no further", async () => {
    const { seen, stream } = source(16_384);
    const response = await handleDoh(postRequest(stream), ADDRESS_RESOLVER);
    expect([response.status, seen]).toEqual([413, { chunks: 4, cancelled: true }]);
  });

  test("is put together from its chunks", async () => {
    const message = queryMessage();
    const parts = [message.subarray(0, 5), message.subarray(5, 20), message.subarray(20)];
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    expect(await bodyOf(await handleDoh(postRequest(stream), ADDRESS_RESOLVER))).toBe(ANSWER);
  });

  test("may be 65,535 octets long", async () => {
    const { seen, stream } = source(13_107, 5);
    const response = await handleDoh(postRequest(stream), ADDRESS_RESOLVER);
    expect([response.status, seen.cancelled]).toEqual([200, false]);
  });

  test("that breaks off is the client's error", async () => {
    const stream = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("reset")) });
    const response = await handleDoh(postRequest(stream), ADDRESS_RESOLVER);
    expect([response.status, await response.text()]).toEqual([400, "The body broke off; send the query again.\n"]);
  });
});

test("a declared length beyond the limit is refused unread", async () => {
  const headers = { "Content-Type": "application/dns-message", "Content-Length": "65536" };
  const request = new Request("https://dns.example.com/dns-query", { method: "POST", headers, body: queryMessage() });
  const response = await handleDoh(request, ADDRESS_RESOLVER);
  expect([response.status, request.bodyUsed]).toEqual([413, false]);
});

test("a body that is longer than declared is held to the limit all the same", async () => {
  const headers = { "Content-Type": "application/dns-message", "Content-Length": "12" };
  const body = new Uint8Array(65_536);
  const request = new Request("https://dns.example.com/dns-query", { method: "POST", headers, body });
  expect((await handleDoh(request, ADDRESS_RESOLVER)).status).toBe(413);
});
