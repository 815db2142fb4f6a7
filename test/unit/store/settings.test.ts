import { afterEach, describe, expect, test, vi } from "vitest";
import type { Name } from "../../../src/dns/name.ts";
import type { Env } from "../../../src/store/env.ts";
import { type Settings, settingsOf } from "../../../src/store/settings.ts";
import { questionOf } from "../../support/ask.ts";

const nameOf = (text: string): Name => questionOf(`${text} A`).qname;

const DEFAULTS: Settings = {
  healthSoftAgeMs: 5_000,
  healthHardAgeMs: 15_000,
  catalogSoftAgeMs: 30_000,
  catalogHardAgeMs: 300_000,
  upstreams: [],
  recursionAvailable: false,
  upstreamEcs: false,
  serveStaleMs: 86_400_000,
  logQueries: false,
  publicNames: [],
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
    name: "upstreams are URLs in order, with commas or spaces, and mean recursion",
    variables: {
      UPSTREAMS: "https://b.example.net/dns-query, https://a.example.net/dns-query\nhttp://127.0.0.1:8053/",
    },
    settings: {
      recursionAvailable: true,
      upstreams: ["https://b.example.net/dns-query", "https://a.example.net/dns-query", "http://127.0.0.1:8053/"],
    },
  },
  {
    name: "an upstream that is no URL of HTTP is left out, and the log says so",
    variables: { UPSTREAMS: "192.0.2.53,https://a.example.net/dns-query,tls://b.example.net" },
    settings: { recursionAvailable: true, upstreams: ["https://a.example.net/dns-query"] },
    complaints: ["UPSTREAMS", "UPSTREAMS"],
  },
  {
    name: "a template is taken for the URL that it is with POST",
    variables: { UPSTREAMS: "https://a.example.net/dns-query{?dns}" },
    settings: { recursionAvailable: true, upstreams: ["https://a.example.net/dns-query"] },
  },
  {
    name: "plain HTTP is for an upstream on the same machine",
    variables: {
      UPSTREAMS:
        "http://dns.example.net/ http://127.1:53/ http://[::1]/ http://localhost/ http://127.0.0.1.example.net/",
    },
    settings: {
      recursionAvailable: true,
      upstreams: ["http://127.1:53/", "http://[::1]/", "http://localhost/"],
    },
    complaints: ["UPSTREAMS", "UPSTREAMS"],
  },
  {
    name: "no upstream that can be read: no recursion",
    variables: { UPSTREAMS: "192.0.2.53" },
    settings: {},
    complaints: ["UPSTREAMS"],
  },
  {
    name: "public names are folded host names",
    variables: { PUBLIC_NAMES: "DNS.example.com, dns.example.net." },
    settings: { publicNames: [nameOf("dns.example.com."), nameOf("dns.example.net.")] },
  },
  {
    name: "where tokens are needed nobody is told of a path that has none",
    variables: { PUBLIC_NAMES: "dns.example.com", ACCESS_TOKENS: "name:token" },
    settings: {},
  },
  ...["https://dns.example.com", "dns..example.com", "d\u00f6h.example.com", `${"a".repeat(64)}.example.com`].map(
    (value) => ({
      name: `"${value}" is no host name`,
      variables: { PUBLIC_NAMES: value },
      settings: {},
      complaints: ["PUBLIC_NAMES"],
    }),
  ),
  {
    name: "switches are turned by the word true",
    variables: { LOG_QUERIES: "true", UPSTREAM_ECS: "true" },
    settings: { logQueries: true, upstreamEcs: true },
  },
  { name: "and stay off for the word false", variables: { LOG_QUERIES: "false", UPSTREAM_ECS: "" }, settings: {} },
  ...["1", "yes", "TRUE"].map((value) => ({
    name: `"${value}" logs no queries, and the log says that it means nothing`,
    variables: { LOG_QUERIES: value },
    settings: {},
    complaints: ["LOG_QUERIES"],
  })),
  {
    name: "zero serves nothing stale",
    variables: { SERVE_STALE_SECONDS: "0" },
    settings: { serveStaleMs: 0 },
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
