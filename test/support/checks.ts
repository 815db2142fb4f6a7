/** Checks and observations for tests: a fact names only what it is about. */
import {
  type CalculatedCheck,
  CHECKS_FORMAT,
  type Check,
  type ChecksDocument,
  type HttpProbeSpec,
  type Observation,
  type Outcome,
  type ProbedCheck,
  type PushCheck,
  type TcpProbeSpec,
} from "../../src/health/check.ts";

/** A probe of an address that answers 200–299 at `/`, every 30 s within 4 s. */
export function httpSpec(fields: Partial<HttpProbeSpec> = {}): HttpProbeSpec {
  return {
    type: "http",
    address: "192.0.2.10",
    url: "http://192.0.2.10:80/",
    port: 80,
    path: "/",
    host: "www.example.com",
    expect: [[200, 299]],
    follow: 0,
    interval: 30,
    timeout: 4,
    method: "GET",
    headers: [],
    contains: null,
    ...fields,
  };
}

export function tcpSpec(fields: Partial<TcpProbeSpec> = {}): TcpProbeSpec {
  return {
    type: "tcp",
    hostname: "192.0.2.30",
    port: 5432,
    url: "tcp://192.0.2.30:5432",
    interval: 30,
    timeout: 4,
    ...fields,
  };
}

/** A probed check with thresholds of 3 whose id and probe are made of its name, unless given. */
export function check(name: string, fields: Partial<ProbedCheck> = {}): ProbedCheck {
  return {
    ...baseOf(name),
    kind: "probed",
    probe: `probe of ${name}`,
    spec: httpSpec(),
    unhealthyThreshold: 3,
    healthyThreshold: 3,
    backoff: true,
    regions: [],
    quorum: { kind: "percent", percent: 18 },
    ...fields,
  };
}

/** A check that is healthy when all of its children are, unless given. */
export function calculated(
  name: string,
  of: readonly string[],
  fields: Partial<CalculatedCheck> = {},
): CalculatedCheck {
  return { ...baseOf(name), kind: "calculated", of, atLeast: { kind: "percent", percent: 100 }, ...fields };
}

/** A push check that is silent, and then unhealthy, after two minutes, unless given. */
export function push(name: string, fields: Partial<PushCheck> = {}): PushCheck {
  return { ...baseOf(name), kind: "push", expires: 120, whenSilent: "unhealthy", ...fields };
}

function baseOf(name: string): Omit<CalculatedCheck, "kind" | "of" | "atLeast"> {
  return { name, id: `id of ${name}`, initial: "healthy", inverted: false, disabled: false, usedBy: [] };
}

export function checksDocument(...checks: readonly Check[]): ChecksDocument {
  return { format: CHECKS_FORMAT, checks, latches: [], pools: [], sinceSeconds: 600, latencyChecks: [] };
}

export function observation(
  probe: string,
  atMs: number,
  outcome: Outcome = "ok",
  region: string | null = null,
): Observation {
  return { region, probe, atMs, outcome, latencyMs: null, code: null };
}
