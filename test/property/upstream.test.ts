/** Replies of others: no octets make the reader throw, and ageing changes the TTLs alone. */
import { type Answer, decode, encode } from "dns-packet";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readForeign } from "../../src/dns/foreign.ts";
import { messageToJson } from "../../src/dns/message-json.ts";
import { decodeQuery } from "../../src/dns/query.ts";
import { relay, sectionsOf } from "../../src/dns/relay.ts";
import { ASKED } from "../support/foreign.ts";
import { PROPERTY_SEED } from "../support/query-packet.ts";
import { queryMessage } from "../support/wire.ts";

const RUNS = { seed: PROPERTY_SEED, numRuns: 2000 };

const ttl = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const name = fc.constantFrom("www.example.com", "example.com", "a.example.net", ".");
const record: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({ type: fc.constant("A" as const), name, ttl, data: fc.constant("192.0.2.1") }),
  fc.record({ type: fc.constant("CNAME" as const), name, ttl, data: name }),
  fc.record({ type: fc.constant("TXT" as const), name, ttl, data: fc.string({ maxLength: 40 }) }),
  fc.record({
    type: fc.constant("MX" as const),
    name,
    ttl,
    data: name.map((exchange) => ({ exchange, preference: 1 })),
  }),
);
const section = fc.array(record, { maxLength: 4 });

const message = fc.record({ answers: section, authorities: section, additionals: section }).map((sections) => {
  const questions = [{ type: "A" as const, name: "www.example.com" }];
  return new Uint8Array(encode({ type: "response", id: 0, flags: 0x0180, questions, ...sections }));
});

const damaged = fc
  .record({
    octets: message,
    changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }),
    cut: fc.option(fc.nat()),
  })
  .map(({ octets, changes, cut }) => {
    for (const [at, octet] of changes) octets[at % octets.length] = octet;
    return cut === null ? octets : octets.subarray(0, cut % (octets.length + 1));
  });

const outcome = decodeQuery(queryMessage({ flags: "0100" }));
if (outcome.kind !== "query") throw new Error("no query");
const { query } = outcome;
const ageing = { errors: [], scopePrefixLength: 0 };

test("any octets are read or not believed, and what is believed can be passed on", () => {
  let believed = 0;
  fc.assert(
    fc.property(
      fc.oneof(message, damaged, fc.uint8Array({ maxLength: 80 })),
      fc.nat(400_000),
      fc.boolean(),
      (octets, elapsedSeconds, stale) => {
        const foreign = readForeign(octets, ASKED);
        if (foreign === null) return;
        believed += 1;
        const passedOn = relay(query, foreign, { ...ageing, elapsedSeconds, stale });
        expect(passedOn.length).toBe(foreign.message.length);
        expect(messageToJson(passedOn, null)).not.toBeNull();
        sectionsOf(foreign, { elapsedSeconds, stale });
      },
    ),
    RUNS,
  );
  expect(believed).toBeGreaterThan(RUNS.numRuns / 4);
});

test("ageing takes the seconds off every TTL and leaves every other octet as it is", () => {
  fc.assert(
    fc.property(message, fc.nat(2 ** 31), (octets, elapsedSeconds) => {
      const foreign = readForeign(octets, ASKED);
      if (foreign === null) throw new Error("a well-formed reply is believed");
      const young = relay(query, foreign, { ...ageing, elapsedSeconds: 0, stale: false });
      const old = relay(query, foreign, { ...ageing, elapsedSeconds, stale: false });
      const { answers = [], authorities = [], additionals = [] } = decode(Buffer.from(octets));
      const expected = Uint8Array.from(young);
      const view = new DataView(expected.buffer);
      const records = [...answers, ...authorities, ...additionals];
      expect(foreign.ttlOffsets.length).toBe(records.length);
      foreign.ttlOffsets.forEach((at, index) => {
        const one = records[index];
        const before = one !== undefined && "ttl" in one ? (one.ttl ?? 0) : 0;
        view.setUint32(at, Math.max(0, before - elapsedSeconds));
      });
      expect(old).toEqual(expected);
      expect(young.subarray(12)).toEqual(octets.subarray(12));
    }),
    RUNS,
  );
});
