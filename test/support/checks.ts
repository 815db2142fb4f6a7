/** Checks and observations for tests: a fact names only what it is about. */
import {
  CHECKS_FORMAT,
  type Check,
  type ChecksDocument,
  type HttpProbeSpec,
  type Observation,
  type Outcome,
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

/** A check with thresholds of 3 whose id and probe are made of its name, unless given. */
export function check(name: string, fields: Partial<Check> = {}): Check {
  return {
    name,
    id: `id of ${name}`,
    probe: `probe of ${name}`,
    spec: httpSpec(),
    unhealthyThreshold: 3,
    healthyThreshold: 3,
    initial: "healthy",
    backoff: true,
    usedBy: [],
    ...fields,
  };
}

export function checksDocument(...checks: readonly Check[]): ChecksDocument {
  return { format: CHECKS_FORMAT, checks };
}

export function observation(probe: string, atMs: number, outcome: Outcome = "ok"): Observation {
  return { probe, atMs, outcome, latencyMs: null, code: null };
}
