import { describe, expect, test } from "vitest";
import { beginTrail, extendTrail, nextStep, type Step } from "../../../src/probe/redirect.ts";
import { httpSpec } from "../../support/checks.ts";

const at = (path: string): URL => new URL(path, "http://www.example.com");
const isReachable = (url: URL): boolean => url.hostname === "www.example.com";

interface Row {
  readonly name: string;
  readonly follow: number;
  /** The URLs asked, the last one just now. */
  readonly asked: readonly string[];
  readonly status: number;
  readonly location: string | null;
  readonly step: Step;
}

const verdict = (outcome: "ok" | "status-mismatch" | "too-many-redirects"): Step => ({ kind: "verdict", outcome });

const rows: readonly Row[] = [
  { name: "an expected status", follow: 0, asked: ["/"], status: 204, location: null, step: verdict("ok") },
  { name: "another one", follow: 0, asked: ["/"], status: 500, location: null, step: verdict("status-mismatch") },
  {
    name: "a redirect that is not to be followed is a status like any other",
    follow: 0,
    asked: ["/"],
    status: 302,
    location: "/login",
    step: verdict("status-mismatch"),
  },
  {
    name: "a redirect is followed relative to the URL that gave it",
    follow: 1,
    asked: ["/a/b"],
    status: 307,
    location: "c?d#e",
    step: { kind: "follow", url: at("/a/c?d") },
  },
  {
    name: "a redirect without Location is a status",
    follow: 1,
    asked: ["/"],
    status: 301,
    location: null,
    step: verdict("status-mismatch"),
  },
  {
    name: "304 is no redirect",
    follow: 1,
    asked: ["/"],
    status: 304,
    location: "/a",
    step: verdict("status-mismatch"),
  },
  {
    name: "the last hop allowed is followed",
    follow: 2,
    asked: ["/", "/a"],
    status: 301,
    location: "/b",
    step: { kind: "follow", url: at("/b") },
  },
  {
    name: "one more is too many",
    follow: 2,
    asked: ["/", "/a", "/b"],
    status: 301,
    location: "/c",
    step: verdict("too-many-redirects"),
  },
  {
    name: "a loop is told at its first turn",
    follow: 5,
    asked: ["/a", "/b"],
    status: 303,
    location: "/a",
    step: verdict("too-many-redirects"),
  },
  {
    name: "a redirect to itself is a loop",
    follow: 5,
    asked: ["/a"],
    status: 308,
    location: "/a#x",
    step: verdict("too-many-redirects"),
  },
  {
    name: "another host is unhealthy",
    follow: 5,
    asked: ["/a"],
    status: 302,
    location: "//www.example.net/",
    step: verdict("status-mismatch"),
  },
  {
    name: "a Location that is no URL leads nowhere",
    follow: 5,
    asked: ["/a"],
    status: 302,
    location: "http://[",
    step: verdict("status-mismatch"),
  },
];

describe("nextStep", () => {
  test.each(rows)("$name", ({ follow, asked, status, location, step }) => {
    const [first = "/", ...others] = asked;
    const trail = others.reduce((before, path) => extendTrail(before, at(path)), beginTrail(at(first)));
    expect(nextStep(httpSpec({ follow }), trail, { status, location }, isReachable)).toEqual(step);
  });

  test.each([
    { name: "T72: 204 with 200–399", status: 204, outcome: "ok" },
    { name: "T72: 301 with 200–399", status: 301, outcome: "ok" },
    { name: "T72: 404 with 200–399", status: 404, outcome: "status-mismatch" },
    { name: "T72: 500 with 200–399", status: 500, outcome: "status-mismatch" },
    { name: "both ends of a range belong to it", status: 399, outcome: "ok" },
    { name: "a second range", status: 418, outcome: "ok" },
  ])("$name", ({ status, outcome }) => {
    const spec = httpSpec({
      expect: [
        [200, 399],
        [418, 418],
      ],
    });
    const step = nextStep(spec, beginTrail(at("/")), { status, location: null }, isReachable);
    expect(step).toEqual({ kind: "verdict", outcome });
  });
});
