/**
 * Any question to real zones: whatever is asked, of whatever type, is answered without a throw, in a message that
 * another implementation reads, under the question as it was sent, and alike however often it is asked.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { answer } from "../../src/answer/answer.ts";
import { nameOfLabels } from "../../src/dns/name.ts";
import type { Backend } from "../../src/http/backend.ts";
import { handleDoh } from "../../src/http/doh.ts";
import { seededDraw } from "../../src/steering/draw.ts";
import { CHILD_ZONE, COM_ZONE, NET_ZONE, RFC_4592_ZONE } from "../conformance/lookup.zones.ts";
import { zonesOf } from "../support/build.ts";
import { postRequest } from "../support/doh.ts";
import { ALL_HEALTHY, NOW_MS } from "../support/health.ts";
import { readMessage } from "../support/message.ts";
import { PROPERTY_SEED } from "../support/query-packet.ts";
import { hexOf, queryMessage } from "../support/wire.ts";

const zones = zonesOf(RFC_4592_ZONE, COM_ZONE, CHILD_ZONE, NET_ZONE);

/** The labels that the zones are made of, in any case, and others. */
const WORDS = "* www sub ns old new far wild proxy web ent a b c1 c2 chain child insecure _tcp host1".split(" ");
const label = fc.oneof(
  fc.mixedCase(fc.constantFrom(...WORDS)),
  fc.uint8Array({ minLength: 1, maxLength: 63 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
);
const apex = fc.constantFrom(["example", "com"], ["example", "net"], ["example"], ["child", "example", "com"], []);
const qname = fc
  .tuple(fc.array(label, { maxLength: 3 }), apex)
  .map(([labels, suffix]) => nameOfLabels([...labels, ...suffix]))
  .filter((name) => name.length <= 255);
const qtype = fc.oneof(fc.constantFrom(1, 2, 5, 6, 16, 28, 39, 43, 255), fc.integer({ min: 0, max: 65_535 }));

test("any question is answered, alike each time, in a message that can be read", async () => {
  const question = fc.record({ qname, qtype, seed: fc.nat() });
  await fc.assert(
    fc.asyncProperty(question, async ({ qname: name, qtype: type, seed }) => {
      const resolver: Backend = {
        answer: (query, client) => {
          const asked = { qname: query.qname, qtype: query.qtype, ra: false };
          const outcome = answer(asked, zones, ALL_HEALTHY, client, seededDraw(seed), NOW_MS);
          if (outcome.kind === "need") throw new Error("everything is in memory");
          return outcome;
        },
        place: () => null,
        logsQueries: false,
      };
      const tail = `${type.toString(16).padStart(4, "0")}0001`;
      const message = queryMessage({ question: hexOf(Buffer.from(name, "latin1")) + tail });
      const ask = async (): Promise<Uint8Array> => {
        const response = await handleDoh(postRequest(new Uint8Array(message)), resolver);
        expect(response.status).toBe(200);
        return new Uint8Array(await response.arrayBuffer());
      };
      const reply = await ask();
      expect(hexOf(reply.subarray(12, message.length))).toBe(hexOf(message.subarray(12)));
      expect(readMessage(reply).rcode).toMatch(/^(NOERROR|NXDOMAIN|REFUSED|YXDOMAIN)$/);
      expect(hexOf(await ask())).toBe(hexOf(reply));
    }),
    { seed: PROPERTY_SEED, numRuns: 1_500 },
  );
});
