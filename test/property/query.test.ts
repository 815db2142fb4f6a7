/**
 * The reader of queries against dns-packet, and against octets of every kind.
 */
import { decode } from "dns-packet";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeQuery, HEADER_OCTETS } from "../../src/dns/query.ts";
import { encodeFault } from "../../src/dns/reply.ts";
import { encodePacket, mutatedMessage, PROPERTY_SEED, queryPacket } from "../support/query-packet.ts";
import { wireName } from "../support/wire.ts";

const RUNS = { seed: PROPERTY_SEED, numRuns: 2000 };

test("reads what dns-packet wrote, whole", () => {
  fc.assert(
    fc.property(queryPacket, (packet) => {
      const message = encodePacket(packet);
      const { flags, name, type, edns } = packet;
      const qname = wireName(name);
      expect(decodeQuery(message)).toEqual({
        kind: "query",
        query: {
          message,
          rd: (flags & 0x0100) !== 0,
          cd: (flags & 0x0010) !== 0,
          qname,
          qtype: type[1],
          qclass: 1,
          questionEnd: HEADER_OCTETS + qname.length + 4,
          edns: edns && {
            dnssecOk: edns.dnssecOk,
            clientSubnet: edns.subnet && {
              family: edns.subnet.family,
              sourcePrefixLength: edns.subnet.sourcePrefixLength,
              address: Uint8Array.from(edns.subnet.octets),
            },
            padded: edns.paddingOctets !== null,
          },
        },
      });
    }),
    RUNS,
  );
});

/** Decodes, and encodes the error reply where there is one; both must come to an end. */
function survives(message: Uint8Array): void {
  const outcome = decodeQuery(message);
  expect(outcome.kind === "not-a-message").toBe(message.length < HEADER_OCTETS);
  if (outcome.kind !== "fault") return;
  const reply = decode(Buffer.from(encodeFault(message, outcome)));
  expect([reply.id, reply.flag_qr, reply.flag_aa, reply.flag_tc]).toEqual([
    ((message[0] ?? 0) << 8) | (message[1] ?? 0),
    true,
    false,
    false,
  ]);
}

test("any octets have an outcome, and a fault a well-formed reply", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), survives), RUNS);
});

test("octets near a valid query have an outcome, and a fault a well-formed reply", () => {
  fc.assert(fc.property(mutatedMessage, survives), { ...RUNS, numRuns: 5000 });
});

test("of what dns-packet refuses, nothing is a query", () => {
  let refused = 0;
  fc.assert(
    fc.property(mutatedMessage, (message) => {
      try {
        decode(Buffer.from(message));
      } catch {
        refused += 1;
        expect(decodeQuery(message).kind).not.toBe("query");
      }
    }),
    RUNS,
  );
  expect(refused).toBeGreaterThan(100);
});
