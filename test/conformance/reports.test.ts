/** Runs the exchanges of reports.cases.ts against the door and the core, by GET and by POST, in both orders. */
import { expect, test } from "vitest";
import { answer } from "../../src/answer/answer.ts";
import type { Backend } from "../../src/http/backend.ts";
import { handleDoh } from "../../src/http/doh.ts";
import { IN_ORDER } from "../support/ask.ts";
import { zonesOf } from "../support/build.ts";
import { getRequest, postRequest } from "../support/doh.ts";
import { ALL_HEALTHY, NOW_MS } from "../support/health.ts";
import { readMessage } from "../support/message.ts";
import { base64url, hexOf } from "../support/wire.ts";
import { REPORTS, type ReportCase, ZONES } from "./reports.cases.ts";

const zones = zonesOf(...ZONES);

const RESOLVER: Backend = {
  answer: ({ qname, qtype }, client) => {
    const outcome = answer({ qname, qtype, ra: false }, zones, ALL_HEALTHY, client, IN_ORDER, NOW_MS);
    if (outcome.kind === "need") throw new Error("everything is in memory");
    return outcome;
  },
  place: () => null,
  logsQueries: false,
};

/** What was said, in the row's words. The question is judged here: octet for octet, or none where it could not be read. */
async function exchange(request: Request, query: Uint8Array): Promise<Omit<ReportCase, "name" | "message">> {
  const response = await handleDoh(request, RESOLVER);
  expect(response.status).toBe(200);
  const message = readMessage(new Uint8Array(await response.arrayBuffer()));
  expect([message.id, message.qr]).toEqual([0x1234, 1]);
  const questions = Buffer.from(message.bytes).readUInt16BE(4);
  if (questions === 1) {
    const end = query.indexOf(0, 12) + 5;
    expect(hexOf(message.bytes.subarray(12, end))).toBe(hexOf(query.subarray(12, end)));
  }
  const { rcode, opcode, aa, answer: records, authorityTypes, soaTtlSeconds, opt } = message;
  return {
    rcode,
    opcode,
    aa,
    answer: records,
    authorityTypes,
    soaTtlSeconds,
    opt: opt && { version: opt.ednsVersion, dnssecOk: opt.flag_do },
    cacheControl: response.headers.get("Cache-Control") ?? "",
  };
}

const NOTHING = { opcode: 0, aa: 0, answer: [], authorityTypes: [], soaTtlSeconds: null, opt: null };

test.each([...REPORTS, ...REPORTS.toReversed()])("$name", async ({ name: _name, message, ...row }) => {
  const expected = { rcode: "NOERROR", ...NOTHING, ...row };
  expect(await exchange(getRequest(`?dns=${base64url(message)}`), message)).toEqual(expected);
  expect(await exchange(postRequest(new Uint8Array(message)), message)).toEqual(expected);
});
