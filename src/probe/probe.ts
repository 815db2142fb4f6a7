/**
 * Runs one probe: chooses the way to the target and turns whatever happens into a result. Never rejects.
 *
 * The outside world (sockets, `fetch`, the clock) comes in as tools, since the platform's limits decide the way: a
 * Worker's `fetch` takes no addresses and no Host of its own, its sockets choose no SNI.
 */
import type { Outcome, ProbeSpec } from "../health/check.ts";
import { beginDeadline, type Deadline, TimeIsUp } from "./deadline.ts";
import { probeByFetch } from "./fetch.ts";
import { probeBySocket } from "./http.ts";
import type { ProbeResult } from "./result.ts";
import type { Connect } from "./socket.ts";
import { probeTcp } from "./tcp.ts";

export interface ProbeTools {
  readonly connect: Connect;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: () => number;
  /** Targets in special-purpose ranges may be reached. */
  readonly allowPrivate: boolean;
}

/** Probes once, within the probe's timeout. */
export async function runProbe(spec: ProbeSpec, tools: ProbeTools): Promise<ProbeResult> {
  const deadline = beginDeadline(spec.timeout);
  try {
    return await probeWithin(spec, tools, deadline);
  } catch (error) {
    return { outcome: error instanceof TimeIsUp ? "timeout" : outcomeOf(error), latencyMs: null, code: null };
  } finally {
    deadline.end();
  }
}

function probeWithin(spec: ProbeSpec, tools: ProbeTools, deadline: Deadline): Promise<ProbeResult> {
  if (spec.type === "tcp") return probeTcp(spec, tools, deadline);
  return spec.address === null
    ? probeByFetch(spec, tools, deadline)
    : probeBySocket(spec, spec.address, tools, deadline);
}

/** The platform tells its own limits by their text alone. */
const PLATFORM_LIMITS = /connection limit|too many subrequests|subrequest limit/i;

function outcomeOf(error: unknown): Outcome {
  return PLATFORM_LIMITS.test(String(error)) ? "not-measured" : "connection-failed";
}
