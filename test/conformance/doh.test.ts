import { expect, test } from "vitest";
import { handleDoh } from "../../src/http/doh.ts";
import { ADDRESS_RESOLVER, DOH_URL } from "../support/doh.ts";
import { hexOf } from "../support/wire.ts";
import { DOH_CASES, type DohCase } from "./doh.cases.ts";

function requestOf({ method, search = "", body, contentType = null, contentEncoding }: DohCase): Request {
  const headers: Record<string, string> = contentType === null ? {} : { "Content-Type": contentType };
  if (contentEncoding !== undefined) headers["Content-Encoding"] = contentEncoding;
  return new Request(DOH_URL + search, body === undefined ? { method } : { method, headers, body });
}

test.each(DOH_CASES)("$name", async (row) => {
  const response = await handleDoh(requestOf(row), ADDRESS_RESOLVER);
  const body = new Uint8Array(await response.arrayBuffer());
  const isMessage = row.head !== null;
  expect({
    status: response.status,
    contentType: response.headers.get("Content-Type"),
    cacheControl: response.headers.get("Cache-Control"),
    vary: response.headers.get("Vary"),
    allow: response.headers.get("Allow"),
    acceptEncoding: response.headers.get("Accept-Encoding"),
  }).toEqual({
    status: row.status,
    contentType: isMessage ? "application/dns-message" : "text/plain; charset=utf-8",
    cacheControl: row.cacheControl,
    vary: isMessage ? "Accept" : null,
    allow: row.allow ?? null,
    acceptEncoding: row.acceptEncoding ?? null,
  });
  if (row.method === "HEAD") expect(body.length).toBe(0);
  else if (isMessage) expect(hexOf(body.subarray(0, 4))).toBe(row.head);
  else expect(Buffer.from(body).toString()).toMatch(/^[A-Z][ -~]+\.\n$/);
});
