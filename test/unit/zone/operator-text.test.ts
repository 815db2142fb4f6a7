import { expect, test } from "vitest";
import { parseTime } from "../../../src/zone/operator-text.ts";

test.each([
  { name: "UTC", text: "2026-11-30T12:00:00Z", utc: "2026-11-30T12:00:00.000Z" },
  { name: "small letters (RFC 3339 5.6)", text: "2026-11-30t12:00:00z", utc: "2026-11-30T12:00:00.000Z" },
  {
    name: "an offset to the east, over a new year",
    text: "2026-01-01T00:00:00+02:00",
    utc: "2025-12-31T22:00:00.000Z",
  },
  { name: "an offset to the west", text: "2026-12-31T23:00:00.5-03:30", utc: "2027-01-01T02:30:00.500Z" },
  {
    name: "an unknown local offset (RFC 3339 4.3)",
    text: "2026-11-30T12:00:00-00:00",
    utc: "2026-11-30T12:00:00.000Z",
  },
  { name: "parts of a millisecond", text: "2026-11-30T12:00:00.0019999Z", utc: "2026-11-30T12:00:00.001Z" },
  { name: "the epoch", text: "1970-01-01T00:00:00Z", utc: "1970-01-01T00:00:00.000Z" },
  { name: "a leap day", text: "2028-02-29T23:59:59.999Z", utc: "2028-02-29T23:59:59.999Z" },
  { name: "the day after one", text: "2028-03-01T00:00:00Z", utc: "2028-03-01T00:00:00.000Z" },
  { name: "the leap day of a century", text: "2400-02-29T00:00:00Z", utc: "2400-02-29T00:00:00.000Z" },
  { name: "a century without one", text: "2100-03-01T00:00:00Z", utc: "2100-03-01T00:00:00.000Z" },
  { name: "the first time", text: "0000-01-01T00:00:00Z", utc: "0000-01-01T00:00:00.000Z" },
  { name: "the last", text: "9999-12-31T23:59:59.999Z", utc: "9999-12-31T23:59:59.999Z" },
])("$name: $text", ({ text, utc }) => {
  expect(new Date(parseTime(text) ?? Number.NaN).toISOString()).toBe(utc);
});

test("every day of four centuries is the day that a calendar has", () => {
  const text = (at: number) => new Date(Date.UTC(1900, 0, 1) + at * 86_400_000).toISOString();
  const wrong = Array.from({ length: 146_097 }, (_, at) => text(at)).filter(
    (day) => parseTime(day) !== Date.parse(day),
  );
  expect(wrong).toEqual([]);
});

test.each([
  "",
  "now",
  "2026-11-30",
  "2026-11-30T12:00:00",
  "2026-11-30 12:00:00Z",
  "2026-11-30T12:00Z",
  "2026-11-30T24:00:00Z",
  "2026-11-30T23:59:60Z",
  "2026-11-30T12:00:00.Z",
  "2026-11-30T12:00:00+0200",
  "2026-11-30T12:00:00+24:00",
  "2026-11-30T12:00:00+02:60",
  "2026-00-10T00:00:00Z",
  "2026-13-10T00:00:00Z",
  "2026-11-31T00:00:00Z",
  "2026-02-29T00:00:00Z",
  "2100-02-29T00:00:00Z",
  "2026-11-00T00:00:00Z",
  "12026-11-30T12:00:00Z",
  "2026-11-30T12:00:00Z\n",
])("%j is no time", (text) => expect(parseTime(text)).toBe(null));
