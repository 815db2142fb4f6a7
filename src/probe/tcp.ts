/** The TCP probe: healthy when a connection comes about. Sends nothing and reads nothing. */
import type { TcpProbeSpec } from "../health/check.ts";
import type { Deadline } from "./deadline.ts";
import type { ProbeResult } from "./result.ts";
import { type SocketTools, withSocket } from "./socket.ts";

export interface TcpTools extends SocketTools {
  readonly clock: () => number;
}

/** Connects once. */
export async function probeTcp(spec: TcpProbeSpec, tools: TcpTools, deadline: Deadline): Promise<ProbeResult> {
  const beganMs = tools.clock();
  return withSocket(spec, tools, deadline, async () => ({
    outcome: "ok",
    latencyMs: tools.clock() - beganMs,
    code: null,
  }));
}
