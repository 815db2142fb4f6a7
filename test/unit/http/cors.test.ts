import { afterEach, expect, test, vi } from "vitest";
import { originsOf } from "../../../src/http/cors.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  { name: "what is no origin is left out", setting: "https://app.example.com example.com", unread: ["example.com"] },
  {
    name: "a path is no part of an origin",
    setting: "https://app.example.com,https://www.example.com/app",
    unread: ["https://www.example.com/app"],
  },
  {
    name: "an asterisk stands for nothing",
    setting: "https://*.example.net https://app.example.com",
    unread: ["https://*.example.net"],
  },
  { name: "null would be every sandboxed page", setting: "null https://app.example.com", unread: ["null"] },
  { name: "case and a default port are no difference", setting: "HTTPS://App.Example.com:443", unread: [] },
])("$name: $setting", ({ setting, unread }) => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(originsOf(setting)).toEqual(new Set(["https://app.example.com"]));
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
  const line = { event: "variable-unreadable", variable: "CORS_ORIGINS", allowed: "*, none or origins", used: null };
  expect(lines).toEqual(unread.map((value) => ({ ...line, value })));
});

test.each(["nothing", "https://", "none nothing"])("without an origin that can be read nobody may: %j", (setting) => {
  vi.spyOn(console, "error").mockReturnValue();
  expect(originsOf(setting)).toEqual(new Set());
});

test("none is a word of its own, which is not complained of", () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect([originsOf("none"), log.mock.calls]).toEqual([new Set(), []]);
});
