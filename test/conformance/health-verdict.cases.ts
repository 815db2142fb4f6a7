/**
 * Verdicts from evidence. Letters: `H` healthy, `U` unhealthy, `h` and `u` no verdict yet, which counts as healthy or
 * unhealthy. `regions` is one letter for each region of a probed check (`?` none yet).
 */
import type { Check } from "../../src/health/check.ts";
import type { CheckOverride, PushReport } from "../../src/health/verdict.ts";
import { calculated, check, push } from "../support/checks.ts";

export interface VerdictCase {
  readonly name: string;
  readonly checks: readonly Check[];
  /** By check; absent: one region without a status. */
  readonly regions?: Readonly<Record<string, string>>;
  readonly reports?: Readonly<Record<string, PushReport>>;
  readonly overrides?: Readonly<Record<string, Pick<CheckOverride, "verdict" | "untilMs">>>;
  /** One letter for each check, in order. */
  readonly verdicts: string;
}

export const NOW_MS = 1_000_000;

const web = check("web");
const inverted = check("web", { inverted: true });
const count = (atLeast: number) => ({ atLeast: { kind: "count", count: atLeast } }) as const;
const percent = (atLeast: number) => ({ atLeast: { kind: "percent", percent: atLeast } }) as const;
const children = [check("a"), check("b"), check("c")];
const of = ["a", "b", "c"];
const told = (status: "healthy" | "unhealthy", ageSeconds: number): PushReport => ({
  status,
  reason: "",
  atMs: NOW_MS - ageSeconds * 1000,
});

const quorum: readonly VerdictCase[] = [
  { name: "T67: 3 of 16 are more than 18 %", checks: [web], regions: { web: "HHHUUUUUUUUUUUUU" }, verdicts: "H" },
  { name: "T67: 2 of 16 are not", checks: [web], regions: { web: "HHUUUUUUUUUUUUUU" }, verdicts: "U" },
  { name: "T68: 9 of 50 are exactly 18 %, not more", checks: [web], regions: { web: many(9, 50) }, verdicts: "U" },
  { name: "T68: 10 of 50 are more", checks: [web], regions: { web: many(10, 50) }, verdicts: "H" },
  { name: "a region without a status has no vote", checks: [web], regions: { web: "?U?U?" }, verdicts: "U" },
  { name: "no region with a status: no verdict", checks: [web], regions: { web: "???" }, verdicts: "h" },
  {
    name: "a count is a number of regions, and more are needed",
    checks: [
      check("web", { quorum: { kind: "count", count: 1 } }),
      check("api", { quorum: { kind: "count", count: 1 } }),
    ],
    regions: { web: "HUUUUU", api: "HHUUUU" },
    verdicts: "UH",
  },
  {
    name: "with half as the quorum, half is not enough",
    checks: [check("web", { quorum: { kind: "percent", percent: 50 } })],
    regions: { web: "HU" },
    verdicts: "U",
  },
];

function many(healthy: number, all: number): string {
  return "H".repeat(healthy).padEnd(all, "U");
}

const order: readonly VerdictCase[] = [
  {
    name: "T69: a new check is healthy, an inverted one unhealthy",
    checks: [web, check("not", { inverted: true })],
    verdicts: "hu",
  },
  {
    name: "T69: `initial: unhealthy` is turned around too",
    checks: [check("web", { initial: "unhealthy" }), check("not", { initial: "unhealthy", inverted: true })],
    verdicts: "uh",
  },
  { name: "an inverted check says the contrary", checks: [inverted], regions: { web: "U" }, verdicts: "H" },
  {
    name: "T80: disabled is healthy, the endpoint down",
    checks: [check("web", { disabled: true })],
    regions: { web: "U" },
    verdicts: "H",
  },
  {
    name: "T80: disabled and inverted is unhealthy, the endpoint down",
    checks: [check("web", { disabled: true, inverted: true })],
    regions: { web: "U" },
    verdicts: "U",
  },
  {
    name: "disabled is a verdict without any observation",
    checks: [check("web", { disabled: true, initial: "unhealthy" })],
    verdicts: "H",
  },
  {
    name: "an override comes after all: inverted does not turn it around",
    checks: [check("web", { disabled: true, inverted: true }), check("api", { inverted: true })],
    regions: { web: "U", api: "U" },
    overrides: { web: { verdict: "up", untilMs: null }, api: { verdict: "down", untilMs: NOW_MS + 1 } },
    verdicts: "HU",
  },
  {
    name: "an override whose time is over is none",
    checks: [web],
    regions: { web: "H" },
    overrides: { web: { verdict: "down", untilMs: NOW_MS } },
    verdicts: "H",
  },
  {
    name: "overrides of children count in their parents, and a parent may have its own",
    checks: [web, calculated("all", ["web"]), calculated("forced", ["web"])],
    regions: { web: "H" },
    overrides: { web: { verdict: "down", untilMs: null }, forced: { verdict: "up", untilMs: null } },
    verdicts: "UUH",
  },
];

const calculatedOnes: readonly VerdictCase[] = [
  {
    name: "T81: 2 of 3 with two healthy",
    checks: [...children, calculated("sum", of, count(2))],
    regions: { a: "H", b: "H", c: "U" },
    verdicts: "HHUH",
  },
  {
    name: "T81: 2 of 3 with one healthy",
    checks: [...children, calculated("sum", of, count(2))],
    regions: { a: "H", b: "U", c: "U" },
    verdicts: "HUUU",
  },
  {
    name: "T81: 4 of 3 is never healthy",
    checks: [...children, calculated("sum", of, count(4))],
    regions: { a: "H", b: "H", c: "H" },
    verdicts: "HHHU",
  },
  {
    name: "T81: 0 of 3 always is",
    checks: [...children, calculated("sum", of, count(0))],
    regions: { a: "U", b: "U", c: "U" },
    verdicts: "UUUH",
  },
  {
    name: "T82: a disabled child counts as healthy, disabled and inverted as unhealthy",
    checks: [
      check("a"),
      check("b", { disabled: true }),
      check("c", { disabled: true, inverted: true }),
      calculated("with b", ["a", "b"], count(2)),
      calculated("with c", ["a", "c"], count(2)),
    ],
    regions: { a: "H", b: "U", c: "U" },
    verdicts: "HHUHU",
  },
  {
    name: "a percentage of the children: exactly as many are enough",
    checks: [...children, calculated("66", of, percent(66)), calculated("67", of, percent(67))],
    regions: { a: "H", b: "H", c: "U" },
    verdicts: "HHUHU",
  },
  {
    name: "children without a verdict that could still decide leave none, and count as they count",
    checks: [
      check("a"),
      check("b", { initial: "unhealthy" }),
      calculated("all", ["a", "b"]),
      calculated("any", ["a", "b"], count(1)),
    ],
    verdicts: "huuh",
  },
  {
    name: "children without a verdict that cannot decide any more do not matter",
    checks: [check("a"), check("b"), calculated("all", ["a", "b"]), calculated("any", ["a", "b"], count(1))],
    regions: { a: "U" },
    verdicts: "UhUh",
  },
  {
    name: "calculated checks nest, whatever their order, inverted ones too",
    checks: [
      calculated("top", ["middle", "a"]),
      calculated("middle", ["b"], { inverted: true }),
      check("a"),
      check("b"),
    ],
    regions: { a: "H", b: "U" },
    verdicts: "HHHU",
  },
  {
    name: "a calculated check may be disabled or inverted itself",
    checks: [check("a"), calculated("off", ["a"], { disabled: true }), calculated("not", ["a"], { inverted: true })],
    regions: { a: "U" },
    verdicts: "UHH",
  },
];

const pushed: readonly VerdictCase[] = [
  {
    name: "a push check is initial until its first report",
    checks: [push("a"), push("b", { initial: "unhealthy" })],
    verdicts: "hu",
  },
  {
    name: "a report holds until it expires, to the millisecond",
    checks: [push("a", { expires: 60 }), push("b", { expires: 60 })],
    reports: { a: told("healthy", 59.999), b: told("healthy", 60) },
    verdicts: "HU",
  },
  {
    name: "T83: silent: healthy, unhealthy, the last status, and for a new one healthy",
    checks: [
      push("a", { whenSilent: "healthy" }),
      push("b", { whenSilent: "unhealthy" }),
      push("c", { whenSilent: "last" }),
      push("d", { whenSilent: "last" }),
    ],
    reports: { a: told("unhealthy", 121), b: told("healthy", 121), c: told("unhealthy", 121) },
    verdicts: "HUUh",
  },
  {
    name: "an inverted push check turns its reports and its silence around",
    checks: [push("a", { inverted: true }), push("b", { inverted: true })],
    reports: { a: told("healthy", 1), b: told("healthy", 121) },
    verdicts: "UH",
  },
];

export const verdictCases: readonly VerdictCase[] = [...quorum, ...order, ...calculatedOnes, ...pushed];
