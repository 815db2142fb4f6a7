import { afterEach, expect, test, vi } from "vitest";
import { corsOf } from "../../../src/http/cors.ts";

afterEach(() => vi.restoreAllMocks());

test.each([
  { name: "what is no origin is left out", setting: "https://app.example.com example.com", unread: ["example.com"] },
  {
    name: "a path is no part of an origin",
    setting: "https://app.example.com,https://www.example.com/app",
    unread: ["https://www.example.com/app"],
  },
  { name: "null would be every sandboxed page", setting: "null https://app.example.com", unread: ["null"] },
  { name: "case and a default port are no difference", setting: "HTTPS://App.Example.com:443", unread: [] },
])("$name: $setting", ({ setting, unread }) => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(corsOf(setting)).toEqual({ origins: new Set(["https://app.example.com"]) });
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)));
  const line = { event: "variable-unreadable", variable: "CORS_ORIGINS", allowed: "* or an origin", used: null };
  expect(lines).toEqual(unread.map((value) => ({ ...line, value })));
});

test.each(["", " , ", "nothing"])("without an origin nobody may read: %j", (setting) => {
  vi.spyOn(console, "error").mockReturnValue();
  expect(corsOf(setting)).toBeNull();
});
