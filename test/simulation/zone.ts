/**
 * The zone that is simulated, in versions whose addresses tell them apart, and what may be answered from it: the rules
 * of steering once more, in the simplest words, apart from the core.
 */

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

/** `quick` shares its probe with `c0`. */
export const CHECKS: Readonly<Record<string, SimulatedCheck>> = {
  c0: { endpoint: 0, unhealthyThreshold: 3, healthyThreshold: 3, initial: "healthy" },
  c1: { endpoint: 1, unhealthyThreshold: 2, healthyThreshold: 1, initial: "healthy" },
  c2: { endpoint: 2, unhealthyThreshold: 1, healthyThreshold: 2, initial: "unhealthy" },
  quick: { endpoint: 0, unhealthyThreshold: 1, healthyThreshold: 1, initial: "healthy" },
};

export const ENDPOINTS = 3;

export const ttlSecondsOf = (version: number): number => 10 + version;

/** Writes a version. Odd and even ones probe another path, so that every check is an edited one. */
export function zoneText(version: number): string {
  const address = (candidate: number): string => `192.0.2.${CANDIDATES_PER_VERSION * version + candidate}`;
  const checks = Object.entries(CHECKS).map(
    ([name, { endpoint, unhealthyThreshold, healthyThreshold, initial }]) =>
      `  ${name}: { type: http, address: 198.51.100.${endpoint}, path: /v${version % 2}, interval: ${INTERVAL_SECONDS}, timeout: ${TIMEOUT_SECONDS}, unhealthyThreshold: ${unhealthyThreshold}, healthyThreshold: ${healthyThreshold}, initial: ${initial} }`,
  );
  const three = (first: number, weights: readonly string[]): string =>
    weights.map((weight, at) => `{ id: n${at}, ${weight}values: ${address(first + at)}, check: c${at} }`).join(", ");
  return `
zone: example.com
ttl: ${ttlSecondsOf(version)}
checks:
${checks.join("\n")}
records:
  weighted: { A: { weighted: [${three(1, ["weight: 3, ", "weight: 1, ", "weight: 0, "])}] } }
  ordered: { A: { failover: [${three(4, ["", "", ""])}] } }
  many: { A: { multivalue: [${three(7, ["", "", ""])}] } }
  tree: { A: { failover: [{ id: near, alias: weighted }, { id: far, values: ${address(10)}, check: quick }] } }
`;
}

/** Tells version and candidate by an address's last octet. */
export function placeOf(octet: number): { readonly version: number; readonly candidate: number } {
  return { version: Math.floor(octet / CANDIDATES_PER_VERSION), candidate: octet % CANDIDATES_PER_VERSION };
}

type IsHealthy = (check: string) => boolean;

function weighted(isHealthy: IsHealthy): readonly string[] {
  const withWeight = ["1", "2"].filter((one) => isHealthy(`c${Number(one) - 1}`));
  if (withWeight.length > 0) return withWeight;
  return isHealthy("c2") ? ["3"] : ["1", "2"];
}

/** By label: the sets of candidates that may be answered, each as its sorted numbers. */
export const ALLOWED: Readonly<Record<string, (isHealthy: IsHealthy) => readonly string[]>> = {
  weighted,
  ordered: (isHealthy) => {
    const first = [0, 1, 2].find((at) => isHealthy(`c${at}`)) ?? 0;
    return [String(4 + first)];
  },
  many: (isHealthy) => {
    const healthy = [0, 1, 2].filter((at) => isHealthy(`c${at}`));
    return [(healthy.length > 0 ? healthy : [0, 1, 2]).map((at) => 7 + at).join(" ")];
  },
  tree: (isHealthy) => {
    const isNearHealthy = ["c0", "c1", "c2"].some(isHealthy);
    return !isNearHealthy && isHealthy("quick") ? ["10"] : weighted(isHealthy);
  },
};
