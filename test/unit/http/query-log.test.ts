import { afterEach, describe, expect, test, vi } from "vitest";
import { handleDoh } from "../../../src/http/doh.ts";
import { answerWithAddress, getRequest, resolverOf } from "../../support/doh.ts";
import { base64url, ednsQuery } from "../../support/wire.ts";

/** With a Client Subnet of 203.0.113.77/32, which is nobody's to keep. */
const SEARCH = `?dns=${base64url(ednsQuery("0008 0008 0001 20 00 cb00714d"))}`;

/** Sends a query from an address and gives the lines of the log. */
async function linesFor(address: string | null, logsQueries: boolean): Promise<readonly unknown[]> {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const error = vi.spyOn(console, "error").mockReturnValue();
  const headers = { "User-Agent": "example/1", ...(address === null ? {} : { "CF-Connecting-IP": address }) };
  const request = new Request(getRequest(SEARCH), { headers });
  const response = await handleDoh(request, resolverOf(answerWithAddress, logsQueries));
  expect(response.status).toBe(200);
  return [...log.mock.calls, ...error.mock.calls].map(([line]) => JSON.parse(String(line)));
}

const lineOf = (client: string | null) => ({
  event: "query",
  qname: "www.example.com.",
  qtype: "A",
  rcode: "NOERROR",
  client,
});

describe("the log of queries", () => {
  afterEach(() => vi.restoreAllMocks());

  test("has nothing unless it is asked for", async () => {
    expect(await linesFor("192.0.2.77", false)).toEqual([]);
  });

  test.each([
    ["192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2345::9", "2001:db8:1:2300::/56"],
    ["no address", null],
    [null, null],
  ])("of a client at %s has %s and nothing else of it", async (address, client) => {
    expect(await linesFor(address, true)).toEqual([lineOf(client)]);
  });
});
