import { describe, expect, test } from "vitest";
import { findLatch, holdFailed, keepKnown } from "../../../src/health/latch.ts";

const web = { name: "www.example.com./A/eu/primary", check: "example.com/web" };
const db = { name: "db.example.com./addresses/primary", check: "example.com/db" };
const latches = [db, web];

describe("holdFailed", () => {
  test.each([
    { name: "an unhealthy check's latch is held", statuses: { [web.check]: "unhealthy" }, held: [web.name] },
    { name: "no verdict yet is no failure", statuses: { [web.check]: "unknown" }, held: [] },
    { name: "a healthy check holds nothing", statuses: { [web.check]: "healthy" }, held: [] },
  ] as const)("$name", ({ statuses, held }) => {
    const statusOf = (check: string) => (check === web.check ? statuses[web.check] : "healthy") ?? "unknown";
    expect(holdFailed(latches, new Set(), statusOf)).toEqual(new Set(held));
  });

  test("what is held stays held when its check recovers, and nothing is copied", () => {
    const held = new Set([web.name]);
    expect(holdFailed(latches, held, () => "healthy")).toBe(held);
  });
});

test("a publication keeps the latches that it still has", () => {
  expect(keepKnown(new Set([web.name, "old.example.com./A/x"]), latches)).toEqual(new Set([web.name]));
});

describe("findLatch", () => {
  test.each([
    { name: "by owner, type and path", owner: "www.example.com.", type: "A", path: "eu/primary", found: web },
    {
      name: "the final dot and the case do not matter",
      owner: "WWW.example.com",
      type: "A",
      path: "eu/primary",
      found: web,
    },
    { name: "either family names `addresses`", owner: "db.example.com.", type: "AAAA", path: "primary", found: db },
    { name: "as does the word", owner: "db.example.com.", type: "addresses", path: "primary", found: db },
    {
      name: "another type is another record set",
      owner: "www.example.com.",
      type: "AAAA",
      path: "eu/primary",
      found: null,
    },
    { name: "a path is whole", owner: "www.example.com.", type: "A", path: "primary", found: null },
  ])("$name", ({ name: _, found, ...place }) => {
    expect(findLatch(latches, place)).toBe(found);
  });
});
