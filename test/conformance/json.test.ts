import { expect, test } from "vitest";
import { backendOf, knock } from "../support/doors.ts";
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
