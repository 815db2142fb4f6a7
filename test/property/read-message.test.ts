/** Whatever a server sends, `fairlead query` prints it or says that it is broken. */
import dnsPacket from "dns-packet";
import fc from "fast-check";
import { expect, test } from "vitest";
import { digText } from "../../src/cli/dig.ts";
import { readMessage } from "../../src/cli/message.ts";
import { TYPE } from "../../src/dns/types.ts";

const CIRCUMSTANCES = { command: "", server: "", milliseconds: 0, at: new Date(0) };
const SEED = 20_261_130;

/** Reads and prints; the outcome's kind. */
function outcomeOf(bytes: Uint8Array): string {
  const read = readMessage(bytes);
  if (read.kind === "message") digText(read.message, CIRCUMSTANCES);
  return read.kind;
}

test("octets at random never make it throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => ["message", "broken"].includes(outcomeOf(bytes))),
    { seed: SEED, numRuns: 2000 },
  );
});

test("record data at random, of every known type, never makes it throw", () => {
  const record = fc.tuple(fc.constantFrom(...Object.values(TYPE)), fc.uint8Array({ maxLength: 60 }));
  fc.assert(
    fc.property(record, ([type, rdata]) => {
      const head = [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0];
      const bytes = Uint8Array.of(...head, 0, type >> 8, type & 0xff, 0, 1, 0, 0, 0, 60, 0, rdata.length, ...rdata);
      return ["message", "broken"].includes(outcomeOf(bytes));
    }),
    { seed: SEED, numRuns: 5000 },
  );
});

test("what another implementation writes is read as it was meant", () => {
  const label = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
  const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join("."));
  const answer = fc.record({ name, ttl: fc.nat(0x7fffffff), address: fc.ipV4() });
  fc.assert(
    fc.property(name, fc.array(answer, { maxLength: 5 }), fc.integer({ min: 0, max: 0xffff }), (qname, answers, id) => {
      const written = dnsPacket.encode({
        type: "response",
        id,
        questions: [{ type: "A", name: qname }],
        answers: answers.map(({ name: owner, ttl, address }) => ({ type: "A", name: owner, ttl, data: address })),
      });
      const read = readMessage(new Uint8Array(written));
      const text = read.kind === "message" ? digText(read.message, CIRCUMSTANCES) : read.why;
      for (const { name: owner, ttl, address } of answers) {
        expect(text.replace(/\t+/g, " ")).toContain(`\n${owner}. ${ttl} IN A ${address}\n`);
      }
      expect(text).toContain(`status: NOERROR, id: ${id}\n`);
      expect(text).toContain(`\n;${qname}.`);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
