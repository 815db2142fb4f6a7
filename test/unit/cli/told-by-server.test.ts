import { expect, test } from "vitest";
import { toldBy } from "../../../src/cli/told-by-server.ts";

const JSON_TYPE = "application/json";

test.each([
  { name: "the API's JSON: its error", type: JSON_TYPE, body: '{"error":"No \\"east\\"."}', told: ': No "east".' },
  { name: "other JSON: as it is", type: JSON_TYPE, body: '{"status": 2}', told: ': {"status": 2}' },
  { name: "what is no JSON after all: as it is", type: JSON_TYPE, body: "{", told: ": {" },
  {
    name: "plain text: in one line",
    type: "text/plain; charset=utf-8",
    body: "a\nb\x1b[1m\n",
    told: ": a\\u000ab\\u001b[1m",
  },
  { name: "long text: its beginning", type: "text/plain", body: "x".repeat(400), told: `: ${"x".repeat(300)}` },
  { name: "a web page: nothing", type: "text/html", body: "<html>", told: "" },
  { name: "no body: nothing", type: "text/plain", body: "", told: "" },
])("$name", async ({ type, body, told }) => {
  expect(await toldBy(new Response(body, { status: 404, headers: { "content-type": type } }))).toBe(told);
});
