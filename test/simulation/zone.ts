/** The zone that is simulated, in versions whose addresses tell them apart. What may be answered from it: allowed.ts. */
import type { HealthStatus } from "../../src/steering/candidate.ts";

/** Address 192.0.2.(16 × version + candidate). */
export const VERSIONS_MAX = 15;
const CANDIDATES_PER_VERSION = 16;

export const INTERVAL_SECONDS = 5;
export const TIMEOUT_SECONDS = 2;

export interface SimulatedCheck {
  readonly endpoint: number;
  readonly unhealthyThreshold: number;
  readonly healthyThreshold: number;
  readonly initial: "healthy" | "unhealthy";
}

/** Those that are probed. `quick` shares its probe with `c0`. */
export const CHECKS: Readonly<Record<string, SimulatedCheck>> = {
  c0: { endpoint: 0, unhealthyThreshold: 3, healthyThreshold: 3, initial: "healthy" },
  c1: { endpoint: 1, unhealthyThreshold: 2, healthyThreshold: 1, initial: "healthy" },
  c2: { endpoint: 2, unhealthyThreshold: 1, healthyThreshold: 2, initial: "unhealthy" },
  quick: { endpoint: 0, unhealthyThreshold: 1, healthyThreshold: 1, initial: "healthy" },
  steady: { endpoint: 3, unhealthyThreshold: 1, healthyThreshold: 1, initial: "healthy" },
};

/** Calculated: so many of these. */
export const PAIR = { of: ["c0", "c1", "c2"], atLeast: 2 } as const;
/** Reported. */
export const REPORTED = "told";
export const REPORT_SECONDS = 20;
/** The check that operators have a word on. */
export const ORDERED = "c2";

/** Candidates of the failover with manual failback, and their checks. */
export const HELD_BY: Readonly<Record<string, string>> = { n0: "c0", n1: "c1" };

/** The last one never goes down. */
export const ENDPOINTS = 4;

/** Times of candidates, counted from the second of their publication. */
export const OVERRIDDEN_SECONDS = 90;
export const DRAINING = [
  { from: 30, seconds: 60 },
  { from: 60, seconds: 100 },
] as const;
export const FAILBACK_SECONDS = 40;
export const SLOW_START_SECONDS = 300;
/** A heavy candidate that takes its time, and a light one that is always up. */
export const SLOW_WEIGHTS = [3, 2] as const;

export const ttlSecondsOf = (version: number): number => 10 + version;
export const fullName = (check: string): string => `example.com/${check}`;
export const latchName = (candidate: string): string => `latched.example.com./A/${candidate}`;

/** What a status counts as. */
export function countsAsHealthy(check: string, status: HealthStatus): boolean {
  return (status === "unknown" ? CHECKS[check]?.initial : status) === "healthy";
}

/** The second that a publication's times count from. */
export const beginningMs = (publishedMs: number): number => Math.floor(publishedMs / 1000) * 1000;

/** Writes a version. Odd and even ones probe another path, so that every probed check is an edited one. */
export function zoneText(version: number, publishedMs: number): string {
  const address = (candidate: number): string => `192.0.2.${CANDIDATES_PER_VERSION * version + candidate}`;
  const time = (seconds: number): string => new Date(beginningMs(publishedMs) + seconds * 1000).toISOString();
  const checks = Object.entries(CHECKS).map(
    ([name, { endpoint, unhealthyThreshold, healthyThreshold, initial }]) =>
      `  ${name}: { type: http, address: 198.51.100.${endpoint}, path: /v${version % 2}, interval: ${INTERVAL_SECONDS}, timeout: ${TIMEOUT_SECONDS}, unhealthyThreshold: ${unhealthyThreshold}, healthyThreshold: ${healthyThreshold}, initial: ${initial} }`,
  );
  const three = (first: number, weights: readonly string[]): string =>
    weights.map((weight, at) => `{ id: n${at}, ${weight}values: ${address(first + at)}, check: c${at} }`).join(", ");
  const two = (fields: readonly [string, string]): string =>
    fields.map((field, at) => `{ id: n${at}, values: ${address(11 + at)}, ${field} }`).join(", ");
  const [first, second] = DRAINING.map(
    ({ from, seconds }, at) => `check: c${at}, draining: { since: ${time(from)}, seconds: ${seconds} }`,
  );
  const [heavy, light] = SLOW_WEIGHTS;
  return `
zone: example.com
ttl: ${ttlSecondsOf(version)}
checks:
${checks.join("\n")}
  pair: { type: calculated, of: [${PAIR.of.join(", ")}], atLeast: ${PAIR.atLeast} }
  ${REPORTED}: { type: push, expires: ${REPORT_SECONDS}, whenSilent: unhealthy }
records:
  weighted: { A: { weighted: [${three(1, ["weight: 3, ", "weight: 1, ", "weight: 0, "])}] } }
  ordered: { A: { failover: [${three(4, ["", "", ""])}] } }
  many: { A: { multivalue: [${three(7, ["", "", ""])}] } }
  tree: { A: { failover: [{ id: near, alias: weighted }, { id: far, values: ${address(10)}, check: quick }] } }
  closed: { A: { failover: [${two(["check: c0", "check: c1"])}], onAllUnhealthy: closed } }
  joined: { A: { failover: [${two(["check: pair", `check: ${REPORTED}`])}] } }
  overridden: { A: { failover: [${two([`check: c0, override: down, until: ${time(OVERRIDDEN_SECONDS)}`, "check: c1"])}] } }
  draining: { A: { failover: [${two([first ?? "", second ?? ""])}] } }
  latched: { A: { failover: [${two(["check: c0", "check: c1"])}], failback: manual } }
  delayed: { A: { failover: [${two(["check: c0", "check: c1"])}], failback: { after: ${FAILBACK_SECONDS} } } }
  slow: { A: { weighted: [${two([`weight: ${heavy}, check: c0`, `weight: ${light}, check: steady`])}], slowStart: ${SLOW_START_SECONDS} } }
`;
}

/** Tells version and candidate by an address's last octet. */
export function placeOf(octet: number): { readonly version: number; readonly candidate: number } {
  return { version: Math.floor(octet / CANDIDATES_PER_VERSION), candidate: octet % CANDIDATES_PER_VERSION };
}
