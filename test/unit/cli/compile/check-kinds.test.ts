/** Checks that nobody probes, and what probed ones are sent with and judged by. */
import { describe, expect, test } from "vitest";
import type { Quorum } from "../../../../src/health/check.ts";
import { compiled, probed, type Written } from "./check.support.ts";

const ID = expect.stringMatching(/^[0-9a-f]{16}$/);
const OTHERWISE = { name: "example.com/c", id: ID, initial: "healthy", inverted: false, disabled: false };

const percent = (value: number): Quorum => ({ kind: "percent", percent: value });
const count = (value: number): Quorum => ({ kind: "count", count: value });

describe("what is compiled", () => {
  test.each<{ name: string; written: Written; check: object }>([
    {
      name: "T81: two of three, named in full and in order",
      written: { type: "calculated", of: ["b", "a", "c"], atLeast: count(2) },
      check: { kind: "calculated", of: ["example.com/a", "example.com/b", "example.com/c"], atLeast: count(2) },
    },
    {
      name: "T81: a threshold above the children",
      written: { type: "calculated", of: ["a"], atLeast: count(4), inverted: true },
      check: { kind: "calculated", of: ["example.com/a"], atLeast: count(4), inverted: true },
    },
    {
      name: "T82: a disabled one of a percentage",
      written: { type: "calculated", of: ["a"], atLeast: percent(60), disabled: true },
      check: { kind: "calculated", of: ["example.com/a"], atLeast: percent(60), disabled: true },
    },
    {
      name: "T83: a push check has its defaults",
      written: { type: "push" },
      check: { kind: "push", expires: 120, whenSilent: "unhealthy" },
    },
    {
      name: "T83: a push check that keeps its last report",
      written: { type: "push", expires: 5, whenSilent: "last", initial: "unhealthy", inverted: true, disabled: true },
      check: { kind: "push", expires: 5, whenSilent: "last", initial: "unhealthy", inverted: true, disabled: true },
    },
  ])("$name", ({ written, check }) => {
    expect(compiled(written)).toEqual({ check: { ...OTHERWISE, ...check }, problems: [] });
  });

  test("a request as it is written", () => {
    const written: Written = {
      address: "192.0.2.10",
      method: "GET",
      headers: [["x-a", "b"]],
      contains: '"ok"',
      regions: ["weur", "enam"],
      quorum: percent(50),
    };
    const { spec, regions, quorum } = probed(written);
    expect(spec).toMatchObject({ method: "GET", headers: [["x-a", "b"]], contains: '"ok"' });
    expect([regions, quorum]).toEqual([["enam", "weur"], percent(50)]);
  });
});

describe("ids", () => {
  const CALCULATED: Written = { type: "calculated", of: ["a", "b"], atLeast: count(1) };
  const PUSH: Written = { type: "push" };

  test.each<{ name: string; a: Written; b: Written }>([
    { name: "children in another order", a: CALCULATED, b: { ...CALCULATED, of: ["b", "a"] } },
    {
      name: "defaults written out",
      a: PUSH,
      b: { ...PUSH, expires: 120, whenSilent: "unhealthy", initial: "healthy" },
    },
  ])("equal: $name", ({ a, b }) => expect(compiled(a)).toEqual(compiled(b)));

  test.each<{ name: string; a: Written; b: Written }>([
    { name: "other children", a: CALCULATED, b: { ...CALCULATED, of: ["a"] } },
    { name: "another threshold", a: CALCULATED, b: { ...CALCULATED, atLeast: percent(1) } },
    { name: "inverted", a: CALCULATED, b: { ...CALCULATED, inverted: true } },
    { name: "disabled", a: PUSH, b: { ...PUSH, disabled: true } },
    { name: "another expiry", a: PUSH, b: { ...PUSH, expires: 121 } },
    { name: "another silence", a: PUSH, b: { ...PUSH, whenSilent: "last" } },
    { name: "another beginning", a: PUSH, b: { ...PUSH, initial: "unhealthy" } },
  ])("different: $name", ({ a, b }) => expect(compiled(a).check?.id).not.toBe(compiled(b).check?.id));
});
