/**
 * No input whatever makes the DoH door throw: URLs, bodies, and what is in them.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { handleDoh } from "../../src/http/doh.ts";
import { messageFromUrl } from "../../src/http/doh-message.ts";
import { ADDRESS_RESOLVER, DOH_URL, getRequest, postRequest } from "../support/doh.ts";
import { mutatedMessage, PROPERTY_SEED } from "../support/query-packet.ts";
import { base64url } from "../support/wire.ts";

const RUNS = { seed: PROPERTY_SEED, numRuns: 1000 };
const STATUSES = [200, 400, 413, 415];

const message = fc.oneof(mutatedMessage, fc.uint8Array({ maxLength: 100 }));

/** An answer with a DNS message and the ID that was sent, or an error of HTTP with a text. */
async function expectAnswered(response: Response, sent: Uint8Array | null): Promise<void> {
  expect(STATUSES).toContain(response.status);
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status === 200) {
    expect([response.headers.get("Content-Type"), body.length >= 12]).toEqual(["application/dns-message", true]);
    if (sent !== null) expect(body.subarray(0, 2)).toEqual(sent.subarray(0, 2));
  } else {
    expect([response.headers.get("Cache-Control"), body.length > 0]).toEqual(["no-store", true]);
  }
}

test("a GET and a POST of any octets are answered alike", async () => {
  await fc.assert(
    fc.asyncProperty(message, async (octets) => {
      const get = await handleDoh(getRequest(`?dns=${base64url(octets)}`), ADDRESS_RESOLVER);
      const post = await handleDoh(postRequest(octets), ADDRESS_RESOLVER);
      expect(get.status).toBe(post.status);
      if (get.status === 200) expect(await get.clone().arrayBuffer()).toEqual(await post.clone().arrayBuffer());
      await expectAnswered(get, octets);
      await expectAnswered(post, octets);
    }),
    RUNS,
  );
});

test("any query string is answered", async () => {
  const piece = fc.oneof(
    fc.constantFrom("dns=", "dns", "&", "=", "%", "%3D", "#", "?", "AAABAAABAAAAAAAAAWEAAAEAAQ"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const request = new Request(`${DOH_URL}?${pieces.join("")}`);
      await expectAnswered(await handleDoh(request, ADDRESS_RESOLVER), null);
    }),
    RUNS,
  );
});

test("any media type is answered", async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[\x21-\x7e ;/=]{0,30}$/), message, async (type, octets) => {
      await expectAnswered(await handleDoh(postRequest(octets, type), ADDRESS_RESOLVER), null);
    }),
    RUNS,
  );
});

test("base64url is read as it was written", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (octets) => {
      expect(messageFromUrl(`${DOH_URL}?dns=${base64url(octets)}`)).toEqual({ kind: "message", message: octets });
    }),
    RUNS,
  );
});
