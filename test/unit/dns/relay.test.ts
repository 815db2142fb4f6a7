import { describe, expect, test } from "vitest";
import { decodeQuery, type Query } from "../../../src/dns/query.ts";
import { type Ageing, relay, sectionsOf } from "../../../src/dns/relay.ts";
import { A_RECORD, foreignMessage, foreignOf, recordHex } from "../../support/foreign.ts";
import { readMessage } from "../../support/message.ts";
import { ednsQuery, hexOf, nameHex, queryMessage, wireName } from "../../support/wire.ts";

const NOW: Ageing = { elapsedSeconds: 0, stale: false, errors: [], scopePrefixLength: 0 };

function queryOf(message: Uint8Array): Query {
  const outcome = decodeQuery(message);
  if (outcome.kind !== "query") throw new Error("no query");
  return outcome.query;
}

const PLAIN = queryOf(queryMessage({ flags: "0100" }));
const EDNS = queryOf(ednsQuery());

describe("a reply is passed on", () => {
  test("byte for byte but for ID, flags and question", () => {
    const question = `${nameHex("wWw.example.com")} 0001 0001`;
    const query = queryOf(queryMessage({ flags: "0110", question }));
    expect(hexOf(relay(query, foreignOf({ flags: "8584", answer: [A_RECORD] }), NOW))).toBe(
      `12348194${hexOf(foreignMessage({ question, answer: [A_RECORD] })).slice(8)}`,
    );
  });

  test.each([
    { name: "lose the seconds that have passed", elapsed: 100, stale: false, ttls: ["200", "0"] },
    { name: "never fall below zero", elapsed: 400, stale: false, ttls: ["0", "0"] },
    {
      name: "are 30 seconds where they have run out and the answer stands in",
      elapsed: 400,
      stale: true,
      ttls: ["30", "30"],
    },
    { name: "that have not run out go on where the answer stands in", elapsed: 100, stale: true, ttls: ["200", "30"] },
  ])("whose TTLs $name", ({ elapsed, stale, ttls }) => {
    const foreign = foreignOf({ answer: [A_RECORD, recordHex("0001", "0000000a", "c0000208")] });
    const { answer } = readMessage(relay(PLAIN, foreign, { ...NOW, elapsedSeconds: elapsed, stale }));
    expect(answer.map((record) => record.split(" ")[1])).toEqual(ttls);
  });

  test("with errors of this server before those of the other", () => {
    const foreign = { ...foreignOf({ answer: [A_RECORD] }), errors: [{ infoCode: 4, text: "b" }] };
    const { opt } = readMessage(relay(EDNS, foreign, { ...NOW, errors: [{ infoCode: 3, text: "a" }] }));
    const data = (opt?.options ?? []).map((option) => hexOf((option as unknown as { data: Uint8Array }).data));
    expect(data).toEqual(["000361", "000462"]);
  });

  test.each([
    { name: "without AD where the answer stands in", stale: true, ad: 0 },
    { name: "with AD otherwise", stale: false, ad: 1 },
  ])("$name", ({ stale, ad }) => {
    const query = queryOf(queryMessage({ flags: "0120" }));
    const foreign = foreignOf({ flags: "81a0", answer: [A_RECORD] });
    expect(readMessage(relay(query, foreign, { ...NOW, stale })).ad).toBe(ad);
  });

  test("as SERVFAIL without records where there is no room for the OPT", () => {
    const text = (length: number): string => recordHex("0001", "0000012c", "00".repeat(length)).replace("0001", "ff00");
    const foreign = foreignOf({ answer: [text(65_490)] });
    expect(readMessage(relay(PLAIN, foreign, NOW)).rcode).toBe("NOERROR");
    const { rcode, answerTypes } = readMessage(relay(EDNS, foreign, NOW));
    expect([rcode, answerTypes]).toEqual(["SERVFAIL", []]);
  });
});

test("record sets are taken out whole, names written out and TTLs aged", () => {
  const mx = recordHex("000f", "0000012c", "000a 02 6d78 c010");
  const foreign = foreignOf({ answer: [A_RECORD, recordHex("0001", "0000012c", "c0000208")], authority: [mx] });
  const owner = wireName("www.example.com");
  expect(sectionsOf(foreign, { elapsedSeconds: 1, stale: false })).toEqual({
    answer: [{ owner, type: 1, ttlSeconds: 299, rdata: [Uint8Array.of(192, 0, 2, 7), Uint8Array.of(192, 0, 2, 8)] }],
    authority: [{ owner, type: 15, ttlSeconds: 299, rdata: [expect.any(Uint8Array)] }],
  });
  const [set] = sectionsOf(foreign, { elapsedSeconds: 1, stale: false }).authority;
  expect(hexOf(set?.rdata[0] ?? new Uint8Array())).toBe(`000a${nameHex("mx.example.com")}`);
});
