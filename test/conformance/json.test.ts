import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backendOf, knock } from "../support/doors.ts";
import { blocksOf } from "../support/markdown.ts";
import { ANSWERS, JSON_ZONES, REFUSALS } from "./json.cases.ts";

const BACKEND = backendOf(...JSON_ZONES);

test.each(ANSWERS)("$name: $search", async ({ search, body, cacheControl = "max-age=60" }) => {
  const response = await knock(`/resolve?${search}`, {}, BACKEND);
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, cacheControl]);
  expect(await response.json()).toEqual(body);
});

test.each(REFUSALS)("$name is refused: $search", async ({ search, error }) => {
  const response = await knock(`/resolve?${search}`, {}, BACKEND);
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([400, "no-store"]);
  expect(await response.json()).toEqual({ error });
});

test("the page's example is answered as it says", async () => {
  const blocks = blocksOf(await readFile(join(import.meta.dirname, "../../docs/web-and-access.md"), "utf8"));
  const path = blocks.flatMap(({ text }) => /'https:\/\/dns\.example\.com(\/resolve[^']*)'/.exec(text)?.[1] ?? []);
  const told = blocks.filter(({ info }) => info[0] === "json");
  const zone = "{zone: example.com, ttl: 60, records: {www: {AAAA: '2001:db8::1'}}}";
  const response = await knock(path[0] ?? "", {}, backendOf(zone));
  expect([await response.text()]).toEqual(told.map(({ text }) => text.trimEnd()));
});
