import { afterEach, describe, expect, test, vi } from "vitest";
import type { Env } from "../../../src/store/env.ts";
import { type Settings, settingsOf } from "../../../src/store/settings.ts";

const DEFAULTS: Settings = {
  healthSoftAgeMs: 5_000,
  healthHardAgeMs: 15_000,
  catalogSoftAgeMs: 30_000,
  catalogHardAgeMs: 300_000,
  recursionAvailable: false,
  regions: [],
};

interface Case {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly settings: Partial<Settings>;
  /** Variables that the log complains of. */
  readonly complaints?: readonly string[];
}

const cases: readonly Case[] = [
  { name: "nothing set gives the defaults", variables: {}, settings: {} },
  { name: "an empty variable counts as unset", variables: { HEALTH_SOFT_AGE_SECONDS: "" }, settings: {} },
  {
    name: "decimals are read",
    variables: { HEALTH_SOFT_AGE_SECONDS: "0.5", HEALTH_HARD_AGE_SECONDS: "1.25" },
    settings: { healthSoftAgeMs: 500, healthHardAgeMs: 1_250 },
  },
  {
    name: "zero is an age",
    variables: { CATALOG_SOFT_AGE_SECONDS: "0", CATALOG_HARD_AGE_SECONDS: "0" },
    settings: { catalogSoftAgeMs: 0, catalogHardAgeMs: 0 },
  },
  {
    name: "a hard age is never below its soft age",
    variables: { CATALOG_SOFT_AGE_SECONDS: "600" },
    settings: { catalogSoftAgeMs: 600_000, catalogHardAgeMs: 600_000 },
  },
  {
    name: "upstreams mean recursion",
    variables: { UPSTREAMS: "https://dns.example.net/dns-query" },
    settings: { recursionAvailable: true },
  },
  {
    name: "regions are a list with commas, each once",
    variables: { REGIONS: " weur, enam ,,weur" },
    settings: { regions: ["weur", "enam"] },
  },
  ...["5s", "-1", "1e3", "NaN", "0x10", "1,5", "12345678"].map((value) => ({
    name: `"${value}" is no number of seconds: the default is used and the log says so`,
    variables: { HEALTH_HARD_AGE_SECONDS: value },
    settings: {},
    complaints: ["HEALTH_HARD_AGE_SECONDS"],
  })),
];

describe("the Worker's variables", () => {
  afterEach(() => vi.restoreAllMocks());

  test.each(cases)("$name", ({ variables, settings, complaints = [] }) => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    expect(settingsOf(variables as unknown as Env)).toEqual({ ...DEFAULTS, ...settings });
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)).variable)).toEqual(complaints);
  });
});
